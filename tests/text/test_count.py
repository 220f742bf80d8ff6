"""How many of something, and that each sentence of the terminal counts in this one way."""

import re
from pathlib import Path

import tricktable
from tricktable.text.count import how_many

HOST = Path(tricktable.__file__).parent
THINGS = "row|table|game|card|step|minute|file|deck|person|entry|record|hand|deal"
OF_ONE = re.compile(rf"(?<! of )\{{[a-z_.()]+\}} (?:{THINGS})s\b(?! at| of)")


def test_one_is_not_several():
    assert [how_many(many, "row") for many in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]


def test_no_command_says_that_there_are_1_rows():
    found = {
        path.name: many
        for path in (HOST / "cli").rglob("*.py")
        if (many := OF_ONE.findall(path.read_text(encoding="utf-8")))
    }
    assert found == {}
