"""What the computer plays in Troika, card by card; at Low the lowest card of the suit led wins."""

import pytest

from tricktable.games.troika.player import _chosen, _under
from tricktable.rules.cards import SUITS, card


@pytest.mark.parametrize(
    ("trick", "hand", "plays"),
    [
        ("TH KH", "9H JH QH", "QH"),  # above the ten, which wins
        ("KH TH", "8H 9H", "9H"),  # it wins whatever it plays
        ("TH 8C", "9H 8H", "9H"),  # the eight is of another suit
    ],
)
def test_it_plays_the_highest_card_that_does_not_win_or_else_its_highest(trick, hand, plays):
    lying = tuple((seat, card(code)) for seat, code in enumerate(trick.split()))
    assert _under([card(code) for code in hand.split()], lying) == card(plays)


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
def test_it_gives_its_partner_the_five_and_the_others_the_three_and_wins_cheaply(
    trick, hand, plays
):
    lying = tuple((seat, card(code)) for seat, code in enumerate(trick.split()))
    cards = [card(code) for code in hand.split()]
    assert _chosen(cards, len(lying), lying, SUITS.index("C")) == card(plays)
