"""The Torite's hands: four and three look for a winning line, two and one just play it legally."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tricktable.demo.acts import Act, Button, Lay, Say, Shuffle
from tricktable.demo.foresight import Line, Position, after, look
from tricktable.demo.sight import Sight, offer, trick_of
from tricktable.games.torite.rules import START_CARDS
from tricktable.rules.cards import Card, cards_in
from tricktable.rules.tricks import Trick, playable
from tricktable.rules.view import AnyView

PLAYOUTS: Final = 50
"""Tries for each act while no winning line is known: some 8 ms, and 19 games of 20 won."""


class Brain:
    """Plays all hands; remembers the line that it follows."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._plan = _Plan()

    def __call__(self, sight: Sight, view: AnyView) -> Act | None:
        """The next act of a running game; another deal where the hands do not fit it."""
        if view.seats not in START_CARDS:
            return self._play_two(sight, view)
        at = _position(sight, view)
        match view.next_what:
            case "deal":
                self._plan.think(at, self._rng)
                return Button((sight.table.games - 1) % view.seats)
            case "leader":
                self._plan.think(at, self._rng)
                return Button(at.leader)
            case "play":
                card = self._plan.card(at, view.next_seat or 0, self._rng)
                return Shuffle() if card is None else Lay(card.code, view.next_seat or 0)
            case "show":
                return _show(sight.hands, view)
        return None

    def _play_two(self, sight: Sight, view: AnyView) -> Act | None:
        """Two hands, or one and a dummy: stacks, cards turned up, and any legal card."""
        match view.next_what:
            case "deal":
                return Button(0)
            case "stacks":
                return Say("stacks")
            case "pairing":
                pairings = offer(view, "pairing")
                return Say("pairing", None, self._rng.choice(pairings.values)) if pairings else None
            case "turn_up":
                return self._turn_up(sight, view)
            case "play":
                seat = view.next_seat or 0
                card = self._any_card(sight.hands[seat], trick_of(view), view, seat)
                return Shuffle() if card is None else Lay(card.code, seat)
            case "show":
                return _show(sight.hands, view)
        return None

    def _turn_up(self, sight: Sight, view: AnyView) -> Act | None:
        """One of each suit that the dummy has and does not show yet."""
        up: Any = view.outlook["face_up"]
        shown = {code[1] for code in up}
        left = [card for card in cards_in(sight.hands[1]) if card.code[1] not in shown]
        if not left:  # a suit that the dummy has not got stays unshown: the play begins
            return self._play_first(sight, view)
        return Lay(self._rng.choice(left).code, 1)

    def _play_first(self, sight: Sight, view: AnyView) -> Act | None:
        leader = view.tricks[-1].taker if view.tricks else 0
        card = self._any_card(sight.hands[leader], (), view, leader)
        return Shuffle() if card is None else Lay(card.code, leader)

    def _any_card(self, hand: int, trick: Trick, view: AnyView, seat: int) -> Card | None:
        """High while the seat needs tricks, low afterwards."""
        cards = sorted(cards_in(playable(hand, trick)), key=lambda card: card.rank)
        if not cards:
            return None
        finals: Any = view.outlook["finals"]
        most = max(finals[seat], default=8)
        return cards[-1] if view.tally[seat] < most and most > 4 else cards[0]


class _Plan:
    """The line of play that the hands follow, as long as everybody keeps to it."""

    def __init__(self) -> None:
        self._at: Position | None = None
        self._line = Line((), False)

    def think(self, at: Position, rng: Random) -> None:
        """Look for a win from here, unless the plan leads to one."""
        while self._at not in (at, None) and self._line.plays:
            self._at = after(self._at, *self._line.plays[0])
            self._line = self._line._replace(plays=self._line.plays[1:])
        if self._at != at:
            self._at, self._line = at, Line((), False)
        if not self._line.wins:
            found = look(at, rng, PLAYOUTS)
            if found.wins or len(found.plays) > len(self._line.plays):
                self._line = found

    def card(self, at: Position, seat: int, rng: Random) -> Card | None:
        """The card that this seat plays now; None if its hand is empty."""
        self.think(at, rng)
        if self._line.plays and self._line.plays[0][0] == seat:
            return self._line.plays[0][1]
        return _lowest(at.hands[seat], at.trick)


def _lowest(hand: int, trick: Trick) -> Card | None:
    """Any legal card will do when nothing can be won: the lowest."""
    return next(cards_in(playable(hand, trick)), None)


def kept(view: AnyView) -> list[str | None]:
    """The kept card of each seat, and the one set aside; None where it is not shown yet."""
    detail: Any = view.detail
    return [*detail["rounds"][-1]["kept"], detail["set_aside"]]


def _position(sight: Sight, view: AnyView) -> Position:
    seats = view.seats
    trick = trick_of(view)
    apart = [next(cards_in(hand)).suit for hand in sight.hands[seats:] if hand]
    if trick:
        leader = trick[0][0]
    elif view.next_seat is not None:
        leader = view.next_seat
    else:
        leader = _starter(sight.hands[:seats])
    return Position(sight.hands[:seats], view.tally, leader, trick, *apart)


def _starter(hands: tuple[int, ...]) -> int:
    """Who holds the start card, or the second one where that lies aside (T2)."""
    for start in START_CARDS[len(hands)]:
        for seat, hand in enumerate(hands):
            if hand & start.bit:
                return seat
    return 0


def _show(hands: tuple[int, ...], view: AnyView) -> Act | None:
    """Lay the next kept card; the set-aside card lies at the reader that has no seat."""
    shown = kept(view)
    for reader, hand in enumerate(hands):
        if hand and reader < len(shown) and shown[reader] is None:
            return Lay(next(cards_in(hand)).code, reader)
    return Shuffle()
