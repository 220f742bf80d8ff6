"""The result of a competition for a spreadsheet: a line for each entrant, round by round."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from tricktable.club.competition.played_games import Standing
from tricktable.web import spreadsheet

COLUMNS: Final = ("line", "rank", "entrant", "name", "score", "games", "wins", "sat_out")
"""The first heads, the same in every language, since programs read them."""
ROUND: Final = "round_{number}"
TIE: Final = "tie_{name}"


def standings_csv(standing: Standing) -> str:
    """The standings as comma-separated values (RFC 4180), the first of each line first."""
    return spreadsheet.csv_text(_lines(standing))


def _lines(standing: Standing) -> Iterator[tuple[object, ...]]:
    contest = standing.competition.contest
    rounds = range(1, len(contest.rounds) + 1)
    heads = [ROUND.format(number=each) for each in rounds]
    yield *COLUMNS, *heads, *(TIE.format(name=each) for each in contest.conditions.ties)
    for each in standing.lines:
        by_round = {told.round: told.score for told in each.rounds}
        yield (
            *(each.line, each.rank, each.entrant, contest.of(each.entrant).name),
            *(figure(each.score), each.games, each.wins, each.sat_out),
            *(figure(by_round.get(number)) for number in rounds),
            *map(figure, each.breaks),
        )


def figure(score: Fraction | None) -> str:
    """To four places with a point, as programs read it; empty for none."""
    if score is None:
        return ""
    # With all its digits: `g` would round a large score to six of them. No zero has a sign.
    return f"{round(float(score), 4) + 0.0:.4f}".rstrip("0").rstrip(".")
