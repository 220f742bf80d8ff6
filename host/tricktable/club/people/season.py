"""A season's table: what people's games between two days add up to. Knows no journal and no name.

Only people who keep games are in it; games against others count, and the others stay unnamed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.club.people.career import PlayedGame
from tricktable.club.people.results import Finish, mean_rank


class SeasonLine(NamedTuple):
    """One person of a season."""

    place: int
    """From 1; who are equal by what the season is sorted by share a place."""
    person: str
    games: int
    wins: int
    mean_rank: Fraction | None
    """None if all of the person's games were won or lost together."""


_UNRANKED: Final = Fraction(-1000)
"""Below every rank that a table has."""

SORTED_BY: Final[Mapping[str, Callable[[SeasonLine], Fraction]]] = MappingProxyType(
    {
        "wins": lambda line: Fraction(line.wins),
        "share": lambda line: Fraction(line.wins, line.games),
        "rank": lambda line: _UNRANKED if line.mean_rank is None else -line.mean_rank,
        "games": lambda line: Fraction(line.games),
    }
)
"""What a season's table can be sorted by: the larger, the better."""


def lines(
    played: Iterable[PlayedGame], first: date, last: date, by: str, least: int = 1
) -> tuple[SeasonLine, ...]:
    """Everybody who finished at least this many games on these days, the best first.

    A game counts on the day on which it ended, where this host is. Raises: KeyError, for an unknown
    `by`.
    """
    worth, finished = SORTED_BY[by], defaultdict[str, list[Finish]](list)
    for game in played:
        if first <= datetime.fromisoformat(game.ended).astimezone().date() <= last:
            for person, place in zip(game.people, game.result.places, strict=True):
                if person is not None:
                    finished[person].append(place)
    found = [_line(*each) for each in finished.items() if len(each[1]) >= least]
    return tuple(
        line._replace(place=1 + sum(worth(other) > worth(line) for other in found))
        for line in sorted(found, key=lambda line: (-worth(line), line.person))
    )


def _line(person: str, games: list[Finish]) -> SeasonLine:
    won = sum(each.has_won for each in games)
    return SeasonLine(0, person, len(games), won, mean_rank(games))
