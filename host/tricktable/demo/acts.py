"""What a hand can do at the virtual table, as values: lay, lift, press, and break things.

The page sends them as JSON, the table's own player makes them; the stage carries them out.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

SEATS: Final = 4

Seat = Annotated[int, Meta(ge=0, lt=SEATS)]
"""A seat, or the reader in front of it."""
Token = Annotated[str, Meta(pattern="^([2-9TJQKA][CDHS]|bank|blue)$")]
"""Something with a tag: a card of the deck, a stranger's bank card, a card of the blue deck."""
Key = Annotated[str, Meta(pattern="^([2-9TJQKACDHS]|OK|UNDO|MENU)$")]
"""What is printed on one of the twenty keys; `T` stands for ten."""


class _Act(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """One thing done by one hand."""


class Lay(_Act, frozen=True):
    """Put a card, or something like one, on a reader."""

    card: Token
    reader: Seat


class Pair(_Act, frozen=True):
    """Put two cards of that seat's hand on its reader at once."""

    reader: Seat


class Lift(_Act, frozen=True):
    """Take away whatever lies on a reader."""

    reader: Seat


class Press(_Act, frozen=True):
    """Press a key of the keypad."""

    key: Key


class Button(_Act, frozen=True):
    """Press a seat's button, short or long."""

    seat: Seat
    long: bool = False


class Cut(_Act, frozen=True):
    """Cut the wires of a reader, or mend them."""

    reader: Seat
    mend: bool = False


class Cable(_Act, frozen=True):
    """Pull the board's cable, or plug it in again."""

    plugged: bool


class Reset(_Act, frozen=True):
    """Press the board's reset button."""


class Shuffle(_Act, frozen=True):
    """Gather the cards, deal them anew and begin another game."""


class Auto(_Act, frozen=True):
    """Let the table play by itself, or take it over."""

    on: bool


Act = Lay | Pair | Lift | Press | Button | Cut | Cable | Reset | Shuffle | Auto
