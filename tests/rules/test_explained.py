"""The explained score of a game that explains nothing of its own."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from players.every_game import by_chance
from players.torite import arranged, declared
from records.lines import entry, header
from tricktable.rules.explained import by_gains
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.text.sentences import signed, spoken
from tricktable.web.guest.explanation import explanations

NAMES = ("Ann", "Bo", "Cy", "Di")


def noted(lines, head):
    record = Record(head)
    for line in lines:
        record.add(entry(record, line))
    return record


def told_by_gains(lines, head):
    """What is told of a game that explains nothing of its own."""
    plain = replace(head, rules=replace(head.rules, explained=by_gains))
    return explanations(noted(lines, plain), NAMES)[::-1]


@pytest.mark.parametrize("name", ["troika", "etori"])
def test_a_game_that_explains_nothing_is_told_by_its_gains(name):
    game = by_chance(Random(5), name, 4, is_tidy=True)
    record = noted(game.lines, game.header)
    score = view(record).rules.score(view(record))
    before = [0, 0]
    told = [each for each in told_by_gains(game.lines, game.header) if each.accounts]
    for each, deal in zip(told, score.deals, strict=True):
        assert spoken(each.title) == f"Deal {deal.number}"
        assert [account.start for account in each.accounts] == before
        assert [account.amount for account in each.accounts] == [*deal.gains]
        assert all(signed(gain) in spoken(each.result) for gain in deal.gains)
        assert [sheet.name for sheet in each.sheets] == ["tricks"]
        before = [account.end for account in each.accounts]


def test_a_deal_without_gains_was_thrown_in_or_is_in_play():
    dealt = {"kind": "dealt", "dealer": 0}
    lines = [dealt, declared(2, "misdeal"), dealt]
    thrown, running = told_by_gains(lines, header(4, "troika"))
    assert [spoken(each.result) for each in (thrown, running)] == ["thrown in", "in play"]
    assert not thrown.accounts
    assert [thrown.runs, running.runs] == [False, True]


def test_a_game_that_is_scored_as_a_whole_has_one_sum():
    lines = arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [["AH", "7C", "9D", "2S"]]).lines
    (each,) = told_by_gains(lines, header(4, "torite"))
    assert spoken(each.title) == "The score"
    assert [(account.start, account.amount) for account in each.accounts] == [(0, 24)] * 4
