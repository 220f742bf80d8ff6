"""The Torite does what every game must do."""

from games.every_game import EveryGame
from games.torite.case import CASE


class TestTorite(EveryGame):
    case = CASE
