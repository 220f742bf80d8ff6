"""A competition's result for a spreadsheet: every score is written out, however large it is."""

from fractions import Fraction

import pytest

from tricktable.web.competition.exports import figure


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (None, ""),
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
    assert figure(score) == written
