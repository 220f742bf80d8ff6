"""Euchre does what every game must do, and its referee agrees with what OpenSpiel leaves out."""

from dataclasses import replace
from pathlib import Path
from random import Random

from classics.euchre_referee import Euchre
from games.case import GameCase
from games.every_game import EveryGame
from games.reached import record_of
from thorough import FACTOR
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable_classics.euchre import GAME

GAMES_BY_CHANCE = 60


class TestEuchre(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Euchre,
        sampled={"stick": ("yes", "no"), "defend": ("no", "yes")},
    )


def test_the_referee_agrees_on_every_way_to_score():
    case, met = (
        replace(TestEuchre.case, sampled={**TestEuchre.case.sampled, "until": (2, 4)}),
        set(),
    )
    for seed in range(GAMES_BY_CHANCE * FACTOR):
        header, lines = case.by_chance(Random(seed), 4, seed % 3 == 0)
        half, end = len(lines) // 2, len(lines)
        for length, viewpoint in ((half, PUBLIC), (half, seed % 4), (end, REFEREE)):
            record = record_of(header, lines[:length])
            referee = Euchre(4, lines[:length], dict(header.given))
            assert record.summary(viewpoint) == referee.summary(viewpoint), (seed, viewpoint)
        met |= {
            (len(deal.alone), *sorted(deal.scored()["gains"]))
            for deal in referee.over
            if deal.is_played
        }
        met |= {"thrown in" for deal in referee.over if not deal.is_played}
        met |= {"over"} if referee.winners() else set()
    wanted = {(0, 0, 1), (0, 0, 2), (1, 0, 1), (1, 0, 2), (1, 0, 4), (2, 0, 4), "thrown in", "over"}
    assert wanted <= met, f"never met: {wanted - met}"
