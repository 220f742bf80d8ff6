"""The desk: what lies between the cards and the record, as a value.

A question that waits for its answer, a card half typed, a hand that is being read: all this is
kept in the journal too, so that a restart loses none of it. Decides nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from tricktable.games import GAMES, blamed
from tricktable.rules import codec
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Entry,
    Happening,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.faults import GameFault
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.store.archive import CONTINUES
from tricktable.store.decks import Decks, Enrolment, Shelving
from tricktable.table.from_club import NOTHING_SAID, FromClub
from tricktable.table.house_rules import KEY as SHEET
from tricktable.table.house_rules import digest
from tricktable.table.notes import Note, Question
from tricktable.text.language import Message

READERS: Final = "readers"
"""The board's page about the health of its parts."""
SOUNDS: Final = ("off", "quiet", "loud")
BRIGHTNESS: Final = (1, 2, 3, 4)
# A row for each entry of a record of 1.8 MB held its table for seconds; so it is held for
# milliseconds.
ENTRIES_TOGETHER: Final = 500
"""How many entries share a row when a whole record is imported."""
# The Pico has 26 pins, and a table with four stations uses 24 (docs/explanation/power.md).
OWN_READERS: Final = 4
"""The board's readers and buttons: with more seats than these, they are shared."""


PERSONS: Final = "persons"
"""What the row of a game has that was taken up again: the person on each seat."""
ROUND: Final = "round"
"""What the row of a game has that a competition began: nobody takes up the one before it."""
PRESUMED: Final = "presumed"
"""What the line of an entry has that the table made by itself: true, and no meaning in a record."""


class CardCorrection(NamedTuple):
    """An earlier entry is being corrected: the next card scanned is the right one for it."""

    seq: int
    seat: int | None
    card: str
    """The seat and card that wait until then; the card is empty if none is waiting."""


class Moving(NamedTuple):
    """Cards of a seat that are scanned one by one as they move."""

    seat: int
    what: str
    """`hand>stack`: from where to where."""
    cards: tuple[str, ...]
    """Secret; each is empty where it lies face down."""


class Asking(NamedTuple):
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


class HelpByKeys(NamedTuple):
    """The organiser was called with the keys, or is not needed any more."""

    number: int
    """Counts up at this table, so that each press is reported once, as soon as possible."""
    is_wanted: bool


class DeckCare(NamedTuple):
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
    asking: Asking | None = None
    mending: CardCorrection | None = None
    typed: str = ""
    """What has been typed of a card: nothing, a rank, or a whole card code."""
    reading: int | None = None
    """The seat whose hand is being scanned."""
    moving: tuple[Moving, ...] = ()
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
    tending: DeckCare | None = None
    """The deck care under way. The field is called as it always was in the journal's rows."""
    deck: str = ""
    """The name of the deck that the table plays with; empty if nobody chose one."""
    sound: str = SOUNDS[-1]
    unmuted: str = SOUNDS[-1]
    """The sound that comes back when the table is no longer mute."""
    brightness: int = BRIGHTNESS[-1]
    help: HelpByKeys | None = None
    """The last call that the keys sent to the organiser."""

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
        return self._kept(self.reading, moving, self.early)

    def in_next_game(self) -> Desk:
        """What remains when another game begins."""
        return self._kept(None, (), ())

    def _kept(
        self, reading: int | None, moving: tuple[Moving, ...], early: tuple[EarlyCard, ...]
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
        )

    def in_public(self) -> Desk:
        """The desk as anybody may see it: of cards that move how many there are, and no dialogue.

        What a dialogue asks is told in words; its keys may spell what is said in secret.
        """
        moving = tuple(each._replace(cards=("",) * len(each.cards)) for each in self.moving)
        return replace(self, moving=moving, question=None, asking=None, mending=None)

    def moving_of(self, seat: int | None) -> Moving | None:
        """The move of that seat whose cards are being scanned."""
        return next((each for each in self.moving if each.seat == seat), None)


_FIELDS: Final = frozenset(each.name for each in fields(Desk))


class Change(NamedTuple):
    """A future row: its kind (`game`, `entry`, `act`, `desk`, `names`) and its body."""

    kind: str
    body: Mapping[str, object]
    """As it is written: a tuple is a list there."""
    shelving: Shelving | None = None
    """A change of decks to make before the row is written; keeps tag numbers out of the journal."""
    text: str = ""
    """The body as the journal keeps it, if it is serialised already."""

    @property
    def note(self) -> Note | None:
        """What it reports to the table, if anything."""
        note = self.body.get("note")
        return note if isinstance(note, Note) else None

    @property
    def entries(self) -> int:
        """The number of entries in the row."""
        some = self.body.get("entries")
        return len(some) if isinstance(some, list) else self.kind == "entry"


Changes = Sequence[Change]


def entry_change(entry: Entry) -> Change:
    """The row of a record entry."""
    return Change("entry", codec.fields_of(entry))


def entry_in(change: Change, record: Record) -> Entry:
    """The entry in such a row, read as the next one of this record."""
    return codec.read_entry(json.dumps(change.body), record.header, record.seq + 1)


def entries_changes(entries: Iterable[Entry]) -> list[Change]:
    """The rows for many entries at once, hundreds in each."""
    fields = iter(map(codec.fields_of, entries))
    together = iter(lambda: [*islice(fields, ENTRIES_TOGETHER)], [])
    return [Change("entries", {"entries": some}) for some in together]


def desk_change(**more: object) -> Change:
    """The row that changes the desk and clears its note."""
    return Change("desk", {"note": None, **more})


def told(note: Note, **more: object) -> Change:
    """The row that sets a note, and any other fields given."""
    return Change("desk", {"note": note, **more})


class Waiting(NamedTuple):
    """A phone that waits to sit somewhere."""

    number: str
    """Two digits that phone and table show, so that people see which phone it is."""
    word: str
    """The word the board sends if a button is held for this phone; new for each claim."""


class LeftGame(NamedTuple):
    """A game that another one has followed, with all that it takes to take it up again."""

    number: int
    """Of all games ever begun at this table, from 1."""
    record: Record
    names: tuple[str, ...]
    """Who sat there, seat by seat …"""
    persons: tuple[str, ...]
    """… and who of the table's people that was (`persons`)."""
    rows: tuple[tuple[str, str], ...]
    """Kind and body of each row with entries, or that says what entries are together."""
    desk: Desk
    before: LeftGame | None
    """The one that this game followed, if nothing was recorded here but its deal."""

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be played on; folds it, once."""
        if self.desk.is_stopped:
            return False
        try:
            with blamed(self.record.header.rules, may_refuse=False):
                return self.record.state.status == "playing"
        except GameFault:
            return False

    @property
    def title(self) -> Message:
        """What people call the game."""
        return Message(self.record.header.rules.title)

    @property
    def numbers(self) -> frozenset[int]:
        """The games that can be taken up: this one, and those before it."""
        before = self.before.numbers if self.before else frozenset()
        return before | {self.number} if self.is_unfinished else before

    def changes(self) -> Changes:
        """The rows that take it up again: it begins once more, with its people and all entries.

        So whatever reads rows finds a whole game there, and undo goes back as far as before.
        """
        begins = game_change(next_header(self.record.header, self.names))
        who = {CONTINUES: self.number, PERSONS: list(self.persons)}
        lying = {name: getattr(self.desk, name) for name in _OF_A_GAME}
        return [
            begins._replace(body={**begins.body, **who}),
            *(Change(kind, json.loads(text), text=text) for kind, text in self.rows),
            told(Note("taken_up", detail=self.title), **lying),
        ]


def is_blank(record: Record) -> bool:
    """Whether nothing that counts was recorded but who deals."""
    return all(isinstance(each, Dealt) for each in record.happenings())


_OF_A_GAME: Final = (
    "question asking mending typed reading moving early chosen other_way is_paused".split()
)
"""What lies on the desk for one game alone."""


class Moment(NamedTuple):
    """Everything that a decision is based on."""

    desk: Desk
    record: Record | None
    decks: Decks
    names: tuple[str, ...]
    """Who sits at the table now, seat by seat."""
    history: History
    begun: tuple[Enrolment, ...] = ()
    """The decks whose enrolment is not finished."""
    claims: Mapping[int, Waiting] = MappingProxyType({})
    """The seats that phones are waiting for, each with its phone."""
    presumed: frozenset[int] = frozenset()
    """The entries of the record that the table presumed and nobody has corrected, by number."""
    club: FromClub = NOTHING_SAID
    left: LeftGame | None = None
    """The unfinished game that can be taken up again: nothing was recorded since but a deal."""

    @property
    def is_in_play(self) -> bool:
        """Whether a game is being played that nobody would leave unasked.

        It is not over, nobody has given it up, and something but its deal has been recorded.
        """
        if self.record is None or self.desk.is_stopped or is_blank(self.record):
            return False
        return self.record.state.status == "playing"

    @property
    def decks_of_game(self) -> Decks:
        """The decks; the one in play is the one this game uses, if any."""
        if self.record is None:
            return self.decks
        return self.decks.of_kind(self.record.header.pack.kind.name)

    @property
    def is_shared(self) -> bool:
        """Whether there are more seats than readers and buttons."""
        return self.record is not None and self.record.header.seats > OWN_READERS


class Act(NamedTuple):
    """Something done in one go: each entry it touched, as it counted before and after."""

    name: str
    """Empty for one entry; otherwise what people call it."""
    changes: tuple[tuple[int, Happening | None, Happening | None], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Acts:
    """A pile of acts: one more costs the same however many there are."""

    newest: Act
    below: Acts | None
    count: int


def _piled(act: Act, below: Acts | None) -> Acts:
    return Acts(act, below, 1 + (below.count if below else 0))


class History(NamedTuple):
    """The acts that can be undone and those that have been; None if there are none."""

    done: Acts | None = None
    undone: Acts | None = None

    def with_act(self, act: Act, kind: str) -> History:
        """The history after an act; `undo` and `redo` move the newest one across."""
        if kind == "undo" and self.done:
            return History(self.done.below, _piled(self.done.newest, self.undone))
        if kind == "redo" and self.undone:
            return History(_piled(self.undone.newest, self.done), self.undone.below)
        return History(_piled(act, self.done))

    @property
    def depth(self) -> int:
        """How many acts can be undone."""
        return self.done.count if self.done else 0


def who_and_what(entry: Happening) -> tuple[int | None, str | None]:
    """The seat and the card that an entry mentions in public, if it has them."""
    seat = entry.dealer if isinstance(entry, Dealt) else entry.seat
    return seat, entry.card.code if isinstance(entry, (Played, Shown)) else None


def is_possible(record: Record, entry: Entry) -> bool:
    """Whether the record could take the entry now."""
    try:
        record.check(entry)
    except Impossible:
        return False
    return True


# --- games ---------------------------------------------------------------------------------------


def game_change(header: Header) -> Change:
    """The row that begins a new game; it names the house-rule sheet in force."""
    return Change("game", {**codec.header_fields(header), SHEET: digest(header)})


def first_header(players: int, game: str = next(iter(GAMES))) -> Header:
    """The default game of a new table: by the book."""
    options = dict(GAMES[game].usual(players))
    line = {"record": codec.FORMAT, "game": game, "players": players, "options": options}
    return codec.read_header(json.dumps(line), GAMES)


def next_header(header: Header, names: Sequence[str], rotate: int = 0) -> Header:
    """The same game again with the same house rules; everybody moves on by `rotate` seats."""
    people = list(names[: header.players])
    by = rotate % header.players
    return replace(header, names=tuple(people[-by:] + people[:-by] if by else people))
