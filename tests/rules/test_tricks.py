"""Whose card wins, whose turn it is, what may be played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referees.witness import trick_winner
from tricktable.rules.cards import SPADES, STANDARD, SUITS, card, cards_in, mask
from tricktable.rules.ranking import PRINTED, ranking_of
from tricktable.rules.tricks import (
    TURNS,
    legal,
    next_seat,
    playable,
    suit_led,
    unquestioned_cards,
    winner,
)


def trick(codes, first=0, seats=4):
    """The cards of a trick, played clockwise from seat `first`."""
    return tuple(((first + n) % seats, card(code)) for n, code in enumerate(codes.split()))


tricks = st.tuples(
    st.permutations(range(4)),
    st.lists(st.sampled_from(STANDARD), min_size=1, max_size=4, unique=True),
).map(lambda drawn: tuple(zip(drawn[0], drawn[1], strict=False)))


@pytest.mark.parametrize(
    ("codes", "won_by"),
    [
        # rulings 3c, 9
        ("9H KH 2S AC", "2S"),
        ("4C JC AD TC", "JC"),
        ("3S 9S AH KS", "KS"),
        # and what else can lie there
        ("2D", "2D"),
        ("2D AH AC KH", "2D"),
        ("2D 3D AC KH", "3D"),
        ("2S AH AC AD", "2S"),
        ("2H 2S 3S AH", "3S"),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(codes, won_by):
    lying = trick(codes, first=2)
    assert winner(lying, SPADES) == lying[codes.split().index(won_by)][0]


def test_without_trump_a_spade_is_a_card_like_any_other():
    assert winner(trick("9H KH 2S AC")) == 1


@pytest.mark.parametrize(
    ("codes", "trump", "won_by"),
    [
        ("9H KC 2D AH", "C", "KC"),
        ("9H KC 2D AH", "D", "2D"),
        ("9H KC 2D AH", "H", "AH"),
        ("9H KC 2D AH", "S", "AH"),
        ("2S AC 3C KS", "C", "AC"),
        ("2S 3C AC KS", "C", "AC"),
        ("2S 3C AC KS", "D", "KS"),
    ],
)
def test_any_suit_can_be_trump(codes, trump, won_by):
    assert winner(trick(codes), SUITS.index(trump)) == codes.split().index(won_by)


def test_the_first_card_says_what_is_led():
    assert [suit_led(trick(codes)) for codes in ("", "2C AS", "KH", "3S 4D")] == [
        None,
        "C",
        "H",
        "S",
    ]


@given(tricks)
def test_the_winner_is_the_referees(lying):
    assert winner(lying, SPADES) == trick_winner([(seat, each.code) for seat, each in lying])


@pytest.mark.parametrize(
    ("present", "due"),
    [((0,), 1), ((3,), 0), ((2, 3), 0), ((2, 0), 3), ((1, 3, 0), 2), ((0, 2, 1), 3)],
)
def test_next_is_the_first_absent_seat_clockwise_from_the_first_card(present, due):
    lying = tuple((seat, card("2C")) for seat in present)
    assert next_seat(lying, 4) == due


def test_next_goes_round_a_table_of_two():
    assert next_seat(((1, card("2C")),), 2) == 0


@pytest.mark.parametrize("seats", range(2, 7))
def test_nobody_is_next_when_all_have_played(seats):
    everybody = (1 << seats) - 1
    assert {TURNS[seats][first][everybody] for first in range(seats)} == {-1}
    assert TURNS[seats][seats - 1][1 << seats - 1] == 0


@pytest.mark.parametrize("seats", [6, 7, 8])
def test_whose_turn_it_is_is_known_for_more_seats_than_the_table_has(seats):
    lying = ()
    for step in range(seats):
        lying = (*lying, ((5 + step) % seats, card("2C")))
        assert next_seat(lying, seats) == (-1 if step == seats - 1 else (6 + step) % seats)


@pytest.mark.parametrize("ranking", [PRINTED, ranking_of(H="9H QH AH")], ids=["printed", "other"])
def test_of_two_cards_that_are_equally_high_the_first_wins(ranking):
    assert winner(trick("9H 9H 2H QC"), ranking=ranking) == 0
    assert winner(trick("2C 9H KC 9H"), SUITS.index("H"), ranking) == 1


hands = st.lists(st.sets(st.sampled_from(STANDARD), max_size=13), min_size=2, max_size=4)


@given(hands.filter(lambda read: len(set().union(*read)) == sum(map(len, read))))
def test_what_was_read_of_a_hand_goes_before_all_that_nobody_has_read(read):
    clear = unquestioned_cards(mask(STANDARD), [mask(hand) for hand in read])
    others = set(STANDARD).difference(*read)
    assert [set(cards_in(cards)) for cards in clear] == [hand or others for hand in read]


@given(st.sets(st.sampled_from(STANDARD)), tricks)
def test_who_can_follow_must(hand, lying):
    allowed = set(cards_in(playable(mask(hand), lying)))
    assert legal(mask(hand), lying) == sorted(allowed)
    of_suit = {each for each in hand if each.suit == lying[0][1].suit}
    assert allowed == (of_suit or hand)


@given(st.sets(st.sampled_from(STANDARD)))
def test_who_leads_may_play_any_card(hand):
    assert playable(mask(hand), ()) == mask(hand)
