"""What the computer plays at Low in Troika, where the lowest card of the suit led wins."""

import pytest

from tricktable.games.troika.player import _under
from tricktable.rules.cards import card


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
