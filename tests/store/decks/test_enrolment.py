"""Enrolling a deck and checking it: every card once, no tag twice, nothing of another deck."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktable.store.decks import KINDS, BadDeck, Decks, Enrolment, demo_deck
from tricktable.store.decks.enrolment import (
    Again,
    Faulty,
    Foreign,
    Learnt,
    Right,
    UnknownTag,
    check_tag,
    read_enrolment,
    replace_tag,
    write_enrolment,
)

RED, BLUE, GREEN = demo_deck("red"), demo_deck("blue"), demo_deck("green")
OTHERS = Decks((BLUE,))
ORDER = KINDS["standard52"].codes
START = Enrolment("Ours", "red", "standard52")
NEW = "04FFFFFFFFFF80"


def laid(enrolment, cards, deck=RED):
    """The enrolment after these cards of a deck."""
    for card in cards:
        enrolment, told = enrolment.take(deck.tag_of(card), OTHERS)
        assert told == Learnt(card)
    return enrolment


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_deck_is_learnt_in_printed_order(kind):
    deck = demo_deck("red", kind)
    enrolment = laid(Enrolment("Ours", "red", kind), KINDS[kind].codes, deck)
    assert enrolment.next_card is None
    assert enrolment.deck() == replace(deck, name="Ours")


def test_a_deck_with_a_card_missing_is_none():
    with pytest.raises(BadDeck, match="AS has no tag"):
        laid(START, ORDER[:-1]).deck()


def test_a_card_that_is_not_at_hand_comes_at_the_end():
    enrolment = laid(START, ORDER[:3]).put_off()
    enrolment = laid(enrolment, [*ORDER[4:7]]).put_off()
    assert enrolment.next_card == ORDER[8]
    enrolment = laid(enrolment, ORDER[8:])
    assert enrolment.cards_left == (ORDER[3], ORDER[7])
    assert enrolment.put_off().cards_left == (ORDER[7], ORDER[3])
    assert laid(enrolment, (ORDER[3], ORDER[7])).deck().tags == RED.tags


@pytest.mark.parametrize(
    ("uid", "told"),
    [
        (RED.tag_of(ORDER[0]).lower(), Again(ORDER[0])),
        (BLUE.tag_of("QH"), Foreign("blue", "QH")),
        (GREEN.tag_of("2C"), Foreign("green", "2C")),
        ("0412345678", Faulty("is not 4 or 7 bytes long")),
        ("xyz", Faulty("is not in hexadecimal")),
        ("88041234", "cut short"),
        ("08123456", "changes every time"),
    ],
)
def test_what_is_no_new_tag_changes_nothing(uid, told):
    before = laid(START, ORDER[:3])
    begun = laid(Enrolment("Green", "green", "standard52"), ORDER[:1], GREEN)
    after, said = before.take(uid, OTHERS, [begun])
    assert after is before
    assert said == told if not isinstance(told, str) else told in said.reason


def test_the_last_card_can_be_laid_again():
    enrolment = laid(START, ORDER[:5]).back()
    assert (enrolment.next_card, len(enrolment.tags)) == (ORDER[4], 4)
    assert START.back() == START


@given(st.integers(0, 52), st.integers(0, 3))
def test_an_enrolment_goes_on_where_it_was_broken_off(done, later):
    enrolment = laid(START, ORDER[:done])
    for _ in range(later if enrolment.cards_left else 0):
        enrolment = enrolment.put_off()
    again = read_enrolment(write_enrolment(enrolment))
    assert again == enrolment
    assert again.cards_left == enrolment.cards_left


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"enrolling": "tricktable/1"}',
        write_enrolment(START).replace("tricktable/1", "tricktable/2"),
        write_enrolment(START).replace('"Ours"', "1"),
        write_enrolment(START).replace("{}", "0"),
        write_enrolment(START).replace("[]", "0"),
    ],
)
def test_what_is_no_enrolment_is_refused(text):
    with pytest.raises(BadDeck, match="this enrolment cannot be continued"):
        read_enrolment(text)


def test_an_enrolment_of_a_kind_that_is_not_known_is_refused():
    with pytest.raises(BadDeck, match="no kind of deck"):
        read_enrolment(write_enrolment(START).replace("standard52", "standard53"))


def test_what_cannot_have_been_learnt_is_laid_again():
    text = write_enrolment(laid(START, ORDER[:5]))
    for card, other in ((ORDER[0], "XX"), (ORDER[1], ORDER[2])):
        text = text.replace(f'"{card}"', f'"{other}"')
    text = text.replace(RED.tag_of(ORDER[3]), "0488")
    assert set(read_enrolment(text).tags.values()) == {ORDER[2], ORDER[4]}


def test_one_damaged_card_gets_a_new_tag():
    mended = replace_tag(RED, "7D", NEW.lower(), Decks((RED, BLUE)))
    assert mended.tag_of("7D") == NEW
    assert set(RED.tags) - set(mended.tags) == {RED.tag_of("7D")}
    assert Decks((mended, BLUE)).find(RED.tag_of("7D")) == Decks().find("")


@pytest.mark.parametrize(
    ("uid", "told"),
    [
        (RED.tag_of("8D"), Again("8D")),
        (BLUE.tag_of("7D"), Foreign("blue", "7D")),
        ("04", Faulty("is not 4 or 7 bytes long")),
    ],
)
def test_what_is_no_new_tag_replaces_nothing(uid, told):
    assert replace_tag(RED, "7D", uid, Decks((RED, BLUE))) == told


@given(st.permutations(ORDER), st.integers(0, 52))
def test_a_check_takes_the_cards_in_any_order(cards, count):
    seen = ()
    for card in cards[:count]:
        assert check_tag(RED, seen, RED.tag_of(card), Decks((BLUE, RED))) == Right(card)
        seen = (*seen, card)
        assert check_tag(RED, seen, RED.tag_of(card), Decks((BLUE, RED))) == Again(card)


def test_a_check_tells_what_does_not_belong():
    for uid, told in (
        (BLUE.tag_of("2C"), Foreign("blue", "2C")),
        (NEW, UnknownTag()),
        ("04", Faulty("is not 4 or 7 bytes long")),
    ):
        assert check_tag(RED, (), uid, Decks((RED, BLUE))) == told
