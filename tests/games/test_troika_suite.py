"""Troika does what every game must do."""

from games.every_game import EveryGame
from games.troika.case import CASE


class TestTroika(EveryGame):
    case = CASE
