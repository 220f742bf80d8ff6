"""What pages show of a game that gives nothing of its own but its score."""

from dataclasses import replace
from random import Random

import pytest

from players.every_game import KINDS, by_chance
from records.lines import growth, record_of
from tricktable.rules.page import (
    Fronts,
    Middle,
    Page,
    TrickPlace,
    deal_sum,
    deals,
    final_score,
    last_laid,
    places,
    standing_sheet,
    trick,
)
from tricktable.rules.score import POINTS, DealScore, Figure, Score
from tricktable.rules.view import view
from tricktable.text.language import Message
from tricktable.text.sentences import Fact, Name, Picture, Sheet, SheetRow, Strong, spoken
from tricktable.web.guest.sheets import sheets


def moments(name, count, seed, keep=None):
    """Every moment of a game by chance whose own pages are taken away."""
    game = by_chance(Random(seed), name, count, is_tidy=True)
    plain = replace(game.header.rules, page=Page())
    names = ("Ann", "Bo", "Cy", "Di")[:count]
    for record in growth(replace(game.header, rules=plain, names=names), game.lines[:keep]):
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
    [("troika", 4, True), ("triatri", 3, False), ("triatri", 4, False)],
)
def test_totals_stand_beside_the_gains_of_two_at_most(name, count, are_summed):
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
    scored = tuple(DealScore(number, gain) for number, gain in enumerate(gains, start=1))
    score = Score(Figure(Message("Total"), totals), deals=scored, unit=POINTS, **more)
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


# --- a moment made by hand -----------------------------------------------------------------------

NAMES = ("Ann", "Bo", "Cy", "Di")
THIRD = ((2, "5H"), (3, "2S"), (0, "KH"), (1, "9H"))
"""The trick before, which Ann took with the king; it was the third one."""


def moment(**fields):
    """A moment after three tricks of four players, with nobody's turn unless a field says so."""
    now = view(record_of(4)).with_names(NAMES)
    base = {
        "trump": "",
        "number": 4,
        "tally": (1, 0, 2, 0),
        "next_what": "wait",
        "awaited": (),
        "trick": (),
    }
    return replace(now, **(base | fields))


def place_of(seat, card=None, leads=False, wins=False, is_due=False):
    return TrickPlace(seat, NAMES[seat], card, leads, wins, is_due, (), None, None, None, False)


def taken(who, number):
    return (Name(who), f" took trick {number}")


THIRD_AS_IT_LIES = (
    place_of(2, "5H", leads=True),
    place_of(3, "2S"),
    place_of(0, "KH", wins=True),
    place_of(1, "9H"),
)


KING = (Picture("KH"), " is the highest card of the suit that was led.")


def middle_of(title, side, places, is_resting=False, taken=(), last=(), why=()):
    return Middle(title, side, places, is_resting, taken, last, (), "", None, why)


@pytest.mark.parametrize(
    ("now", "middle"),
    [
        (
            moment(number=1, tally=(0,) * 4, next_what="play", awaited=(2,)),
            middle_of(
                ("Trick 1",),
                (),
                (place_of(2, is_due=True), place_of(3), place_of(0), place_of(1)),
            ),
        ),
        (
            moment(
                last=THIRD,
                last_winner=0,
                trick=((0, "3C"), (1, "JC")),
                best=1,
                trump="S",
                next_what="play",
                awaited=(2,),
            ),
            middle_of(
                ("Trick 4",),
                (Picture("S"), " trump"),
                (
                    place_of(0, "3C", leads=True),
                    place_of(1, "JC", wins=True),
                    place_of(2, is_due=True),
                    place_of(3),
                ),
                taken=taken("Ann", 3),
                last=THIRD_AS_IT_LIES,
                why=KING,
            ),
        ),
        (
            moment(last=THIRD, last_winner=0, next_what="play", awaited=(0,), best=1),
            middle_of(taken("Ann", 3), (), THIRD_AS_IT_LIES, is_resting=True, why=KING),
        ),
        (
            moment(number=1, tally=(0,) * 4, trick=((3, "3C"),), best=3),
            middle_of(
                ("Trick 1",),
                (),
                (place_of(3, "3C", leads=True, wins=True), *map(place_of, (0, 1, 2))),
            ),
        ),
        (moment(number=1), middle_of(("Trick 1",), (), tuple(map(place_of, range(4))))),
        (
            moment(number=1, next_what="deal", awaited=(3,)),
            middle_of(("No trick yet",), (), tuple(map(place_of, range(4)))),
        ),
    ],
    ids=[
        "before the first lead",
        "in a trick",
        "after a trick",
        "nobody's turn",
        "nothing yet",
        "before the deal",
    ],
)
def test_the_middle_shows_the_trick_who_is_ahead_who_comes_next_and_the_trick_before(now, middle):
    assert trick(now) == middle


@pytest.mark.parametrize(
    ("what", "awaited", "due"),
    [
        ("play", (1,), [1]),
        ("play", (1, 3), [1, 3]),
        ("bid", (3,), [3]),
        ("bid", (1, 3), []),
        ("bid", (), []),
        ("deal", (3,), []),
        ("deal", (1, 3), []),
        ("over", (3,), []),
    ],
)
def test_whoever_must_play_or_alone_must_speak_is_due_but_never_between_deals(what, awaited, due):
    middle = trick(moment(next_what=what, awaited=awaited))
    first = due[0] if due else 0
    assert [place.seat for place in middle.places] == [(first + step) % 4 for step in range(4)]
    assert [place.seat for place in middle.places if place.is_due] == due


def test_seats_that_have_yet_to_play_follow_from_whoever_is_due_else_from_the_leader():
    played = ((3, "2C"), (1, "4C"))
    assert [each.seat for each in places(moment(), played, None, (2,))] == [3, 1, 2, 0]
    assert [each.seat for each in places(moment(), played, None)] == [3, 1, 0, 2]
    assert [each.seat for each in places(moment(), (), None, (1, 0))] == [1, 2, 3, 0]


def test_the_card_before_each_seat_is_of_this_trick_or_of_the_last_and_so_is_who_is_ahead():
    last = {"last": THIRD, "last_winner": 0, "best": 3}
    assert last_laid(moment(**last, trick=((3, "2D"),))) == Fronts({3: "2D"}, 3)
    assert last_laid(moment(**last)) == Fronts({2: "5H", 3: "2S", 0: "KH", 1: "9H"}, 0)
    assert last_laid(moment()) == Fronts({}, None)
    assert Fronts({}) == Fronts({}, None)


def test_a_game_may_leave_out_all_but_a_title_and_has_numbered_stacks():
    page, now = Page(), moment()
    assert Middle(("Etori",)) == middle_of(("Etori",), (), ())
    assert (page.signs(now), page.of_nobody(now), page.stack(now, 3)) == ((), "", "Stack 3")


def scored(owners=((0,), (1,), (2,), (3,)), values=(4, -1, 0, None), winner=None, **more):
    """A moment of a game that stands so."""
    figure = Figure(Message("Total"), values)
    score = Score(figure, unit=POINTS, **more)
    now = moment(next_what="play", awaited=(1,), winner=winner, owners=owners)
    return replace(now, rules=replace(now.rules, score=lambda _: score))


def row(head, *figures, mark=""):
    return SheetRow(head, tuple((Strong(each),) for each in figures), mark)


def test_the_standing_has_a_row_for_each_owner_a_column_for_each_figure_and_the_facts():
    facts = (Fact(("Nine tricks are needed",), "open"),)
    more = {"now": (Figure(Message("Tricks"), (1, 0, None, 2)),), "facts": facts}
    now = scored(marks=("", "", "out", "sits out"), **more)
    assert standing_sheet(now) == Sheet(
        "seats",
        "Seats",
        (("Seat",), ("Tricks",), ("Total",)),
        (
            row((Name("Ann"),), "1", "4"),
            row((Name("Bo"),), "0", "−1", mark="due"),
            row((Name("Cy"), ", out"), "–", "0", mark="out"),
            row((Name("Di"), ", sitting out"), "2", "–", mark="out"),
        ),
        facts,
        True,
        False,
        False,
        "",
    )


def test_teams_stand_in_one_row_each_and_winners_are_marked_even_if_they_are_out():
    now = scored(((0, 2), (1, 3)), (52, 40), winner=(0, 2), marks=("out", ""))
    assert standing_sheet(now) == Sheet(
        "teams",
        "Teams",
        (("Team",), ("Total",)),
        (
            row((Name("Ann"), " & ", Name("Cy")), "52", mark="won"),
            row((Name("Bo"), " & ", Name("Di")), "40", mark="due"),
        ),
        is_plain=True,
    )


def test_one_team_among_single_players_makes_it_a_sheet_of_teams():
    assert standing_sheet(scored(((0,), (1, 2), (3,)), (1, 2, 3))).name == "teams"


HALVES = ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("owners", "values", "gains", "cells"),
    [
        (HALVES, (4, -3), [(-2, 1), (6, -4)], [[(6, 4), (-4, -3)], [(-2, -2), (1, 1)]]),
        (((0,), (1,), (2, 3)), (4, None, 1), [(4, 0, 1)], [[4, 0, 1]]),
        (((0,), (1,), (2,), (3,)), (4, 0, -1, 1), [(4, 0, -1, 1)], [[4, 0, -1, 1]]),
    ],
    ids=["two", "three", "four"],
)
def test_deals_are_listed_newest_first_while_there_is_room(owners, values, gains, cells):
    def signed(number):
        return {0: "0"}.get(number, f"{'+' if number > 0 else '−'}{abs(number)}")

    def cell(told):
        if isinstance(told, int):
            return (signed(told),)
        return (signed(told[0]), " → ", Strong(f"{told[1]}".replace("-", "−")))

    listed = tuple(DealScore(number, each) for number, each in enumerate(gains, start=1))
    (sheet,) = deals(scored(owners, values, deals=listed))
    assert (sheet.name, sheet.title, sheet.facts) == ("deals", "Deals so far", ())
    assert (sheet.is_plain, sheet.is_folded, sheet.is_long, sheet.layout) == (
        *(False, False, True),
        "sums",
    )
    teams = [" & ".join(NAMES[seat] for seat in seats) for seats in owners]
    assert [spoken(head) for head in sheet.heads] == ["Deal", *teams]
    assert sheet.rows == tuple(
        SheetRow((str(number),), tuple(map(cell, told)), "")
        for number, told in zip(range(len(gains), 0, -1), cells, strict=True)
    )


def test_there_is_no_list_of_deals_before_the_first():
    assert deals(scored()) == ()
    assert [sheet.name for sheet in Page().sheets(scored())] == ["seats"]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({}, [("Bo", "+3"), ("Ann", "+1"), ("Di", "−4")]),
        ({"next_what": "over"}, [("Bo", "+3"), ("Ann", "+1"), ("Di", "−4")]),
        ({"next_what": "play"}, []),
        ({"status": "finished", "next_what": "over"}, []),
        ({"status": "drawn"}, []),
        ({"deal": 3}, []),
        ({"deal": 1}, []),
    ],
)
def test_the_newest_deal_is_summed_up_until_the_next(fields, shown):
    listed = (DealScore(1, (9, 9, 9, 9)), DealScore(2, (1, 3, 0, -4)))
    now = replace(scored(deals=listed), next_what="deal", deal=2)
    told = deal_sum(replace(now, **fields))
    assert [(spoken(each.who), each.amount) for each in told] == shown
    assert deal_sum(replace(scored(), next_what="deal", deal=0)) == ()


def test_the_final_score_is_shown_at_the_end_only_with_equals_in_the_order_of_their_seats():
    now = scored(values=(4, 7, None, 7), winner=(3,))
    assert final_score(now) == ()
    told = final_score(replace(now, status="finished"))
    assert [(each.who, each.amount) for each in told] == [
        ((Name("Di"),), "7"),
        ((Name("Bo"),), "7"),
        ((Name("Ann"),), "4"),
        ((Name("Cy"),), "0"),
    ]
    drawn = final_score(replace(now, status="drawn", winner=()))
    assert [spoken(each.who) for each in drawn] == ["Bo", "Di", "Ann", "Cy"]
