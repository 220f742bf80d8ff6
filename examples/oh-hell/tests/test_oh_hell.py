"""Oh Hell does what every game must do."""

from pathlib import Path

from oh_hell import GAME
from oh_hell_referee import Referee

from games.case import GameCase
from games.every_game import EveryGame


class TestOhHell(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Referee,
    )
