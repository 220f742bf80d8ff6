"""Spades does what every game must do."""

from pathlib import Path

from classics.spades_referee import Spades
from games.case import GameCase
from games.every_game import EveryGame
from tricktable_classics.spades import GAME


class TestSpades(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Spades,
        improper=frozenset({"follow", "turn", "unbroken"}),
        sampled={
            "blind": ("no", "yes"),
            "nil": ("yes", "no"),
            "bags": ("ten", "free"),
            "failed_nil": ("helps", "bags"),
            "broken": ("yes", "no"),
        },
    )
