"""What is said of a deal's review, in the order in which a person reads it."""

import pytest

from tricktable.rules.cards import card
from tricktable.rules.review.calls import Stretch
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.last_cards import MissedTrick
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.review import Aim, DealReview, OtherTrump
from tricktable.rules.review.rounds import SharedWin
from tricktable.rules.review.sides import POINTS, Sides
from tricktable.rules.review.words import from_seat, headline, outlook, reasons
from tricktable.text.sentences import spoken

NAMES = ("Ann", "Bo", "Cy", "Di")
TOGETHER = SharedWin(frozenset({((1, 0),)}))
OPEN = "With all cards open, and everybody playing as well as can be"


def told(deal):
    return [spoken(each) for each in (headline(deal, NAMES), *reasons(deal, NAMES))]


def of_side(course, made, needed):
    reached = tuple(None if points is None else points >= needed for points in course)
    deal = DealReview(1, "sides", side=(0, 2), seats=4, course=course, made=made, could_be_won=True)
    return deal._replace(needed=needed, reached=reached)


@pytest.mark.parametrize(
    ("course", "made", "said"),
    [
        (
            (6, 6, 5),
            5,
            [
                "Ann & Cy could have made it.",
                "Needed: 6. Made: 5 tricks.",
                "Before card 2 of trick 1 it could still be made; after that card, no longer.",
                f"{OPEN}, it comes to 6 tricks.",
            ],
        ),
        (
            (5, 5, 7),
            7,
            [
                "Ann & Cy made it.",
                "Needed: 6. Made: 7 tricks.",
                "Before card 2 of trick 1 the others could still have stopped it; after that card, "
                "no longer.",
                f"{OPEN}, it comes to 5 tricks.",
            ],
        ),
        (
            (None, 6, 7),
            7,
            [
                "Ann & Cy made it.",
                "Needed: 6. Made: 7 tricks.",
                "From card 2 of trick 1 on, the others could not have stopped it; before that, "
                "time ran out.",
                "That is with all cards open, and everybody playing as well as can be.",
            ],
        ),
    ],
)
def test_a_side_is_told_whether_it_had_what_it_needed_and_until_when_that_was_open(
    course, made, said
):
    assert told(of_side(course, made, 6)) == said


def test_a_side_that_could_never_have_it_is_told_so():
    deal = of_side((1, 1, 1), 1, 6)._replace(could_be_won=False)
    assert told(deal)[:3] == [
        "Ann & Cy could not have made it.",
        "Needed: 6. Made: 1 trick.",
        "The others could stop it, however it was played.",
    ]


def test_what_is_known_from_the_first_card_on_is_not_taken_back_where_numbers_are_not():
    deal = of_side((None, 1, 1), 1, 6)._replace(could_be_won=False, reached=(False,) * 3)
    assert told(deal) == [
        "Ann & Cy could not have made it.",
        "Needed: 6. Made: 1 trick.",
        "The others could stop it, however it was played.",
        "That is with all cards open, and everybody playing as well as can be.",
        "What it comes to is known from card 2 of trick 1 on; before that, time ran out.",
    ]


def test_what_other_trumps_had_made_is_a_sentence_of_its_own():
    others = (OtherTrump("S", "", 8), OtherTrump("H", "", None), OtherTrump("N", "No", -2))
    *_, last = told(of_side((5, 5, 7), 7, 6)._replace(others=others))
    assert last == "With the same cards, and something else as trump: spades 8 and No −2."


def test_any_one_of_the_cards_that_would_have_taken_a_trick_is_told():
    missed = (
        MissedTrick(2, 8, (card("6S"), card("9S"))),
        MissedTrick(4, 16, (card("AC"),)),
        MissedTrick(5, 20, (card("AD"),), "G"),
    )
    assert told(DealReview(1, "last_cards", missed=missed)) == [
        "3 tricks could have been won with their last cards.",
        "Trick 2: six of spades or nine of spades would have taken it.",
        "Trick 4: ace of clubs would have taken it.",
        "Trick 5, for wood: ace of diamonds would have taken it.",
    ]


def test_what_a_side_loses_is_told_without_its_sign_and_with_the_card_that_changed_most():
    deal = of_side((None, -8, -5, -18), -18, 0)._replace(
        side=(1,), unit=POINTS._replace(is_loss=True), needed=None, reached=()
    )
    assert told(deal) == [
        "Bo could have got away with 8 points.",
        "Taken: 18 points.",
        "Most changed with card 3 of trick 1: from 5 to 18.",
        "That is with all cards open, and everybody playing as well as can be.",
        "It is known from card 2 of trick 1 on; before that, time ran out.",
    ]


def test_a_loss_that_could_not_have_been_smaller_is_not_praised():
    deal = of_side((-14, -14, -14, -14), -14, 0)._replace(
        side=(0,), unit=POINTS._replace(is_loss=True), needed=None, reached=()
    )
    assert told(deal)[0] == "Ann took 14 points."


@pytest.mark.parametrize(
    ("score", "least", "most", "said"),
    [
        (24, 24, 24, ["24 was the best that there was."]),
        (18, 24, 24, ["It scored 18.", "The best score was 24."]),
        (18, 23, 24, ["It scored 18.", "The best score was at least 23, and at most 24."]),
        (21, 21, 24, ["It scored 21.", "Nothing better was found, but up to 24 is not ruled out."]),
        (None, 23, 24, ["The best score was at least 23, and at most 24."]),
        (
            None,
            11,
            24,
            ["The best score was at least 11; before more was known, time ran out."],
        ),
        (11, 11, 24, ["It scored 11.", "Nothing better was found before time ran out."]),
    ],
)
def test_a_win_is_told_its_score_beside_the_best(score, least, most, said):
    deal = DealReview(1, "won", score=score, least=least, most=most, is_cut_short=True)
    assert told(deal) == ["It was won.", *said]


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (None, ["The best score was at least 11; more than that is not ruled out."]),
        (11, ["It scored 11.", "Nothing better was found, but a better score is not ruled out."]),
    ],
)
def test_a_search_that_came_to_its_end_does_not_say_that_time_ran_out(score, said):
    deal = DealReview(1, "won", score=score, least=11, most=24)
    assert told(deal) == ["It was won.", *said]


OF_ONE = Sides(frozenset({1}), unit=POINTS._replace(is_loss=True))
OF_TWO = Sides(frozenset({0, 2}))
OF_CARDS = Sides(frozenset({0, 2}), trick=0, worth={card("AS"): 11})


@pytest.mark.parametrize(
    ("goal", "of", "said"),
    [
        (OF_ONE, Outlook(points=-15), "With best play by all, it comes to 15 points for Bo."),
        (OF_TWO, Outlook(points=1), "With best play by all, it comes to 1 trick for Ann & Cy."),
        (OF_TWO, Outlook(points=-1), "With best play by all, it comes to −1 tricks for Ann & Cy."),
        (OF_CARDS, Outlook(points=9), "With best play by all, it comes to 9 points for Ann & Cy."),
        (OF_TWO, Outlook(), "There was no time to find out."),
        (TOGETHER, Outlook(can_be_won=True), "It can still be won."),
        (TOGETHER, Outlook(can_be_won=False), "It can no longer be won."),
    ],
)
def test_what_a_moment_comes_to_is_told_of_one_player_as_of_two(goal, of, said):
    assert spoken(outlook(of, goal, NAMES)) == said


def test_what_a_seat_could_know_is_told_of_one_player_as_of_two():
    first = next(from_seat(SeatOutlook(3, 3, 0, points=(-2, 0, 1), side=(1,)), 2, NAMES))
    assert spoken(first).endswith("it comes to −0.3 on average for Bo, from −2 to 1.")


def test_whoever_had_their_number_is_not_told_that_it_was_missed():
    aims = (Aim(0, 1, 1, True), Aim(1, 0, 0, False), Aim(2, 2, 1, True), Aim(3, 1, 0, False))
    assert told(DealReview(1, "exactly", wanted=aims))[1:5] == [
        "Ann: wanted 1 and took 1; with good play it was safe.",
        "Bo: wanted 0 and took 0, though the others could have stopped it.",
        "Cy: wanted 2, took 1; it could have been made.",
        "Di: wanted 1, took 0; the others could have stopped it anyway.",
    ]


def test_a_call_that_was_right_in_every_turn_is_told_in_one_sentence():
    assert told(DealReview(1, "calls", calls=(Stretch(1, 95, 7),), turns=95)) == [
        "A call would have been right from the first turn to the last.",
        "Who it would have hit stays a secret.",
    ]
