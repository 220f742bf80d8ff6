"""The cards that a seat may still lay: none is left out that could be in its hand."""

import json
from random import Random

import pytest
from werkzeug.test import TestResponse

from players import every_game
from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE, STANDARD, Card
from tricktable.rules.entries import Played, Shown
from tricktable.rules.hands import hand
from tricktable.rules.ranking import ranking_of
from tricktable.rules.record import Record
from tricktable.table import commands, seating
from tricktable.table.views import LIVE, WITHOUT
from tricktable.web.seat.fan import Fan, fan, rows
from tricktable.web.seat.seat_page import seat_screen
from web.room import CODE, NAMES, Room, ask, begin, lay, sit


def record(room: Room) -> Record:
    return room.record


def of(room: Room, seat: int) -> Fan:
    now = record(room)
    made = fan(now, frozenset(), seat, hand(now, seat), True)
    assert made is not None
    return made


def codes(made: Fan) -> list[str]:
    suits = [code for suit in made.suits for row in suit.rows for code in row]
    return [*(code for row in made.hand for code in row), *suits]


@pytest.mark.parametrize("count", range(1, 14))
def test_rows_are_filled_alike(count):
    lengths = [len(row) for row in rows(STANDARD[:count])]
    assert sum(lengths) == count
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) <= 5
    assert len(lengths) == -(-count // 5)


def test_no_cards_are_no_rows():
    assert rows(()) == ()


def test_the_suit_led_is_offered_at_once_and_cards_that_are_out_are_not(room):
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


def test_a_suit_that_a_seat_is_void_in_comes_last_and_a_revoke_can_be_entered(room):
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


def test_what_is_read_in_another_hand_stays_secret(room):
    begin(room.table)
    room.table.ask(commands.Lay("KC", 3, "held"))
    assert "KC" in codes(of(room, 1))
    known = of(room, 3)
    assert known.hand == (("KC",),)
    assert codes(known)[0] == "KC"
    assert codes(known).count("KC") == 1


def test_the_others_stand_beside_a_few_cards_that_are_known_until_the_whole_hand_is(room):
    begin(room.table)
    for code in ("KC", "QC"):
        room.table.ask(commands.Lay(code, 2, "held"))
    lay(room.table, "1:2C")
    few = of(room, 2)
    assert few.is_partly
    assert few.open_suit == "C"
    for code in "AC JC TC 9C 8C 7C 6C 5C 4C 3C 2H".split():
        room.table.ask(commands.Lay(code, 2, "held"))
    whole = of(room, 2)
    assert not whole.is_partly
    assert whole.open_suit == ""


@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_whatever_was_laid_in_a_game_with_slips_and_offences_could_be_entered(name, count):
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


# --- cards that move -----------------------------------------------------------------------------


def collecting(room: Room) -> None:
    """Four players collect a suit each, and nobody has set a card aside yet."""
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=3))
    for seat, suit in enumerate("SHDC"):
        ask(room.table, commands.Declare("target", seat, suit))


def nameable(room: Room, token: str) -> dict[str, bool]:
    """The cards that this phone's seat can name as it sets them aside, and whether it may."""
    mine = seat_screen(room.table.phone_view(seating.digest(token)))
    (offer,) = (each for each in mine.groups if each.cards is not None)
    return {key.code: key.is_open for row in offer.cards.rows for key in row}


def set_aside(
    room: Room, token: str, cards: str, count: int | None = None, seen: int | None = None
) -> TestResponse:
    named, seq = cards.split(), record(room).seq if seen is None else seen
    value = str(len(named) if count is None else count)
    game = str(room.table.view().games)
    form = {"what": "hand>stack", "value": value, "card": named, "game": game, "seq": str(seq)}
    headers = {"Origin": "http://localhost", "X-Seat-Token": token}
    return room.app.test_client().post(f"/t/{CODE}/seat/say", data=form, headers=headers)


def stack_of(room: Room, seat: int) -> tuple[int, frozenset[Card]]:
    at = record(room).state.position((), seat)
    return at.stacks[seat], at.named[seat]


def test_cards_set_aside_are_named_out_of_the_suit_that_the_seat_collects(room):
    collecting(room)
    token = sit(room.table, 0)
    assert list(nameable(room, token)) == [f"{rank}S" for rank in "AKQJT98765432"]
    assert set_aside(room, token, "9S 4S").status_code == 200
    for seat in (1, 2, 3):
        ask(room.table, commands.Move(seat, "hand", "stack", 1))
    assert stack_of(room, 0) == (2, {BY_CODE["9S"], BY_CODE["4S"]})
    shut = [code for code, is_open in nameable(room, token).items() if not is_open]
    assert shut == ["9S", "4S"]
    assert stack_of(room, 1) == (1, frozenset())


def test_a_board_reads_the_cards_that_a_phone_need_not_name(room):
    collecting(room)
    room.table.board_is(LIVE)
    mine = seat_screen(room.table.phone_view(seating.digest(sit(room.table, 0))))
    assert [each.cards for each in mine.groups] == [None]


def test_a_card_that_somebody_else_has_named_is_counted_without_a_word(room):
    """A refusal would tell who collects the same suit."""
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=3))
    for seat, suit in enumerate("SSDC"):
        ask(room.table, commands.Declare("target", seat, suit))
    ann, bo = sit(room.table, 0), sit(room.table, 1)
    assert set_aside(room, ann, "9S 4S").status_code == 200
    seen = record(room).seq
    answers = [set_aside(room, bo, "9S 5S", seen=seen) for _ in range(2)]  # pressed twice
    assert [each.status_code for each in answers] == [200, 200]
    assert 'id="refusal"' not in answers[0].text + answers[1].text
    assert stack_of(room, 1) == (2, frozenset())
    assert record(room).seq == seen + 1


def test_another_number_than_cards_is_not_taken(room):
    collecting(room)
    token = sit(room.table, 0)
    refused = set_aside(room, token, "9S 4S", 3)
    assert refused.status_code == 409
    assert "The cards you touched do not match the number. Choose again." in refused.text
    assert set_aside(room, token, "9S ZZ").status_code == 422
    assert stack_of(room, 0) == (0, frozenset())


def test_a_game_whose_queens_are_trumps_offers_them_among_the_trumps(monkeypatch, room):
    begin(room.table)
    lay(room.table, "1:2C 2:9H")
    now = record(room)
    queens = ranking_of(C="QC QS QH QD AC KC")
    state = type(now.state)
    printed = state.tabletop
    monkeypatch.setattr(state, "tabletop", lambda self: printed(self)._replace(ranking=queens))
    made = fan(now, frozenset(), 0, (), True)
    assert made.suits[0].letter == "C"
    assert made.open_suit == "C"
    trumps = [code for row in made.suits[0].rows for code in row]
    assert trumps[:7] == ["QC", "QS", "QH", "QD", "AC", "KC", "JC"]
    assert "2C" not in trumps


def test_a_queen_that_is_trump_follows_a_trump(monkeypatch, room):
    begin(room.table)
    lay(room.table, "1:2C 2:QH 3:3C 0:4C")
    now = record(room)
    assert [each.letter for each in _fan_of(now, 2).suits if each.is_void] == ["C"]
    state = type(now.state)
    printed = state.tabletop
    queens = ranking_of(C="QC QS QH QD")
    monkeypatch.setattr(state, "tabletop", lambda self: printed(self)._replace(ranking=queens))
    assert [each.letter for each in _fan_of(now, 2).suits if each.is_void] == []


def _fan_of(now: Record, seat: int) -> Fan:
    made = fan(now, frozenset(), seat, (), False)
    assert made is not None
    return made
