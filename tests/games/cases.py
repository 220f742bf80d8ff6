"""The case of each of our games: found in its folder, listed nowhere."""

from importlib import import_module
from pathlib import Path

from games.case import GameCase
from tricktable.games import GAMES


def _found() -> dict[str, GameCase]:
    folders = (path.parent.name for path in Path(__file__).parent.glob("*/case.py"))
    cases: list[GameCase] = [import_module(f"games.{each}.case").CASE for each in folders]
    order = [*GAMES]
    return {each.name: each for each in sorted(cases, key=lambda case: order.index(case.name))}


CASES = _found()
"""By name, in the order of the list of games."""
