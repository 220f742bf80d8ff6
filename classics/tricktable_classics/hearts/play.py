"""How Hearts is dealt and passed, what goes without saying, and hands that play by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tricktable.rules.cards import BY_CODE
from tricktable.rules.chance import Chance
from tricktable.rules.deal import highest, passing
from tricktable.rules.entries import Moved, Played
from tricktable.rules.game import State
from tricktable.rules.player import ByChance, Decision, OpenTable, trick_of
from tricktable.rules.presumed import LAID, Presuming, dealt_in_turn
from tricktable.rules.tricks import winner
from tricktable_classics.hearts.position import Position
from tricktable_classics.hearts.rules import PENALTIES, Hearts
from tricktable_classics.trick_game import proper_cards


def _taken_up(_: Moved, after: State) -> Mapping[int, int]:
    assert isinstance(after, Hearts)
    if after.phase != "play":
        return {}
    return {seat: after.after(seat, after.pass_to) for seat in range(after.seats)}


HANDLING: Final = passing(_taken_up, choose=highest)


def _early(state: State) -> Iterator[tuple[int, str]]:
    """A card that is laid shows that somebody has dealt, where nobody passes any first."""
    assert isinstance(state, Hearts)
    if state.phase == "deal" and state.due >= 0 and not state.pass_to:
        yield from ((seat, LAID) for seat in range(state.seats))


PRESUMING: Final = Presuming(dealt_in_turn, _early)


class Player:
    """Plays all hands of one game: whatever takes no penalties."""

    def __init__(self, chance: Chance) -> None:
        self._any = ByChance(chance)

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry."""
        view = table.view
        if view.position.what != "play":
            return self._any(table)
        trick, opening = trick_of(view), BY_CODE[view.position.opening]
        leaders = [seat for seat in view.awaited if table.hands[seat] & opening.bit]
        seat = (leaders or view.awaited)[0]
        may = proper_cards(table.hands[seat], trick, view.position.bar)
        if not may:
            return self._any(table)
        loses = [card for card in may if trick and winner((*trick, (seat, card))) != seat]
        if loses:  # the worst card that is got rid of for nothing
            return Played(seat, max(loses, key=lambda card: (card.bit & PENALTIES > 0, card.rank)))
        return Played(seat, min(may, key=lambda card: (card.bit & PENALTIES > 0, card.rank)))
