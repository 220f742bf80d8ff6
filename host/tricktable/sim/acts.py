"""What a hand can do at the virtual table, as values: lay, lift, press, say and break things.

The page sends them as JSON, the computer player makes them, and the stage carries them out.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from tricktable.rules.cards import BY_CODE
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.values import JsonValue
from tricktable.table.commands import Seat
from tricktable.table.desk.moment import OWN_READERS

READERS: Final = OWN_READERS
AWAY_MS: Final = 200
"""How long a card that is laid again where it lay stays away, so that its reader sees it gone: that
takes 85 ms (`tableboard.tags`), and more while other readers are polled."""

Reader = Annotated[int, Meta(ge=0, lt=READERS)]
"""A reader, or the seat button beside it."""
STRANGERS: Final = ("bank", "blue")
"""Tags that are not in the deck on the table: a bank card, a card of the blue deck."""
Token = Annotated[str, Meta(pattern=f"^({'|'.join((*BY_CODE, *STRANGERS))})$")]
"""Something with a tag: a card of a deck, or a stranger."""
Key = Annotated[str, Meta(pattern="^([2-9TJQKACDHS]|OK|UNDO|MENU)$")]
"""What is printed on one of the twenty keys; `T` stands for ten."""
Word = Annotated[str, Meta(max_length=20)]  # as long as a topic (`codec.TOPIC`)


class _Act(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """One thing that one hand does."""


class LayOnReader(_Act, frozen=True, tag="lay"):
    """Put a card, or something like one, on a reader."""

    card: Token
    reader: Reader


class Pair(_Act, frozen=True):
    """Put two cards of that seat's hand on its reader at once."""

    reader: Reader


class Lift(_Act, frozen=True):
    """Take away whatever lies on a reader."""

    reader: Reader


class Press(_Act, frozen=True):
    """Press a key of the keypad."""

    key: Key


class Button(_Act, frozen=True):
    """Press a seat's button, short or long."""

    seat: Reader
    long: bool = False


class Say(_Act, frozen=True):
    """Say something that is offered: aloud at the host, or secretly on the seat's phone."""

    what: Word
    seat: Seat | None = None
    value: JsonValue = None
    """As in records; None if it has to be counted."""


class Cut(_Act, frozen=True):
    """Cut the wires of a reader, or mend them."""

    reader: Reader
    mend: bool = False


class Cable(_Act, frozen=True):
    """Pull the board's cable, or plug it in again."""

    plugged: bool


class Reset(_Act, frozen=True):
    """Press the board's reset button."""


class Shuffle(_Act, frozen=True):
    """Gather the cards, deal again and restart the same game."""

    abandon: bool = False
    """Whether to leave a running game for it; otherwise the page asks first."""


class Begin(_Act, frozen=True):
    """Begin another game, or the same for another number of people."""

    game: Word
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    variant: Word = ""
    abandon: bool = False
    """As for `Shuffle`."""


class Auto(_Act, frozen=True):
    """Let the table play by itself, or take it over."""

    on: bool


Act = (
    LayOnReader | Pair | Lift | Press | Button | Say | Cut | Cable | Reset | Shuffle | Begin | Auto
)
