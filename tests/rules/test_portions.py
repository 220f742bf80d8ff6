"""How to deal, in words: which cards to shuffle, and how many each player gets."""

from dataclasses import replace

import pytest

from games.case import header_of
from tricktable.games import GAMES
from tricktable.rules.cards import STANDARD, card, mask
from tricktable.rules.deal import Handling
from tricktable.rules.portions import Portions, how_to_deal, portions
from tricktable.text.language import speaking
from tricktable.text.sentences import spoken

ALL = mask(STANDARD)
ETORI = GAMES["etori"]


def from_rank(rank):
    return mask(each for each in STANDARD if each.rank >= rank)


def told(deck=ALL, hands=(13,) * 4, stacks=(), turns_up=False, left=0):
    return spoken(how_to_deal(Portions(deck, STANDARD, hands, stacks, turns_up, left)))


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (ALL, "Shuffle all 52 cards."),
        (from_rank(9), "Shuffle the 24 cards from 9 up."),
        (from_rank(8) | card("3S").bit, "Shuffle 29 cards: from 8 up, and 3♠."),
        (ALL & ~card("2D").bit, "Shuffle 51 cards: all but 2♦."),
        (from_rank(3) & ~card("AS").bit, "Shuffle 47 cards: all but 2s and A♠."),
        (mask(STANDARD[::2]), "Shuffle 26 cards."),
    ],
)
def test_it_says_which_cards_to_shuffle(deck, words):
    assert told(deck) == f"{words} Deal 13 to each."


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"hands": (5,) * 4, "turns_up": True, "left": 3}, "Deal 5 to each, and turn up the next."),
        ({"left": 1}, "Deal 13 to each; the last one lies aside."),
        ({"hands": (10,) * 3, "left": 2}, "Deal 10 to each; the other 2 lie face down."),
        ({"hands": (), "stacks": (13,) * 4}, "Deal 4 stacks of 13."),
    ],
)
def test_it_says_how_many_cards_each_player_gets(shares, words):
    assert told(**shares) == f"Shuffle all 52 cards. {words}"


def test_unequal_hands_are_not_told():
    assert told(hands=(12, 13, 13, 14)) == ""


def test_in_japanese_it_is_one_sentence():
    with speaking("ja"):
        assert told(from_rank(9)).endswith("ください。")


def test_a_game_that_deals_again_until_the_cards_fall_well_is_told_too():
    def deal(header, state, chance):
        while not (dealt := ETORI.deal.deal(header, state, chance)).hands[0] & card("AS").bit:
            pass
        return dealt

    header = header_of(replace(ETORI, deal=Handling(deal)), 4, {})
    assert portions(header, header.start()).hands == (13,) * 4
