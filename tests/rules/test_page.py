"""What pages show of a game that gives nothing of its own but its score."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from players.every_game import KINDS, by_chance
from records.lines import entry
from tricktable.rules.page import Page, deal_sum, deals, final_score
from tricktable.rules.record import Record
from tricktable.rules.score import POINTS, Figure, Score, Scored
from tricktable.rules.view import view
from tricktable.text.language import Message
from tricktable.text.sentences import spoken
from tricktable.web.guest.sheets import sheets


def moments(name, count, seed, keep=None):
    """Every moment of a game by chance whose own pages are taken away."""
    game = by_chance(Random(seed), name, count, is_tidy=True)
    plain = replace(game.header.rules, page=Page())
    record = Record(replace(game.header, rules=plain, names=("Ann", "Bo", "Cy", "Di")[:count]))
    for line in game.lines[:keep]:
        record.add(entry(record, line))
        yield view(record)


def rows(sheet):
    """The table as it is spoken, line by line."""
    return [[spoken(row.head), *map(spoken, row.cells)] for row in sheet.rows]


def test_a_score_is_a_sheet_with_its_figures_as_columns():
    *_, now = moments("troika", 4, 3)
    standing, deals, *_ = sheets(now)
    assert [spoken(head) for head in standing.heads] == ["Team", "This deal", "Total, to 52"]
    totals = [str(total).replace("-", "−") for total in now.position.totals]
    gained = [str(gain).replace("-", "−") for gain in now.position.deals[-1].scored]
    assert rows(standing) == [
        ["Ann & Cy", gained[0], totals[0]],
        ["Bo & Di", gained[1], totals[1]],
    ]
    assert [spoken(head) for head in deals.heads] == ["Deal", "Ann & Cy", "Bo & Di"]
    newest, *_, first = rows(deals)
    assert [cell.split(" → ")[1] for cell in newest[1:]] == totals
    gains = now.position.deals[0].scored
    assert [cell.split(" → ") for cell in first[1:]] == [
        [f"{gain:+d}".replace("-", "−") if gain else "0", str(gain).replace("-", "−")]
        for gain in gains
    ]


@pytest.mark.parametrize(
    ("name", "title", "head"), [("troika", "Teams", "Team"), ("torite", "Seats", "Seat")]
)
def test_the_score_is_titled_by_those_who_win_together(name, title, head):
    *_, now = moments(name, 4, 3)
    standing, *_ = sheets(now)
    assert (standing.title, spoken(standing.heads[0])) == (title, head)


@pytest.mark.parametrize(
    ("name", "count", "are_summed"),
    [("troika", 4, True), ("triatri", 3, True), ("triatri", 4, False)],
)
def test_totals_stand_beside_the_gains_of_three_at_most(name, count, are_summed):
    *_, now = moments(name, count, 3)
    (sheet,) = deals(now)
    assert {" → " in cell for row in rows(sheet) for cell in row[1:]} == {are_summed}


def test_whoever_sits_out_is_marked_and_has_none():
    *_, now = moments("etori", 6, 2, keep=5)
    (standing, *_) = sheets(now)
    (out,) = (row for row in standing.rows if row.mark == "out")
    assert spoken(out.head).endswith(", sitting out")
    assert spoken(out.cells[0]) == "–"
    assert [spoken(fact.words).partition("; ")[2] for fact in standing.facts] == [
        "nine win the deal"
    ]


def test_whoever_is_awaited_stands_out_and_nobody_where_several_may_deal():
    *_, now = moments("torite", 4, 1, keep=6)
    (standing, *_) = sheets(now)
    marks = [row.mark for row in standing.rows]
    assert marks == ["due" if seat == now.next_seat else "" for seat in range(4)]
    middle = now.rules.page.middle(now)
    assert [place.seat for place in middle.places if place.is_due] == [now.next_seat]
    between = [now for now in moments("etori", 4, 3) if now.next_what == "deal"]
    assert between
    for now in between:
        assert {row.mark for row in sheets(now)[0].rows} == {""}


@pytest.mark.parametrize("what", ["bid", "discard", "reveal"])
def test_where_all_speak_at_once_nobody_stands_out_and_one_that_must_speak_does(what):
    *_, now = moments("torite", 4, 1, keep=6)

    def due(*seats):
        middle = now.rules.page.middle(replace(now, awaited=seats, next_what=what))
        return [place.seat for place in middle.places if place.is_due]

    assert due(2) == [2]
    assert due(0, 1, 2, 3) == []


def test_cards_lie_in_the_order_played_and_rest_until_the_next_lead():
    seen = [now for now in moments("torite", 4, 4) if now.next_what == "play"]
    for now in seen:
        middle = now.rules.page.middle(now)
        if not now.trick and now.last:
            assert middle.is_resting
            assert [place.seat for place in middle.places] == [seat for seat, _ in now.last]
            assert [place.seat for place in middle.places if place.wins] == [now.last_winner]
        else:
            laid = len(now.trick)
            assert [(place.seat, place.card) for place in middle.places[:laid]] == [*now.trick]
            assert [place.card for place in middle.places[laid:]] == [None] * (4 - laid)
            assert [place.leads for place in middle.places].count(True) == min(laid, 1)
        fronts = now.rules.page.fronts(now)
        assert fronts.cards == dict(now.trick or now.last)
        assert fronts.ahead == (now.best if now.trick else now.last_winner)


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_every_game_can_be_drawn_so(name, count):
    for now in moments(name, count, 5):
        middle = now.rules.page.middle(now)
        assert {place.seat for place in middle.places} == set(range(now.seats))
        (standing, *_) = sheets(now)
        assert len(standing.rows) == len(now.owners)
        assert {len(row.cells) for row in standing.rows} == {len(standing.heads) - 1}


def with_score(totals, *gains, winner=None, **more):
    """The last moment of a game in teams that has gained this, and stands so."""
    *_, now = moments("troika", 4, 3)
    scored = tuple(Scored(number, gain) for number, gain in enumerate(gains, start=1))
    score = Score(now.owners, Figure(Message("Total"), totals), deals=scored, unit=POINTS, **more)
    rules = replace(now.rules, score=lambda _: score)
    return replace(now, rules=rules, status="finished", winner=winner)


@pytest.mark.parametrize("totals", [(0, 0), (7, 7), (None, 0), (None, None)])
def test_at_the_end_a_score_that_tells_nobody_apart_is_not_shown(totals):
    assert final_score(with_score(totals)) == ()


@pytest.mark.parametrize(
    ("totals", "winner", "shown"),
    [
        ((3, 0), None, [("Ann & Cy", "3"), ("Bo & Di", "0")]),
        ((0, 1), None, [("Bo & Di", "1"), ("Ann & Cy", "0")]),
        ((None, -1), None, [("Ann & Cy", "0"), ("Bo & Di", "−1")]),
        ((9, 4), (1, 3), [("Bo & Di", "4"), ("Ann & Cy", "9")]),
    ],
)
def test_at_the_end_winners_come_first_and_then_whoever_has_more(totals, winner, shown):
    told = final_score(with_score(totals, winner=winner))
    assert [(spoken(each.who), each.amount) for each in told] == shown


def test_where_the_fewest_points_win_they_come_first():
    told = final_score(with_score((9, 4), fewest_win=True))
    assert [each.amount for each in told] == ["4", "9"]
    over = with_score((9, 4), (9, 4), fewest_win=True)
    between = replace(over, status="playing", next_what="deal", deal=1)
    assert [each.amount for each in deal_sum(between)] == ["+4", "+9"]


@pytest.mark.parametrize("last", [(0, 4), (None, 4)])
def test_each_deal_has_the_total_after_it_back_to_nothing(last):
    (sheet,) = deals(with_score(last, (2, 3), (-2, 1)))
    assert rows(sheet) == [["2", "−2 → 0", "+1 → 4"], ["1", "+2 → 2", "+3 → 3"]]
