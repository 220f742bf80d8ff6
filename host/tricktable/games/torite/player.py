"""The Torite's computer player: three or four hands seek a win, one or two just play legally."""

from itertools import permutations
from typing import Final

from tricktable.games.torite.position import Position, ToriteView
from tricktable.games.torite.rules import START_CARDS, TARGETS
from tricktable.rules.cards import Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Played, Shown
from tricktable.rules.player import MISFIT, Decision, OpenTable, offer, trick_of
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.together import Demand, Together, find_way
from tricktable.rules.tricks import Trick, playable

BRIEFLY: Final = Demand(dives=50, is_thorough=False)
"""How long each act looks for a way to win while none is known: about 10 ms."""


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
        at, goal = _now(table), _goal(table)
        match view.position.what:
            case "deal":
                self._plan.think(at, goal, self._chance)
                return Dealt((table.game - 1) % view.seats)
            case "leader":
                self._plan.think(at, goal, self._chance)
                return Declared(at.due, "leader", None)
            case "play":
                self._plan.think(at, goal, self._chance)
                return _play(at.due, self._plan.card(at))
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
                return _play(seat, _any_card(table.hands[seat], trick_of(view), view, seat))
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
        return _play(leader, _any_card(table.hands[leader], (), view, leader))


def _play(seat: int, card: Card | None) -> Decision:
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
    """The way to win that the hands follow as long as everybody keeps to it. Mutable."""

    def __init__(self) -> None:
        self._at: OpenCards | None = None
        self._way: Trick = ()

    def think(self, at: OpenCards, goal: Together, chance: Chance) -> None:
        """Look for a win from here, unless the plan already leads to one."""
        while self._way and self._at is not None and self._at != at:
            self._at, self._way = self._at.after(self._way[0][1]), self._way[1:]
        if self._at != at or not self._way:
            self._at, self._way = at, find_way(at, goal, chance, lambda: False, BRIEFLY).way

    def card(self, at: OpenCards) -> Card | None:
        """The card of whoever is due; None if that hand is empty.

        The lowest legal one if no way to win is known: then any will do.
        """
        if self._way:
            return self._way[0][1]
        return next(cards_in(playable(at.hands[at.due], at.trick)), None)


def _now(table: OpenTable[Position]) -> OpenCards:
    view = table.view
    hands = table.hands[: view.seats]
    due = _starter(hands) if view.next_seat is None else view.next_seat
    return OpenCards(hands, view.tally, due, trick_of(view), view.trump)


def _goal(table: OpenTable[Position]) -> Together:
    seats = table.view.seats
    apart = frozenset(next(cards_in(hand)).suit for hand in table.hands[seats:] if hand)
    return Together(frozenset(permutations(TARGETS[seats])), keeps=True, apart=apart)


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
