"""Piles: what is known of the cards in them when some leave."""

import pytest

from tricktable.rules.cards import card, mask
from tricktable.rules.entries import Impossible
from tricktable.rules.piles import EMPTY, Pile, take


def known(*codes):
    """These cards as a mask."""
    return mask(map(card, codes))


def pile(size, *codes):
    """This many cards, of which these are known."""
    return Pile(size, known(*codes))


def test_some_cards_leave_unseen_and_nothing_is_known_any_more():
    assert pile(3, "2C", "3C").split(1, None) == (pile(2), pile(1))


def test_all_cards_leave_unseen_and_what_is_known_goes_along():
    assert pile(3, "2C", "3C").split(3, None) == (EMPTY, pile(3, "2C", "3C"))
    assert EMPTY.split(0, None) == (EMPTY, EMPTY)


def test_no_card_leaves_and_everything_stays_known():
    assert pile(3, "2C").split(0, None) == (pile(3, "2C"), EMPTY)
    assert pile(3, "2C").split(0, 0) == (pile(3, "2C"), EMPTY)


def test_named_cards_leave_known_or_not():
    assert pile(3, "2C", "3C").split(2, known("2C", "4C")) == (
        pile(1, "3C"),
        pile(2, "2C", "4C"),
    )


def test_too_many_others_cannot_leave():
    assert pile(2, "2C").split(1, known("3C")) == (pile(1, "2C"), pile(1, "3C"))
    with pytest.raises(Impossible):
        pile(2, "2C", "3C").split(1, known("4C"))
    with pytest.raises(Impossible):
        pile(1, "2C").split(1, known("4C"))


def test_piles_are_joined():
    assert pile(3, "2C").join(pile(2, "3C")) == pile(5, "2C", "3C")


def test_cards_are_taken_from_the_draw_pile():
    draw, discard = pile(3, "2C"), pile(4, "3C")
    assert take(draw, discard, 2, None) == (pile(1), discard, pile(2))
    assert take(draw, discard, 3, None) == (EMPTY, discard, pile(3, "2C"))
    assert take(draw, discard, 1, known("2C")) == (pile(2), discard, pile(1, "2C"))
    with pytest.raises(Impossible):
        take(draw, discard, 3, known("2C", "3C", "4C"))  # 3C lies in the other pile
    with pytest.raises(Impossible):
        take(draw, discard, 3, known("4C", "5C", "6C"))  # 2C cannot have stayed


def test_what_is_lacking_comes_from_the_discards_which_are_turned():
    draw, discard = pile(2, "2C"), pile(4, "3C", "4C")
    assert take(draw, discard, 3, None) == (pile(3), EMPTY, pile(3, "2C"))
    assert take(draw, discard, 6, None) == (EMPTY, EMPTY, pile(6, "2C", "3C", "4C"))
    assert take(draw, discard, 3, known("2C", "3C", "5C")) == (
        pile(3, "4C"),
        EMPTY,
        pile(3, "2C", "3C", "5C"),
    )
    assert take(draw, discard, 4, known("2C", "3C", "5C", "6C")) == (  # 5C lay there unseen
        pile(2, "4C"),
        EMPTY,
        pile(4, "2C", "3C", "5C", "6C"),
    )


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (3, "5C 6C 3C"),  # 2C lies in the draw pile and must be among them
        (3, "2C 3C 4C"),  # only one comes from the discards
        (5, "2C 5C 6C 7C 8C"),  # 3C and 4C cannot both be left over
    ],
)
def test_what_cannot_come_from_both(count, names):
    with pytest.raises(Impossible):
        take(pile(2, "2C"), pile(4, "3C", "4C"), count, known(*names.split()))
