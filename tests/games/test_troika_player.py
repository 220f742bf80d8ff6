"""Troika without people: who is dealt cards, what the computer bids and plays, what is presumed.

At Low the lowest card of the suit led wins.
"""

import pytest

from games.alone import (
    DEALS_AGAIN,
    LAST,
    First,
    dealt_cards,
    decided,
    early,
    lying,
    masks,
    plays,
    presumed,
)
from players.torite import declared, played
from players.troika import (
    PASSES,
    begun,
    bid,
    bidding,
    dealt,
    discards,
    kitty,
    match,
    moved,
    table,
    takes,
)
from records.moments import detail
from tricktable.games.troika.player import _choose
from tricktable.rules.cards import SUITS, card
from tricktable.rules.deal import DISCARD, KITTY, Layout
from tricktable.rules.presumptions import LAID

# --- the deal -----------------------------------------------------------------------------------


def test_eight_cards_each_and_in_saskatchewan_two_in_the_kitty():
    for record, rest in ((table(dealt()), {}), (kitty(dealt()), {KITTY: 2})):
        lies = dealt_cards(record)
        assert [hand.bit_count() for hand in lies.hands] == [8] * 4
        assert {name: len(pile) for name, pile in lies.piles.items()} == rest
        there = sum(lies.hands) | sum(each.bit for pile in lies.piles.values() for each in pile)
        assert there == record.state.plan.deck


def cards(codes):
    """These cards, in this order."""
    return tuple(card(code) for code in codes.split())


BOUGHT = [*bidding("7", *PASSES), declared(0, "trump", "C")]
LIES = Layout(masks(4, {0: "KC 7D 8H 5H 3S 9C", 1: "AS"}), {KITTY: cards("7S AH")})


def after_moves(*lines):
    return lying(kitty(*BOUGHT, *lines), LIES)


def test_the_kitty_goes_to_the_hand():
    taken = Layout(masks(4, {0: "KC 7D 8H 5H 3S 9C 7S AH", 1: "AS"}), {KITTY: ()})
    assert after_moves(takes()) == taken


def test_the_lowest_cards_are_discarded_but_never_the_five_nor_the_three():
    left = Layout(masks(4, {0: "KC 8H 5H 3S 9C AH", 1: "AS"}), {KITTY: (), DISCARD: cards("7D 7S")})
    assert after_moves(takes(), discards()) == left
    known = after_moves(takes(), discards("KC", "8H"))
    assert known.piles[DISCARD] == cards("KC 8H")


# --- the player ---------------------------------------------------------------------------------


def test_each_game_is_dealt_by_the_next_seat_and_in_it_whoever_is_next():
    assert [decided(table(), {}, game=game) for game in (1, 2, 5)] == [*map(dealt, (0, 1, 0))]
    after = table(*match((0, "7", 8)))
    assert decided(after, {}, game=3) == dealt(1)


@pytest.mark.parametrize(
    ("hand", "says", "daring"),
    [
        ("8C 9C TC 7D 8D 9H 8S 9S", "pass", "pass"),  # three points, which nobody bids
        ("KC QC 8C 9D QD KH AH 9S", "pass", "6"),  # five high cards are two more
        ("KC QC JC TC 9C 8D 8H AS", "6", "7"),  # three high cards one, and five of a suit two
        ("KC QC JC TC 9C 8C 8H AS", "7", "8"),
        ("KC QC JC TC 8D 9H 5H AS", "7", "8"),  # the five is two
        ("KC QC JC TC 8D 9H QH AS", "6", "7"),
        ("KC QC JC TC 9C 8C 5H AS", "9", "9"),  # and never more than nine
        ("AC KC QC 8C AD KD AH AS", "7N", "8N"),  # of every suit, with two aces: without trump
        ("AC KC QC 8C KD QD AH 8S", "7N", "8N"),
        ("AC KC QC 8C KD QD KH 8S", "7", "8"),
        ("AC KC QC 8C KD QD AH KH", "7", "8"),
    ],
)
def test_it_bids_what_its_hand_should_take_with_an_average_partner(hand, says, daring):
    record = table(dealt())
    assert decided(record, {0: hand}) == bid(0, says)
    assert decided(record, {0: hand}, LAST) == bid(0, daring)


class Third(First):
    """Chance that takes the one in this place."""

    def __init__(self, place):
        self.place = place

    def choice(self, among, /):
        """That one."""
        return among[self.place]


def test_of_three_times_it_dares_one_point_more_once():
    hand = {0: "KC QC JC TC 9C 8C 8H AS"}
    bids = [decided(table(dealt()), hand, Third(place)) for place in range(3)]
    assert bids == [bid(0, "7"), bid(0, "7"), bid(0, "8")]


@pytest.mark.parametrize(
    ("bids", "hand", "says"),
    [
        ("7", "KC QC JC TC 9C 8C 8H AS", "7N"),  # as much as was bid, without trump
        ("7N", "KC QC JC TC 9C 8C 8H AS", "pass"),
        ("8", "KC QC JC TC 9C 8C 8H AS", "pass"),
        ("6", "KC QC JC TC 9C 8C 8H AS", "7"),
        ("6 pass 7", "KC QC JC TC 9C 8C 8H AS", "7"),  # which is enough for the dealer
        ("pass pass pass", "8C 9C TC 7D 8D 9H 8S 9S", "6"),  # who must bid
        ("7 pass pass", "8C 9C TC 7D 8D 9H 8S 9S", "pass"),
    ],
)
def test_it_passes_where_more_was_bid(bids, hand, says):
    record = table(*bidding(*bids.split()))
    seat = len(bids.split())
    assert decided(record, {seat: hand}) == bid(seat, says)


@pytest.mark.parametrize(
    ("hand", "suit"),
    [("7D 8D 9D AS KS", "D"), ("AS KS AC KC QC", "C"), ("8S 9S TS AH KH", "S"), ("8H 9C", "C")],
)
def test_its_longest_suit_is_trump(hand, suit):
    record = table(*bidding("7", *PASSES))
    assert decided(record, {0: hand}) == declared(0, "trump", suit)


def test_it_takes_the_kitty_and_discards_two():
    record = kitty(*BOUGHT)
    assert decided(record, {0: "AS"}) == moved("kitty", "hand")
    record = kitty(*BOUGHT, takes())
    assert decided(record, {0: "AS"}) == moved("hand", "discard")


@pytest.mark.parametrize(
    ("kind", "named", "trick", "hand", "plays_so"),
    [
        ("7", "C", "9H", "8C 7D KS", "8C"),  # a trump wins,
        ("7", "D", "9H", "8C 7D KS", "7D"),
        ("7", "H", "TD", "5H 9H KS", "9H"),  # but not the five, which the others may take
        ("7N", "", "9H", "8C 7D KS", "7D"),  # without trump nothing but the suit led,
        ("7N", "", "9H", "8H TH AS", "TH"),
        ("7L", "", "9H", "8H TH AS", "TH"),  # of which the lowest wins at Low
        ("7L", "", "TH KH", "9H JH QH", "QH"),  # so that nothing is as safe as its highest card,
        ("7L", "", "KH TH", "8H 9H", "9H"),  # even where each of them wins,
        ("7L", "", "TH 8C", "9H 8H", "9H"),
        ("7L", "", "TH", "9C AD KS", "AD"),  # or none
        ("7L", "", "", "8H TH AS", "8H"),
        ("7", "C", "", "8H TH AS", "AS"),
    ],
)
def test_it_plays_by_the_trump_of_the_deal(kind, named, trick, hand, plays_so):
    start = [*begun(kind, named), takes(), discards()]
    lines = [played("played", seat, code) for seat, code in enumerate(trick.split())]
    assert plays(kitty(*start, *lines), len(lines), hand) == plays_so


def test_without_the_cards_that_the_record_needs_it_deals_again():
    assert decided(table(*begun("7")), {1: "AS"}) == DEALS_AGAIN


def test_nobody_plays_when_the_game_is_over():
    deals = ((side, bids, 10) for side, bids in [(0, "10N")] * 3)
    record = table(*match(*deals))
    assert record.state.status == "finished"
    assert decided(record, {0: "AS"}) is None


@pytest.mark.parametrize(
    ("trick", "hand", "plays"),
    [
        ("", "8H KS 5H", "KS"),  # it leads high, and no special card
        ("", "3S 5H", "3S"),  # but it must lead something
        ("AH 9H", "8H 5H", "5H"),  # the five for the partner
        ("AH 9H", "TH 8H", "8H"),  # who needs nothing else
        ("KH 9H", "8H AH", "8H"),
        ("AS 9S", "3S 8S", "8S"),  # and certainly not the three,
        ("AS", "9S 3S", "3S"),  # which is for the others
        ("AH", "5H 8H", "8H"),  # who do not get the five
        ("TH", "8H KH QH", "QH"),  # it wins as cheaply as it can
        ("9S", "TS 8S", "TS"),
        ("TH", "9S KD 8D", "8D"),  # what is of another suit wins nothing
        ("TH", "9C 7D 8C", "8C"),  # unless it is a trump
        ("TD", "JS 3S AC", "3S"),
        ("TS 3S 9S", "KS 8S", "8S"),  # nobody wants a trick with the three
        ("AH 9H KH", "5H", "5H"),
    ],
)
def test_it_gives_its_partner_the_five_and_others_the_three(trick, hand, plays):
    for first in range(4):
        lies = tuple(((first + n) % 4, each) for n, each in enumerate(cards(trick)))
        seat = (first + len(lies)) % 4
        assert _choose([*cards(hand)], seat, lies, SUITS.index("C")) == card(plays)


# --- what is presumed ---------------------------------------------------------------------------


def test_the_first_bid_shows_that_the_seat_before_it_dealt():
    record = table()
    for seat, name in enumerate(("West", "North", "East", "South")):
        assert presumed(record, seat, "bid") == [(dealt((seat - 1) % 4), f"{name} deals")]
        assert presumed(record, seat) == presumed(record, seat, "misdeal") == []
    assert presumed(record, None, "bid") == []
    assert early(record) == [(seat, "bid") for seat in range(4)]


def test_the_next_deal_is_dealt_by_rotation_whoever_acts_and_its_first_bid_can_come():
    for dealer, name in ((1, "East"), (0, "North")):
        deals = match(*[(0, "7", 8)] * (dealer or 4))
        record = table(*deals)
        assert len(detail(record)["deals"]) == (dealer or 4)
        for act in ((0, LAID), (2, "bid"), (None, "trump")):
            assert presumed(record, *act) == [(dealt(dealer), f"{name} deals by rotation")]
        assert early(record) == [(dealer + 1, "bid")]


def test_nothing_is_missing_in_a_deal():
    record = table(dealt())
    assert presumed(record, 1, "bid") == early(record) == []
    record = table(*match((0, "7", 8)), dealt(1))
    assert presumed(record, 1, "bid") == early(record) == []
