"""Etori does what every game must do."""

from games.etori.case import CASE
from games.every_game import EveryGame


class TestEtori(EveryGame):
    case = CASE
