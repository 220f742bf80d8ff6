"""Games by chance of every kind: which there are, and how one of each is played and noted."""

from random import Random

from games.case import Played
from games.cases import CASES

KINDS = [table for case in CASES.values() for table in case.tables]
"""Game and number of players."""
USUAL = [min(case.tables, key=lambda table: abs(table[1] - 4)) for case in CASES.values()]
"""With four players, or with as near to four as there can be."""
FULLEST = [case.tables[-1] for case in CASES.values()]
"""With as many players as there can be: what shall fit anywhere, is tried with them."""


def by_chance(chance: Random, name: str, count: int, is_tidy: bool = False) -> Played:
    """A game, or some deals of it, with slips and offences unless all are tidy."""
    return CASES[name].by_chance(chance, count, is_tidy)
