"""What a program is told is all that a page knows: each answer is the same when it is read back."""

import msgspec
import pytest

from tricktable.rules.cards import card, mask
from tricktable.rules.entries import Played, Shown
from tricktable.rules.review.calls import Stretch
from tricktable.rules.review.claim import ClaimOutlook
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.last_cards import MissedTrick
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.puzzles import Puzzle, PuzzleSearch
from tricktable.rules.review.rare_hands import HandOdds
from tricktable.rules.review.review import Aim, CardPoints, DealReview, OtherTrump
from tricktable.rules.review.sides import Unit
from tricktable.store import reviews

QH, C3, D5 = map(card, ("QH", "3C", "5D"))
DEAL = DealReview(
    number=1,
    kind="turned",
    could_be_won=True,
    last_moment=2,
    is_last=True,
    round=3,
    trick=4,
    card=5,
    way=(Played(0, QH), Shown(1, C3)),
    score=6,
    least=7,
    most=8,
    side=(0, 2),
    seats=9,
    unit=Unit("{count} face", "{count} faces", is_loss=True),
    needed=10,
    made=11,
    course=(12, None, 13),
    reached=(None, True, False),
    marks=((CardPoints(QH, 14), CardPoints(C3, 15)), ()),
    others=(OtherTrump("S", "", 16), OtherTrump("no", "No", None)),
    wanted=(Aim(0, 17, 18, could=True), Aim(1, 19, 20, could=None)),
    missed=(MissedTrick(21, 22, (QH, C3), "D"), MissedTrick(23, 24, (D5,))),
    calls=(Stretch(25, 26, 27),),
    turns=28,
    remembered=(HandOdds("length", 29, "H", 30), HandOdds("holding", 31, title="Two aces")),
    is_cut_short=True,
)
"""Nothing of it is as in another deal, and no two numbers are alike."""


def test_all_that_is_known_of_a_deal_is_told():
    usual = DealReview(0, "")
    assert [field for field in DEAL._fields if getattr(DEAL, field) == getattr(usual, field)] == []


@pytest.mark.parametrize(
    ("told", "as_json", "of_json"),
    [
        (DEAL, reviews.as_json, reviews.of_json),
        (DealReview(1, "late"), reviews.as_json, reviews.of_json),
        (Outlook(False, 1, QH), reviews.outlook_as_json, reviews.outlook_of_json),
        (Outlook(), reviews.outlook_as_json, reviews.outlook_of_json),
        (
            SeatOutlook(1, 2, 3, 4, (5, 6), (0, 2)),
            reviews.seat_outlook_as_json,
            reviews.seat_outlook_of_json,
        ),
        (
            ClaimOutlook(False, (mask([QH]), mask([C3, D5]), 0), QH),
            reviews.claim_outlook_as_json,
            reviews.claim_outlook_of_json,
        ),
        (ClaimOutlook(None), reviews.claim_outlook_as_json, reviews.claim_outlook_of_json),
        (
            PuzzleSearch(Puzzle(1, (QH, C3), 2, 3), is_cut_short=True),
            reviews.puzzle_as_json,
            reviews.puzzle_of_json,
        ),
        (PuzzleSearch(None), reviews.puzzle_as_json, reviews.puzzle_of_json),
    ],
)
def test_an_answer_that_is_read_back_is_the_same(told, as_json, of_json):
    sent = as_json(told)
    assert of_json(msgspec.json.decode(msgspec.json.encode(sent), type=type(sent))) == told
