"""Bridge does what every game must do."""

from pathlib import Path

from classics.bridge_referee import Bridge
from games.case import GameCase, Secrets, Slips, by_its_own_player
from games.every_game import EveryGame
from tricktable_classics.bridge import GAME


class TestBridge(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Bridge,
        improper=frozenset({"follow", "turn"}),
        sampled={"scoring": ("rubber", "duplicate"), "honours": ("yes", "no")},
        plays=by_its_own_player(GAME, Slips(reads=0.3)),
        secrets=Secrets(until="played"),  # the dummy's hand lies open
    )
