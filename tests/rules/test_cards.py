"""Cards as printed: one object each, and sets of them as bits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktable.rules.cards import (
    ALL,
    CLUBS,
    COLOURLESS,
    DIAMONDS,
    HEARTS,
    JOKERS,
    SPADES,
    STANDARD,
    SUIT_MASKS,
    card,
    cards_in,
    code_of,
    mask,
    written_card,
)
from tricktable.text.language import Message

some_cards = st.sets(st.sampled_from(ALL))


def test_the_standard_cards_are_52_clubs_first_and_twos_first():
    assert [each.code for each in STANDARD[:14]] == (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D".split()
    )
    assert len(STANDARD) == len({each.code for each in STANDARD}) == 52


def test_triatri_has_21_cards_and_3_imitations():
    others = [each.code for each in ALL[52:]]
    assert others[:7] == "2R 3R 4R 5R 6R 7R 8R".split()
    assert {each[1] for each in others[:21]} == set("RBG")
    assert others[21:24] == ["X1", "X2", "X3"]


def test_two_jokers_come_last_so_that_no_other_card_has_another_number():
    assert [each.code for each in ALL[76:]] == [each.code for each in JOKERS] == ["1W", "2W"]


@pytest.mark.parametrize("each", ALL, ids=str)
def test_there_is_one_object_for_each_card(each):
    assert card(each.code) is each
    assert ALL[int(each)] is each
    assert each.bit == 1 << each
    assert str(each) == repr(each) == each.code


@pytest.mark.parametrize(
    ("code", "suit", "rank"),
    [
        ("2C", CLUBS, 2),
        ("TD", DIAMONDS, 10),
        ("JH", HEARTS, 11),
        ("QS", SPADES, 12),
        ("KC", CLUBS, 13),
        ("AS", SPADES, 14),
        ("8G", 2, 8),
        ("X2", COLOURLESS, 0),
        ("1W", 5, 0),
    ],
)
def test_suit_and_rank_are_as_printed(code, suit, rank):
    assert (card(code).suit, card(code).rank) == (suit, rank)


def test_every_card_is_true():
    assert all(ALL)


@pytest.mark.parametrize(
    "code", ["", "1C", "10H", "th", "HT", "9R", "1R", "X4", "X0", "3W", "W1", "TH "]
)
def test_other_codes_are_no_cards(code):
    with pytest.raises(KeyError):
        card(code)


@given(some_cards)
def test_a_mask_holds_each_card_once(cards):
    assert list(cards_in(mask(cards))) == sorted(cards)
    assert mask(cards).bit_count() == len(cards)


def test_the_suits_part_the_standard_cards():
    assert sum(SUIT_MASKS) == mask(STANDARD)
    for suit, of_suit in enumerate(SUIT_MASKS):
        assert [each.suit for each in cards_in(of_suit)] == [suit] * 13


def test_no_card_has_no_code():
    assert (code_of(None), code_of(card("2C"))) == (None, "2C")


def test_a_card_is_written_as_people_write_it():
    """Each letter of a rank and a suit that stands for a word can be another in a language."""
    told = [written_card(code) for code in ("TH", "KH", "9C", "5R", "2W", "X1", "Z?")]
    assert [str(each) for each in told] == ["TH", "KH", "9C", "5R", "2W", "X1", "Z?"]
    ranks = [each.fields.get("rank") for each in told]
    assert ranks == [Message("T"), "K", "9", "5", "2", None, None]
    assert told[5].words == "X{number}"
