"""Players for tables without people: they see all hands and answer with the next entry.

Knows no clock, reader or key; the caller makes the entry with them. Chance is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Happening, Played, Shown, entry_of_offer
from tricktable.rules.field_words import field_words
from tricktable.rules.position import Common, P, Position
from tricktable.rules.ranking import LETTERS
from tricktable.rules.topics import topic_of
from tricktable.rules.tricks import Trick, winner
from tricktable.rules.values import JsonValue

if TYPE_CHECKING:
    from tricktable.rules.game import Offer
    from tricktable.rules.view import View


@field_words
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

    def values(self, what: str) -> tuple[JsonValue, ...]:
        """What can be said now about this topic; nothing if it is not offered."""
        found = offer(self.view, what)
        return found.values if found else ()

    def nearest(self, what: str, number: int) -> int:
        """The number next to this one that can be said now. Raises: ValueError, if none can."""
        numbers = (value for value in self.values(what) if isinstance(value, int))
        return min(numbers, key=lambda value: abs(value - number))


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


def _open_hand(table: OpenTable[P], seat: int) -> Shown | Declared:
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
        match view.next_what, view.next_seat:
            case "turn_up", int(dealer) if any(table.hands[view.seats :]):
                return Shown(dealer, next(cards_in(table.hands[view.seats])))
            case "open", int(seat):
                return _open_hand(table, seat)
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
        if asked.what == "dealt":
            return Dealt(seat or 0)
        if ">" in asked.what:
            return entry_of_offer(seat or 0, asked.what, value)
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


# --- by the hand ---------------------------------------------------------------------------------


@field_words
@dataclass(frozen=True, slots=True)
class CardChoice(Generic[P]):
    """A seat that plays a card, as whoever decides for all hands sees it."""

    table: OpenTable[P]
    seat: int
    may: tuple[Card, ...]
    """The cards that may properly be played, in printed order; at least one."""
    takes: tuple[Card, ...]
    """Those of them that would take the trick as it lies."""

    @property
    def loses(self) -> tuple[Card, ...]:
        """The others."""
        return tuple(card for card in self.may if card not in self.takes)

    @property
    def is_partners(self) -> bool:
        """Whether the trick is a partner's as it lies."""
        best = self.table.view.best
        return best not in (None, self.seat) and any(
            best in team and self.seat in team for team in self.table.view.owners
        )


def greedy(choice: CardChoice[P]) -> Card:
    """The highest card that takes the trick, unless a partner has it; else the lowest."""
    height = choice.table.view.ranking.heights.__getitem__
    takes = () if choice.is_partners else choice.takes
    return max(takes, key=height) if takes else min(choice.may, key=height)


def by_hand(
    says: Mapping[str, Callable[[OpenTable[P], int], JsonValue]],
    plays: Callable[[CardChoice[P]], Card] | None = None,
) -> Callable[[Chance], Brain[P]]:
    """Makes a player who decides by the hands, and by chance where the game does not say how.

    Args:
        says: by what is awaited, what a seat says, or how many cards it moves. Where that is not
            offered, chance decides. What may be said beside it goes by its topic, and is left
            unsaid where the answer is not offered.
        plays: the card that a seat plays; any, if the game does not say.
    """

    def made(chance: Chance) -> Brain[P]:
        by_chance = ByChance(chance)

        def decided(table: OpenTable[P]) -> Decision:
            what, awaited = table.view.next_what, table.view.awaited
            found = _beside(table, awaited[0], says) if awaited else None
            if found is None and what == Common.PLAY and plays and (choice := _choice(table)):
                found = Played(choice.seat, plays(choice))
            elif found is None and what in says and awaited:
                found = _declaration(table, awaited[0], says[what](table, awaited[0]))
            return found or by_chance(table)

        return decided

    return made


def _beside(
    table: OpenTable[P], seat: int, says: Mapping[str, Callable[[OpenTable[P], int], JsonValue]]
) -> Happening | None:
    """What this seat says though something else is awaited; None for nothing."""
    view = table.view
    for each in view.offers:
        is_due = topic_of(view.rules, each.what).step_name == view.next_what
        if each.what in says and not is_due and seat in each.seats:
            value = says[each.what](table, seat)
            if value in each.values:
                return entry_of_offer(seat, each.what, value)
    return None


def _declaration(table: OpenTable[P], seat: int, value: JsonValue) -> Happening | None:
    view = table.view
    for each in view.offers:
        is_due = topic_of(view.rules, each.what).step_name == view.next_what
        if is_due and seat in each.seats and value in each.values:
            return entry_of_offer(seat, each.what, value)
    return None


def _choice(table: OpenTable[P]) -> CardChoice[P] | None:
    """Whose turn it is: where several may play, the first who has a card that is not barred."""
    view, trick = table.view, trick_of(table.view)
    barred = view.bars[0].cards if view.bars else 0
    able = (seat for seat in view.awaited if table.hands[seat] & ~barred)
    seat = next(able, next(iter(view.awaited), None))
    if seat is None or not table.hands[seat]:
        return None
    may = view.playable(cards_in(table.hands[seat]))
    trump = LETTERS.index(view.trump) if view.trump else -1
    takes = (each for each in may if winner((*trick, (seat, each)), trump, view.ranking) == seat)
    return CardChoice(table, seat, may, tuple(takes))
