"""Skat does what every game must do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from classics.skat_referee import Skat
from games.case import GameCase, Secrets, by_its_own_player
from games.every_game import EveryGame
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Declared
from tricktable.rules.player import Decision, OpenTable, offer
from tricktable_classics.skat import GAME
from tricktable_classics.skat.play import Player
from tricktable_classics.skat.position import Position


class Daring(Player):
    """Bids and announces anything now and then: null, ouvert, what is overbid."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self._chance = chance

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry."""
        for topic, most in (("bid", 12), ("game", None)):
            said = offer(table.view, topic)
            if said is not None and self._chance.random() < 0.4:
                return Declared(said.seats[0], topic, self._chance.choice(said.values[:most]))
        return super().__call__(table)


class TestSkat(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Skat,
        sampled={"list": ("plain", "seeger"), "passed": ("again", "ramsch")},
        plays=by_its_own_player(replace(GAME, player=Daring)),
        secrets=Secrets(until="ouvert"),  # the declarer's hand lies open
    )
