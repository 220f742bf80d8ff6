"""What goes without saying in Bridge, and hands that play by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tricktable.rules.cards import SUITS, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Declared, Played, Shown
from tricktable.rules.game import State
from tricktable.rules.player import ByChance, Decision, OpenTable, offer, trick_of
from tricktable.rules.presumed import LAID, Attempt, Presuming, Presumption, dealt_in_turn
from tricktable.rules.tricks import legal, winner
from tricktable.text.language import Message, message
from tricktable_classics.bridge.position import BIDS, PASS, Position
from tricktable_classics.bridge.rules import Bridge


def _before(act: Attempt) -> Presumption | None:
    """Whoever plays after the lead shows that the dummy's hand lies open."""
    state = act.state
    assert isinstance(state, Bridge)
    if state.phase == "open" and act.what == LAID:
        why = Message(message("{seat}’s hand lies open"), {"seat": state.dummy})
        return Presumption(Declared(state.dummy, "open", None), why)
    return dealt_in_turn(act) if state.phase == "deal" else None


def _early(state: State) -> Iterator[tuple[int, str]]:
    assert isinstance(state, Bridge)
    if state.phase == "deal" and state.due >= 0:
        yield state.due, "bid"


PRESUMING: Final = Presuming(_before, _early)
POINTS: Final = {14: 4, 13: 3, 12: 2, 11: 1}
"""Of high cards, by rank."""


class Player:
    """Plays all hands of one game: bids by points, and wins as cheaply as it can."""

    def __init__(self, chance: Chance) -> None:
        self._any = ByChance(chance)

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry."""
        view, seat = table.view, table.view.next_seat
        if seat is None:
            return self._any(table)
        match view.position.what:
            case "bid":
                return Declared(seat, "bid", _call(table, seat))
            case "open":
                hand = [*cards_in(table.hands[seat] & ~(view.dummy.cards if view.dummy else 0))]
                return Shown(seat, hand[-1]) if hand else Declared(seat, "open", None)
            case "play":
                return self._card(table, seat)
        return self._any(table)

    def _card(self, table: OpenTable[Position], seat: int) -> Decision:
        view, trick = table.view, trick_of(table.view)
        trump = SUITS.find(view.trump) if view.trump else -1
        may = legal(table.hands[seat], trick)
        if not may:
            return self._any(table)
        is_partners = bool(trick) and (winner(trick, trump) - seat) % 4 == 2
        takes = [each for each in may if winner((*trick, (seat, each)), trump) == seat]
        if not trick:
            return Played(seat, max(may, key=lambda card: (card.suit != trump, card.rank)))
        chosen = takes if takes and not is_partners else may
        return Played(seat, min(chosen, key=lambda card: (card.suit == trump, card.rank)))


def _call(table: OpenTable[Position], seat: int) -> str:
    """A bid for what both hands of a side are good for, as if partners had told each other."""
    bids = offer(table.view, "bid")
    assert bids is not None
    both = [*cards_in(table.hands[seat] | table.hands[(seat + 2) % 4])]
    points = sum(POINTS.get(card.rank, 0) for card in both)
    if points < 20:
        return PASS
    suit = max(range(4), key=lambda each: (sum(card.suit == each for card in both), each))
    fits = sum(card.suit == suit for card in both) >= 8
    strain = SUITS[suit] if fits else "N"
    level = 1 if points < 24 else 2 if points < 26 else 3 if not fits else 4
    wanted = f"{level + (points >= 33) * (6 - level)}{strain}"
    highest = max(
        (BIDS.index(call) for _, call in table.view.position.calls if call in BIDS), default=-1
    )
    return wanted if wanted in bids.values and BIDS.index(wanted) > highest else PASS
