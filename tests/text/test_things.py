"""Each sentence about a thing that a table may lack is listed with where it may be said."""

import re
import tomllib
from pathlib import Path

import languages

THING = re.compile(
    r"\b(?:(?i:display|button|menu|reader|board|cable|key|lamp|light|stock|press|hold|wire|plug|"
    r"unplug|keypad|buzzer)s?|UNDO|OK|MENU)\b"
)
"""What a table may have or lack, and what is done with it."""
LISTED = tomllib.loads(Path(__file__).with_name("things.toml").read_text(encoding="utf-8"))
"""Each sentence about such a thing, by where it may be said."""


def of_things():
    """Every sentence of the program about such a thing."""
    forms = (each.id for each in languages.extracted() if each.id)
    said = {form for each in forms for form in ((each,) if isinstance(each, str) else each)}
    return {each for each in said if THING.search(re.sub(r"\{\w+\}", "", each))}


def test_each_sentence_about_a_thing_is_listed_with_where_it_may_be_said():
    """A new one? List it in things.toml, and say it only where the thing is there.

    That no page shows it elsewhere is tried in `web/look/test_no_board.py`.
    """
    listed = [sentence for sentences in LISTED.values() for sentence in sentences]
    assert of_things() - {*listed} == set(), "list these in tests/text/things.toml"
    assert {*listed} - of_things() == set(), "take these out of tests/text/things.toml"
    assert len(listed) == len({*listed})
