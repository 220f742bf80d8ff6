"""How a game is played, as values: what ranks above what, and the cards and suits in its words."""

import pytest

from tricktable.games import GAMES
from tricktable.rules.cards import BY_CODE, STANDARD, card
from tricktable.rules.guide import Guide, by_ranking, ladders, plain, sentence_of, trump_of
from tricktable.rules.ranking import ranking_of
from tricktable.table import house_rules
from tricktable.text.language import speaking
from tricktable.text.sentences import Picture, Sign


def shown(of):
    return [(each.suits, " ".join(each.cards), each.title) for each in of]


def test_suits_that_rank_alike_are_one_ladder_from_the_highest_card():
    assert shown(ladders(STANDARD, int)) == [("CDHS", "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "")]
    few = [card(code) for code in "AC 7C AD 7D AH 5H AS 3S".split()]
    assert shown(ladders(few, int, title="In Low")) == [
        ("CD", "AC 7C", "In Low"),
        ("H", "AH 5H", "In Low"),
        ("S", "AS 3S", "In Low"),
    ]


def test_trumps_that_are_printed_with_other_suits_stand_in_the_ladder_of_trump():
    ranking = ranking_of(D="QC QS JD AD TD", C="AC TC KC", S="AS TS KS", H="AH TH KH")
    cards = [BY_CODE[c] for c in "QC QS JD AD TD AC TC KC AS TS KS AH TH KH".split()]
    found = ladders(cards, lambda each: ranking.heights[each], ranking.letters)
    assert shown(found) == [("CHS", "AC TC KC", ""), ("D", "QC QS JD AD TD", "")]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ranks_the_cards_that_it_is_played_with(name):
    header = house_rules.standard(name)
    listed = "".join(each.suits * len(each.cards) for each in by_ranking(header))
    assert len(listed) == header.deck.bit_count()


def test_what_is_always_trump_is_read_from_the_game():
    assert trump_of(house_rules.standard("etori")) == "S"
    assert trump_of(house_rules.standard("troika")) == ""


def test_low_ranks_as_its_house_rule_says():
    def low(special):
        given = ["variant=saskatchewan", f"low_specials={special}"]
        header = house_rules.header("troika", 4, given)
        return [each.cards for each in header.rules.guide.ladders(header) if each.title]

    assert [each[-2:] for each in low("lowest")[1:]] == [("AH", "5H"), ("AS", "3S")]
    assert [each[:2] for each in low("highest")[1:]] == [("5H", "7H"), ("3S", "7S")]


def test_cards_and_suits_in_its_words_are_drawn_or_written():
    words = "Trump is {S}: 10♥, A♣ and {h}."
    parts = sentence_of(words)
    assert [each for each in parts if not isinstance(each, str)] == [
        Picture("S"),
        Picture("TH"),
        Picture("AC"),
        Sign("H"),
    ]
    assert plain(words) == "Trump is spades: 10♥, A♣ and ♥."
    assert Picture("AC") in sentence_of("BoがA♣をリードしました。")  # no space comes before it
    assert Picture("AC") not in sentence_of("BA♣")
    with speaking("ja"):
        trump = GAMES["etori"].guide.trump
        assert Picture("S") in sentence_of(trump)
        assert plain(trump).startswith("切り札はいつもスペードです")


def test_a_game_without_a_guide_has_an_empty_one():
    assert not Guide().is_given
    assert [paragraphs for _, paragraphs in Guide().parts] == [(), (), (), ()]
