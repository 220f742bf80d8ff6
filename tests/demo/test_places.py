"""Where the cards are: dealt by seed and game, on a reader, or gone into the record."""

from random import Random

import pytest

from rig import Rig
from tricktable.demo.places import STRANGERS, Places, codes, deal
from tricktable.rules.cards import STANDARD, card, mask


@pytest.fixture
def rig(tmp_path):
    """A table without its board."""
    rig = Rig(tmp_path)
    yield rig
    rig.journal.close()


def follow(places, rig):
    return places.follow(rig.view.games, rig.table.record())


def test_deals_are_fair_and_whole():
    hands = deal(4, Random(1))
    assert [hand.bit_count() for hand in hands] == [13] * 4
    assert sum(hands) == mask(STANDARD)
    three = deal(3, Random(1))
    assert [hand.bit_count() for hand in three] == [13, 13, 13, 1]
    assert sum(three) == mask(each for each in STANDARD if each.rank >= 5)
    assert sum(three) & card("4H").bit == 0


def test_before_a_record_nobody_has_cards():
    places = Places(1)
    assert places.follow(0, None) is False
    assert places.hands() == (0, 0, 0, 0)
    assert places.two_for(0) == STRANGERS


def test_each_game_is_dealt_once(rig):
    places = Places(1)
    rig.begin()
    assert follow(places, rig)
    first = places.hands()
    assert not follow(places, rig)
    rig.begin()
    assert follow(places, rig)
    assert places.hands() != first
    again = Places(1)
    follow(again, rig)
    assert again.hands() == places.hands(), "a stage that starts late deals the same"


def test_what_the_record_has_seen_is_in_no_hand_until_it_is_undone(rig):
    places = Places(1)
    rig.begin()
    follow(places, rig)
    code = codes(places.hands()[2])[0]
    rig.lay(code, 0)  # from whichever seat
    follow(places, rig)
    assert code not in codes(places.hands()[2])
    rig.press("UNDO")
    follow(places, rig)
    assert code in codes(places.hands()[2])


def test_a_card_on_a_reader_is_in_no_hand_and_on_no_other_reader(rig):
    places = Places(1)
    rig.begin()
    follow(places, rig)
    code = codes(places.hands()[1])[4]
    assert places.lay(code, 3) is None
    assert places.lay(code, 0) == 3
    assert places.lay(code, 0) == 0
    assert places.readers == [[code], [], [], []]
    assert code not in codes(places.hands()[1])
    assert code not in places.two_for(1)


def test_cards_are_named_clubs_first():
    assert codes(mask([card("AS"), card("2D"), card("2C"), card("TH")])) == ("2C", "2D", "TH", "AS")
