"""TriATri does what every game must do."""

from games.every_game import EveryGame
from games.triatri.case import CASE


class TestTriatri(EveryGame):
    case = CASE
