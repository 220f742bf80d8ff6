"""TriATri without people: who is dealt which cards, what the computer plays, what is presumed.

R, B and G are fire, water and wood, X an imitation. Water is dominant over fire, wood over water,
fire over wood.
"""

from random import Random

import pytest

from games.alone import (
    DEALS_AGAIN,
    LAST,
    dealt_cards,
    decided,
    early,
    lying,
    masks,
    plays,
    presumed,
)
from players.torite import played
from players.triatri import begun, dealt, play, prize, round_of_2, shows, table, trick
from referees.witness import Line
from tricktable.rules.deal import Layout
from tricktable.rules.presumptions import LAID, READ

FIRE = [*begun("8R", "6B", "6G", "X3"), prize(0, "R")]
"""The first of four players starts, and they play for a gem of fire."""


# --- the deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "deck"), [(2, 17), (3, 19), (4, 24)])
def test_everybody_is_dealt_six_cards_and_nobody_sees_the_rest(players, deck):
    lies = dealt_cards(table(players))
    assert [hand.bit_count() for hand in lies.hands] == [6] * players
    assert lies.piles == {}
    assert sum(lies.hands).bit_count() == 6 * players <= deck


HANDS = {0: "8R 5R 2B", 1: "6B 6R X1", 2: "6G 3R 2G", 3: "X3 4R"}
OUT = {0: "5R 2B", 1: "6R X1", 2: "3R 2G", 3: "4R"}


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([dealt()], HANDS),
        (begun("8R"), {**HANDS, 0: "5R 2B"}),
        (begun("8R", "6B"), {**HANDS, 0: "5R 2B", 1: "6R X1"}),
        (FIRE, OUT),
        ([*FIRE, played("played", 0, "5R")], {**OUT, 0: "2B"}),
        ([*FIRE, *trick(0, "R", "5R", "X1")[1:]], {**OUT, 0: "2B", 1: "6R"}),
    ],
)
def test_cards_that_were_played_or_have_decided_who_starts_are_gone(lines, left):
    record = table(4, *lines)
    assert lying(record, Layout(masks(4, HANDS), {})).hands == masks(4, left)


def test_equal_cards_that_decided_nothing_are_taken_back():
    hands = {0: "6R 5R", 1: "6B 4B", 2: "6G 4G"}
    dealt_so = Layout(masks(3, hands), {})
    assert lying(table(3, *begun("6R", "6B", "6G")), dealt_so) == dealt_so
    again = table(3, *begun("6R", "6B", "6G"), *shows("5R", "4B"))
    assert lying(again, dealt_so).hands == masks(3, {0: "6R", 1: "6B", 2: "6G 4G"})


# --- the player ---------------------------------------------------------------------------------


def test_the_next_seat_deals_the_next_round_and_begins_the_next_game():
    assert [decided(table(3), {}, game=game) for game in (1, 2, 4)] == [*map(dealt, (0, 1, 0))]
    after = table(2, *round_of_2(0, "RBGRB"))
    assert after.state.next.what == "deal"
    assert [decided(after, {}, game=game) for game in (1, 2)] == [dealt(1), dealt(0)]
    lines = play(Random(1), 3).honest
    again = [number for number, line in enumerate(lines) if line["kind"] == "dealt"][1]
    three = table(3, *lines[:again])
    assert [decided(three, {}, game=game) for game in (1, 2)] == [dealt(1), dealt(2)]


def test_any_seat_that_has_not_shows_any_card():
    shown = table(3, dealt(), played("shown", 0, "6R"))
    hands = {0: "5R", 1: "2B 3B", 2: "4G 5G"}
    assert decided(shown, hands) == played("shown", 1, "2B")
    assert decided(shown, hands, LAST) == played("shown", 2, "5G")
    assert decided(shown, {0: "5R"}) == DEALS_AGAIN


def named(chosen: str) -> Line:
    colour, source = chosen.split()
    return prize(0, colour, source)


@pytest.mark.parametrize(
    ("won", "names"),
    [
        ("", "R stock"),
        ("R", "B stock"),
        ("RB", "G stock"),
        ("RRB", "G stock"),
        ("GG", "R stock"),
        ("RBG", "R stock"),
    ],
)
def test_it_names_the_colour_that_it_has_least_of_from_the_stock(won, names):
    assert decided(table(2, *round_of_2(0, won)), {}) == named(names)


@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ("7R 3R", "7R"),  # worth a prize,
        ("6R 2R", "6R"),
        ("5R 3R 4R", "3R"),  # while less is not
        ("X1 3R", "3R"),  # an imitation leads for nothing,
        ("X1 X2", "X1"),  # unless there is no other card
        ("7B 5G", "7B"),  # without fire any card may be played
        ("7B 7G 2R", "2R"),
    ],
)
def test_it_leads_a_card_worth_the_prize_or_its_lowest(hand, leads):
    assert plays(table(4, *FIRE), 0, hand) == leads


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ("5R", "6R 2R", "6R"),  # fair,
        ("7R", "6R 2R", "2R"),  # but lower than what lies there
        ("6R", "7R 5R 3R", "7R"),
        ("7R", "7B 4B 3B", "7B"),  # water over fire counts double,
        ("7R", "3B 4B", "4B"),
        ("7R", "2B 3B", "2B"),  # and the two four times
        ("5R", "2B 4B", "4B"),  # of equals, the higher number
        ("5R", "2G 7G", "7G"),  # wood over fire counts once
        ("5R", "5G 3G", "3G"),
        ("5R", "X1 3R", "X1"),  # an imitation is fair
        ("6R", "X1 3R", "X1"),
        ("7R", "X1 3R", "3R"),  # and no more
        ("5R", "X1 6R", "6R"),
        ("5R 4B", "5G 2B", "5G"),  # the card before it is the second,
        ("5R 3B", "4G 2R", "2R"),  # suit is followed
        ("4R 7B", "3G 5B", "3G"),  # and the highest lies before that
        ("2R 7B", "7G 3B", "7G"),
        ("7R 3R", "6R 4R", "4R"),
        ("7R 3R", "3B 2G", "2G"),
    ],
)
def test_it_plays_what_counts_most_if_that_wins_else_its_lowest(trick, hand, card):
    lines = [played("played", seat, code) for seat, code in enumerate(trick.split())]
    record = table(4, *FIRE, *lines)
    assert plays(record, len(lines), hand) == card


def test_without_the_cards_that_the_record_needs_it_deals_again():
    assert decided(table(4, *FIRE), {1: "6R"}) == DEALS_AGAIN


def test_nobody_plays_when_the_game_is_over():
    over = table(2, *round_of_2(0, "RBGRB"), *round_of_2(0, "G"))
    assert over.state.status == "finished"
    assert decided(over, {0: "6R", 1: "5R"}) is None


# --- what is presumed ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_card_shows_that_the_seat_before_it_dealt(players):
    record = table(players)
    for seat in range(players):
        before = (seat - 1) % players
        told = [(dealt(before), f"{record.header.seat_names[before]} deals")]
        assert [presumed(record, seat, what) for what in (LAID, READ)] == [told, told]
    assert presumed(record, None) == []


def test_the_next_round_is_dealt_by_rotation_whoever_acts():
    record = table(2, *round_of_2(0, "RBGRB"))
    for seat in (0, 1):
        name = record.header.seat_names[1]
        assert presumed(record, seat) == [(dealt(1), f"{name} deals by rotation")]
    assert presumed(record, None) == []


def test_nothing_is_missing_in_a_round():
    for lines in ([dealt()], begun("8R"), FIRE, [*FIRE, *trick(0, "R", "6R")[1:]]):
        assert presumed(table(4, *lines), 1) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_can_lay_a_card_before_anybody_says_who_dealt(players):
    assert early(table(players)) == [(seat, LAID) for seat in range(players)]
    assert early(table(players, dealt())) == []
