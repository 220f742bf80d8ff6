"""Tredici: the worked examples of its rulings, by number (docs/games/tredici.md)."""

import pytest

from players.torite import declared
from players.tredici import aside, discards, draws, gives, ready, table, turn
from records.lines import refused
from records.moments import add, awaited
from tricktable.games.tredici.rules import stack_rows
from tricktable.rules.entries import Declared, Moved
from tricktable.rules.piles import EMPTY, Pile


def only(record, line, counts=range(14)):
    """The counts with which this move is possible now."""
    return [n for n in counts if not refused(record, line | {"count": n})]


OTHERS = [*turn(1, 1, 1), *turn(2, 1, 1), *turn(3, 1, 1)]
"""Seats 1 to 3 draw a card each and set it aside."""


def test_example_1_as_many_are_drawn_as_were_set_aside():
    record = table(4, *ready("SHDC", [3, 1, 1, 1]))
    assert record.summary()["detail"]["hands"][0] == 4
    assert only(record, draws(0, 0)) == [3]
    add(record, draws(0, 3), aside(0, 1))
    assert record.summary()["detail"]["stacks"][0] == 4
    assert only(add(record, *OTHERS), draws(0, 0)) == [1]


def test_example_2_who_set_nothing_aside_exchanges_three():
    record = table(4, *ready("SHDC", [0, 1, 1, 1]))
    assert (awaited(record), only(record, discards(0, 0))) == ((0, "discard"), [3])
    assert only(add(record, discards(0, 3)), draws(0, 0)) == [3]


def test_example_3_also_later():
    record = table(4, *ready("SHDC", [2, 1, 1, 1]), draws(0, 2), aside(0, 0), *OTHERS)
    assert (awaited(record), only(record, discards(0, 0))) == ((0, "discard"), [3])
    assert only(add(record, discards(0, 3)), draws(0, 0)) == [3]


@pytest.mark.parametrize("is_named", [True, False])
def test_example_4_an_ace_of_another_suit_costs_the_hand(is_named):
    drawn = [draws(0, "AH 4S 9S")] if is_named else [draws(0, 3), declared(0, "ace")]
    record = table(4, *ready("SHDC", [3, 1, 1, 1]), *drawn, aside(0, 2), *OTHERS)
    assert record.summary()["detail"]["hands"][0] == 5
    assert (awaited(record), only(record, discards(0, 0))) == ((0, "discard"), [5])
    assert only(add(record, discards(0, 5)), draws(0, 0)) == [7]


def test_example_5_an_ace_of_the_target_suit_does_not():
    record = table(4, *ready("SHDC", [1, 1, 1, 1]), draws(0, "AS"), aside(0, "AS"), *OTHERS)
    assert awaited(record) == (0, "draw")


def test_example_6_the_ace_comes_before_the_exchange_of_three():
    record = table(4, *ready("SHDC", [1, 1, 1, 1]), draws(0, "AH"), aside(0, 0), *OTHERS)
    assert only(record, discards(0, 0)) == [7]
    assert only(add(record, discards(0, 7)), draws(0, 0)) == [7]


def test_example_7_the_discards_are_turned_in_the_middle_of_a_draw():
    exchange = [discards(1, 3), draws(1, 3), aside(1, 0)]
    lines = [*turn(0, 1, 1), *exchange, *turn(0, 1, 1), *exchange, *turn(0, 1, 4), *exchange]
    record = table(2, *ready("SH", [1, 0]), *lines, hand_size=19)
    detail = record.summary()["detail"]
    assert (detail["draw"], detail["discard"]) == (2, 9)
    assert only(record, draws(0, 0)) == [4]
    detail = add(record, draws(0, 4)).summary()["detail"]
    assert (detail["draw"], detail["discard"]) == (7, 0)


def test_example_8_both_piles_run_out_in_the_middle_of_a_draw():
    state = table(3, *ready("SHD", [3, 1, 1]), *turn(0, 3, 1)).state
    state = state._replace(
        hands=(Pile(7), Pile(4), Pile(7)), draw=Pile(1), discard=EMPTY, set_aside=(1, 3, 1)
    )
    state = state.apply(Moved(1, "draw", "hand", 1, None))
    assert (state.next.what, state.hands[1].size) == ("give", 5)
    for seat in (2, 0, 1):
        state = state.apply(Moved(seat, "hand", "draw", 1, None))
    assert (state.hand_size, state.draw.size, state.hands[1].size) == (6, 3, 4)
    assert (state.next.seat, state.next.what) == (1, "draw")
    state = state.apply(Moved(1, "draw", "hand", 2, None))
    assert (state.hands[1].size, state.draw.size, state.next.what) == (6, 1, "stack")


def test_example_9_one_card_in_each_hand_is_a_draw():
    state = table(4, *ready("SHDC", [1, 1, 1, 1]), draws(0, 1)).state
    state = state._replace(
        hand_size=2, hands=(Pile(2),) * 4, draw=EMPTY, discard=EMPTY, set_aside=(1,) * 4
    )
    state = state.apply(Moved(0, "hand", "stack", 0, None))
    for seat in range(4):
        assert (state.status, state.next.what) == ("playing", "give")
        state = state.apply(Moved(seat, "hand", "draw", 1, None))
    assert (state.hand_size, state.status, state.winner([])) == (1, "drawn", [])


@pytest.mark.parametrize(
    ("suits", "purged"),
    [
        ("HH", [1]),
        ("HS", [0]),
        ("HHD", [1]),
        ("HSS", [1, 2]),
        ("HHH", [1, 2]),
        ("HSD", [0]),
        ("HHSD", [1]),
        ("HHHD", [1, 2]),
        ("HSSD", [1, 2]),
        ("HSSS", [1, 2, 3]),
        ("HHSS", [1, 2, 3]),
        ("HHHH", [1, 2, 3]),
        ("HSDC", [0]),
    ],
)
def test_example_10_who_is_purged(suits, purged):
    record = table(len(suits), *ready(suits, [1] * len(suits)), declared(0, "kische"))
    detail = record.summary()["detail"]
    assert (detail["kische"], detail["purged"]) == (0, purged)
    assert [n for n, size in enumerate(detail["hands"]) if size == 0] == purged
    assert [n for n, size in enumerate(detail["stacks"]) if size == 0] == purged


@pytest.mark.parametrize(
    ("suits", "free"),
    [
        ("HHSD", {1: "C"}),
        ("HHSS", {1: "CDS", 2: "CD", 3: "CD"}),
        ("HHHH", {1: "CDS", 2: "CDS", 3: "CDS"}),
        ("HSDC", {0: "H"}),
    ],
)
def test_example_11_which_suits_are_free(suits, free):
    record = table(4, *ready(suits, [1] * 4), declared(0, "kische"))
    for seat in range(4):
        allowed = "".join(s for s in "CDHS" if not refused(record, declared(seat, "target", s)))
        assert allowed == free.get(seat, "")


def test_example_12_stacks():
    assert stack_rows(8) == [3, 3, 2]
    assert stack_rows(13) == [3, 3, 3, 3, 1]
    assert stack_rows(0) == []


def test_example_13_twelve_cards_are_not_enough():
    state = table(2, *ready("SH", [1, 1])).state
    for size in (12, 13):
        tried = state._replace(stacks=(Pile(size), Pile(1)))
        if size < 13:
            with pytest.raises(Exception, match="with 13 cards set aside"):
                tried.apply(Declared(0, "tredici", None))
        else:
            assert tried.apply(Declared(0, "tredici", None)).winner([]) == [0]


def test_example_14_kische_is_called_once():
    record = table(2, *ready("SH", [1, 1]), declared(0, "kische"), declared(0, "target", "D"))
    assert all(refused(record, declared(seat, "kische")) for seat in (0, 1))


def test_example_15_eight_players_in_two_teams():
    record = table(
        8,
        {"kind": "dealt", "dealer": 7},
        declared(2, "target", "H"),
        declared(5, "target", "H"),
        *[aside(seat, 1) for seat in range(8)],
        teams=[[0, 1, 2, 3], [4, 5, 6, 7]],
    )
    detail = record.summary()["detail"]
    assert (detail["hand_size"], detail["draw"], detail["stacks"]) == (6, 4, [4, 4])
    detail = add(record, declared(3, "kische")).summary()["detail"]
    assert (detail["stacks"], detail["hands"]) == ([4, 0], [5] * 4 + [0] * 4)
    assert (detail["purged"], detail["discard"]) == ([4, 5, 6, 7], 24)


def test_gives_names_each_seat_once():
    assert [line["seat"] for line in gives(2, 0)] == [2, 0]
