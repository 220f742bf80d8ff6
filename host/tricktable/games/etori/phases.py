"""Etori's sentences for each moment of play. Decides nothing."""

from typing import assert_never

from tricktable.games.etori.position import EtoriView
from tricktable.rules import phases
from tricktable.rules.phases import Phase
from tricktable.text.language import _
from tricktable.text.names import listed, team


def phase(view: EtoriView) -> Phase:
    """The sentences for this moment."""
    match view.position.what:
        case "deal":
            return phases.deal(view)
        case "play":
            return phases.play(view)
        case "over":
            return phases.over(view, _outcome(view))
        case never:
            assert_never(never)


def _outcome(view: EtoriView) -> str:
    chips = view.position.chips
    teams = [team(seats, view.names) for seats in view.owners]
    broke = [who for who, left in zip(teams, chips, strict=True) if not left]
    if len(broke) == len(chips) - 1:
        won = view.winner or ()
        who = [each for each, seats in zip(teams, view.owners, strict=True) if seats[0] in won]
        return _("{who} have won all {number} chips", who=listed(who), number=max(chips))
    return _(
        "{won} with {number} chips: {others} have none left",
        won=phases.winners(view),
        number=max(chips),
        others=listed(broke),
    )
