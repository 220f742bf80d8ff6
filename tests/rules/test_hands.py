"""What is left of a hand that was read: what leaves it, what comes back, and what may be played."""

from dataclasses import replace
from random import Random

import pytest

from players import deals, etori, every_game
from players.torite import HONEST, declared, moved
from records.lines import entry, header, record_of
from tricktable.rules.cards import card, mask
from tricktable.rules.deal import handling_of_passes
from tricktable.rules.entries import Impossible, Played
from tricktable.rules.hands import hand
from tricktable.rules.record import Record
from tricktable.rules.tricks import following_cards

GONE = {"already_seen", "other_hand", "elsewhere"}


def record(game, players, *lines):
    """A record of these lines, `held 1 QH` for short."""
    return record_of(players, [_line(line) for line in lines], game)


def _line(line):
    if not isinstance(line, str):
        return line
    kind, seat, code = line.split()
    return {"kind": kind, "seat": int(seat), "card": code}


def dealt(dealer=0):
    return {"kind": "dealt", "dealer": dealer}


def codes(made, seat):
    return [each.code for each in hand(made, seat)]


def test_a_card_stays_until_it_is_played():
    lines = [dealt(), "held 1 9S", "held 1 QH", "held 2 2C", "held 1 KH", declared(1, "leader")]
    made = record("torite", 4, *lines, "played 1 KH")
    assert codes(made, 1) == ["QH", "9S"]
    assert codes(made, 2) == ["2C"]
    assert codes(made, 3) == []


def test_a_card_that_nobody_has_read_is_played_from_a_hand_that_was_read_in_part():
    made = record("torite", 4, dealt(), "held 1 9S", declared(1, "leader"), "played 1 KH")
    assert codes(made, 1) == ["9S"]


def test_a_new_deal_is_a_new_hand():
    played = deals.play(Random(1), etori.KIND, 4, {}, HONEST, deals=2)
    first = next(n for n, line in enumerate(played.lines) if n and line["kind"] == "dealt")
    made = record("etori", 4, *played.lines[: first + 1], "held 1 2C")
    assert codes(made, 1) == ["2C"]


@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_no_card_is_in_a_hand_that_is_known_to_lie_elsewhere(name, count):
    made = record_of(count, (), name, **every_game.by_chance(Random(8), name, count).header.given)
    for line in every_game.by_chance(Random(8), name, count).lines:
        made.add(entry(made, line))
        for seat in range(made.header.seats):
            for each in hand(made, seat):
                assert refusal(made, Played(seat, each)) not in GONE


def refusal(made, played):
    try:
        made.check(played)
    except Impossible as refused:
        return refused.because
    return ""


def test_cards_that_decide_who_starts_are_out_and_come_back_if_they_decide_nothing():
    start = [dealt(), "held 0 5R", "held 0 3B"]
    assert codes(record("triatri", 3, *start, "shown 0 5R"), 0) == ["3B"]
    tied = record("triatri", 3, *start, "shown 0 5R", "shown 1 5B", "shown 2 5G")
    assert tied.state.next.what == "reveal"
    assert codes(tied, 0) == ["5R", "3B"]
    settled = record("triatri", 3, *start, "shown 0 5R", "shown 1 5B", "shown 2 4G")
    assert codes(settled, 0) == ["3B"]


def tredici(*lines):
    targets = [declared(seat, "target", suit) for seat, suit in enumerate("HSDC")]
    return record("tredici", 4, dealt(3), *lines[:1], *targets, *lines[1:])


def test_named_cards_leave_and_unnamed_ones_leave_nothing_that_is_certain():
    named = tredici("held 0 2H", "held 0 5H", "held 0 9S", moved(0, "hand", "stack", 1, "2H"))
    assert codes(named, 0) == ["5H", "9S"]
    none = tredici("held 0 2H", "held 0 9S", moved(0, "hand", "stack", 0))
    assert codes(none, 0) == ["2H", "9S"]
    unnamed = tredici("held 0 2H", "held 0 9S", moved(0, "hand", "stack", 1))
    assert codes(unnamed, 0) == []


def test_discards_leave_and_what_is_drawn_comes():
    made = tredici(
        "held 0 2H", "held 0 3D", *[moved(seat, "hand", "stack", 0) for seat in range(4)]
    )
    for discards, left in ((["3D", "4D", "5D"], ["2H"]), ((), [])):
        after = made.fork()
        after.add(entry(after, moved(0, "hand", "discard", 3, *discards)))
        assert codes(after, 0) == left
        after.add(entry(after, moved(0, "draw", "hand", 3, "9C", "TC", "JC")))
        assert set(codes(after, 0)) == {*left, "9C", "TC", "JC"}


def test_a_kische_takes_whole_hands_away():
    lines = [moved(seat, "hand", "stack", 0) for seat in range(4)]
    made = tredici("held 0 2H", *lines, declared(0, "kische"))
    purged = made.state.position((), 0).as_json()["purged"]
    assert purged == [0]
    assert codes(made, 0) == []


def test_of_what_was_passed_only_cards_from_the_hand_are_known_to_the_taker():
    """A Troika whose discards a partner takes up: the kitty itself was the giver's."""
    head = header(4, "troika", variant="saskatchewan")

    def taken_up(move, _):
        return {move.seat: (move.seat + 2) % 4} if move.target == "discard" else {}

    made = Record(replace(head, rules=replace(head.rules, deal=handling_of_passes(taken_up))))
    passes = (declared(seat, "bid", "pass") for seat in (2, 3, 0))
    said = [dealt(), declared(1, "bid", "8"), *passes, declared(1, "trump", "H")]
    said.append(moved(1, "kitty", "hand", 2, "9C", "TC"))
    said.append(moved(1, "hand", "discard", 2, "8D", "9D"))
    for line in said:
        made.add(entry(made, line))
    assert codes(made, 3) == ["9D", "8D"]
    assert codes(made, 1) == ["TC", "9C"]


@pytest.mark.parametrize(
    ("held", "owed", "can", "exempt"),
    [
        ("QH 9S 2H", "H", "QH 2H", ""),
        ("QH 9S 2H", "C", "QH 9S 2H", ""),
        ("QH 9S 2H", "D", "QH 9S 2H", ""),
        ("QH 2C", "S", "QH 2C", ""),
        ("QH 9S", None, "QH 9S", ""),
        ("5R X1 3B", "R", "5R X1", "X1 X2"),
        ("X1 3B", "R", "X1 3B", "X1 X2"),
        ("QH 9S 2H 3C", "H", "QH 9S 2H", "9S 2S"),
        ("QH 9S 3C", "S", "9S", "9S 2S"),
        ("QH 9S 3C", "D", "QH 9S 3C", "9S 2S"),
    ],
)
def test_a_suit_is_followed_by_who_has_it_and_what_is_exempt_always_fits(held, owed, can, exempt):
    cards, free = [card(code) for code in held.split()], mask(map(card, exempt.split()))
    assert [each.code for each in following_cards(cards, owed, exempt=free)] == can.split()
