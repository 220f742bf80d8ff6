"""Troika: the worked examples of its rulings, by number (docs/games/troika.md)."""

from itertools import product

import pytest

from players.torite import declared, played, plays
from players.troika import TRICKS, begun, bidding, deal, dealt, match, points
from records.lines import record_of, refused
from referees.troika import Referee

SASKATCHEWAN = {"variant": "saskatchewan"}
TEN_TEN = [(0, "6", 10), (1, "6", 10)]
"""Each side makes ten."""
FORTY = [(1, "6", 10)] * 4
"""Side 1 has 40, side 0 nothing."""


def told(lines, **options):
    """What a record means to all; the referee agrees, and nothing in it was improper."""
    summary = record_of(4, lines, "troika", **options).summary()
    assert summary == Referee(4, lines, options).summary()
    assert summary["findings"] == []
    return summary


def scores(lines, **options):
    """The points of the last deal, what was scored for them, and the totals."""
    detail = told(lines, **options)["detail"]
    last = detail["deals"][-1]
    return last["points"], last["scored"], detail["totals"]


def first_trick(bid, *cards, **options):
    """Who takes the first trick, which seat 0 leads, and its points."""
    lines = [*begun(bid), *plays(*cards)]
    record = record_of(4, lines, "troika", **options)
    summary = record.summary()
    assert summary == Referee(4, lines, options).summary()
    taker = summary["next"]["seat"]
    return taker, summary["detail"]["points"][taker % 2]


def accepted(lines, candidates, **options):
    """Those of the candidates that are possible after the lines."""
    record = record_of(4, lines, "troika", **options)
    return [line for line in candidates if not refused(record, line)]


def bids_accepted(*before, **options):
    """What the next seat may bid."""
    seat = (len(before) + 4) % 4
    said = [*["pass"], *(f"{n}{kind}" for n in range(6, 13) for kind in ("", "N", "L"))]
    lines = [declared(seat, "bid", each) for each in said]
    return [line["value"] for line in accepted(bidding(*before), lines, **options)]


@pytest.mark.parametrize(
    ("bid", "taken", "of_each", "scored"),
    [
        ("7", (0, 0, 1, 0, 0, 0, 1, 1), [10, 0], [10, 0]),  # 1
        ("8", (0, 0, 0, 0, 0, 1, 1, 1), [7, 3], [-8, 3]),  # 2
        ("7N", (0, 0, 0, 0, 0, 0, 1, 1), [8, 2], [16, 2]),  # 3
        ("7N", (0, 0, 0, 0, 1, 1, 1, 1), [6, 4], [-14, 4]),  # 4
        ("12N", (0, 0, 1, 0, 0, 0, 0, 0), [12, -2], [24, -2]),  # 7
        ("10", (0, 0, 0, 0, 0, 0, 0, 0), [10, 0], [10, 0]),  # 7
    ],
)
def test_examples_1_to_4_and_7_what_is_scored(bid, taken, of_each, scored):
    assert scores(deal(bid, taken)) == (of_each, scored, scored)


def test_example_2_from_twenty_each():
    lines = match(*TEN_TEN, *TEN_TEN, (0, "8", 7))
    assert scores(lines) == ([7, 3], [-8, 3], [12, 23])


@pytest.mark.parametrize(("fifth", "before", "after"), [(5, 45, 45), (6, 44, 48)])
def test_example_5_defenders_with_45_win_no_points(fifth, before, after):
    deals = [*FORTY, (0, "6", fifth)]
    assert scores(match(*deals))[2][1] == before
    assert scores(match(*deals, (0, "6", 6)))[2][1] == after


@pytest.mark.parametrize(("many", "scored"), [(12, -2), (11, -1), (10, 0)])
def test_example_6_but_they_lose_them(many, scored):
    deals = [*FORTY, (0, "6", 4)]
    assert scores(match(*deals))[2][1] == 46
    assert scores(match(*deals, (0, "6", many)))[1:] == ([many, scored], [many - 6, 46 + scored])


def test_example_8_the_dealer_must_bid_when_three_have_passed():
    passed = bids_accepted("pass", "pass", "pass")
    assert passed[:4] == ["6", "6N", "7", "7N"]
    assert "pass" not in passed


def test_example_8_what_the_dealer_may_do():
    assert bids_accepted("pass", "7N", "8")[:5] == ["pass", "8", "8N", "9", "9N"]
    assert bids_accepted("pass", "pass", "8N")[:3] == ["pass", "8N", "9"]
    assert bids_accepted("pass", "8N")[:3] == ["pass", "9", "9N"]


def test_example_9_a_trump_takes_the_trick():
    assert first_trick("7", "AS", "3S", "5H", "KS") == (2, 3)


def test_example_10_without_trump_the_suit_led_does():
    assert first_trick("7N", "9D", "AH", "KD", "7D") == (2, 1)


@pytest.mark.parametrize(
    ("cards", "taker", "worth"),
    [("8H 7H AH 5H", 1, 6), ("AH 5H KH 7D", 2, 6), ("3S AS 8C 8D", 1, -2)],
)
def test_example_11_low(cards, taker, worth):
    found = first_trick("7L", *cards.split(), **SASKATCHEWAN)
    assert found == (taker, worth)


@pytest.mark.parametrize(
    ("hand", "is_allowed"),
    [("TS 9S 8H TH 9D 8D 7C TC", True), ("TS 9S 8H TH 9D 8D 3S TC", False)],
)
def test_example_12_a_hand_for_a_misdeal(hand, is_allowed):
    held = [played("held", 1, card) for card in hand.split()]
    assert bool(accepted([dealt(), *held], [declared(1, "misdeal")])) is is_allowed


def test_example_13_bids_in_saskatchewan():
    assert bids_accepted("7N", **SASKATCHEWAN)[:4] == ["pass", "7L", "8", "8N"]
    assert bids_accepted("7N")[:3] == ["pass", "8", "8N"]


@pytest.mark.parametrize(("cards", "is_allowed"), [(["5H", "AS"], False), (["AS", "7D"], True)])
def test_example_13_what_may_be_discarded(cards, is_allowed):
    gone = {"kind": "moved", "seat": 0, "from": "hand", "to": "discard", "count": 2, "cards": cards}
    assert bool(accepted(begun("7"), [gone], **SASKATCHEWAN)) is is_allowed


@pytest.mark.parametrize(
    ("nt_increase", "target", "status"), [("on", 62, "playing"), ("off", 52, "finished")]
)
def test_example_14_a_no_bid_that_is_made_raises_the_target_first(nt_increase, target, status):
    summary = told(match(*FORTY, (1, "8N", 8)), nt_increase=nt_increase)
    assert (summary["detail"]["totals"], summary["detail"]["target"]) == ([2, 56], target)
    assert summary["status"] == status


@pytest.mark.parametrize(("win", "winner"), [("any", [1, 3]), ("only_bidders", None)])
def test_example_15_defenders_may_reach_the_target(win, winner):
    deals = [*FORTY, (0, "6", 6), (0, "6", 2)]
    summary = told(match(*deals), win=win)
    assert (summary["detail"]["totals"], summary["winner"]) == ([0, 52], winner)


def test_example_16_every_deal_has_ten_points():
    """Of the 256 ways to share the tricks; each total occurs in a deal that is played out."""
    totals = set()
    for taken in product((0, 1), repeat=len(TRICKS)):
        totals.add(points(taken, 0))
        assert points(taken, 0) + points(taken, 1) == 10
    assert totals == set(range(-2, 13))
    for many in totals:
        record = record_of(4, match((0, "6", many)), "troika")
        assert record.summary()["detail"]["deals"][0]["points"] == [many, 10 - many]
