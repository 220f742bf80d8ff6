"""Which changes `make mutants` draws, and how it counts them."""

import random
import sys

import pytest

pytest.importorskip("cosmic_ray")
pytest.importorskip("coverage")

from mutants import __main__ as mutants
from mutants.__main__ import Sample, share
from mutants.trial import Verdict

WISH = Sample(most=sys.maxsize, together=6, seconds=1, seed=7)


class Nothing:
    """No test reaches anything: what is asked for is what is drawn."""

    def tests_of(self, *_):
        return []


@pytest.fixture
def tried(monkeypatch):
    """The changes that were tried, of which the second is missed."""
    changes = []

    def judged(_module, fault, _tests):
        changes.append(fault.change)
        return Verdict.MISSED if len(changes) == 2 else Verdict.NOTICED

    monkeypatch.setattr(mutants, "reached", lambda _: Nothing())
    monkeypatch.setattr(mutants, "judged", judged)
    monkeypatch.setattr(mutants, "harmless", dict)
    return changes


def test_a_seed_draws_the_same_changes_whichever_are_harmless(tried, monkeypatch, capsys):
    assert share("tablewire", WISH) == 5 / 6
    assert "# tablewire: 5 of 6 noticed, 83.3%" in capsys.readouterr().out
    first = [*tried]
    missed = first[1]
    monkeypatch.setattr(mutants, "harmless", lambda: {missed: "nobody can see it"})
    tried.clear()
    share("tablewire", WISH)
    assert tried == [change for change in first if change != missed]


def test_a_harmless_change_counts_neither_for_nor_against_the_tests(tried, monkeypatch, capsys):
    share("tablewire", WISH)
    missed = tried[1]
    monkeypatch.setattr(mutants, "harmless", lambda: {missed: "nobody can see it"})
    monkeypatch.setattr(mutants, "judged", lambda *_: Verdict.NOTICED)
    capsys.readouterr()
    assert share("tablewire", WISH) == 1
    out = capsys.readouterr().out
    assert "# tablewire: 5 of 5 noticed, besides 1 harmless, 100.0%" in out
    assert "[[change]]" not in out


def test_of_each_module_no_more_are_drawn_than_wished(tried):
    assert share("tablewire.credit", WISH._replace(most=3, together=sys.maxsize)) == 2 / 3
    assert len(tried) == 3


def test_a_longer_module_is_drawn_more_often():
    chance = random.Random(1)
    drawn = [mutants.drawn(["tablewire.credit", "tablewire.host"], WISH, chance) for _ in range(99)]
    assert drawn.count("tablewire.host") > 2 * drawn.count("tablewire.credit") > 0
