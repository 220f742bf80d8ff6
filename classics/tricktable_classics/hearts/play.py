"""How Hearts is dealt and passed, and hands that play by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tricktable.rules.cards import BY_CODE, cards_in
from tricktable.rules.deal import highest, passing
from tricktable.rules.entries import Happening, Moved, Played
from tricktable.rules.game import State
from tricktable.rules.player import OpenPlayer, OpenTable, trick_of
from tricktable.rules.tricks import winner
from tricktable_classics.hearts.position import Position
from tricktable_classics.hearts.rules import PENALTIES, Hearts


def _taken_up(_: Moved, after: State) -> Mapping[int, int]:
    assert isinstance(after, Hearts)
    if after.phase != "play":
        return {}
    return {seat: after.after(seat, after.pass_to) for seat in range(after.seats)}


HANDLING: Final = passing(_taken_up, choose=highest)


class Player(OpenPlayer[Position]):
    """Plays all hands of one game: whatever takes no penalties."""

    def entry(self, table: OpenTable[Position], seat: int) -> Happening | None:
        """By the hand, where there is more than chance to it."""
        view = table.view
        if view.position.what != "play":
            return None
        trick, opening = trick_of(view), BY_CODE[view.position.opening]
        leaders = (each for each in view.awaited if table.hands[each] & opening.bit)
        seat = next(leaders, seat)
        may = view.playable(cards_in(table.hands[seat]))
        if not may:
            return None
        loses = [card for card in may if trick and winner((*trick, (seat, card))) != seat]
        if loses:  # the worst card that is got rid of for nothing
            return Played(seat, max(loses, key=lambda card: (card.bit & PENALTIES > 0, card.rank)))
        return Played(seat, min(may, key=lambda card: (card.bit & PENALTIES > 0, card.rank)))
