"""A review lays what the rules of its game allow, and says nothing where it cannot obey them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from classics.test_hearts import TestHearts as InHearts
from classics.test_spades import TestSpades as InSpades
from games.reached import record_of
from tricktable.rules.cards import SUITS, card, mask
from tricktable.rules.review.review import NO_GOAL, parts
from tricktable.rules.tricks import Bar
from tricktable.rules.verdicts import OwnRule
from tricktable_classics.spades.rules import Spades, start

ACES = mask(card(f"A{suit}") for suit in SUITS)
ALLOWED = "", "hidden", "running"


@pytest.mark.parametrize("case", [InHearts.case, InSpades.case], ids=["hearts", "spades"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_too_early_is_not_laid_in_a_review(case, seed):
    made = case.lasting(Random(seed), 4, 3)
    shut = [each.shut for each in parts(record_of(made.header, made.lines))]
    assert "" in shut
    assert {*shut} <= {*ALLOWED}


@dataclass(frozen=True)
class Strict(Spades):
    """The trick must be beaten, or trumped."""

    @property
    def duties(self):
        return (self.heading, self.trumping, self.overtrumping)


@dataclass(frozen=True)
class Odd(Spades):
    """Whoever has an ace plays no lower card."""

    @property
    def duties(self):
        return (Bar(OwnRule("aces"), self.deck & ~ACES, ACES),)


def shut_of(of_game):
    """Why each deal of such a game has no review."""
    made = InSpades.case.lasting(Random(1), 4, 2)

    def begin(players, options):
        return of_game(**vars(start(players, options)))

    rules = replace(made.header.rules, start=begin)
    record = record_of(replace(made.header, rules=rules), made.lines)
    return {each.shut for each in parts(record)}


def test_a_review_obeys_duties_that_games_share_and_says_nothing_where_there_are_others():
    assert "" in shut_of(Strict)
    assert shut_of(Strict) <= {*ALLOWED}
    assert NO_GOAL in shut_of(Odd)
