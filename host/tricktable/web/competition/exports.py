"""The result of a competition for a spreadsheet: a line for each entrant, round by round."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Final

from tricktable.table.club.competition.played import Standing
from tricktable.web.host.printout import BYTE_ORDER_MARK, harmless

COLUMNS: Final = ("line", "rank", "entrant", "name", "score", "games", "wins", "sat_out")
"""The first heads, the same in every language, since programs read them."""
ROUND: Final = "round_{number}"
TIE: Final = "tie_{name}"


def standings_csv(standing: Standing) -> str:
    """The standings as comma-separated values (RFC 4180), the first of each line first."""
    written = io.StringIO()
    lines, contest = csv.writer(written), standing.competition.contest
    rounds = range(1, len(contest.rounds) + 1)
    ties = contest.conditions.ties
    heads = [ROUND.format(number=each) for each in rounds]
    lines.writerow((*COLUMNS, *heads, *(TIE.format(name=each) for each in ties)))
    for each in standing.ranked:
        by_round = {told.round: told.score for told in each.rounds}
        lines.writerow(
            (
                *(each.line, each.rank, each.entrant, harmless(contest.of(each.entrant).name)),
                *(figure(each.score), each.games, each.wins, each.sat_out),
                *(figure(by_round.get(number)) for number in rounds),
                *map(figure, each.breaks),
            )
        )
    return BYTE_ORDER_MARK + written.getvalue()


def figure(score: Fraction | None) -> str:
    """To four places with a point, as programs read it; empty for none."""
    if score is None:
        return ""
    # With all its digits: `g` would round a large score to six of them. No zero has a sign.
    return f"{round(float(score), 4) + 0.0:.4f}".rstrip("0").rstrip(".")
