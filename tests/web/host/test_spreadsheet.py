"""Files for spreadsheets: whole for programs, and worked out by no spreadsheet of any country."""

import ast
import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tricktable
from tricktable.web.spreadsheet import BYTE_ORDER_MARK, csv_text, harmless

SOURCES = Path(tricktable.__file__).parent
SEPARATORS = ",;\t"
SIGNS = "=+-@|%"
PIECES = st.sampled_from([*SIGNS, *SEPARATORS, *" \"'\u3000\uff1d\uff1bx1A", "=1+1"])


def cells(text: str, separator: str) -> list[str]:
    """The file's cells as a spreadsheet that separates them like this finds them."""
    file = io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")
    return [cell for row in csv.reader(file, delimiter=separator) for cell in row]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("sign", ["=1+1", "+1+A1", "-1-A1", "@SUM(A1)", "|cmd", "%x", "\uff1d1"])
@pytest.mark.parametrize("before", ["", "x;", "x,", "x\t", "x; ", 'x;"', "x;'", "x,\u3000"])
def test_no_part_of_a_name_is_a_formula_wherever_cells_end(separator, sign, before):
    for cell in cells(csv_text([["7KQ", f"{before}{sign};", 3]]), separator):
        assert cell.lstrip(" \"'\u3000")[:1] != sign[:1] or "'" in cell.partition(sign[:1])[0]


@given(st.lists(PIECES, max_size=12).map("".join))
def test_whatever_people_type(name):
    for separator in SEPARATORS:
        for cell in cells(csv_text([[1, name, 2]]), separator):
            begins = cell.lstrip(' "\u3000\u00a0')[:1]
            plain = cell.replace(".", "").lstrip("-").isdecimal()
            assert begins not in {*SIGNS, "\uff1d"} or plain, ascii(cell)


def test_a_program_finds_numbers_as_they_are_and_other_names_untouched():
    row = ["Casadei, Marco", "AC/DC", "a-b; c+d", "-3.5", -2, "O'Brien", "x=1"]
    assert cells(csv_text([row]), ",") == [str(each) for each in row]
    assert harmless("") == ""


def test_no_other_module_writes_such_files():
    found = [
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and (node.attr in ("writer", "DictWriter"))
        if isinstance(node.value, ast.Name) and node.value.id == "csv"
    ]
    assert found == ["web/spreadsheet.py"]
