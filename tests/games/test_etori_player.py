"""Etori without people: who is dealt cards, what the computer plays, and what the table presumes.

Spades are trump and the ace of clubs is the Rensho, where nothing else is said.
"""

import pytest

from games.alone import DEALS_AGAIN, LAST, dealt_cards, decided, early, plays, presumed
from players.etori import arranged, dealt
from players.etori import plays as tricks
from players.torite import declared
from records.lines import record_of
from records.moments import detail
from referees.witness import Line
from tricktable.rules.presumptions import LAID, READ
from tricktable.rules.record import Record

HEARTS = declared(None, "trump", "H")


def table(*lines: Line, players: int = 4, **options: object) -> Record:
    """The record of these entries."""
    return record_of(players, lines, "etori", **options)


# --- the deal -----------------------------------------------------------------------------------

BUST = [
    *arranged(9, "AC AS", won=0, lost=2, players=6, dealer=1),
    *arranged(16, won=0, lost=1, players=6, dealer=2),
    *arranged(9, "AC AS", won=0, lost=2, players=6, dealer=1),
    *arranged(16, won=0, lost=1, players=6, dealer=2),
]
"""The first team of three has won all chips of the second."""


def in_hands(record: Record) -> list[int]:
    """How many cards each seat is dealt; there are no others."""
    lies = dealt_cards(record)
    assert lies.piles == {}
    return [hand.bit_count() for hand in lies.hands]


def test_four_players_are_dealt_all_cards():
    assert in_hands(table()) == [13] * 4
    assert in_hands(table(dealt(0))) == [13] * 4


@pytest.mark.parametrize("dealer", range(6))
def test_of_six_players_the_dealers_team_has_no_cards(dealer):
    has = in_hands(table(dealt(dealer), players=6))
    assert has == [0 if seat % 3 == dealer % 3 else 13 for seat in range(6)]


def test_of_six_players_the_last_team_has_none_until_somebody_deals():
    assert in_hands(table(players=6)) == [13, 13, 0, 13, 13, 0]


def test_a_team_without_chips_has_no_cards_and_nobody_else_sits_out():
    record = table(*BUST, dealt(2), players=6)
    assert detail(record)["chips"][1] == 0
    assert in_hands(record) == [13, 0, 13, 13, 0, 13]


# --- the player ---------------------------------------------------------------------------------


def test_anybody_deals_first_the_first_seat_too():
    assert decided(table(), {}) == dealt(0)
    assert decided(table(), {}, LAST) == dealt(3)


def test_one_of_the_losers_deals_next():
    assert decided(table(*arranged(9, "AC AS", won=0, lost=1)), {}) == dealt(1)
    assert decided(table(*arranged(9, "AC AS", won=0, lost=1)), {}, LAST) == dealt(3)


def test_the_first_of_the_leading_team_leads():
    hands = {1: "2H", 3: "AH"}
    line = decided(table(dealt(0)), hands)
    assert line == {"kind": "played", "seat": 1, "card": "2H"}


def test_without_the_cards_that_the_record_needs_it_deals_again():
    assert decided(table(dealt(0)), {0: "AS"}) == DEALS_AGAIN


def test_nobody_plays_when_the_game_is_over():
    over = [*arranged(16, won=0, lost=1), *arranged(9, "AC AS", won=0, lost=1)]
    record = table(*over)
    assert record.state.status == "finished"
    assert decided(record, {0: "AS", 1: "KS"}) is None


@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ("2H KD 9C", "KD"),  # high, to draw the others' cards
        ("KD QH AS 2C", "KD"),  # no trump, however high,
        ("QD AC 3H", "QD"),  # and no Rensho,
        ("AC 9S 4S", "4S"),  # while it has another card; then the lowest trump
        ("AC 2S", "2S"),
        ("AC", "AC"),
    ],
)
def test_it_leads_its_highest_plain_card(hand, leads):
    assert plays(table(dealt(0)), 1, hand) == leads


@pytest.mark.parametrize(
    ("hand", "leads"),
    [
        ("AH KS JD", "KS"),  # hearts are trump, and spades are not
        ("KH QD 2S", "QD"),
        ("AS 4S 2C", "4S"),  # whose ace takes any trick
        ("AC 2S 5H", "AC"),  # while that of clubs is a card like others
        ("AS AH 3H", "3H"),
    ],
)
def test_it_leads_so_with_another_trump(hand, leads):
    assert plays(table(dealt(0), HEARTS, trump_change="on"), 1, hand) == leads


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ("JH", "QH 2H AH", "QH"),  # a face lies there: it is won as cheaply as it can be
        ("4H", "2H 9H KH", "9H"),  # without one, still a card of the suit led
        ("KH", "QH 3H", "3H"),  # what cannot win is low
        ("JH", "2S 9S 3C", "2S"),  # a trump is worth a face,
        ("4H", "2S 9S 3C", "3C"),  # but nothing less
        ("4S", "9S 2S 6S", "2S"),  # not even where trumps were led
        ("JH", "AC 9S 3C", "9S"),  # and the Rensho only if nothing cheaper wins
        ("JH", "AC 3D", "AC"),
        ("JS", "QS TS AC", "QS"),
        ("JC", "AC QC 2C", "QC"),
        ("KC", "AC QC 2C", "AC"),
        ("AC", "3C 2C", "2C"),  # which beats all
        ("AC", "9S 4D 5D", "4D"),  # even trumps
        ("AC", "9S", "9S"),
        ("KD", "9S 8S 3D", "3D"),
        ("KH", "2C 9C 2S", "2S"),
    ],
)
def test_it_wins_faces_from_the_others_as_cheaply_as_it_can(trick, hand, card):
    assert plays(table(dealt(0), *tricks(1, trick)), 2, hand) == card


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ("KH 3H", "2H JH QH", "JH"),  # a face for the partner,
        ("KH 3H", "2H AH", "2H"),  # but no ace
        ("KH 3H", "TH 9H", "9H"),  # and nothing that is none
        ("KH 3H", "4S KS AC", "KS"),
        ("KH 3H", "2S 4D AC", "4D"),
        ("KH AH", "2H QH", "2H"),  # the others are winning
        ("KH AH", "2D 4S", "4S"),
        ("2H AC", "KH 3H", "3H"),
        ("AC 2C", "QC 3C", "QC"),
        ("2H 9H 3H", "KH 4H", "KH"),  # and who plays last gives one as well
    ],
)
def test_it_gives_faces_to_its_partner(trick, hand, card):
    record = table(dealt(0), *tricks(1, trick))
    seat = record.state.next.seat
    assert seat is not None
    assert plays(record, seat, hand) == card


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ("JD", "AS 4H 3C", "4H"),  # hearts beat diamonds, and are cheaper than the new Rensho
        ("5D", "2S 4H 3C", "2S"),
        ("5D", "4H 6H AS", "4H"),
        ("AS", "4H 2C", "2C"),
        ("KS", "AS 4H 9S", "AS"),
    ],
)
def test_it_follows_so_with_another_trump(trick, hand, card):
    record = table(dealt(0), HEARTS, *tricks(1, trick), trump_change="on")
    assert plays(record, 2, hand) == card


def test_the_first_seat_wins_from_the_last_as_well():
    assert plays(table(dealt(0), *tricks(3, "JH")), 0, "2H QH") == "QH"


def test_of_six_players_those_three_seats_apart_are_partners():
    lead = [dealt(1), *tricks(2, "KH 3H", seats=(2, 3, 5, 0))]
    record = table(*lead, players=6)
    assert plays(record, 5, "JH 2H") == "JH"
    lead = [dealt(1), *tricks(2, "3H KH 4H", seats=(2, 3, 5, 0))]
    assert plays(table(*lead, players=6), 0, "JH 2H") == "JH"


# --- what is presumed ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 6])
def test_the_first_card_shows_that_the_seat_before_it_dealt(players):
    names = table(players=players).header.seat_names
    for seat in range(players):
        before = (seat - 1) % players
        for what in (LAID, READ, "trump"):
            told = [(dealt(before), f"{names[before]} deals")] if what == LAID else []
            assert presumed(table(players=players), seat, what) == told
    assert presumed(table(players=players), None) == []


@pytest.mark.parametrize("players", [4, 6])
def test_the_seat_before_it_is_on_its_left_where_play_goes_anticlockwise(players):
    record = table(players=players, direction="anticlockwise")
    names = record.header.seat_names
    for seat in range(players):
        after = (seat + 1) % players
        assert presumed(record, seat) == [(dealt(after), f"{names[after]} deals")]


def test_one_of_the_losers_has_dealt_whoever_acts():
    """The first of them after the last dealer."""
    record = table(*arranged(9, "AC AS", won=0, lost=1, dealer=1))
    for seat in (0, 1, None):
        assert presumed(record, seat, READ) == [(dealt(3), "West deals by rotation")]


def test_nothing_is_missing_in_a_deal():
    assert presumed(table(dealt(0)), 1) == []
    assert presumed(table(dealt(0)), 2) == []


@pytest.mark.parametrize("players", [4, 6])
def test_every_seat_can_lay_a_card_before_anybody_says_who_dealt(players):
    assert early(table(players=players)) == [(seat, LAID) for seat in range(players)]
    assert early(table(dealt(0), players=players)) == []
