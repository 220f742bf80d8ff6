"""What the page says of wrong wires is what the board finds, and its commands are ones."""

import re
import shlex
from pathlib import Path

import wires
from pico.test_wires import DISPLAY, READER, said_of
from sim.workbench import table
from tricktable.board.bench import steps
from tricktable.board.flash.settings import settings_of_words
from tricktable.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "howto/start-on-a-breadboard.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (reader|display): (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
OTHER = {
    "no pull-ups": ({}, False),
    "VCC at 5 V": ({"VCC": "5V"}, True),
    "3.3V at 5 V": ({"3.3V": "5V"}, True),
}
NOTHING = "nothing: [look, or measure](#no-board-sees-5-v-at-a-reader)"


def leads_of(part: str, what: str):
    """How the wires lead that a row of the table is about."""
    if what in OTHER:
        return OTHER[what]
    usual = READER if part == "reader" else DISPLAY
    pins = re.findall(r"[A-Z0-9.]+V?", what.removesuffix(" cut").removesuffix(" exchanged"))
    if what.endswith(" cut"):
        return {pins[0]: None}, True
    a, b = pins
    return {a: usual[b], b: usual[a]}, True


def test_each_row_says_what_the_board_finds():
    assert len(ROWS) > len(READER) + len(DISPLAY)
    for part, what, says in ROWS:
        leads, has_pull_ups = leads_of(part, what)
        name = "reader0" if part == "reader" else part
        assert (said_of(name, leads, has_pull_ups) or NOTHING) == says, what
    cut = {(part, what) for part, what, _ in ROWS if what.endswith(" cut")}
    assert cut == {("reader", f"{pin} cut") for pin in READER} | {
        ("display", f"{pin} cut") for pin in DISPLAY
    }


def test_what_no_board_sees_is_looked_for_in_the_rows_that_the_page_names():
    section = PAGE.split("### No board sees 5 V at a reader")[1].split("\n## ")[0]
    (row,) = re.findall(r"\| j(\d+) \| Pico, pin 36, 3V3 \|", PAGE)
    (asked,) = [each for each in steps({"keys": "0", "readers": "1"}) if "red wire" in each.task]
    for words in (section, asked.task):
        assert f"row {row}" in words
        assert "row 1 or 2" in words
    assert "pins 40 and 39, at rows 1 and 2, carry 5 V" in " ".join(PAGE.split())
    assert not [each for each in steps({}) if "red wire" in each.task]


def test_each_pin_beside_the_buttons_is_in_a_row():
    rows = re.findall(
        r"^\| button: wire at GP\d+ \| (.+), once it is pressed \|$", PAGE, re.MULTILINE
    )
    table()
    assert [f"1: {says}" for says in rows] == [found for _, found in wires.strays(1, False)]


def test_the_light_blinks_as_the_page_says():
    told = dict(re.findall(r"^\| (\d) \| (.+?) \|$", PAGE, re.MULTILINE))
    assert {str(wires.blinks(found)): found for found in wires.DISPLAY} == {
        count: meaning for count, meaning in told.items() if count != "1"
    }


def test_its_commands_set_what_a_board_knows():
    commands = re.findall(r"tricktable flash[^`\n]*", PAGE)
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(command)[2:]
        assert settings_of_words(word for word in words if "=" in word)
        assert main.commands["flash"].make_context("flash", words).params["words"]


def test_whoever_looks_for_it_finds_it():
    for page in (DOCS.parent / "README.md", DOCS / "howto/build-the-table.md"):
        assert "start-on-a-breadboard.md" in page.read_text(encoding="utf-8"), page
