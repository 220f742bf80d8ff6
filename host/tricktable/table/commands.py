"""The requests that pages and programs make of a table, as values. Carries nothing out.

One struct for each form of the host's page, field for field. A table answers each of them from
`ask`; the rules decide whether it is possible.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tricktable.rules.cards import STANDARD
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.values import JsonValue
from tricktable.store.decks.deck import MAX_NAME_CODES
from tricktable.text.language import message
from tricktable.text.unfit import FORM

Seat = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
TableCode = Annotated[str, Meta(min_length=1, max_length=40)]
CardCode = Annotated[
    str,
    Meta(
        max_length=2,
        pattern="^([2-9TJQKA][CDHSRBG]|X[123]|[12]W)$",
        extra={
            FORM: message("a card's code: its rank (2-9, T, J, Q, K, A), then its suit's letter")
        },
    ),
]
Text = Annotated[str, Meta(max_length=200)]
DeckText = Annotated[str, Meta(max_length=MAX_NAME_CODES)]
"""A deck's name, or the colour of its backs."""


class NewGame(Struct, frozen=True):
    """Begin a new record; what was played before stays in the journal."""

    game: Text
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    names: list[Text] = []
    """By seat; an empty one keeps the seat's default name."""
    options: Mapping[str, JsonValue] = {}
    """House rules that differ from the game's defaults."""
    dealer: Seat | None = None
    """Who deals first, if known already."""
    abandon: bool = False
    """Whether to abandon a running game for it; otherwise the table refuses."""
    is_dealer_chosen: bool = True
    """Whether a person named the dealer; otherwise the table presumes that this seat deals."""


class Deal(Struct, frozen=True):
    """A deal begins."""

    dealer: Seat


class Declare(Struct, frozen=True):
    """Somebody says something at the table; the view's `offers` list what can be said now."""

    topic: Text
    seat: Seat | None = None
    value: JsonValue = None
    """As in records: text, a list or an object."""


class Move(Struct, frozen=True):
    """Cards move from one place to another: counted, or named as well."""

    seat: Seat
    source: Text
    target: Text
    count: Annotated[int, Meta(ge=0, le=len(STANDARD))]
    cards: list[CardCode] | None = None


class Lay(Struct, frozen=True):
    """A card lies on the table, whatever the readers saw."""

    card: CardCode
    seat: Seat | None = None
    """None for the table's own card."""
    how: Literal["played", "shown", "held"] = "played"


class LayOwn(Struct, frozen=True):
    """A seat lays its own card from its phone; or a dummy's, or one that belongs to nobody."""

    seat: Seat | None
    """Whose card it is; None for nobody's."""
    card: CardCode
    game: Annotated[int, Meta(ge=0)]
    """How many games had begun when the phone's page was drawn …"""
    seen: Annotated[int, Meta(ge=0)]
    """… and the record's newest entry then."""
    how: Literal["played", "shown"] | None = None
    """Where the card could be either; None for the likelier."""


class TakeBack(Struct, frozen=True):
    """A seat takes back, from its phone, the card that was just laid there."""

    seat: Seat | None
    """Whose card it is, as for `LayOwn`."""
    game: Annotated[int, Meta(ge=0)]
    """As for `LayOwn`."""
    seq: Annotated[int, Meta(ge=0)]
    """The number of that card's entry; 0 while the card waits for a choice."""


class AskBack(Struct, frozen=True):
    """A seat asks to take back what it laid or said, though others have acted after it."""

    seat: Seat
    game: Annotated[int, Meta(ge=0)]
    """As for `LayOwn`."""
    seq: Annotated[int, Meta(ge=1)]
    """The entry that it would take back."""
    others: list[Seat]
    """The seats with phones of other people now: all must agree."""


class AnswerBack(Struct, frozen=True):
    """Phones agree to what a seat asks to take back, or end that request."""

    seats: list[Seat]
    """Those of the phone that answers; if the asker's is one of them, it withdraws."""
    game: Annotated[int, Meta(ge=0)]
    """As for `LayOwn`."""
    seq: Annotated[int, Meta(ge=1)]
    """The entry that would be taken back."""
    is_fine: bool
    others: list[Seat]
    """As for `AskBack`: whose phone has left need not agree."""


class ClaimRest(Struct, frozen=True):
    """A seat claims all that is left of the hand, or that all have won."""

    seat: Seat
    game: Annotated[int, Meta(ge=0)]
    """As for `LayOwn` …"""
    seen: Annotated[int, Meta(ge=0)]
    """… and so is this."""
    others: list[Seat]
    """The seats with phones of other people now: all must lay the claim open."""


class AnswerClaim(Struct, frozen=True):
    """Phones lay a claim open or end it; the claimant's shows the hand once all have."""

    seats: list[Seat]
    """Those of the phone that answers; if the claimant's is one of them and ends it, it
    withdraws."""
    game: Annotated[int, Meta(ge=0)]
    """As for `LayOwn`."""
    at: Annotated[int, Meta(ge=0)]
    """The record's newest entry when the claim was made."""
    is_fine: bool
    others: list[Seat]
    """As for `ClaimRest`: whose phone has left need not agree."""
    cards: list[CardCode] = []
    """The claimant's hand."""


class Strike(Struct, frozen=True):
    """Entry `seq` was a mistake of recording."""

    seq: Annotated[int, Meta(ge=1)]


class Restore(Struct, frozen=True):
    """Entry `seq` was struck by mistake: it counts again, in its last form."""

    seq: Annotated[int, Meta(ge=1)]


class Correct(Struct, frozen=True):
    """Entry `seq` was recorded wrongly: it keeps its kind and takes this seat, this card or both.

    A card laid on the wrong reader needs only the seat.
    """

    seq: Annotated[int, Meta(ge=1)]
    seat: Seat | None = None
    card: CardCode | None = None


class Reply(Struct, frozen=True):
    """The table's open question, answered with the key of an option."""

    key: Text
    version: int
    """The view that showed the question, so that nobody answers an older one by accident."""


class Enter(Struct, frozen=True):
    """Any entry of a record, in the record's own form."""

    entry: Mapping[str, JsonValue]


class TakeIn(Struct, frozen=True):
    """Begin a game with a whole record, line by line as in its file."""

    lines: tuple[bytes, ...]
    abandon: bool = False
    """As for `NewGame`."""


class Undo(Struct, frozen=True):
    """Undo the newest act, if any. A hand thrown in is one act."""


class Redo(Struct, frozen=True):
    """Redo the newest undone act, if nothing else has happened since."""


class ThrowIn(Struct, frozen=True):
    """All agree to throw this hand in: its entries are struck in one act."""


class Pause(Struct, frozen=True):
    """Pause the game, until tomorrow if need be; nothing is recorded meanwhile."""


class Resume(Struct, frozen=True):
    """Continue the game."""


class Lock(Struct, frozen=True):
    """Only the host may write; keys, buttons and phones only show. Cards on readers still count."""


class Unlock(Struct, frozen=True):
    """Everybody at the table may write again."""


class NextGame(Struct, frozen=True):
    """Play again with the same people: the same game, or another one as it was last played here."""

    rotate: Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)] = 0
    """How many seats everybody moves on, clockwise."""
    abandon: bool = False
    """As for `NewGame`."""
    game: Text | None = None
    """Another one than was played before."""


class RoundGame(NewGame, frozen=True):
    """A game that a competition begins: the one before it cannot be taken up again."""


class TakeUp(Struct, frozen=True):
    """Take up a game again that was left before its end, while nothing else has been played."""

    game: Annotated[int, Meta(ge=0)]
    """Its number at this table."""


class Rename(Struct, frozen=True):
    """Somebody else sits here now, or wants another name."""

    seat: Seat
    name: Text


class Enrol(Struct, frozen=True):
    """Learn the tags of a new deck, card by card; continues one begun under this name."""

    name: DeckText = ""
    """The deck's name; if empty, its colour and kind."""
    colour: DeckText = "red"
    """The colour of the backs, in people's own words."""
    kind: Text = "standard52"
    """A key of `decks.KINDS`."""


class ReplaceCard(Struct, frozen=True):
    """Give a card of a deck a new tag: the next one laid."""

    deck: DeckText
    card: CardCode


class CheckDeck(Struct, frozen=True):
    """Pass the cards of a deck over a reader in any order to find which are missing."""

    deck: DeckText = ""
    """Its name; if empty, the deck of the first card laid."""


class MakeControl(Struct, frozen=True):
    """Make a spare tag, the next one laid, a control card for this act."""

    act: Text
    """One of `decks.ACTS`."""


class ForgetControls(Struct, frozen=True):
    """Forget the control cards for this act; their tags are spare again."""

    act: Text
    """One of `decks.ACTS`."""


class PlayWith(Struct, frozen=True):
    """Play with this deck from now on; the cards of all others are strays."""

    deck: DeckText


class DeckWorkStep(Struct, frozen=True):
    """While enrolling or checking: take the last card back, put the next one off, or stop."""

    do: Literal["undo", "later", "stop"]


DeckRequest = (
    Enrol | ReplaceCard | CheckDeck | MakeControl | ForgetControls | PlayWith | DeckWorkStep
)
"""Requests about the decks themselves, not about a game."""


OfASeat = LayOwn | TakeBack | AskBack | AnswerBack | ClaimRest | AnswerClaim
"""What a seat's own phone does with its cards, or with what is said of them."""


class OpenSeats(Struct, frozen=True):
    """Let any phone take a free seat, where no board has buttons to let phones in."""


class CloseSeats(Struct, frozen=True):
    """Let phones in one by one again."""


class LetIn(Struct, frozen=True):
    """Accept the phone that waits for this seat, without a button press."""

    seat: Seat


class LetAllIn(Struct, frozen=True):
    """Let in at once all the phones that wait with these numbers."""

    numbers: Text
    """As the page showed them, with spaces between; a phone that has come since waits on."""


class SendAway(Struct, frozen=True):
    """Turn away the phone that waits for this seat; else remove the one that has it.

    Before a game, whoever has the chair gets up.
    """

    seat: Seat


class GiveBack(Struct, frozen=True):
    """Return the seat to the phone that had it before."""

    seat: Seat


PhoneRequest = LetIn | LetAllIn | SendAway | GiveBack | OpenSeats | CloseSeats
"""The host's decisions about phones at the table."""


class AddPlayer(Struct, frozen=True):
    """Before a game: somebody without a phone takes the first free chair."""

    name: Text


class SwapChairs(Struct, frozen=True):
    """Before a game: two chairs, taken or free, change places."""

    seat: Seat
    onto: Seat


class DrawSeats(Struct, frozen=True):
    """Before a game: everybody who sits there sits in another order, drawn by chance."""

    order: list[Seat]
    """For each place in turn, who comes there: the number among those who sit."""


class SitDownAnew(Struct, frozen=True):
    """After a game: its people keep their chairs, others may come, and another game is chosen."""


LobbyRequest = AddPlayer | SwapChairs | DrawSeats | SitDownAnew
"""What the host does with the chairs of a table at which nobody plays."""


Request = (
    NewGame
    | NextGame
    | TakeIn
    | TakeUp
    | Deal
    | Declare
    | Move
    | Lay
    | OfASeat
    | Strike
    | Restore
    | Correct
    | Enter
    | Reply
    | Undo
    | Redo
    | ThrowIn
    | Pause
    | Resume
    | Lock
    | Unlock
    | Rename
    | DeckRequest
    | PhoneRequest
    | LobbyRequest
)
