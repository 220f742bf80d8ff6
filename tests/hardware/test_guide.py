"""The building guide shows what the drawings say now: its pictures, its tables, its parts."""

import re

import pytest

import guide
import tables
from drawing import BOARD, CABLES, key_feeds, key_links, key_rows, wires

PAGE = tables.GUIDE.read_text(encoding="utf-8")
LARGEST_BYTES = 60_000
LARGEST_TOGETHER_BYTES = 500_000
NEW = "run `make hardware`"


@pytest.mark.parametrize("name", guide.NAMES)
def test_a_picture_shows_what_is_drawn_now(name):
    assert guide.stamped(name) == guide.stamp(name), NEW


def test_the_pictures_are_small_and_all_are_shown():
    files = {path.stem: path for path in guide.FOLDER.iterdir()}
    assert set(files) == set(guide.NAMES)
    sizes = [path.stat().st_size for path in files.values()]
    assert max(sizes) < LARGEST_BYTES
    assert sum(sizes) < LARGEST_TOGETHER_BYTES
    shown = re.findall(r"!\[.+\]\(\.\./pictures/table/(.+)\.png\)", PAGE)
    assert sorted(shown) == sorted(guide.NAMES)


def test_the_tables_say_what_is_drawn_now():
    assert tables.filled(PAGE) == PAGE, NEW


def test_every_wire_of_the_main_board_is_in_a_picture_and_in_a_table():
    soldered = {name for name, cable in CABLES.items() if cable.get("ignore_in_bom")}
    soldered -= {name for name in soldered if name.startswith("W_STATION")}
    shown = [name for names in guide.BELOW.values() for name in names]
    told = [
        name for line in re.findall(r"<!-- table: wires (.+) -->", PAGE) for name in line.split()
    ]
    assert sorted(shown) == sorted(told) == sorted(soldered)


def test_a_table_that_is_none_is_an_error():
    with pytest.raises(KeyError):
        tables.filled("<!-- table: nothing -->\n<!-- end -->")


def test_the_links_of_the_key_board_make_its_rows_and_columns():
    grid = key_rows()
    pairs = [*key_links()]
    for key in (key for row in grid for key in row):
        pairs += [(key.upper_left, key.upper_right), (key.lower_left, key.lower_right)]

    def joined(hole):
        found = {hole}
        while new := {b for pair in pairs for a, b in (pair, pair[::-1]) if a in found} - found:
            found |= new
        return found

    for pin, hole in key_feeds().items():
        number = int(pin.label[1:])
        if pin.label[0] == "R":
            legs = {leg for key in grid[number] for leg in key[:2]}
        else:
            legs = {leg for row in grid for leg in row[number][2:]}
        assert joined(hole) == legs, pin


def test_the_key_board_has_holes_for_its_keys():
    legs = [leg for row in key_rows() for key in row for leg in key]
    assert len(set(legs)) == len(legs)
    # The same kind of board as the main one, upright.
    assert {leg.column for leg in legs} <= set(range(1, BOARD["rows"] + 1))
    assert {leg.row for leg in legs} <= set(range(1, BOARD["columns"] + 1))
    assert {wire.end for wire in wires() if wire.cable == "W_KEYPAD"} == set(key_feeds())


def test_a_picture_is_drawn_once_for_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.setattr(guide, "FOLDER", tmp_path)
    monkeypatch.setattr(guide, "NAMES", ("board-keys",))
    assert guide.refresh(tmp_path) == ["board-keys"]
    assert guide.refresh(tmp_path) == []
    assert guide.stamped("board-keys") == guide.stamp("board-keys")
