"""A game's deck: what a printed card counts as, and what is printed on a card of the game."""

import pytest

from tricktable.rules.deck import STANDARD52, Pack

PACK = Pack(STANDARD52, {"2C": "XB", "2D": "XR"})


@pytest.mark.parametrize(("printed", "code"), [("2C", "XB"), ("2D", "XR"), ("2H", "2H")])
def test_a_printed_card_and_the_games_card_lead_to_each_other(printed, code):
    assert PACK.read(printed) == PACK.keyed_card(printed) == code
    assert PACK.printed_code(code) == printed
