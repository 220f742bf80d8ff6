"""A player for tables without people: sees all hands and answers with the next entry.

Knows no clock, reader or key; the caller makes the entry with them. Chance is an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from tricktable.rules.cards import BY_CODE, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Happening, Moved, Played, Shown
from tricktable.rules.position import Common, P, Position
from tricktable.rules.tricks import Trick

if TYPE_CHECKING:
    from tricktable.rules.game import Offer
    from tricktable.rules.view import View


@dataclass(frozen=True, slots=True)
class OpenTable(Generic[P]):
    """What a player sees of a moment."""

    view: View[P]
    """As everybody sees it."""
    known: P
    """The position with every secret that the table knows."""
    hands: tuple[int, ...]
    """Masks of the cards in the hands, by seat, and of those beside the seats."""
    game: int
    """This game's number at this table, from 1."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The answer if the hands are not those of this game, as after a mistyped card: deal again."""


MISFIT: Final = Misfit()
Decision = Happening | Misfit | None
"""The next entry; None while waiting for others.

A declaration without a value, for an offer that lists none, is counted (`Handling.counted`).
"""
Brain = Callable[[OpenTable[P]], Decision]
"""Decides for all hands of one game. Asked again until its entry is in the record."""
Q = TypeVar("Q", bound=Position)


def offer(view: View[P], what: str) -> Offer | None:
    """What can be said now about this topic."""
    return next((each for each in view.offers if each.what == what), None)


def trick_of(view: View[P]) -> Trick:
    """The current trick, as cards."""
    return tuple((seat, BY_CODE[code]) for seat, code in view.trick)


def hand_opened(table: OpenTable[P], seat: int) -> Shown | Declared:
    """The highest card that does not lie open yet; once all do, that the hand lies open."""
    dummy = table.view.dummy
    hand = [*cards_in(table.hands[seat] & ~(dummy.cards if dummy else 0))]
    return Shown(seat, hand[-1]) if hand else Declared(seat, "open", None)


def _is_shown(view: View[P]) -> bool:
    """Whether a card that is laid now is shown, not played."""
    return view.laid is not None and view.laid.ways[0] == "shown"


class ByChance:
    """Makes a random choice among the values offered, and plays any legal card."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def __call__(self, table: OpenTable[Q]) -> Decision:
        """The next entry of a running game."""
        view = table.view
        asked = offer(view, "dealt" if view.next_what == Common.DEAL else view.next_what)
        if asked is not None:
            return self._answer(asked)
        if view.next_what == Common.PLAY or _is_shown(view):
            return self._card(table)
        due = {*view.awaited, None}
        others = [each for each in view.offers if due & {*each.seats}]
        # Moves are made in the order offered: a kitty is taken before cards are discarded.
        moves = [each for each in others if ">" in each.what]
        if others:
            return self._answer(moves[0] if moves else self._chance.choice(others), due)
        return self._card(table)

    def _answer(self, asked: Offer, due: set[int | None] | None = None) -> Decision:
        """Who says it, and what, if there is a choice."""
        seats = [seat for seat in asked.seats if due is None or seat in due]
        seat = self._chance.choice(seats)
        value = self._chance.choice(asked.values) if asked.values else None
        source, _, target = asked.what.partition(">")
        if asked.what == "dealt":
            return Dealt(seat or 0)
        if target:
            return Moved(seat or 0, source, target, value if isinstance(value, int) else 0, None)
        return Declared(seat, asked.what, value)

    def _card(self, table: OpenTable[Q]) -> Decision:
        """A card from a seat that must act; if there is none, one from those beside the seats."""
        view = table.view
        beside = range(view.seats, len(table.hands))
        seats = view.awaited or tuple(seat for seat in beside if table.hands[seat])
        if not seats:
            return None
        seat = self._chance.choice(seats)
        hand = tuple(cards_in(table.hands[seat]))
        if not hand:
            return MISFIT
        if _is_shown(view):
            return Shown(seat if seat < view.seats else None, self._chance.choice(hand))
        return Played(seat, self._chance.choice(view.playable(hand)))


class OpenPlayer(Generic[P]):
    """Plays all hands of one game: by chance, where the game does not say how."""

    def __init__(self, chance: Chance) -> None:
        self._by_chance = ByChance(chance)

    def __call__(self, table: OpenTable[P]) -> Decision:
        """The next entry."""
        awaited = table.view.awaited
        decided = self.entry(table, awaited[0]) if awaited else None
        return decided or self._by_chance(table)

    def entry(self, table: OpenTable[P], seat: int) -> Happening | None:
        """What this seat, the first that is awaited, does or says; None leaves it to chance."""
        raise NotImplementedError
