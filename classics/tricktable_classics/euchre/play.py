"""How Euchre is dealt and played where no people do it, and what goes without saying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.rules.cards import BY_CODE, SUITS, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.deal import BY_ENTRIES, Handling, Layout, evenly
from tricktable.rules.entries import Declared, Happening, Played, Shown
from tricktable.rules.game import State
from tricktable.rules.player import OpenPlayer, OpenTable, offer, trick_of
from tricktable.rules.presumed import LAID, Presuming, by_offer, opening
from tricktable.rules.record import Step
from tricktable.rules.tricks import playable, winner
from tricktable.text.language import message
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import HAND, ORDER, PASS, RANKINGS, SEATS, Euchre

ENOUGH: Final = 3
"""With so many trumps a hand makes it."""


def _follow(dealt: Layout, steps: Sequence[Step], chance: Chance) -> Layout:
    """By the entries; a card that is ordered up goes to the dealer."""
    for at, step in enumerate(steps):
        state = step.after
        assert isinstance(state, Euchre)
        if isinstance(step.entry, Declared) and state.phase == "discard" and state.turned:
            lying = BY_ENTRIES(dealt, steps[: at + 1], chance)
            lying = lying.with_hand(state.dealer, [state.turned])
            return BY_ENTRIES(lying, steps[at + 1 :], chance)
    return BY_ENTRIES(dealt, steps, chance)


HANDLING: Final = Handling(evenly(HAND, turns_up=True), _follow)


def in_hand(
    cards: frozenset[Card], seat: int, _: Happening, before: Position, after: Position
) -> frozenset[Card]:
    """A dealer's hand has the card that is ordered up."""
    is_ordered = (before.what, after.what) == ("call", "discard") and seat == after.dealer
    return cards | {BY_CODE[after.up]} if is_ordered and after.up else cards


def _early(state: State) -> Iterator[tuple[int, str]]:
    assert isinstance(state, Euchre)
    yield from opening(state)
    if state.phase == "discard" and not (state.alone and state.may_defend):
        yield from ((seat, LAID) for seat in range(SEATS) if seat not in (*state.out, state.dealer))


PRESUMING: Final = Presuming(by_offer({("hand>discard", LAID): message("{seat} discards")}), _early)


class Player(OpenPlayer[Position]):
    """Plays all hands of one game: makes trump of three, and takes what it can."""

    def entry(self, table: OpenTable[Position], seat: int) -> Happening | None:
        """By the hand, where there is more than chance to it."""
        match table.view.position.what:
            case "turn_up":
                (top,) = cards_in(table.hands[SEATS])
                return Shown(seat, top)
            case "call":
                return Declared(seat, "call", _call(table, seat))
            case "play":
                return _card(table, seat)
        return None


def _card(table: OpenTable[Position], seat: int) -> Played | None:
    view, trick = table.view, trick_of(table.view)
    ranking = view.ranking
    may = [*cards_in(playable(table.hands[seat], trick, ranking))]
    if not may:
        return None
    trump = SUITS.index(view.trump)
    takes = [each for each in may if winner((*trick, (seat, each)), trump, ranking) == seat]
    is_won = bool(trick) and winner(trick, trump, ranking) == (seat + 2) % SEATS
    worth = ranking.heights.__getitem__
    if takes and not is_won:
        return Played(seat, max(takes, key=worth))
    return Played(seat, min(may, key=worth))


def _call(table: OpenTable[Position], seat: int) -> str:
    calls = offer(table.view, "call")
    assert calls is not None
    open_calls = [str(call) for call in calls.values]
    turned = table.view.position.up or ""
    suits = {call: turned[1] if call == ORDER else call for call in open_calls if " " not in call}
    counts = {
        call: (table.hands[seat] & RANKINGS[SUITS.index(suit)].masks[SUITS.index(suit)]).bit_count()
        for call, suit in suits.items()
        if suit in tuple(SUITS)
    }
    best = max(counts, key=counts.__getitem__)
    if PASS in open_calls and counts[best] < ENOUGH:
        return PASS
    return f"{best} alone" if counts[best] > ENOUGH else best
