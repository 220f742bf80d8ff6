"""Deals Etori at random. Knows no reader."""

from typing import Final

from tricktable.games.etori.rules import DECK, HAND, Etori
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Handling, Layout, spread
from tricktable.rules.game import Header, State


def _deal(header: Header, state: State, chance: Chance) -> Layout:
    """Cards for every seat, except those of a team that has no chips or sits out."""
    assert isinstance(state, Etori)
    teams, chips, sitting = state.plan.teams, state.match.chips, state.deal.sitting
    away = {team for team, left in enumerate(chips) if not left}
    if sitting >= 0:
        away.add(sitting)
    elif teams > 2 and not away:
        # The team that deals sits out (E8), and any may deal first (E9).
        away.add(teams - 1)  # nobody has said yet who deals
    seats = [seat for seat in range(header.seats) if seat % teams not in away]
    dealt = spread(len(seats), HAND, DECK, chance).hands
    hands = dict(zip(seats, dealt, strict=True))
    return Layout(tuple(hands.get(seat, 0) for seat in range(header.seats)), {})


HANDLING: Final = Handling(_deal)
