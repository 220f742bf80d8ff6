"""Tredici does what every game must do."""

from games.every_game import EveryGame
from games.tredici.case import CASE


class TestTredici(EveryGame):
    case = CASE
