"""Games whose trumps are not one printed suit: who wins, who must follow, and what is proved."""

import random
from random import Random

import pytest

from tricktable.rules.cards import DIAMONDS, STANDARD, SUITS, Card, card, mask
from tricktable.rules.follow import Follow
from tricktable.rules.ranking import PRINTED, ranking_of
from tricktable.rules.tricks import following_cards, legal, playable, suit_led, winner

TRUMPS = "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D"
FAIL = {letter: " ".join(f"{rank}{letter}" for rank in "ATK987") for letter in "CSH"}
SHEEPSHEAD = ranking_of(D=TRUMPS, **FAIL)
DECK = [each for each in STANDARD if each.rank >= 7]


def cards(codes: str) -> list[Card]:
    return [card(code) for code in codes.split()]


def trick(codes: str) -> tuple[tuple[int, Card], ...]:
    return tuple(enumerate(cards(codes)))


def test_each_card_belongs_to_its_suit():
    assert [SHEEPSHEAD.letters[each] for each in cards("QC JS 7D AC TH")] == [*"DDDCH"]
    assert SHEEPSHEAD.masks[DIAMONDS] & mask(DECK) == mask(cards(TRUMPS))
    for letter, codes in FAIL.items():
        assert SHEEPSHEAD.masks[SUITS.index(letter)] & mask(DECK) == mask(cards(codes))
    assert PRINTED.letters[card("X2")] == "X"
    assert [SUITS[PRINTED.suits[each]] for each in STANDARD] == [each.code[1] for each in STANDARD]


@pytest.mark.parametrize("made", [SHEEPSHEAD, PRINTED, ranking_of(J="JC JS JH JD")])
def test_a_ranking_is_written_as_it_is_made(made):
    again = eval(repr(made), {"ranking_of": ranking_of})
    assert (again.letters, again.masks, repr(again)) == (made.letters, made.masks, repr(made))


@pytest.mark.parametrize("suits", [{"D": "QC QC"}, {"E": "QC"}, {"D": "QX"}, {"C": "2R"}])
def test_a_ranking_of_cards_that_are_none_or_twice_there_is_refused(suits):
    with pytest.raises(ValueError, match="is no card of a suit, or is named twice"):
        ranking_of(**suits)


@pytest.mark.parametrize("seed", range(30))
def test_whose_card_wins_is_whose_stands_first_in_the_lists(seed):
    lying = tuple(enumerate(Random(seed).sample(DECK, 4)))
    first = SHEEPSHEAD.letters[lying[0][1]]
    order = cards(f"{TRUMPS} {FAIL.get(first, '')}")
    wins = min(lying, key=lambda play: order.index(play[1]) if play[1] in order else 99)
    assert winner(lying, DIAMONDS, SHEEPSHEAD) == wins[0]


def test_a_queen_led_is_followed_with_trumps():
    lying = trick("QS")
    hand = cards("AS 9S JH 7D KC")
    assert suit_led(lying, SHEEPSHEAD) == "D"
    assert following_cards(hand, "D", SHEEPSHEAD) == (card("JH"), card("7D"))
    assert playable(mask(hand), lying, SHEEPSHEAD) == mask(cards("JH 7D"))
    assert legal(mask(cards("QH AS")), trick("KH"), SHEEPSHEAD) == cards("QH AS")


def printed(each: Card) -> Card:
    """A card of that printed suit, another for each."""
    suit = SHEEPSHEAD.suits[each]
    place = [other for other in DECK if SHEEPSHEAD.suits[other] == suit and other.code != "7D"]
    return [other for other in STANDARD if other.suit == suit][place.index(each)]


@pytest.mark.parametrize("seed", range(40))
def test_the_judge_finds_what_it_finds_where_those_suits_are_printed(seed):
    """Fourteen trumps are more than a printed suit has: one of them lies outside here."""
    chance = random.Random(seed)
    deck = [each for each in DECK if each.code != "7D"]
    chance.shuffle(deck)
    hands = [deck[7 * seat : 7 * seat + 7] for seat in range(4)]
    unseen = [sum(SHEEPSHEAD.suits[each] == suit for each in deck) for suit in range(4)]
    judge = Follow(unseen, [7] * 4, len(deck) - 28, SHEEPSHEAD)
    other = Follow(unseen, [7] * 4, len(deck) - 28)
    seq = 0
    for _ in range(7):
        owed = None
        for seat in range(4):
            seq += 1
            laid = hands[seat].pop(chance.randrange(len(hands[seat])))
            judge.plays(seat, laid, owed, seq)
            other.plays(seat, printed(laid), owed, seq)
            owed = SHEEPSHEAD.suits[laid] if owed is None else owed
            for each in (judge, other):
                each.test(seq)
            found = [
                each._replace(card=None if each.card is None else printed(each.card))
                for each in judge.findings()
            ]
            assert found == [*other.findings()]
