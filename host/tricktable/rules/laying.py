"""What laying a card means in a game: when one can be entered, and what the table says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Literal, NamedTuple

from tricktable.rules.position import Common, P
from tricktable.text.language import message

if TYPE_CHECKING:
    from tricktable.rules.game import Header, Next
    from tricktable.rules.view import View


Way = Literal["played", "shown"]
"""What a card laid face up becomes."""


class CardMeaning(NamedTuple):
    """What a card means if it is laid or entered now."""

    ways: tuple[Way, ...] = ("played",)
    """The likeliest first; with two of them, the seat's button swaps their order."""
    title: str = message("Card")
    """A message: what to choose when entering it by hand."""
    of_nobody: str = ""
    """A message: the name of a card that belongs to no seat; empty if every card has one."""
    may_be_read: bool = True
    """Whether hands may still be scanned face down; if not, a card laid always counts as shown."""


PLAYED: Final = CardMeaning()
SHOWN: Final = CardMeaning(("shown",))
LAID_OPEN: Final = CardMeaning(("shown",), may_be_read=False)
"""A card of a hand that is laid open."""


KNOWN: Final[Mapping[str, CardMeaning]] = {
    Common.PLAY: PLAYED,
    "turn_up": CardMeaning(("shown",), message("Card turned up")),
    "open": LAID_OPEN,
}
"""What a card means while the game waits for this, as games of `trick_game` call it."""


def usual_meaning(_header: Header, awaited: Next, _seat: int | None) -> CardMeaning:
    """What a card means in most games: it is played, turned up, or of a hand that is laid open."""
    return KNOWN.get(awaited.what, PLAYED)


def shows(who: str | None, card: str, _view: View[P]) -> str:
    """A card was turned up: by a person, or for the table."""
    return f"Turned up: {card}" if who is None else f"{who} shows {card}"


def has_shown(seat: int | None, _header: Header) -> str:
    """A card was turned up, as a message for pages."""
    if seat is None:
        return message("Turned up: {card}")
    return message("{who} shows {card}")


def nothing_more(_view: View[P]) -> str:
    """A card is what is printed on it."""
    return ""


@dataclass(frozen=True, slots=True)
class Laying(Generic[P]):
    """What laying a card means; by default what most games call so (`KNOWN`)."""

    stands: Callable[[Header, Next, int | None], CardMeaning] = usual_meaning
    """What a card of this seat, or of no seat (None), means while the game waits for this."""
    awaits: tuple[str, ...] = tuple(KNOWN)
    """What the game waits for while a card may be laid."""
    shown: Callable[[str | None, str, View[P]], str] = shows
    """The plain English sentence for a card turned up: who, its code, the moment after.

    `who` is None for the table's own card.
    """
    recorded: Callable[[int | None, Header], str] = has_shown
    """A message for pages, with `{who}` and `{card}`, by whose seat it is."""
    more: Callable[[View[P]], str] = nothing_more
    """What to add after the card just played: `, worth 3`."""

    def card_meaning(self, header: Header, awaited: Next) -> CardMeaning | None:
        """What a card means, whoever lays it; None while the game does not wait for a card."""
        if awaited.what not in self.awaits:
            return None
        seats = (awaited.seat, *range(header.seats), None)
        each = [self.stands(header, awaited, seat) for seat in seats]
        ways = dict.fromkeys(way for one in each for way in one.ways)
        return each[0]._replace(ways=tuple(ways))
