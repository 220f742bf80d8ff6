"""Troika: its flow and its judge (docs/games/troika.md)."""

import pytest

from players.torite import declared, played, plays
from players.troika import (
    PASSES,
    SASKATCHEWAN,
    begun,
    bid,
    bidding,
    deal,
    dealt,
    discards,
    held,
    kitty,
    match,
    moved,
    table,
    takes,
    taking,
    tricks,
)
from records.lines import findings, refusal, refused
from records.moments import add, awaited, detail
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.games import GAMES
from tricktable.rules.verdicts import Finding
from tricktable.rules.view import FindingDetail, view

BEFORE_TRUMP = {**SASKATCHEWAN, "kitty": "before_trump"}

# --- flow ---------------------------------------------------------------------------------------


def test_before_the_first_deal():
    record = table()
    assert awaited(record) == (None, "deal")
    assert detail(record) == {
        "totals": [0, 0],
        "target": 52,
        "high": None,
        "trump": None,
        "points": [0, 0],
        "deals": [],
    }
    for line in (bid(0, "7"), played("held", 0, "AS"), played("played", 0, "AS")):
        assert refused(record, line)


def test_anybody_deals_first_and_then_the_next():
    for dealer in range(4):
        record = table(*deal("6", taking(dealer % 2, 6), side=dealer % 2, dealer=dealer))
        after = (dealer + 1) % 4
        assert awaited(record) == (after, "deal")
        assert [seat for seat in range(4) if not refused(record, dealt(seat))] == [after]


def test_nobody_deals_while_a_deal_runs():
    for record in (table(dealt()), table(*begun("7")), table(*begun("7"), *plays("AS"))):
        assert [seat for seat in range(4) if not refused(record, dealt(seat))] == []


def test_a_running_deal_is_told_and_forgotten_when_it_ends():
    record = table(*bidding("6", "7N"))
    told = detail(record)
    assert (told["high"], told["trump"]) == ({"seat": 1, "bid": "7N"}, None)
    told = detail(add(record, bid(2, "pass"), bid(3, "8"), declared(3, "trump", "D")))
    assert (told["high"], told["trump"]) == ({"seat": 3, "bid": "8"}, "D")
    record = table(*deal("8", taking(1, 9), side=1))
    told = detail(record)
    assert (told["high"], told["trump"], told["points"]) == (None, None, [0, 0])
    assert told["deals"] == [
        {
            "dealer": 3,
            "bidder": 1,
            "bid": "8",
            "trump": "H",
            "points": [1, 9],
            "scored": [1, 9],
        }
    ]


def test_trump_is_named_once_by_the_highest_bidder():
    record = table(*bidding("6", *PASSES))
    assert refused(record, played("played", 0, "AS"))
    assert refused(record, declared(1, "trump", "H"))
    add(record, declared(0, "trump", "H"))
    assert refused(record, declared(0, "trump", "D"))
    assert refused(table(*bidding("6N", *PASSES)), declared(0, "trump", "H"))
    assert refused(table(*bidding("6")), declared(0, "trump", "H"))


def test_both_moves_may_be_left_out():
    record = kitty(*begun("7"))
    assert awaited(record) == (0, "discard")
    assert awaited(add(record.fork(), played("played", 0, "AS"))) == (1, "play")
    assert awaited(add(record.fork(), takes())) == (0, "discard")
    assert awaited(add(record.fork(), discards())) == (0, "play")
    assert awaited(add(record, takes(), played("played", 0, "AS"))) == (1, "play")
    assert refused(record, discards())


def test_moves_come_in_order_by_the_bidder_and_two_cards_each():
    record = kitty(*begun("7"))
    for seat in (1, 2, 3):
        assert refused(record, takes(seat=seat))
        assert refused(record, discards(seat=seat))
    for count in (1, 3):
        assert refused(record, takes(count=count))
    assert refused(add(record.fork(), takes()), takes())
    assert refused(add(record.fork(), discards()), takes())
    assert refused(add(record.fork(), discards()), discards())
    assert refused(table(*begun("7")), takes())


def test_trump_named_before_an_unseen_discard_ends_the_exchange():
    record = table(*bidding("7", *PASSES), declared(0, "trump", "H"), **BEFORE_TRUMP)
    assert awaited(record) == (0, "play")
    assert refused(record, discards())
    assert refused(table(*bidding("7", *PASSES), **BEFORE_TRUMP), played("played", 0, "AS"))


def test_a_card_of_the_kitty_was_in_no_hand():
    record = kitty(*begun("7"), *held(0, "AS"), *held(1, "KS"))
    for card in ("AS", "KS"):
        assert refused(record, takes(card, "7D"))
    add(record, takes("QS", "7D"))
    assert refused(record, played("held", 1, "QS"))
    assert refused(record, played("played", 2, "7D"))


def test_nine_cards_are_in_a_hand_only_with_the_kitty():
    hand = "AC KC QC JC TC 9C 8C 7C"
    record = kitty(*begun("7"), *held(0, hand))
    more = add(record.fork(), *held(0, "AD"))
    assert refused(more, takes())
    assert refused(add(more, *held(0, "KD")), played("held", 0, "QD"))
    assert refused(kitty(*bidding("7", *PASSES), *held(0, hand)), played("held", 0, "AD"))
    add(record, takes("AD", "KD"))
    assert refused(record, discards("QD", "JD"))
    assert refused(record, discards("QD", "KD"))
    assert not refused(record, discards("AD", "7C"))


def test_of_ten_cards_read_eight_are_played():
    ten = "AC KC QC JC TC 9C 8C 7C AD KD"
    record = kitty(*begun("7"), *held(0, ten))
    assert refused(record, played("played", 0, "QD"))
    assert refused(record, played("played", 1, "AC"))
    unseen = add(record.fork(), discards())
    assert refused(unseen, played("played", 0, "QD"))
    assert not refused(unseen, played("played", 0, "AD"))
    seen = add(record, discards("AD", "KD"))
    for seat in range(4):
        assert refused(seen, played("played", seat, "AD"))
    assert refused(seen, played("held", 0, "QD"))


def test_a_hand_has_eight_cards_where_nothing_is_exchanged():
    record = table(dealt(), *held(1, "AC KC QC JC TC 9C 8C 7C"))
    assert refused(record, played("held", 1, "AD"))
    add(record, bid(0, "6"), bid(1, "7"), bid(2, "pass"), bid(3, "pass"))
    add(record, declared(1, "trump", "S"))
    assert refused(record, played("played", 1, "AD"))
    assert refused(record, played("played", 0, "7C"))
    assert not refused(record, played("played", 1, "7C"))


def test_a_hand_is_read_before_its_first_card():
    record = table(*begun("7"), *plays("AS", "KS"))
    assert refused(record, played("held", 0, "QS"))
    assert refused(record, played("held", 2, "AS"))
    add(record, *held(2, "QS QS"))
    assert refused(record, played("held", 3, "QS"))
    add(record, *plays("QS", "JS", first=2))
    for seat in range(4):
        assert refused(record, played("held", seat, "8S"))


def test_what_cannot_be_played():
    record = table(*begun("7"), *plays("AS", "KS"))
    for seat, card in ((0, "QS"), (2, "AS"), (2, "7S"), (2, "2C")):
        assert refused(record, played("played", seat, card))


def test_cards_count_in_the_order_on_the_table():
    record = table(*begun("7N"), *plays("AS"), played("played", 2, "AH"))
    assert awaited(record) == (1, "play")
    add(record, played("played", 1, "KS"))
    assert awaited(record) == (3, "play")
    assert view(add(record, played("played", 3, "8S"))).last_winner == 0
    record = table(*begun("7N"), played("played", 2, "8S"), played("played", 0, "9S"))
    assert awaited(record) == (3, "play")


@pytest.mark.parametrize(
    "line",
    [
        played("shown", 0, "AS"),
        declared(0, "leader"),
        declared(0, "tredici"),
        declared(0, "prize", {"colour": "R", "from": "own"}),
        moved("hand", "stack"),
        played("played", 0, "7R"),
    ],
)
def test_what_belongs_to_other_games(line):
    for record in (table(), table(dealt()), table(*begun("7")), kitty(*begun("7"))):
        assert refused(record, line)


def test_nothing_happens_after_the_end_but_words_about_earlier_entries():
    record = table(*match(*[(0, "6", 10)] * 6))
    assert (record.summary()["status"], awaited(record)) == ("finished", (None, "over"))
    for line in (dealt(2), bid(3, "6"), played("played", 0, "AS"), played("held", 0, "AS")):
        assert refused(record, line)
    assert not refused(record, {"kind": "corrected", "seq": 3, "entry": bid(2, "7")})


@pytest.mark.parametrize("dealer", range(4))
def test_the_table_sees_who_deals(dealer):
    before, now = view(table()), view(table(dealt(dealer), bid((dealer + 1) % 4, "pass")))
    assert before.position.dealer is None
    assert now.position.dealer == dealer
    assert (now.position.bids, now.position.limit) == (("pass",), 45)


def test_what_the_table_sees():
    now = view(kitty(*bidding("pass", "7")))
    assert (now.position.dealer, now.position.bids, now.position.limit) == (3, ("pass", "7"), 45)
    assert {"7N", "7L", "12L"} <= {value for each in now.offers for value in each.values}
    now = view(table(*begun("7"), *plays("AS", "5H")))
    assert (now.number, now.of, now.trump, now.led, now.best) == (1, 8, "H", "S", 1)
    now = view(kitty(*begun("7L"), takes(), *plays("AH", "KH", "TH", "5H")))
    assert (now.trump, now.last_winner, now.tally) == ("", 2, (0, 0, 1, 0))
    assert now.position.limit == 45
    assert view(table(bid_out="none")).position.limit is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("variant", "quebec"),
        ("min_bid", 4),
        ("min_bid", 9),
        ("min_bid", "6"),
        ("bid_out", 100),
        ("bid_out", True),
        ("bid_out_62", 57),
        ("minus_loses", "52"),
        ("low_announce", "bid"),
    ],
)
def test_a_house_rule_that_does_not_exist(key, value):
    header = {"record": "tricktable/1", "game": "troika", "players": 4, "options": {key: value}}
    assert refusal(header).exit_code == 2


# --- what was improper --------------------------------------------------------------------------


def test_a_card_before_its_turn():
    record = table(*begun("7"), played("played", 1, "AS"), played("played", 3, "KS"))
    turns = [("turn", "proved", 1, 7, (7,)), ("turn", "proved", 3, 8, (8,))]
    assert findings(record) == turns


def test_a_revoke_is_proved_by_a_later_card_or_by_one_read_before():
    lines = [*begun("7N"), *held(1, "KS"), *plays("AS", "8H")]
    assert findings(table(*lines)) == []
    for viewpoint in (ALL_SEEING, 1):
        assert findings(table(*lines), viewpoint) == [("follow", "proved", 1, 8, (8, 6))]
    assert findings(table(*lines), 2) == []
    later = table(*lines, *plays("8S", "9S", first=2), *plays("TS", "KS"))
    assert findings(later) == [("follow", "proved", 1, 8, (8, 12))]
    assert findings(later, 1) == [("follow", "proved", 1, 8, (8, 6))]


def test_somebody_revoked_when_too_many_spades_are_left():
    lines = [*begun("7N"), *plays("8S", "8H", "9H", "TH")]
    assert findings(table(*lines)) == []
    record = table(*lines, played("played", 0, "8D"))
    assert findings(record) == [("follow", "someone", None, 10, ())]
    add(record, *plays("8C", "9S", first=1))
    assert findings(record) == [("follow", "proved", 2, 8, (8, 12))]


@pytest.mark.parametrize(
    ("early", "late"),
    [(held(0, "KS"), [takes()]), ([], [takes("KS", "9D")]), ([], held(0, "KS"))],
    ids=["in the bidding", "in the kitty", "with the kitty"],
)
@pytest.mark.parametrize("gone", [[], [discards()]], ids=["omitted", "unseen"])
def test_what_is_read_before_the_discard_proves_nothing_until_it_is_played(early, late, gone):
    lines = [*bidding("7", *PASSES), *early, declared(0, "trump", "H"), *late]
    read = len(lines) if not early else 6
    lines += [*gone, played("played", 3, "AS"), played("played", 0, "8C")]
    seq, record = len(lines), kitty(*lines)
    add(record, *plays("8S", "3S", first=1), played("played", 3, "TD"))
    for viewpoint in (ALL_SEEING, 0, PUBLIC):
        assert [each[0] for each in findings(record, viewpoint)] == ["turn"]
    add(record, played("played", 0, "KS"))
    for viewpoint in (ALL_SEEING, 0):
        assert findings(record, viewpoint)[1:] == [("follow", "proved", 0, seq, (seq, read))]
    for viewpoint in (PUBLIC, 1):
        assert findings(record, viewpoint)[1:] == [("follow", "proved", 0, seq, (seq, seq + 4))]


def test_of_three_cards_read_before_the_discard_one_is_in_the_hand():
    lines = [*begun("7"), *held(0, "KS QS"), discards(), *plays("AS", "8C", first=3)]
    assert [each[1] for each in findings(kitty(*lines), ALL_SEEING)] == ["proved"]
    lines.insert(7, played("held", 0, "JS"))
    for viewpoint in (ALL_SEEING, 0):
        assert findings(kitty(*lines), viewpoint)[1:] == [("follow", "someone", None, 12, ())]
    assert [each[0] for each in findings(kitty(*lines), PUBLIC)] == ["turn"]


def test_both_discards_read_settle_what_was_read_before():
    lines = [*begun("7"), takes("QS", "9S"), *held(0, "KS"), discards("QS", "8D")]
    lines += [played("played", 3, "AS"), played("played", 0, "8C")]
    revoke = ("follow", "proved", 0, 11, (11, 7))
    assert findings(kitty(*lines), ALL_SEEING)[1:] == [revoke]
    assert findings(kitty(*lines), 0)[1:] == [revoke]
    for viewpoint in (PUBLIC, 1):
        assert [each[0] for each in findings(kitty(*lines), viewpoint)] == ["turn"]
    lines[8] = discards("QS", "9S")
    lines[7] = played("held", 0, "8H")
    assert [each[0] for each in findings(kitty(*lines), ALL_SEEING)] == ["turn"]


@pytest.mark.parametrize(
    ("lines", "seq"), [([], 38), ([discards()], 7), ([takes(), discards()], 8)]
)
def test_a_special_card_that_never_appeared_was_discarded(lines, seq):
    plays_of_all = [
        line if line["card"] not in ("5H", "3S") else line | {"card": "7" + line["card"][1]}
        for line in tricks(0, taking(0, 8))
    ]
    record = kitty(*begun("7"), *lines, *plays_of_all)
    assert findings(record) == [("discard", "proved", 0, seq, (seq,))]
    assert sum(detail(record)["deals"][0]["points"]) == 8


def test_a_deal_keeps_its_findings_and_begins_without_claims():
    lines = [*deal("6", taking(0, 6)), *bidding("6", *PASSES, dealer=0)]
    lines[6:8] = [lines[7], lines[6]]
    record = table(*lines)
    found = findings(record)
    assert found
    add(record, declared(1, "trump", "S"), *plays("AH", "9H", "8H", "TH", first=1))
    assert findings(record) == found


# --- and how it is told --------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, *range(4)])
@pytest.mark.parametrize("rule", ["discard", "turn", "follow", "d", "sneeze"])
def test_only_a_forbidden_discard_of_somebody_is_told_as_one(rule, seat):
    found = Finding(7, rule, "proved", seat, (7,))
    remark = FindingDetail(GAMES["troika"], found, *(None,) * 6, 1)
    told = GAMES["troika"].improper(remark, ("Ann", "Bo", "Cy", "Di"))
    assert (told is not None) == (rule == "discard" and seat is not None)
