"""Troika: its rulings, each by its number (docs/games/troika.md)."""

from itertools import pairwise

import pytest

from players.torite import declared, played, plays
from players.troika import (
    PASSES,
    SASKATCHEWAN,
    begun,
    bid,
    bidding,
    deal,
    dealt,
    discards,
    held,
    kitty,
    match,
    moved,
    table,
    takes,
    taking,
    tricks,
)
from records.lines import refused
from records.moments import add, awaited, detail
from tricktable.games import GAMES
from tricktable.rules.view import view

FIFTY_EACH = [(side, "6", 10) for side in (0, 1)] * 5
TEN_LOW = "TS 9S 8S TH 9H 8H TD 9D".split()
"""A hand that may be thrown in."""


def totals(*deals, **options):
    """How the game stands after whole deals."""
    return detail(table(*match(*deals), **options))["totals"]


def winner(*deals, **options):
    """Who has won with the last of these deals; nobody had before it."""
    assert table(*match(*deals[:-1]), **options).summary()["winner"] is None
    return table(*match(*deals), **options).summary()["winner"]


def test_k1_the_three_of_spades_costs_three():
    record = table(*begun("6"), *plays("AS", "3S", "8S", "9S"))
    assert detail(record)["points"] == [-2, 0]
    for card in ("3H", "3D", "3C", "5S"):
        assert refused(table(*begun("6")), played("played", 0, card))


@pytest.mark.parametrize("suit", "CDHS")
def test_k2_ace_high_and_the_lowest_card_last(suit):
    ranks = "AKQJT98" + {"H": "5", "S": "3"}.get(suit, "7")
    for high, low in pairwise(ranks):
        assert view(table(*begun("7N"), *plays(low + suit, high + suit))).best == 1
        assert view(table(*begun("7N"), *plays(high + suit, low + suit))).best == 0


def test_k2_the_deck_has_32_cards():
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    record = table(*begun("7"))
    possible = [card for card in cards if not refused(record, played("played", 0, card))]
    assert len(possible) == 32
    assert [card for card in possible if card[0] < "8"] == ["7C", "7D", "5H", "3S"]


@pytest.mark.parametrize(("low", "high"), [("5H", "7H"), ("3S", "7S")])
def test_k3_the_two_sevens_of_saskatchewan_stand_above_the_five_and_the_three(low, high):
    assert view(kitty(*begun("7N"), *plays(low, high))).best == 1
    assert refused(table(*begun("7N")), played("played", 0, high))


@pytest.mark.parametrize(("value", "best"), [("lowest", 1), ("highest", 0)])
@pytest.mark.parametrize(("special", "other"), [("5H", "AH"), ("3S", "AS"), ("5H", "7H")])
def test_k4_where_the_specials_stand_in_low(value, best, special, other):
    record = kitty(*begun("7L"), *plays(special, other), low_specials=value)
    assert view(record).best == best


@pytest.mark.parametrize(
    ("value", "over_no", "over_low"),
    [("above_no", ["7L", "8"], ["8", "8N"]), ("equal_no", ["8", "8N"], ["8", "8N"])],
)
def test_k5_a_low_bid_over_no_of_the_same_number(value, over_no, over_low):
    for standing, possible in (("7N", over_no), ("7L", over_low)):
        record = kitty(*bidding(standing), low_rank=value)
        said = ["7", "7N", "7L", "8", "8N"]
        assert [each for each in said if not refused(record, bid(1, each))][:2] == possible


def test_k5_of_equal_bids_only_the_dealer_may_make_the_other():
    record = kitty(*bidding("7L", "pass", "pass"), low_rank="equal_no")
    assert not refused(record, bid(3, "7N"))
    assert refused(kitty(*bidding("7L", "pass", "pass")), bid(3, "7N"))


def test_k6_low_is_said_with_the_bid():
    record = kitty(*bidding("7L", *PASSES))
    assert (detail(record)["trump"], awaited(record)) == ("low", (0, "discard"))
    assert refused(record, declared(0, "trump", "H"))


@pytest.mark.parametrize(
    ("value", "steps"),
    [("after_trump", ["trump", "discard", "play"]), ("before_trump", ["discard", "trump", "play"])],
)
def test_k7_trump_and_the_kitty(value, steps):
    record = kitty(*bidding("7", *PASSES), kitty=value)
    lines = {"trump": [declared(0, "trump", "H")], "discard": [takes(), discards()]}
    for step in steps:
        assert awaited(record) == (0, step)
        assert [refused(record, takes()), refused(record, discards())] == [step != "discard"] * 2
        add(record, *lines.get(step, []))


def test_k8_any_two_of_the_ten_cards_may_be_discarded():
    record = kitty(*begun("7"), takes("AS", "7D"))
    for pair in (("AS", "7D"), ("AS", "KC"), ("KC", "QC")):
        assert not refused(record, discards(*pair))
    for pair in (("5H", "KC"), ("KC", "3S")):
        assert refused(record, discards(*pair))


def test_k9_discards_count_for_nobody():
    lines = [*begun("7"), discards("7H", "7S"), *tricks(0, taking(0, 8))]
    assert detail(kitty(*lines))["deals"][0]["points"] == [8, 2]


@pytest.mark.parametrize(
    ("standing", "said", "is_possible"),
    [("8", "8", True), ("8", "8N", True), ("8N", "8", False), ("8N", "8N", True)],
)
def test_k10_the_dealer_may_equal_the_highest_bid(standing, said, is_possible):
    record = table(*bidding(standing, "pass", "pass"))
    assert refused(record, bid(3, said)) is not is_possible
    assert refused(table(*bidding(standing)), bid(1, standing))
    if is_possible:
        high = detail(add(record, bid(3, said)))["high"]
        assert high == {"seat": 3, "bid": said}


def test_k11_the_dealer_may_pass_once_somebody_has_bid():
    record = table(*bidding("6", "pass", "pass", "pass"))
    assert (detail(record)["high"]["seat"], awaited(record)) == (0, (0, "trump"))


def test_k12_the_dealer_must_bid_at_least_the_least():
    record = table(*bidding(*PASSES))
    assert refused(record, bid(3, "pass"))
    for said in ("6", "6N", "9", "12N"):
        assert not refused(record, bid(3, said))


def test_k12_or_the_same_dealer_deals_again_by_house_rule():
    record = table(*bidding(*PASSES, "pass"), all_pass="redeal")
    assert awaited(record) == (3, "deal")
    assert detail(record)["deals"] == []
    assert refused(record, dealt(0))
    assert not refused(table(*bidding(*PASSES), all_pass="redeal"), bid(3, "6"))


def test_k13_everybody_bids_once():
    record = table(*bidding("6", "pass"))
    assert refused(record, bid(0, "8"))
    assert refused(table(*bidding("6", *PASSES)), bid(0, "8"))


@pytest.mark.parametrize("least", [5, 6, 7, 8])
def test_k14_the_least_bid_is_a_house_rule(least):
    record = table(dealt(), min_bid=least)
    assert next(n for n in range(5, 13) if not refused(record, bid(0, str(n)))) == least


def test_k14_saskatchewan_begins_at_seven():
    assert GAMES["troika"].options(4, SASKATCHEWAN)["min_bid"].default == 7
    assert refused(kitty(dealt()), bid(0, "6L"))
    assert not refused(kitty(dealt(), min_bid=6), bid(0, "6L"))


@pytest.mark.parametrize(
    ("value", "deal", "scored"),
    [
        ("no", (0, "7N", 8), [16, 2]),
        ("yes", (0, "7N", 8), [16, 4]),
        ("yes", (0, "7N", 11), [22, -2]),
        ("yes", (0, "7N", 6), [-14, 8]),
        ("yes", (0, "7", 8), [8, 2]),
    ],
)
def test_k15_no_and_low_double_the_bidders_alone(value, deal, scored):
    assert totals(deal, double_defenders=value) == scored


def test_k16_the_bid_is_measured_by_undoubled_points():
    assert totals((0, "7N", 4)) == [-14, 6]


def test_k17_the_limit_is_measured_before_the_deal():
    deals = [(1, "6", 10)] * 4 + [(0, "6", 6)]
    assert totals(*deals)[1] == 44
    assert totals(*deals, (0, "6", 6))[1] == 48
    assert totals(*deals, (0, "6", 6), (0, "6", 6))[1] == 48


@pytest.mark.parametrize(("limit", "total"), [(45, 50), (50, 50), (51, 54), ("none", 54), (0, 50)])
def test_k18_the_limit_is_a_house_rule(limit, total):
    assert totals(*[(1, "6", 10)] * 5, (0, "6", 6), bid_out=limit)[1] == total


@pytest.mark.parametrize(
    ("value", "of_46", "of_55"), [("same", 46, 55), (55, 50, 55), (56, 50, 59)]
)
def test_k19_the_limit_when_62_are_needed(value, of_46, of_55):
    rules = {"nt_increase": "on", "bid_out_62": value}
    deals = [(0, "6N", 10), *[(1, "6", 10)] * 4, (0, "6", 4)]
    assert totals(*deals, (0, "6", 6), **rules)[1] == of_46
    assert totals(*deals, (1, "6", 9), (0, "6", 6), **rules)[1] == of_55
    assert totals(*deals[1:], (0, "6", 6), **rules)[1] == 46


def test_k19_the_deal_that_raises_the_target_is_scored_by_the_limit_before():
    rules = {"nt_increase": "on", "bid_out_62": 55}
    deals = [*[(1, "6", 10)] * 4, (0, "6", 4)]
    assert totals(*deals, (0, "6N", 6), **rules)[1] == 46
    assert totals(*deals, (0, "6N", 6), (0, "6", 6), **rules)[1] == 50


def test_k19_no_limit_but_where_62_are_needed():
    rules = {"nt_increase": "on", "bid_out": "none", "bid_out_62": 55}
    deals = [(0, "6N", 10), *[(1, "6", 10)] * 5, (0, "6", 4)]
    assert totals(*deals, **rules)[1] == 56
    assert totals(*deals, (0, "6", 6), **rules)[1] == 56


def test_k20_behind_the_limit_defenders_still_lose():
    assert totals(*[(1, "6", 10)] * 5, (0, "6", 12))[1] == 48


@pytest.mark.parametrize("side", [0, 1])
def test_k21_if_both_reach_the_target_the_bidders_win(side):
    assert winner(*FIFTY_EACH, (side, "6", 6), bid_out="none") == [side, side + 2]


def test_k22_defenders_win_too_or_only_bidders():
    deals = [(1, "6", 10)] * 4 + [(0, "6", 6), (0, "6", 2)]
    assert winner(*deals) == [1, 3]
    assert winner(*deals, win="only_bidders") is None


def test_k22_a_side_beyond_the_target_wins_with_the_next_deal_that_it_bids():
    rules = {"win": "only_bidders", "bid_out": "none"}
    deals = [(1, "6", 10)] * 4 + [(0, "6", 0)] * 2
    assert totals(*deals, **rules)[1] == 60
    assert winner(*deals, (0, "6", 6), **rules) is None
    assert winner(*deals, (1, "6", 5), **rules) == [1, 3]


def test_k23_a_no_bid_that_is_made_raises_the_target_once_for_all():
    rules = {"nt_increase": "on"}
    assert detail(table(*match((0, "6N", 5)), **rules))["target"] == 52
    assert detail(table(*match((0, "6N", 6)), **rules))["target"] == 62
    assert detail(table(*match((0, "6N", 6), (1, "6N", 6), (1, "6", 6)), **rules))["target"] == 62
    assert detail(table(*match((0, "6N", 6))))["target"] == 52
    assert winner((0, "6N", 10), (0, "6N", 10), (0, "6N", 9), **rules) is None
    assert winner((0, "6N", 10), (0, "6N", 10), (0, "6N", 11), **rules) == [0, 2]


def test_k24_low_raises_it_too():
    record = kitty(*deal("7L", taking(0, 7)), nt_increase="on")
    told = detail(record)
    assert (told["target"], told["totals"]) == (62, [14, 3])
    assert told["deals"][0]["trump"] == "low"


def test_k25_a_misdeal_is_called_before_the_own_bid_and_the_same_dealer_deals():
    record = table(*bidding("6", "pass"))
    for seat in (0, 1):
        assert refused(record, declared(seat, "misdeal"))
    for seat in (2, 3):
        assert awaited(add(record.fork(), declared(seat, "misdeal"))) == (3, "deal")
    add(record, declared(3, "misdeal"))
    assert refused(record, dealt(0))
    told = detail(add(record, dealt(3)))
    assert (told["high"], told["deals"], awaited(record)) == (None, [], (0, "bid"))


def test_k25_no_misdeal_by_house_rule_or_after_the_bidding():
    assert refused(table(dealt(), misdeal="off"), declared(0, "misdeal"))
    assert refused(table(*bidding("6", *PASSES)), declared(3, "misdeal"))


@pytest.mark.parametrize("card", ["AC", "KD", "QH", "JS", "5H", "3S"])
def test_k26_a_card_that_counts_stands_against_a_misdeal(card):
    record = table(dealt(), *held(1, card))
    assert refused(record, declared(1, "misdeal"))
    assert not refused(record, declared(2, "misdeal"))
    assert not refused(table(dealt(), *held(1, " ".join(TEN_LOW))), declared(1, "misdeal"))


def test_k27_partners_sit_opposite_each_other():
    record = table(*match(*[(1, "6", 10)] * 6))
    assert record.summary()["winner"] == [1, 3]


@pytest.mark.parametrize(("value", "told"), [("off", None), (52, [1, 3])])
def test_k28_minus_52_may_lose_the_game(value, told):
    deals = [(0, "12", 5)] * 4
    assert totals(*deals)[0] == -48
    assert winner(*deals, (0, "6", 12), minus_loses=value) is None
    assert winner(*deals, (0, "7", 5), minus_loses=value) == told


def test_k28_the_other_side_may_lose_the_game_too():
    assert winner(*[(1, "12", 5)] * 4, (1, "7", 5), minus_loses=52) == [0, 2]


@pytest.mark.parametrize(
    ("value", "deal", "scored"),
    [
        ("yes", (0, "7", 10), [10, 0]),
        ("no", (0, "7", 10), [7, 0]),
        ("no", (0, "7N", 10), [14, 0]),
        ("no", (0, "7", 6), [-7, 4]),
    ],
)
def test_k29_points_beyond_the_bid(value, deal, scored):
    assert totals(deal, overtricks=value) == scored


@pytest.mark.parametrize(("many", "points"), [(1, -2), (2, -1), (3, 0)])
def test_k30_few_tricks_with_the_three_count_less_than_nothing(many, points):
    taken = [0, 0, 1] + [1] * (many - 1) + [0] * (6 - many)
    assert detail(table(*deal("6", taken)))["totals"] == [10 - points, points]


@pytest.mark.parametrize(
    ("value", "many", "told"), [("on", 12, [0, 2]), ("on", 11, [1, 3]), ("off", 12, None)]
)
def test_k31_twelve_no_may_decide_the_game(value, many, told):
    assert winner((0, "12N", many), kaiser_bid=value) == told
    low = kitty(*deal("12L", taking(0, many)), kaiser_bid=value)
    assert low.summary()["winner"] is None


@pytest.mark.parametrize(("source", "target"), [("hand", "hand"), ("hand", "kitty")])
def test_k32_partners_pass_each_other_no_cards(source, target):
    assert refused(kitty(*begun("7")), moved(source, target))
    assert refused(table(*begun("7")), moved(source, target))


@pytest.mark.parametrize("options", [{}, SASKATCHEWAN])
def test_k33_the_highest_bidder_leads(options):
    record = table(*bidding("pass", "7", "8N", "pass"), discards(seat=2), **SASKATCHEWAN)
    assert awaited(record) == (2, "play")
    record = table(*bidding("pass", "7", "8N", "pass"), **options)
    assert view(record).next_seat == 2
