"""What a person at a page asks of a table, as values. Carries nothing out and knows no page.

One struct for each form of the host's console, field for field. A table answers each of them from
`ask`; whether it is possible is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tricktable.rules.values import JsonValue

Seat = Annotated[int, Meta(ge=0, le=12)]
CardCode = Annotated[str, Meta(max_length=2, pattern="^([2-9TJQKA][CDHSRBG]|X[123])$")]
Text = Annotated[str, Meta(max_length=200)]


class NewGame(Struct, frozen=True):
    """Begin a record; what was played before stays in the journal."""

    game: Text
    players: Annotated[int, Meta(ge=1, le=13)]
    names: list[Text] = []
    """By seat; an empty one stands for the seat's own name."""
    options: Mapping[str, JsonValue] = {}
    """House rules that differ from the game's defaults."""
    dealer: Seat | None = None
    """Who deals first, where it is known already."""
    abandon: bool = True
    """Whether a game that runs is given up for it; else the table refuses."""


class Deal(Struct, frozen=True):
    """A deal begins."""

    dealer: Seat


class Declare(Struct, frozen=True):
    """Something is said at the table; what can be said now, the view's `offers` tell."""

    topic: Text
    seat: Seat | None = None
    value: JsonValue = None
    """As records write it: text, a list or an object."""


class Move(Struct, frozen=True):
    """Cards go from one place to another: counted, or named as well."""

    seat: Seat
    source: Text
    target: Text
    count: Annotated[int, Meta(ge=0, le=52)]
    cards: list[CardCode] | None = None


class Lay(Struct, frozen=True):
    """A card lies on the table, whatever the readers saw."""

    card: CardCode
    seat: Seat | None = None
    """None for the table's own card."""
    how: Literal["played", "shown", "held"] = "played"


class Strike(Struct, frozen=True):
    """Entry `seq` was a mistake of recording."""

    seq: Annotated[int, Meta(ge=1)]


class Restore(Struct, frozen=True):
    """Entry `seq` was struck by mistake: it counts again, as it was last worded."""

    seq: Annotated[int, Meta(ge=1)]


class Correct(Struct, frozen=True):
    """Entry `seq` was recorded wrongly: it keeps its kind and takes this seat, this card or both.

    A card that was laid on the wrong reader needs the seat alone.
    """

    seq: Annotated[int, Meta(ge=1)]
    seat: Seat | None = None
    card: CardCode | None = None


class Reply(Struct, frozen=True):
    """The table's open question, answered with the key of an option."""

    key: Text
    version: int
    """The view that showed the question: an older question is not answered by accident."""


class Enter(Struct, frozen=True):
    """Any entry of a record, in the record's own form."""

    entry: Mapping[str, JsonValue]


class TakeIn(Struct, frozen=True):
    """Begin a game with a whole record, line by line as a file has them."""

    lines: tuple[bytes, ...]
    abandon: bool = True
    """As for `NewGame`."""


class Undo(Struct, frozen=True):
    """Take the newest act back, as often as there is one; a hand thrown in is one act."""


class Redo(Struct, frozen=True):
    """Take the newest undo back, as long as nothing else has happened since."""


class ThrowIn(Struct, frozen=True):
    """All agree to throw this hand in: its entries are struck in one act."""


class Pause(Struct, frozen=True):
    """The game rests, until tomorrow if need be; nothing is recorded meanwhile."""


class Resume(Struct, frozen=True):
    """The game goes on."""


class Lock(Struct, frozen=True):
    """Only the host writes: keys, buttons and phones at the table read. Cards that lie count."""


class Unlock(Struct, frozen=True):
    """Everybody at the table writes again."""


class NextGame(Struct, frozen=True):
    """The same game again, with its house rules and its people."""

    rotate: Annotated[int, Meta(ge=0, le=12)] = 0
    """Everybody moves on by so many seats, clockwise."""


class Rename(Struct, frozen=True):
    """Somebody else sits here now, or wants another name."""

    seat: Seat
    name: Text


class Enrol(Struct, frozen=True):
    """Learn the tags of a new deck, card by card; one that was begun under this name goes on."""

    name: Text = ""
    """What the deck is called; if empty, its colour and kind."""
    colour: Text = "red"
    """Of the backs, as people say it."""
    kind: Text = "standard52"
    """A key of `decks.KINDS`."""


class ReplaceCard(Struct, frozen=True):
    """A card of a deck gets a new tag: the next one that is laid."""

    deck: Text
    card: CardCode


class CheckDeck(Struct, frozen=True):
    """Pass the cards of a deck over a reader in any order and hear which are missing."""

    deck: Text = ""
    """Its name; empty for that of the first card laid."""


class MakeControl(Struct, frozen=True):
    """A spare tag becomes a control card: the next one that is laid stands for this act."""

    act: Text
    """One of `decks.ACTS`."""


class ForgetControls(Struct, frozen=True):
    """No card stands for this act any more; the tags are spare again."""

    act: Text
    """One of `decks.ACTS`."""


class PlayWith(Struct, frozen=True):
    """The table plays with this deck from now on; the cards of every other one are strays."""

    deck: Text


class Tend(Struct, frozen=True):
    """While cards are enrolled or checked: take the last back, put the awaited off, or stop."""

    do: Literal["undo", "later", "stop"]


OfTheCards = Enrol | ReplaceCard | CheckDeck | MakeControl | ForgetControls | PlayWith | Tend
"""What is asked about the decks themselves, and not about a game."""


class LetIn(Struct, frozen=True):
    """The phone that waits for this seat may sit there, though nobody held the button."""

    seat: Seat


class SendAway(Struct, frozen=True):
    """The phone that sits there does so no more."""

    seat: Seat


class GiveBack(Struct, frozen=True):
    """The phone that sat there before the present one sits there again."""

    seat: Seat


OfThePhones = LetIn | SendAway | GiveBack
"""The host's word on the phones that sit at the table."""


Request = (
    NewGame
    | NextGame
    | TakeIn
    | Deal
    | Declare
    | Move
    | Lay
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
    | OfTheCards
    | OfThePhones
)
