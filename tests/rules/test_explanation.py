"""The explained score of a game that explains nothing of its own."""

from dataclasses import replace
from random import Random

import pytest

from players.every_game import by_chance
from players.torite import arranged, declared
from records.lines import header, record_with
from tricktable.rules.explanation import Account, DealSeen, Explanation, by_gains
from tricktable.rules.record import Record
from tricktable.rules.score import DealScore, Figure, Score, Term
from tricktable.rules.view import view
from tricktable.text.language import message
from tricktable.text.sentences import signed, spoken
from tricktable.web.guest.explanation import explanations

NAMES = ("Ann", "Bo", "Cy", "Di")


def told_by_gains(lines, head):
    """What is told of a game that explains nothing of its own."""
    plain = replace(head, rules=replace(head.rules, explained=by_gains))
    return explanations(record_with(plain, lines), NAMES)[::-1]


@pytest.mark.parametrize("name", ["troika", "etori"])
def test_a_game_that_explains_nothing_is_told_by_its_gains(name):
    game = by_chance(Random(5), name, 4, is_tidy=True)
    record = record_with(game.header, game.lines)
    score = view(record).rules.score(view(record))
    before = [0, 0]
    told = [each for each in told_by_gains(game.lines, game.header) if each.accounts]
    for each, deal in zip(told, score.deals, strict=True):
        assert spoken(each.title) == f"Deal {deal.number}"
        assert [account.start for account in each.accounts] == before
        assert [account.amount for account in each.accounts] == [*deal.gains]
        assert all(signed(gain) in spoken(each.result) for gain in deal.gains)
        said = [
            f"{spoken(term.words)} {signed(term.amount)}"
            for terms in deal.terms
            for term in terms
            if term.amount
        ]
        assert all(words in spoken(each.why) for words in said), "a bid is told as made or failed"
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


def test_an_account_ends_where_its_terms_lead_from_where_it_began():
    terms = (Term(("won",), 5), Term(("lost",), -8))
    for start, end in ((None, -3), (0, -3), (10, 7), (-2, -5)):
        account = Account(("Ann",), terms, start)
        assert (account.amount, account.end) == (-3, end)
    assert (Account(("Ann",), ()).amount, Account(("Ann",), (), 4).end) == (0, 4)


def test_an_explained_deal_is_over_unless_it_says_that_it_runs():
    assert not Explanation(("Deal 1",), (), (), (), (), ()).runs


DEALS = (
    DealScore(1, (3, -1)),
    DealScore(2, (0, 4), ((), (Term(("bid",), 1), Term(("tricks",), 3)))),
    DealScore(3, (-2, 2)),
)


@pytest.mark.parametrize(
    ("number", "result", "accounts"),
    [
        (1, "Ann & Cy +3, Bo & Di −1", [([("Scored", 3)], 0), ([("Scored", -1)], 0)]),
        (2, "Ann & Cy 0, Bo & Di +4", [([], 3), ([("bid", 1), ("tricks", 3)], -1)]),
        (3, "Ann & Cy −2, Bo & Di +2", [([("Scored", -2)], 3), ([("Scored", 2)], 3)]),
    ],
)
def test_each_deal_is_told_from_what_the_deals_before_gained(number, result, accounts):
    """A game's own terms stand as they are; without any, the gain is one term."""
    head = header(4, "troika")
    seen = view(Record(head))
    score = Score(Figure(message("Total"), (0, 0)), deals=DEALS)
    deal = DealSeen(
        header=head,
        names=NAMES,
        number=number,
        steps=(),
        tricks=(),
        before=seen.position,
        position=seen.position,
        of=12,
        trump="",
        said=(),
        status="playing",
        runs=False,
        score=score,
        scored=DEALS[number - 1],
    )
    told = by_gains(deal)
    assert (spoken(told.title), spoken(told.result)) == (f"Deal {number}", result)
    assert [
        ([(spoken(term.words), term.amount) for term in each.terms], each.start)
        for each in told.accounts
    ] == accounts
    assert [spoken(each.who) for each in told.accounts] == ["Ann & Cy", "Bo & Di"]
    assert (told.facts, told.rulings, told.sheets, told.runs) == ((), (), (), False)
