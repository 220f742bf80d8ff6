"""What it means in a game that a card is laid: when one can be entered, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Literal, NamedTuple

from tricktable.rules.position import P
from tricktable.text.language import message

if TYPE_CHECKING:
    from tricktable.rules.game import Header, Next
    from tricktable.rules.view import View


Way = Literal["played", "shown"]
"""What a card becomes that is laid face up."""


class Stands(NamedTuple):
    """What a card stands for that is laid or entered now."""

    ways: tuple[Way, ...] = ("played",)
    """The likeliest first; the button of a seat that has two of them turns them round."""
    title: str = message("Card")
    """A message: what is chosen where it is entered by hand."""
    of_nobody: str = ""
    """A message: what a card is called that belongs to no seat; empty where each has one."""
    may_be_read: bool = True
    """Hands may still be read face down; else a card that is laid is shown, come what may."""


PLAYED: Final = Stands()
SHOWN: Final = Stands(("shown",))


def played(_header: Header, _next: Next, _seat: int | None) -> Stands:
    """Every card is played."""
    return PLAYED


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
    awaits: tuple[str, ...] = ("play",)
    """What the game waits for while a card may be laid."""
    shown: Callable[[str | None, str, View[P]], str] = shows
    """The plain sentence, in English, when a card was turned up: who, its code, the moment after.

    Nobody has shown the table's own card.
    """
    recorded: Callable[[int | None, Header], str] = has_shown
    """A message for pages, with `{who}` and `{card}`, by whose seat it is."""
    more: Callable[[View[P]], str] = nothing_more
    """What is to be told behind the card just played: `, worth 3`."""

    def awaited(self, header: Header, awaited: Next) -> Stands | None:
        """What a card stands for, whoever lays it; None while no card is awaited."""
        if awaited.what not in self.awaits:
            return None
        seats = (awaited.seat, *range(header.seats), None)
        each = [self.stands(header, awaited, seat) for seat in seats]
        ways = dict.fromkeys(way for one in each for way in one.ways)
        return each[0]._replace(ways=tuple(ways))
