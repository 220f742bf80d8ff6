"""What it means in a game that a card is laid: when one can be entered, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Literal, NamedTuple

from tricktable.rules.position import P
from tricktable.text.language import _, message

if TYPE_CHECKING:
    from tricktable.rules.game import Header, Next
    from tricktable.rules.view import View


class Entering(NamedTuple):
    """How a card is entered by hand now, where the table has no reader for it."""

    title: str
    """What is chosen, in the language being spoken."""
    is_shown: bool = False
    """It is shown, not played."""
    of_nobody: str = ""
    """What the choice is called that gives it to no seat; empty where there is none."""
    is_either: bool = False
    """A dummy's card may be played or turned up, as whoever enters it says."""


Way = Literal["played", "shown"]
"""What a card becomes that is laid face up."""


class Stands(NamedTuple):
    """What a card can stand for that is laid now."""

    ways: tuple[Way, ...] = ("played",)
    """The likeliest first; the button of a seat that has two of them turns them round."""
    may_be_nobodys: bool = False
    """Also a card that belongs to no seat."""
    may_be_read: bool = True
    """Hands may still be read face down; else a card that is laid is shown, come what may."""


PLAYED: Final = Stands()
SHOWN: Final = Stands(("shown",))


def played(_header: Header, _next: Next, _seat: int | None) -> Stands:
    """Every card is played."""
    return PLAYED


def at_play(view: View[P]) -> Entering | None:
    """A card is entered while one is to be played."""
    return Entering(_("Card")) if view.next_what == "play" else None


def shows(who: str | None, card: str, _view: View[P]) -> str:
    """A card was turned up: by a person, or for the table."""
    return f"Turned up: {card}" if who is None else f"{who} shows {card}"


def has_shown(seat: int | None, _header: Header) -> str:
    """The same for pages."""
    if seat is None:
        return message("Turned up: {card}")
    return message("{who} shows {card}")


def nothing_more(_view: View[P]) -> str:
    """A card is what is printed on it."""
    return ""


@dataclass(frozen=True, slots=True)
class Laying(Generic[P]):
    """What it means that a card is laid. Without more a game has tricks alone."""

    stands: Callable[[Header, Next, int | None], Stands] = played
    """What the card of a seat stands for while this is awaited; of nobody's seat if None."""
    entering: Callable[[View[P]], Entering | None] = at_play
    """None while no card is awaited."""
    shown: Callable[[str | None, str, View[P]], str] = shows
    """The plain sentence, in English, when a card was turned up: who, its code, the moment after.

    Nobody has shown the table's own card.
    """
    recorded: Callable[[int | None, Header], str] = has_shown
    """A message for pages, with `{who}` and `{card}`, by whose seat it is."""
    more: Callable[[View[P]], str] = nothing_more
    """What is to be told behind the card just played: `, worth 3`."""
