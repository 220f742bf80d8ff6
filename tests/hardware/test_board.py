"""The main board: every part has its place, none covers another's, and no track leaves it."""

from itertools import combinations

from drawing import BOARD, CABLES, CONNECTORS, body, pin_count, places, wires

PLACES = places()
PARTS = list(BOARD["parts"])
STATION = tuple(BOARD["station"])
OFF_THE_BOARD = (*STATION, "KEYPAD", "DISPLAY")


def test_every_part_has_its_place():
    assert set(PARTS) == {name for name in CONNECTORS if not name.startswith(OFF_THE_BOARD)}
    for part in PARTS:
        numbers = sorted(each.number for each in PLACES if each.part == part)
        assert numbers == list(range(1, pin_count(part) + 1)), part


def test_every_leg_has_a_hole_of_its_own_on_the_board():
    assert len(set(PLACES.values())) == len(PLACES)
    for hole in PLACES.values():
        assert 1 <= hole.column <= BOARD["columns"]
        assert 1 <= hole.row <= BOARD["rows"]


def apart(one: str, other: str) -> bool:
    """Whether neither part covers holes of the other."""
    left, back, right, front = body(one)
    other_left, other_back, other_right, other_front = body(other)
    return right <= other_left or other_right <= left or front <= other_back or other_front <= back


def test_no_part_covers_another():
    assert [pair for pair in combinations(PARTS, 2) if not apart(*pair)] == []


def test_what_the_drawing_joins_on_the_board_stays_on_it():
    for wire in wires():
        if CABLES[wire.cable].get("ignore_in_bom") and not wire.cable.startswith("W_STATION"):
            assert {wire.start, wire.end} <= set(PLACES), wire


def test_headers_and_chips_count_as_their_makers_do():
    for seat in range(4):
        first = PLACES[(f"SEAT{seat}", 1)]
        assert PLACES[(f"SEAT{seat}", 2)] == (first.column + 1, first.row)
        assert PLACES[(f"SEAT{seat}", 3)] == (first.column, first.row + 1)
    assert PLACES[("PICO", 40)].column - PLACES[("PICO", 1)].column == 7  # 17.78 mm, data sheet 2.2
    assert PLACES[("BUFFER", 14)].column - PLACES[("BUFFER", 1)].column == 2  # SO-14: 5.08 mm
