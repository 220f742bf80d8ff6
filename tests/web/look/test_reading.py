"""What a screen reader reads of menus, drawers, phones that sit down, refusals and requests."""

import re
from pathlib import Path

import pytest

from web.reading import READ, SCENES, text_of

BLANKS = r"\\(?:a0|2060)"
STATIC = Path(__file__).parents[3] / "web/static"


@pytest.mark.complains("status of 409")
@pytest.mark.parametrize("scene", SCENES)
def test_what_is_read_is_what_was_read_and_judged(tmp_path, still_browser, scene):
    """Another text? Write it with tests/web/reading.py, and read it as a blind player would."""
    told = text_of(tmp_path, still_browser, scene)
    assert told == (READ / f"{scene}.txt").read_text(encoding="utf-8")


def test_what_a_style_draws_is_no_part_of_a_name():
    """A sign beside a name has other words, or none, for whoever hears it: `"+" / ""`."""
    drawn = [
        (path.name, rule)
        for path in STATIC.glob("*.css")
        for rule in re.findall(r"[^{}]*\{[^{}]*content: \"[^{}]*\}", path.read_text("utf-8"))
        if re.sub(BLANKS, "", "".join(re.findall(r'content: "([^"]*)";', rule)))
    ]
    assert len(drawn) > 5
    assert [each for each in drawn if not re.search(r'content: "[^"]*" / "', each[1])] == []
