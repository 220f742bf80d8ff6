"""What is said of a deal's review, in the order in which a person reads it."""

import pytest

from tricktable.rules.review.review import DealReview
from tricktable.rules.review.words import reasons
from tricktable.text.sentences import spoken


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (5, "They made 5."),
        (6, "They made exactly that."),
        (10, "They made 10: the play went their way."),
    ],
)
def test_what_was_made_is_told_after_what_the_cards_held(made, said):
    deal = DealReview(1, "sides", side=(0, 2), made=made, course=(None, 6), trick=1, card=2)
    told = [spoken(each) for each in reasons(deal, ("Ann", "Bo", "Cy", "Di"))]
    assert told == [
        "That is from card 2 of trick 1 on; before that, time ran out.",
        "That is with all cards open, and everybody playing as well as can be.",
        said,
    ]
