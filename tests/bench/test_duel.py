"""The search in C that ours is measured beside: it looks at the same positions."""

import random

import pytest

from bench import duel

pytestmark = pytest.mark.skipif(duel.COMPILER is None, reason="no C compiler")


def test_the_search_in_c_finds_the_same_after_as_many_positions(tmp_path):
    in_c, chance = duel.built(tmp_path), random.Random(7)
    answers = set()
    for _ in range(40):
        search, want = duel.by_chance(chance, 5), chance.randrange(2)
        told = in_c(search, want)
        assert told == duel.as_written(search, want)
        answers.add(told[0])
    assert answers == {False, True}
