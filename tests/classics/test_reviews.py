"""A review lays what the rules of its game allow, and says nothing where it cannot obey them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from classics.test_hearts import TestHearts as InHearts
from classics.test_spades import TestSpades as InSpades
from games.reached import record_of
from tricktable.rules.review.review import NO_GOAL, parts
from tricktable_classics.spades.rules import Spades, start

ALLOWED = "", "hidden", "running"


@pytest.mark.parametrize("case", [InHearts.case, InSpades.case], ids=["hearts", "spades"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_too_early_is_not_laid_in_a_review(case, seed):
    made = case.lasting(Random(seed), 4, 3)
    shut = [each.shut for each in parts(record_of(made.header, made.lines))]
    assert "" in shut
    assert {*shut} <= {*ALLOWED}


@dataclass(frozen=True)
class Heading(Spades):
    """Whoever follows suit must beat the trick."""

    @property
    def duties(self):
        return (self.heading,)


def test_a_game_whose_duties_no_search_knows_has_no_review():
    made = InSpades.case.lasting(Random(1), 4, 2)

    def begin(players, options):
        return Heading(**vars(start(players, options)))

    rules = replace(made.header.rules, start=begin)
    record = record_of(replace(made.header, rules=rules), made.lines)
    assert NO_GOAL in [each.shut for each in parts(record)]
