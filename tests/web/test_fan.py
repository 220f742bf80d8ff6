"""The cards that a seat may still lay: none is left out that could be in its hand."""

from __future__ import annotations

import json
from random import Random

import pytest

from players import every_game
from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE, STANDARD
from tricktable.rules.entries import Played, Shown
from tricktable.rules.hands import hand
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.web.seat.fan import Fan, fan, rows
from web.room import Room, begin, lay


def record(room: Room) -> Record:
    made = room.table.record()
    assert made is not None
    return made


def of(room: Room, seat: int) -> Fan:
    now = record(room)
    made = fan(now, frozenset(), seat, hand(now, seat), True)
    assert made is not None
    return made


def codes(made: Fan) -> list[str]:
    suits = [code for suit in made.suits for row in suit.rows for code in row]
    return [*(code for row in made.hand for code in row), *suits]


@pytest.mark.parametrize("count", range(1, 14))
def test_rows_are_filled_alike(count: int) -> None:
    lengths = [len(row) for row in rows(STANDARD[:count])]
    assert sum(lengths) == count
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) <= 5
    assert len(lengths) == -(-count // 5)


def test_no_cards_are_no_rows() -> None:
    assert rows(()) == ()


def test_the_suit_led_is_offered_at_once_and_cards_that_are_out_are_not(room: Room) -> None:
    begin(room.table)
    lead = of(room, 1)
    assert [each.letter for each in lead.suits] == ["S", "H", "C", "D"]
    assert (lead.open_suit, len(codes(lead))) == ("", 52)
    lay(room.table, "1:2C 2:9H")
    third = of(room, 3)
    assert third.open_suit == "C"
    assert [each.letter for each in third.suits] == ["C", "S", "H", "D"]
    assert set(BY_CODE) > set(codes(third))
    assert not {"2C", "9H"} & {*codes(third)}
    assert len(codes(third)) == 50


def test_a_suit_that_a_seat_is_void_in_comes_last_and_a_revoke_can_be_entered(room: Room) -> None:
    begin(room.table)
    lay(room.table, "1:2C 2:9H 3:3C 0:4C 0:AC")
    void = of(room, 2)
    assert [(each.letter, each.is_void) for each in void.suits] == [
        ("S", False),
        ("H", False),
        ("D", False),
        ("C", True),
    ]
    assert void.open_suit == ""
    assert "5C" in codes(void)


def test_what_is_read_in_another_hand_stays_secret(room: Room) -> None:
    begin(room.table)
    room.table.ask(commands.Lay("KC", 3, "held"))
    assert "KC" in codes(of(room, 1))
    known = of(room, 3)
    assert known.hand == (("KC",),)
    assert codes(known)[0] == "KC"
    assert codes(known).count("KC") == 1


@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_whatever_was_laid_in_a_game_with_slips_and_offences_could_be_entered(
    name: str, count: int
) -> None:
    header, lines = every_game.by_chance(Random(7), name, count)
    now = Record(header)
    for line in lines[:120]:
        entry = codec.read_entry(json.dumps(line), header, now.seq + 1)
        if isinstance(entry, (Played, Shown)) and entry.seat is not None:
            made = fan(now, frozenset(), entry.seat, hand(now, entry.seat), True)
            assert made is not None
            assert entry.card.code in codes(made)
            assert len({*codes(made)}) == len(codes(made))
        now.add(entry)
