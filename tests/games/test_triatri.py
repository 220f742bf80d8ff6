"""TriATri: its flow and its judge (docs/games/triatri.md)."""

import pytest

from players.torite import declared, played
from players.triatri import begun, dealt, prize, round_of_2, shows, table, trick, worth
from records.lines import findings, refused
from records.moments import add, awaited, detail
from referees.torite import ALL_SEEING
from tricktable.rules.view import view

# --- flow ---------------------------------------------------------------------------------------


def test_before_the_first_deal():
    record = table(3)
    assert awaited(record) == (None, "deal")
    assert detail(record) == {
        "round": 0,
        "trick": 0,
        "starter": None,
        "prize": None,
        "gems": [[0, 0, 0]] * 3,
        "stock": [6, 6, 6],
        "points": [0, 0, 0],
        "ended_by": None,
    }
    for line in (played("held", 0, "3R"), played("shown", 0, "3R"), prize(0, "R")):
        assert refused(record, line)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_any_seat_may_deal_and_it_changes_nothing(dealer):
    record = table(3, dealt(dealer), *shows("7R", "3R", "2R"))
    assert record.summary() == table(3, *begun("7R", "3R", "2R")).summary()


def test_the_cards_are_revealed_in_any_order():
    record = table(3, dealt())
    for seat, code, told in ((1, "3R", None), (2, "7R", 0), (0, "2R", 2)):
        add(record, played("shown", seat, code))
        assert record.summary()["next"]["seat"] == told
    assert awaited(record) == (2, "prize")


def test_nobody_reveals_twice_or_for_another_or_too_late():
    record = table(3, dealt(), played("shown", 1, "3R"))
    assert refused(record, played("shown", 1, "4R"))
    assert refused(record, played("shown", 2, "3R"))
    assert refused(record, played("shown", None, "4R"))
    assert refused(record, played("played", 0, "4R"))
    assert refused(record, dealt())
    assert refused(table(3, *begun("7R", "3R", "2R")), played("shown", 0, "4R"))


def test_a_prize_is_named_by_the_starter_and_must_be_there():
    record = table(2, *begun("6R", "2R"))
    assert all(refused(record, prize(1, colour)) for colour in "RBG")
    assert all(refused(record, prize(0, colour, "own")) for colour in "RBG")
    assert not any(refused(record, prize(0, colour)) for colour in "RBG")
    assert refused(record, {**prize(0, "R"), "seat": None})
    assert refused(record, played("played", 0, "4R"))
    add(record, prize(0, "R"))
    assert refused(record, prize(0, "B"))


def test_a_prize_that_the_stock_no_longer_has():
    """Only an own gem of a colour can be named while the trick for the stock's last is played."""
    record = table(2, *round_of_2(0, "BBBBB"), *round_of_2(0, "B")[:-2])
    assert detail(record)["stock"] == [6, 0, 6]
    assert refused(record, prize(0, "B"))


def test_where_the_prize_is_counted():
    record = table(2, *begun("6R", "2R"), *trick(0, "R", "5R", "3R")[:2])
    assert detail(record)["prize"] == {"colour": "R", "from": "stock"}
    assert (detail(record)["stock"], detail(record)["gems"]) == ([5, 6, 6], [[0] * 3] * 2)
    add(record, played("played", 1, "3R"))
    assert detail(record)["prize"] is None
    assert (detail(record)["stock"], detail(record)["gems"][0]) == ([5, 6, 6], [1, 0, 0])
    add(record, prize(0, "R", "own"))
    assert detail(record)["prize"] == {"colour": "R", "from": "own"}
    assert (detail(record)["stock"], detail(record)["gems"][0]) == ([5, 6, 6], [1, 0, 0])


def test_points_count_the_stock_as_it_lies():
    record = table(2, *begun("6R", "2R"), *trick(0, "R", "5R", "3R"))
    assert detail(record)["points"] == [5, 0]
    assert detail(add(record, prize(0, "R")))["points"] == [4, 0]


def test_the_number_of_the_trick_stays_until_the_next_prize_or_deal():
    record = table(2)
    lines = [*round_of_2(0, "Rrrrr"), dealt()]
    numbers = [detail(add(record, line))["trick"] for line in lines]
    assert numbers == [0] * 3 + [n for n in range(1, 6) for _ in range(3)] + [0]


def test_nobody_starts_while_cards_are_revealed_and_after_the_fifth_trick():
    record = table(2)
    lines = [*round_of_2(0, "Rrrrr"), dealt()]
    starters = [detail(add(record, line))["starter"] for line in lines]
    assert starters == [None] * 2 + [0] * 15 + [None] * 2
    assert awaited(table(2, *round_of_2(0, "Rrrrr"))) == (None, "deal")


def test_there_are_three_rounds_and_gems_stay():
    lines = [*round_of_2(0, "RRRBB"), *round_of_2(1, "Ggggg"), *round_of_2(1, "ggggg")]
    record = table(2)
    for line in lines:
        assert record.summary()["status"] == "playing"
        assert record.summary()["winner"] is None
        add(record, line)
    told = record.summary()
    assert told["next"] == {"seat": None, "what": "over"}
    assert (told["detail"]["round"], told["detail"]["trick"]) == (3, 5)
    assert told["detail"]["gems"] == [[3, 2, 0], [0, 0, 1]]
    assert told["detail"]["points"] == [-4 + 3, 5]
    assert told["winner"] == [1]


def test_cards_count_in_the_order_on_the_table():
    """Seat 2 hurries: its card is the first, and doubles nothing; seat 1 is behind seat 0."""
    lines = [*begun("7R", "3R", "2R"), prize(0, "B"), played("played", 2, "5B")]
    record = table(3, *lines)
    assert awaited(record) == (0, "play")
    add(record, played("played", 0, "4R"))
    assert awaited(record) == (1, "play")
    assert worth(record) == [5, 4]
    add(record, played("played", 1, "3B"))
    assert awaited(record) == (1, "prize")
    assert findings(record) == [("turn", "proved", 2, 6, (6,))]


def test_next_is_the_first_clockwise_from_the_first_card():
    record = table(4, *begun("8R", "3R", "2R", "2B"), prize(0, "B"))
    for seat, code, then in ((2, "5B", 3), (0, "6B", 3), (3, "7B", 1)):
        add(record, played("played", seat, code))
        assert awaited(record) == (then, "play")
    assert [each[2:] for each in findings(record)] == [(2, 7, (7,)), (0, 8, (8,))]


def test_a_starter_is_free_whatever_the_place_by_house_rule():
    """Seat 1 hurries and does not follow: only the starter, seat 0, was free."""
    lines = [
        *begun("6R", "2B"),
        prize(0, "B"),
        played("played", 1, "3G"),
        played("played", 0, "4G"),
    ]
    later = [prize(0, "B"), played("played", 0, "5B"), played("played", 1, "6B")]
    record = table(2, *lines, *later, leader_must_follow="no")
    assert findings(record) == [("follow", "proved", 1, 5, (5, 9)), ("turn", "proved", 1, 5, (5,))]
    record = table(2, *lines, *later)
    assert ("follow", "proved", 0, 6, (6, 8)) in findings(record)


def test_what_cannot_be_played():
    record = table(3, *begun("7R", "3R", "2R"), prize(0, "B"), played("played", 0, "5B"))
    assert refused(record, played("played", 0, "6B"))  # a second card
    assert refused(record, played("played", 1, "5B"))  # seen
    assert refused(record, played("played", 1, "7R"))  # revealed
    assert refused(record, played("played", 1, "8B"))  # not in the deck
    assert refused(record, played("played", 1, "X2"))
    assert refused(record, played("played", 1, "5H"))
    assert refused(record, played("shown", 1, "6B"))
    add(record, played("held", 2, "6B"))
    assert refused(record, played("played", 1, "6B"))  # read in another hand
    assert not refused(record, played("played", 2, "6B"))


def test_a_hand_has_six_cards():
    hand = [played("held", 1, card) for card in ("2B", "3B", "4B", "5B", "6B")]
    record = table(2, *begun("6R", "2R"), *hand, prize(0, "R"))
    assert refused(record, played("held", 1, "3R"))
    assert refused(record, played("played", 1, "3R"))
    assert not refused(record, played("played", 1, "3B"))
    record = table(3, *begun("5R", "5B", "5G"), *[played("held", 0, f"{n}R") for n in range(2, 5)])
    add(record, played("held", 0, "6R"), played("held", 0, "7R"))
    assert refused(record, played("shown", 0, "X1"))  # six others were in that hand
    assert not refused(record, played("shown", 0, "5R"))


def test_cards_are_read_from_the_deal_to_the_end_of_the_last_trick():
    record = table(2)
    possible = []
    for line in round_of_2(0, "Rrrrr"):
        possible.append(not refused(record, played("held", 1, "3R")))  # its last card
        add(record, line)
    assert possible == [False] + [True] * 17
    assert refused(record, played("held", 1, "X1"))
    assert not refused(add(record, dealt()), played("held", 1, "X1"))


def test_the_same_card_may_be_read_again():
    record = table(2, dealt(), played("held", 0, "6R"), played("held", 0, "6R"))
    assert refused(record, played("held", 1, "6R"))
    add(record, played("shown", 0, "6R"))
    assert refused(record, played("held", 0, "6R"))  # it lies on the table for all to see
    record = table(2, *begun("X1", "X2"), played("held", 0, "X1"))
    assert refused(record, played("held", 1, "X1"))
    assert not refused(record, played("shown", 0, "X1"))


@pytest.mark.parametrize("lines", [[], [*begun("6R", "2R")], [*begun("6R", "2R"), prize(0, "R")]])
def test_what_belongs_to_other_games(lines):
    record = table(2, *lines)
    moved = {"kind": "moved", "seat": 0, "from": "hand", "to": "draw", "count": 0}
    others = [
        declared(0, "leader"),
        declared(None, "stacks", [[13, 0, 0, 0]] * 4),
        declared(None, "pairing", [[1, 2], [3, 4]]),
        declared(0, "bid", "7"),
        declared(0, "trump", "S"),
        declared(0, "misdeal"),
        declared(0, "target", "S"),
        declared(0, "ace"),
        declared(0, "kische"),
        declared(0, "tredici"),
        declared(None, "draw"),
    ]
    assert all(refused(record, line) for line in [moved, *others])


def test_nothing_happens_after_the_end_but_words_about_earlier_entries():
    record = table(2, *round_of_2(0, "BBBBB"), *round_of_2(0, "B"))
    for line in (dealt(), prize(0, "R"), played("played", 0, "3R"), played("held", 0, "3R")):
        assert refused(record, line)
    assert refused(record, played("shown", 0, "3R"))
    add(record, {"kind": "corrected", "seq": 22, "entry": prize(0, "R")})
    assert (awaited(record), detail(record)["ended_by"]) == ((0, "prize"), None)


# --- what was improper --------------------------------------------------------------------------


def test_the_colour_owed_is_that_of_the_prize_not_of_the_first_card():
    lines = [*begun("6R", "2R"), *trick(0, "B", "6G", "5G"), *trick(0, "R", "3R", "3B")]
    found = findings(table(2, *lines))
    assert found == [("follow", "proved", 1, 6, (6, 9))]


def test_a_card_taken_back_is_known_to_be_in_that_hand():
    lines = [*begun("5R", "5B", "5G"), *shows("7R", "3B", "4G"), prize(0, "B")]
    record = table(3, *lines, played("played", 0, "6B"), played("played", 1, "6G"))
    assert findings(record) == [("follow", "proved", 1, 10, (10, 3))]


def test_a_card_taken_back_that_then_decides_proves_nothing():
    lines = [*begun("5R", "5B", "5G"), *shows("7R", "5B", "4G"), prize(0, "B")]
    record = table(3, *lines, played("played", 0, "6B"), played("played", 1, "6G"))
    assert findings(record) == []


def test_an_imitation_claims_nothing():
    lines = [*begun("6R", "2R"), *trick(0, "B", "6B", "X1"), *trick(1, "B", "4B", "2B")]
    assert findings(table(2, *lines)) == []


def test_each_revoke_is_a_finding_with_its_earliest_proof():
    lines = [
        *begun("6R", "2R"),
        *trick(0, "B", "6B", "3R"),
        *trick(0, "B", "5B", "4R"),
        played("held", 1, "2B"),
        *trick(0, "B", "4B", "3B"),
    ]
    record = table(2, *lines)
    for_all = [("follow", "proved", 1, seq, (seq, 13)) for seq in (6, 9)]
    assert findings(record) == findings(record, 0) == for_all
    for_some = [("follow", "proved", 1, seq, (seq, 10)) for seq in (6, 9)]
    assert findings(record, 1) == findings(record, ALL_SEEING) == for_some


def test_a_card_that_was_played_before_proves_nothing():
    lines = [*begun("6R", "2R"), *trick(0, "B", "6B", "2B"), *trick(0, "B", "5B", "2G")]
    assert findings(table(2, *lines)) == []


def test_somebody_is_named_as_soon_as_a_card_does():
    """Six reds are unseen: seat 2 has room for four of them and one may lie aside."""
    record = table(3, *begun("7B", "6B", "5B"), *trick(0, "R", "7G", "6G", "X1"))
    assert findings(record) == [("follow", "someone", None, 8, ())]
    assert view(record).remarks[0].owed is None
    add(record, prize(2, "R"), played("played", 2, "7R"))
    assert findings(record) == [("follow", "someone", None, 8, ())]
    add(record, played("played", 0, "6R"))
    assert findings(record) == [("follow", "proved", 0, 6, (6, 11))]
    assert view(record).remarks[0].owed == "R"


def test_somebody_may_stay_beside_who_is_named():
    start = begun("8B", "7B", "6B", "5B")
    lines = [*start, *trick(0, "R", "8G", "7G", "6G", "5G"), *trick(0, "R", "8R")]
    assert findings(table(4, *lines)) == [
        ("follow", "proved", 0, 7, (7, 12)),
        ("follow", "someone", None, 9, ()),
    ]


def test_a_round_keeps_its_findings_and_begins_without_claims():
    lines = [*round_of_2(0, "Rrrrr"), *round_of_2(0, "rrrrr")]
    record = table(2, *lines[:18])
    first = findings(record)
    assert [each[2:4] for each in first] == [
        (seat, 5 + seat + 3 * n) for n in range(4) for seat in (0, 1)
    ]
    add(record, *lines[18:21])
    assert findings(record) == first
    add(record, *lines[21:])
    assert [each[3] for each in findings(record)] == [
        *(each[3] for each in first),
        *(each[3] + 18 for each in first),
    ]


def test_a_remark_tells_the_colour_and_the_cards():
    lines = [*begun("6R", "2R"), *trick(0, "B", "6G", "5G"), *trick(0, "R", "3R", "3B")]
    (remark,) = view(table(2, *lines)).remarks
    assert (remark.trick, remark.owed, remark.card) == (1, "B", "5G")
    assert (remark.proof_card, remark.proof_trick, remark.proof_kind) == ("3B", 2, "played")
