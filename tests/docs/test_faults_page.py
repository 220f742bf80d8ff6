"""The page of faults names tests that exist, and each way in which a simulated board breaks."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/faults.md").read_text("utf-8")
BOARD_PAGE = (ROOT / "docs/explanation/simulated-board.md").read_text("utf-8")
NAMED = re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE)
ROWS = [line for line in PAGE.splitlines() if re.match(r"\| (\d+ )?\| ", line)]
LISTED = 40
"""The faults that were listed before the program was begun."""


def tests_of(path: str) -> set[str]:
    """The tests of a file below tests/."""
    body = ast.parse((ROOT / "tests" / path).read_text("utf-8")).body
    return {each.name for each in body if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("path", sorted({path for path, _ in NAMED}))
def test_each_test_that_is_named_exists(path):
    named = {name for each, name in NAMED if each == path}
    assert named <= tests_of(path)


def test_every_fault_has_a_test():
    assert len(ROWS) >= 40
    assert [row for row in ROWS if "::test_" not in row] == []


def test_each_listed_fault_has_its_row():
    numbers = {int(found[1]) for row in ROWS if (found := re.match(r"\| (\d+) \| ", row))}
    assert numbers == {*range(1, LISTED + 1)}


def test_every_test_of_faults_has_its_row():
    through_the_board = {name for name in tests_of("test_faults.py") if name.startswith("test_")}
    assert through_the_board == {name for path, name in NAMED if path == "test_faults.py"}


def test_every_way_to_break_a_simulated_board_stands_there():
    table = BOARD_PAGE.partition("## Breaking things")[2].partition("\n## ")[0]
    ways = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert len(ways) > 8
    assert [way for way in ways if f"`{way}`" not in PAGE] == []
