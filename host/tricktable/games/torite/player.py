"""The Torite's computer player: three or four hands seek a win, one or two just play legally."""

from __future__ import annotations

from typing import Final

from tricktable.games.torite.foresight import LineOfPlay, OpenHands, after, look
from tricktable.games.torite.position import Position, ToriteView
from tricktable.games.torite.rules import START_CARDS
from tricktable.rules.cards import Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Played, Shown
from tricktable.rules.player import MISFIT, Decision, OpenTable, offer, trick_of
from tricktable.rules.tricks import Trick, playable

PLAYOUTS: Final = 50
"""Playouts per act while no winning line is known: about 8 ms, and 19 of 20 games won."""


class ToritePlayer:
    """Plays all hands, and remembers the line it is following."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._plan = _Plan()

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry of the game; asks for a new deal if the hands do not fit the record."""
        view = table.view
        if view.seats not in START_CARDS:
            return self._play_two(table, view)
        at = _now(table)
        match view.position.what:
            case "deal":
                self._plan.think(at, self._chance)
                return Dealt((table.game - 1) % view.seats)
            case "leader":
                self._plan.think(at, self._chance)
                return Declared(at.leader, "leader", None)
            case "play":
                seat = view.next_seat or 0
                return _played(seat, self._plan.card(at, seat, self._chance))
            case "show":
                return _show(table.hands, view)
        return None

    def _play_two(self, table: OpenTable[Position], view: ToriteView) -> Decision:
        """Two hands, or one and a dummy: stacks, turned-up cards, and any legal card."""
        match view.position.what:
            case "deal":
                return Dealt(0)
            case "stacks":
                return Declared(None, "stacks", None)
            case "pairing":
                pairings = offer(view, "pairing")
                if pairings is None:
                    return None
                return Declared(None, "pairing", self._chance.choice(pairings.values))
            case "turn_up":
                return self._turn_up(table, view)
            case "play":
                seat = view.next_seat or 0
                return _played(seat, _any_card(table.hands[seat], trick_of(view), view, seat))
            case "show":
                return _show(table.hands, view)
        return None

    def _turn_up(self, table: OpenTable[Position], view: ToriteView) -> Decision:
        """A card of each suit that the dummy holds and has not shown yet."""
        shown = {code[1] for code in view.position.face_up}
        left = [card for card in cards_in(table.hands[1]) if card.code[1] not in shown]
        if left:
            return Shown(1, self._chance.choice(left))
        # The dummy has no card of a suit that is still missing: play begins.
        leader = view.tricks[-1].taker if view.tricks else 0
        return _played(leader, _any_card(table.hands[leader], (), view, leader))


def _played(seat: int, card: Card | None) -> Decision:
    return MISFIT if card is None else Played(seat, card)


def _any_card(hand: int, trick: Trick, view: ToriteView, seat: int) -> Card | None:
    """A high card while the seat needs tricks, a low one afterwards."""
    cards = sorted(cards_in(playable(hand, trick)), key=lambda card: card.rank)
    if not cards:
        return None
    # Of two seats one takes eight tricks and the other four: who may still have eight plays high.
    most = max(view.position.finals[seat], default=8)
    return cards[-1] if view.tally[seat] < most and most > 4 else cards[0]


class _Plan:
    """The line of play that the hands follow as long as everybody keeps to it. Mutable."""

    def __init__(self) -> None:
        self._at: OpenHands | None = None
        self._line = LineOfPlay((), False)

    def think(self, at: OpenHands, chance: Chance) -> None:
        """Look for a win from here, unless the plan already leads to one."""
        while self._at not in (at, None) and self._line.plays:
            self._at = after(self._at, *self._line.plays[0])
            self._line = self._line._replace(plays=self._line.plays[1:])
        if self._at != at:
            self._at, self._line = at, LineOfPlay((), False)
        if not self._line.wins:
            found = look(at, chance, PLAYOUTS)
            if found.wins or len(found.plays) > len(self._line.plays):
                self._line = found

    def card(self, at: OpenHands, seat: int, chance: Chance) -> Card | None:
        """The card this seat plays now; None if its hand is empty."""
        self.think(at, chance)
        if self._line.plays and self._line.plays[0][0] == seat:
            return self._line.plays[0][1]
        return _lowest(at.hands[seat], at.trick)


def _lowest(hand: int, trick: Trick) -> Card | None:
    """The lowest legal card: when the game cannot be won, any will do."""
    return next(cards_in(playable(hand, trick)), None)


def _now(table: OpenTable[Position]) -> OpenHands:
    view = table.view
    seats = view.seats
    trick = trick_of(view)
    apart = [next(cards_in(hand)).suit for hand in table.hands[seats:] if hand]
    if trick:
        leader = trick[0][0]
    elif view.next_seat is not None:
        leader = view.next_seat
    else:
        leader = _starter(table.hands[:seats])
    return OpenHands(table.hands[:seats], view.tally, leader, trick, *apart)


def _starter(hands: tuple[int, ...]) -> int:
    """The holder of the start card, or of the second one if the first is set aside (T2)."""
    for start in START_CARDS[len(hands)]:
        for seat, hand in enumerate(hands):
            if hand & start.bit:
                return seat
    return 0


def _show(hands: tuple[int, ...], view: ToriteView) -> Decision:
    """Shows the next kept card. The card set aside comes after the seats."""
    shown = (*view.position.rounds[-1].kept, view.position.set_aside)
    for seat, hand in enumerate(hands):
        if hand and seat < len(shown) and shown[seat] is None:
            return Shown(seat if seat < view.seats else None, next(cards_in(hand)))
    return MISFIT
