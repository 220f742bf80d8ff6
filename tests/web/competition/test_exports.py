"""A competition's result for a spreadsheet: every score is written out, however large it is."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from tricktable.web.competition.exports import standings_csv


def scored(score: Fraction) -> str:
    """The score of the only line of a standing."""
    line = SimpleNamespace(
        line=0, rank=1, entrant=1, score=score, games=1, wins=1, sat_out=0, rounds=(), breaks=()
    )
    contest = SimpleNamespace(
        rounds=(), conditions=SimpleNamespace(ties=()), of=lambda _: SimpleNamespace(name="Ann")
    )
    standing = SimpleNamespace(competition=SimpleNamespace(contest=contest), ranked=(line,))
    return standings_csv(standing).splitlines()[1].split(",")[4]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(41), "41"),
        (Fraction(-83, 2), "-41.5"),
        (Fraction(100, 3), "33.3333"),
        (Fraction(-1, 1_000_000), "0"),
        (Fraction(1234_5678, 10_000), "1234.5678"),
        (Fraction(2_000_001, 2), "1000000.5"),
    ],
)
def test_a_score_has_up_to_four_places_and_every_digit_before_them(score, written):
    assert scored(score) == written
