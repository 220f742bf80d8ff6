"""Hearts does what every game must do."""

from pathlib import Path

from classics.hearts_referee import Hearts
from games.case import GameCase
from games.every_game import EveryGame
from tricktable_classics.hearts import GAME


class TestHearts(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Hearts,
        improper=frozenset({"follow", "turn", "opening", "first_trick", "unbroken"}),
        sampled={
            "broken": ("heart", "queen"),
            "first_trick": ("clean", "any"),
            "jack": ("no", "yes"),
            "moon": ("others", "off"),
        },
    )
