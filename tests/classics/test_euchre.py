"""Euchre does what every game must do."""

from pathlib import Path

from games.case import GameCase
from games.every_game import EveryGame
from tricktable_classics.euchre import GAME


class TestEuchre(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        sampled={"stick": ("yes", "no"), "defend": ("no", "yes")},
    )
