"""Etori's sentences for each moment of play. Decides nothing."""

from typing import Final

from tricktable.games.etori.position import EtoriView
from tricktable.rules import phases
from tricktable.text.language import _
from tricktable.text.names import list_in_words, team


def _outcome(view: EtoriView) -> str:
    chips = view.position.chips
    teams = [team(seats, view.names) for seats in view.owners]
    broke = [who for who, left in zip(teams, chips, strict=True) if not left]
    if len(broke) == len(chips) - 1:
        return _("{won} with all {number} chips", won=phases.winners(view), number=max(chips))
    return _(
        "{won} with {number} chips: {others} have none left",
        won=phases.winners(view),
        number=max(chips),
        others=list_in_words(broke),
    )


PHASES: Final = phases.of({"over": lambda view: phases.over(view, _outcome(view))})
