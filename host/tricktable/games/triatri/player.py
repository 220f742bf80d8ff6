"""TriATri's computer player: plays for gems that complete a set, with its most valuable cards."""

from typing import Final

from tricktable.games.triatri.position import Position, TriatriView
from tricktable.games.triatri.rules import is_gem, worth, worths
from tricktable.rules.cards import BY_CODE, COLOURLESS, COLOURS, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Played, Shown
from tricktable.rules.player import MISFIT, Decision, OpenTable, offer

FAIR: Final = 6
"""A card worth less than this is not played to win a prize. What counts double is worth it."""


class TriatriPlayer:
    """Plays all hands."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry of the game."""
        view = table.view
        match view.position.what:
            case "deal":
                return Dealt((table.game + view.deal - 1) % view.seats)
            case "reveal":
                return self._reveal(table, view)
            case "prize":
                return self._name(view)
            case "play":
                return _play(table, view)
        return None

    def _reveal(self, table: OpenTable[Position], view: TriatriView) -> Decision:
        shown = dict(view.position.revealed)
        seat = self._chance.choice([seat for seat in range(view.seats) if seat not in shown])
        cards = list(cards_in(table.hands[seat]))
        return Shown(seat, self._chance.choice(cards)) if cards else MISFIT

    def _name(self, view: TriatriView) -> Decision:
        """The colour the starter has least of, from the stock, which is offered first.

        It has every colour until the game ends, so that a gem of one's own is never better.
        """
        prizes = offer(view, "prize")
        if prizes is None or view.next_seat is None:
            return None
        mine = view.position.gems[view.next_seat]
        gems = [gem for gem in prizes.values if is_gem(gem)]
        wanted = min(gems, key=lambda gem: mine[COLOURS.index(gem["colour"])])
        return Declared(view.next_seat, "prize", wanted)


def _play(table: OpenTable[Position], view: TriatriView) -> Decision:
    seat = view.next_seat or 0
    may = view.playable(cards_in(table.hands[seat]))
    if not may:
        return MISFIT
    lying = worths(view.trick, view.position.plan)
    before = BY_CODE[lying[-1].code] if lying else None
    best = max(may, key=lambda card: (_worth(card, before), card.rank))
    if _worth(best, before) >= max([FAIR, *(each.worth for each in lying)]):
        return Played(seat, best)
    return Played(seat, min(may, key=lambda card: (card.suit == COLOURLESS, card.rank)))


def _worth(card: Card, before: Card | None) -> int:
    """The card's likely worth; an imitation takes over whatever is winning."""
    if card.suit == COLOURLESS:
        return FAIR if before is not None else 0
    return worth(card, before)
