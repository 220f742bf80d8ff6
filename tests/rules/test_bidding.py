"""What stands in the middle of the table until a card is led: what each seat has said."""

from dataclasses import replace
from random import Random

import pytest

from players.every_game import by_chance
from records.lines import entry
from tricktable.rules.bidding import bids, due
from tricktable.rules.entries import Declared
from tricktable.rules.laying import SHOWN
from tricktable.rules.page import Page, table, trick
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.text.sentences import spoken


@pytest.fixture(scope="module")
def troika():
    """The first moment of a game of Troika whose bids are made, and every moment of it."""
    game = by_chance(Random(3), "troika", 4, is_tidy=True)
    record, seen = Record(replace(game.header, names=("Ann", "Bo", "Cy", "Di"))), []
    for line in game.lines:
        record.add(entry(record, line))
        seen.append(view(record))
    return seen


def bidding(troika, **fields):
    """A moment of the bidding, changed."""
    return replace(next(now for now in troika if now.next_what == "bid"), **fields)


def words(now):
    made = bids(now)
    return made and {seat: spoken(each) for seat, each in made.words.items()}


def test_bids_are_each_seats_newest_words_until_a_card_is_led(troika):
    said = [(0, "bid", "pass"), (1, "bid", "7"), (None, "trump", "H"), (2, "bid", "8L")]
    said = tuple(Declared(*each) for each in [*said, (1, "bid", "9"), (3, "trump", "S")])
    assert [*words(bidding(troika, said=said)).items()] == [(0, "Pass"), (2, "8 Low"), (1, "9")]
    assert words(bidding(troika, said=())) == {}
    assert words(bidding(troika, said=(Declared(None, "bid", "7"),))) == {}
    assert words(bidding(troika, said=(Declared(2, "misdeal", None),))) == {}
    assert words(bidding(troika, said=said, trick=((0, "7C"),))) is None
    assert words(bidding(troika, said=said, next_seat=None)) is None


@pytest.mark.parametrize(("what", "is_seen"), [("trump", True), ("discard", True), ("play", False)])
def test_bids_stand_while_trump_is_named_and_cards_are_discarded(troika, what, is_seen):
    said = (Declared(0, "bid", "7"),)
    assert bool(words(bidding(troika, said=said, next_what=what))) == is_seen
    assert not words(bidding(troika, said=(), next_what=what))


def test_whoever_spoke_first_comes_first_and_the_highest_bid_stands_out(troika):
    said = (Declared(2, "bid", "7"), Declared(3, "bid", "8"))
    middle = table(bidding(troika, said=said, next_seat=0, awaited=(0,), highest=3))
    assert (spoken(middle.title), middle.highest) == ("Bids", "highest")
    assert [(each.name, spoken(each.said), each.wins, each.is_due) for each in middle.places] == [
        ("Cy", "7", False, False),
        ("Di", "8", True, False),
        ("Ann", "", False, True),
        ("Bo", "", False, False),
    ]


@pytest.mark.parametrize(
    ("what", "laid", "tag"),
    [
        ("play", None, "to play"),
        ("bid", None, "to bid"),
        ("trump", None, "to name trump"),
        ("discard", None, "to move cards"),
        ("turn_up", SHOWN, "to turn a card up"),
        ("reveal", SHOWN, "to show a card"),
        ("think", None, "to act"),
    ],
)
def test_whoever_is_due_reads_what_is_awaited(troika, what, laid, tag):
    assert due(bidding(troika, next_what=what, laid=laid)) == tag


def test_by_default_a_page_shows_the_bids():
    assert Page().middle is table


def test_while_cards_are_played_the_felt_says_what_the_highest_has_said(troika):
    said = (Declared(2, "bid", "7"), Declared(3, "bid", "8"), Declared(2, "bid", "pass"))
    played = bidding(troika, said=said, next_what="play", trump="", trick=((3, "7C"),))
    assert spoken(trick(replace(played, highest=3)).side) == "Di bids 8"
    assert spoken(trick(replace(played, highest=3, trump="H")).side) == "hearts trump · Di bids 8"
    for nobody in (None, 0):
        assert spoken(trick(replace(played, highest=nobody)).side) == ""
