"""The desk: what lies between the cards and the record, as a value.

A question that waits for its answer, a card half typed, a hand that is being read: all this is
kept in the journal too, so that a restart loses none of it. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple, TypedDict

import msgspec

from tricktable.rules.cards import Card
from tricktable.rules.entries import Corrected, Dealt, Entry, Moved, Struck
from tricktable.table.notes import Note, Question

READERS: Final = "readers"
"""The board's page about the health of its parts."""
SOUNDS: Final = ("off", "quiet", "loud")
BRIGHTNESS: Final = (1, 2, 3, 4)


class CardCorrection(NamedTuple):
    """An earlier entry is being corrected: the next card scanned is the right one for it."""

    seq: int
    seat: int | None
    card: str
    """The seat and card that wait until then; the card is empty if none is waiting."""


class ScannedMove(NamedTuple):
    """Cards of a seat that are scanned one by one as they move."""

    seat: int
    what: str
    """`hand>stack`: from where to where."""
    cards: tuple[str, ...]
    """Secret; each is empty where it lies face down."""


class OpenDialogue(NamedTuple):
    """A keypad dialogue: its subject, and the keys pressed so far."""

    about: str
    """A subject that `keypad` has a dialogue for: `say`, `menu`, `who` ..."""
    seat: int | None = None
    keys: tuple[str, ...] = ()
    detail: str = ""


class EarlyCard(NamedTuple):
    """A card that lies on the table, and waits for a choice so that it can be played."""

    seat: int
    card: str
    acts: int
    """How many acts could be undone when it was laid."""


class UndoRequest(NamedTuple):
    """A seat asks the others to let it take back what it laid or said, with all that came after."""

    seat: int
    seq: int
    """The entry that it would take back …"""
    at: int
    """… and the record's newest number then: if anybody acts, the request falls."""
    waits: tuple[int, ...]
    """The seats whose phones have not agreed yet."""


class RestClaim(NamedTuple):
    """A seat claims all that is left of the hand, or that all have won."""

    seat: int
    at: int
    """The record's newest number then."""
    waits: tuple[int, ...]
    """The seats whose phones have not laid the claim open yet."""
    hand: tuple[str, ...] = ()
    """The claimant's cards, shown once all have."""


class Chair(NamedTuple):
    """A place at a table at which no game is being played."""

    person: str
    """Who sits there, or will, as `persons` calls them."""
    name: str = ""
    """As they gave it; empty while the chair is free."""


class HelpByKeys(NamedTuple):
    """The organiser was called with the keys, or is not needed any more."""

    number: int
    """Counts up at this table, so that each press is reported once, as soon as possible."""
    is_wanted: bool


class DeckWork(NamedTuple):
    """Cards are being enrolled, replaced or checked, and the game waits."""

    what: str
    """`enrol`, `replace`, `check` or `control`."""
    deck: str
    """Its name; empty for a control card, and until the first checked card reveals it."""
    card: str = ""
    """The card being replaced, or the act of the control card."""
    seen: tuple[str, ...] = ()
    """Cards that were checked, in the order in which they were laid."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What is on the desk now. Immutable."""

    note: Note | None = None
    question: Question | None = None
    asking: OpenDialogue | None = None
    mending: CardCorrection | None = None
    typed: str = ""
    """What has been typed of a card: nothing, a rank, or a whole card code."""
    reading: int | None = None
    """The seat whose hand is being scanned."""
    moving: tuple[ScannedMove, ...] = ()
    early: tuple[EarlyCard, ...] = ()
    """In the order in which they were laid."""
    chosen: int | None = None
    """The seat whose typed card comes next; at shared readers also whose card or button."""
    other_way: bool = False
    """The seat whose next card means the other thing, e.g. turned up instead of played."""
    page: str = "table"
    """What the board shows: `table`, `qr` to join, `scores`, `about` or `readers`."""
    dead_readers: tuple[int, ...] = ()
    is_paused: bool = False
    is_locked: bool = False
    """Whether only the host may write; cards laid on readers still count."""
    are_seats_open: bool = False
    """Whether a phone may sit down on a free seat by itself, while no board has buttons."""
    is_stopped: bool = False
    """Whether the table has stopped this game before its end."""
    tending: DeckWork | None = None
    """The deck work under way. The field is called as it always was in the journal's rows."""
    deck: str = ""
    """The name of the deck that the table plays with; empty if nobody chose one."""
    sound: str = SOUNDS[-1]
    unmuted: str = SOUNDS[-1]
    """The sound that comes back when the table is no longer mute."""
    brightness: int = BRIGHTNESS[-1]
    help: HelpByKeys | None = None
    """The last call that the keys sent to the organiser."""
    undo_request: UndoRequest | None = None
    """The newest one of this game; it stands as long as nobody acts."""
    rest_claim: RestClaim | None = None
    """A claim on what is left of the hand, until somebody acts."""
    chairs: tuple[Chair, ...] = ()
    """Who has sat down where before a game; empty once it has begun, and until somebody has."""
    is_door_closed: bool = False
    """Whether a phone takes no chair by itself before a game."""

    def with_changes(self, body: Mapping[str, object]) -> Desk:
        """The desk after a journal row of kind `desk`; what this version does not know is left.

        Raises: msgspec.ValidationError, if a desk cannot be so.
        """
        said = msgspec.convert(body, Desk)
        return replace(self, **{name: getattr(said, name) for name in _FIELDS.intersection(body)})

    def after(self, entry: Entry) -> Desk:
        """The desk after an entry: questions, notes and half-typed input are cleared."""
        # A changed entry, or a new deal, may have put those cards elsewhere.
        moving = () if isinstance(entry, (Struck, Corrected, Dealt)) else self.moving
        if isinstance(entry, Moved):
            moving = tuple(each for each in moving if each.seat != entry.seat)
        return self._keeping_only(self.reading, moving, self.early, self.undo_request)

    def in_next_game(self) -> Desk:
        """What remains when another game begins."""
        return self._keeping_only(None, (), ())

    def _keeping_only(
        self,
        reading: int | None,
        moving: tuple[ScannedMove, ...],
        early: tuple[EarlyCard, ...],
        undo_request: UndoRequest | None = None,
    ) -> Desk:
        # Made once for each entry of a start: `replace` would cost as much as the rest of it.
        return Desk(
            reading=reading,
            moving=moving,
            early=early,
            page=self.page if self.page == "qr" else "table",
            dead_readers=self.dead_readers,
            is_locked=self.is_locked,
            are_seats_open=self.are_seats_open,
            deck=self.deck,
            sound=self.sound,
            unmuted=self.unmuted,
            brightness=self.brightness,
            help=self.help,
            undo_request=undo_request,
        )

    def in_public(self) -> Desk:
        """The desk as anybody may see it: of cards that move how many there are, and no dialogue.

        What a dialogue asks is told in words; its keys may spell what is said in secret.
        """
        moving = tuple(each._replace(cards=("",) * len(each.cards)) for each in self.moving)
        return replace(self, moving=moving, question=None, asking=None, mending=None, chairs=())

    def waits(self, seat: int, card: Card) -> bool:
        """Whether this card of this seat waits for a choice."""
        return any((each.seat, each.card) == (seat, card.code) for each in self.early)

    def moving_of(self, seat: int | None) -> ScannedMove | None:
        """The move of that seat whose cards are being scanned."""
        return next((each for each in self.moving if each.seat == seat), None)


_FIELDS: Final = frozenset(each.name for each in fields(Desk))


class DeskFields(TypedDict, total=False):
    """Some fields of a desk, as a change of it gives them; a tuple may be any sequence there."""

    question: Question | None
    asking: OpenDialogue | None
    mending: CardCorrection | None
    typed: str
    reading: int | None
    moving: Sequence[ScannedMove]
    early: Sequence[EarlyCard]
    chosen: int | None
    other_way: bool
    page: str
    dead_readers: Sequence[int]
    is_paused: bool
    is_locked: bool
    are_seats_open: bool
    is_stopped: bool
    tending: DeckWork | None
    deck: str
    sound: str
    unmuted: str
    brightness: int
    help: HelpByKeys | None
    undo_request: UndoRequest | None
    rest_claim: RestClaim | None
    chairs: Sequence[Chair]
    is_door_closed: bool


class NotedFields(DeskFields, total=False):
    """Fields of the desk, and its note."""

    note: Note | None


def of_a_game(desk: Desk) -> DeskFields:
    """What lies on the desk for one game alone."""
    return {
        "question": desk.question,
        "asking": desk.asking,
        "mending": desk.mending,
        "typed": desk.typed,
        "reading": desk.reading,
        "moving": desk.moving,
        "early": desk.early,
        "chosen": desk.chosen,
        "other_way": desk.other_way,
        "is_paused": desk.is_paused,
    }
