"""Etori: the worked examples of its rulings, by number (docs/games/etori.md)."""

import pytest

from players.etori import arranged, dealt, plays
from players.torite import played
from records.lines import findings, record_of
from referees.etori import Referee
from referees.torite import ALL_SEEING
from tricktable.games.etori.rules import ACES, price
from tricktable.rules.cards import card, mask


def told(lines, players=4, **options):
    """What a record means to all; the referee agrees."""
    summary = record_of(players, lines, "etori", **options).summary()
    assert summary == Referee(players, lines, options).summary()
    return summary


def leads_in_turn(summary):
    """Whether nobody played a card too early; arranged deals do not follow suit."""
    return not any(each["rule"] == "turn" for each in summary["findings"])


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        ("9C KC 2S AC", 3),  # 1
        ("AS KS AC 3S", 2),  # 2
        ("JD 2S AD KD", 1),  # 3
        ("TH KH 3D AH", 3),  # 4
    ],
)
def test_examples_1_to_4_who_takes_a_trick(cards, seat):
    assert told([dealt(1), *plays(0, cards)])["next"] == {"seat": seat, "what": "play"}


@pytest.mark.parametrize(
    ("led", "hand", "any_time", "proper"),
    [
        ("9C", "AC 7D 5S", "no", "AC"),  # 5
        ("9H", "4H AC", "no", "4H"),  # 6
        ("9H", "4H AC", "yes", "4H AC"),  # 6
        ("9H", "AC 9S", "no", "AC 9S"),  # 7
    ],
)
def test_examples_5_to_7_what_may_be_played(led, hand, any_time, proper):
    """Whatever else is played is proved to be a revoke, where the hand has been read."""
    for each in hand.split():
        held = [played("held", 1, mine) for mine in hand.split()]
        lines = [dealt(1), *held, *plays(0, f"{led} {each}")]
        found = findings(record_of(4, lines, "etori", rensho_any_time=any_time), ALL_SEEING)
        assert bool(found) is (each not in proper.split())


PAYMENTS = [
    (9, "AC", 1),
    (11, "AS", 1),
    (12, "AS AH", 2),
    (15, "AC AS", 2),
    (16, "AC", 4),
    (10, "AH", 2),
    (14, "AH AD", 2),
    (16, "AD", 2),
    (9, "", 4),
    (16, "", 4),
]


@pytest.mark.parametrize(("faces", "aces", "chips"), PAYMENTS)
def test_example_8_the_price_of_a_deal(faces, aces, chips):
    assert price(faces, mask(map(card, aces.split())), ACES[0].bit | ACES[3].bit) == chips


@pytest.mark.parametrize(
    # Nobody can capture all faces without the Rensho: these two are prices only.
    ("faces", "aces", "chips"),
    [each for each in PAYMENTS if each[0] < 16 or "AC" in each[1]],
)
def test_example_8_a_deal_is_paid_by_the_aces_dealt_to_the_winners(faces, aces, chips):
    lines = arranged(faces, aces)
    assert told(lines)["detail"] == {
        "chips": [5 + chips, 5 - chips],
        "faces": [0, 0],
        "sitting": None,
        "deals": [{"dealer": 1, "winner": 0, "faces": [faces, 16 - faces], "chips": chips}],
    }


@pytest.mark.parametrize(
    ("winners_aces", "chips"),
    [("AS", 1), ("AS AH AD", 1), ("AH", 2), ("AD", 2), ("AH AD", 2), ("", 4)],
)
def test_example_9_eight_faces_each(winners_aces, chips):
    """The team that was dealt the Rensho loses."""
    (deal,) = told(arranged(8, winners_aces))["detail"]["deals"]
    assert deal == {"dealer": 1, "winner": 0, "faces": [8, 8], "chips": chips}


NINE_TRICKS = [
    dealt(1),
    *plays(0, "AC KC 2C 3C"),
    *plays(0, "AS KS 2S 3S"),
    *plays(0, "AD KD 2D 3D"),
    *plays(0, "AH KH 2H 3H"),
    *plays(0, "QC 4C 5C 6C"),
    *plays(0, "QS 4S 5S 6S"),
    *plays(0, "4D QD JD 5D"),
    *plays(1, "QH JH 4H 5H"),
    *plays(1, "JS JC 8S 9S"),
]


def test_example_10_a_deal_ends_with_the_sixteenth_face():
    before = told(NINE_TRICKS[:-1])
    assert (before["detail"]["faces"], before["next"]["seat"]) == ([10, 4], 0)
    after = told(NINE_TRICKS)
    assert (after["findings"], after["next"]) == ([], {"seat": None, "what": "deal"})
    assert after["detail"]["deals"][0]["faces"] == [10, 6]


def test_example_11_who_has_one_chip_pays_one():
    after = told([*arranged(9), *arranged(9)])
    assert (after["status"], after["winner"]) == ("finished", [0, 2])
    assert after["detail"]["chips"] == [10, 0]
    assert [deal["chips"] for deal in after["detail"]["deals"]] == [4, 1]


def test_example_12_six_players():
    lines = arranged(10, "AH", players=6, dealer=2)
    after = told(lines, 6)
    assert (after["detail"]["chips"], after["next"]["what"]) == ([7, 3, 5], "deal")
    lines += [dealt(4), played("played", 3, "2C")]  # team 1 deals, team 0 leads
    after = told(lines, 6)
    assert after["detail"]["sitting"] == 1
    assert leads_in_turn(after)
    lines = lines[:-2]
    lines += arranged(9, "AC", lost=2, players=6, dealer=1)  # team 2 loses and deals next
    lines += arranged(9, players=6, dealer=2, first=3)  # team 1 pays its last three
    after = told(lines, 6)
    assert (after["detail"]["chips"], after["status"]) == ([11, 0, 4], "playing")
    lines += arranged(9, lost=2, players=6, dealer=5, first=3)  # two teams are left
    after = told(lines, 6)
    assert (after["detail"]["chips"], after["winner"]) == ([15, 0, 0], [0, 3])
    assert leads_in_turn(after)


NINE_TO_THREE = {
    "AH": [
        dealt(1),
        *plays(0, "2C AC 3C 4C"),
        *plays(1, "AS 2S AD 3S"),
        *plays(1, "2H AH 3H KH"),
        *plays(2, "KS QS JS QH"),
        *plays(2, "4S KD QD JD"),
    ],
    "AS": [
        dealt(1),
        *plays(0, "2C AC 3C 4C"),
        *plays(1, "2H 3H AH 4H"),
        *plays(3, "AD 2D 3D 4D"),
        *plays(3, "2S AS 3S KS"),
        *plays(0, "QS JS KH QH"),
        *plays(0, "4S KD QD JD"),
    ],
}
"""Team 0, which was dealt this ace alone, leads nine to three."""


def test_example_13_what_is_decided_may_be_stopped():
    after = told(NINE_TO_THREE["AH"], stop_when_decided="yes")
    assert after["detail"]["deals"] == [{"dealer": 1, "winner": 0, "faces": [9, 3], "chips": 2}]
    assert told(NINE_TO_THREE["AH"])["detail"]["faces"] == [9, 3]


def test_example_13_what_can_still_matter_is_played():
    after = told(NINE_TO_THREE["AS"], stop_when_decided="yes")
    assert (after["detail"]["faces"], after["detail"]["deals"]) == ([9, 3], [])
