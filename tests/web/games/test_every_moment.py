"""Each game is walked through once, on all its pages, and all inspectors look at each moment.

Languages, lights, sizes of letters and who sits below take turns over the moments and the games.
"""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize

from games.cases import CASES
from games.samples import Course, course_of
from rig.browser import LOOKS, PHONE, SIDEWAYS, SMALL_PHONE, phone
from tricktable.table import commands
from web.inspectors import GUEST, HOST, SEAT, TWICE, UNFOLD, WALL, faults, shut
from web.room import CODE, ask, sit

NAMES: Final = {
    "usual": (
        *("Grandma Rose", "Maximilian", "Maximiliane-Charlotte", "ゆき", "Jonathan", "William"),
        *"Gil Hana Ivo Jo Kai Lea Max".split(),
    ),
    "long": (
        *("Margarethe W", "Bartholomew", "Alexandrina", "Christopher", "Konstantinos"),
        *("佐々木 次郎", "Friederike", "Wilhelmina", "Anna-Charlotte", "Maximilianus"),
        *("Jo", "ゆき", "Ed"),
    ),
}
WALKS: Final = (
    *(("torite", 4, "usual"), ("torite", 4, "long")),
    *(("torite", 1, "usual"), ("torite", 2, "usual")),
    *(("triatri", 4, "usual"), ("triatri", 4, "long")),
    *(("etori", 4, "usual"), ("etori", 6, "long")),
    *(("tredici", 4, "usual"), ("tredici", 13, "long")),
    *(("troika", 4, "usual"), ("troika", 4, "long")),
)
"""Of two beside each other, one looks at the pages at which the other does not at that moment."""
PHONES: Final = (PHONE, SIDEWAYS)
"""Beside a small one, which is always looked at."""
TELEVISIONS: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
)
AXE: Final = 5
"""It looks at each page at every fifth moment: to load it costs as much as all else together."""
SHEETS: Final = 2
"""So many of them take turns on the wall."""


def moments(course: Course, walk: int) -> list[int]:
    """After how many entries to look: of each kind of moment the first or the newest, in turns.

    The newest shows the most. What is found out has a place of its own, whatever else is shown.
    """
    kinds: dict[object, list[int]] = {}
    for at, seen in enumerate(course.views):
        kinds.setdefault((seen.next_what, bool(seen.trick)), []).append(at)
        if seen.findings:
            kinds.setdefault("findings", []).append(at)
    return sorted({ats[-((number + walk) % 2)] for number, ats in enumerate(kinds.values())})


@pytest.mark.parametrize("walk", range(len(WALKS)), ids=lambda at: "-".join(map(str, WALKS[at])))
def test_all_pages_hold_every_moment(room, served, still_browser, watch, walk):
    name, count, names = WALKS[walk]
    course = course_of(CASES[name], count, 3, is_tidy=True)
    called = [*NAMES[names][:count]]
    ask(room.table, commands.NewGame(name, count, called, dict(course.header.given)))
    tokens: dict[int, str] = {}
    small = watch(phone(still_browser, size=SMALL_PHONE, scale=1))
    large = watch(still_browser.new_context(viewport=TELEVISIONS[0], reduced_motion="reduce"))
    entered = 0
    for number, upto in enumerate(moments(course, walk)):
        room.enter(course.lines[entered:upto])
        entered = upto
        turn = walk // 2 + number
        tongue, scheme = LOOKS[turn % len(LOOKS)]
        for kind in ((GUEST, HOST), (SEAT, WALL))[(number + walk) % 2]:
            page = large if kind == WALL else small
            path = PATHS[kind].format(tongue)
            if kind == SEAT:  # of whoever is due
                seat = next(iter(course.views[upto].awaited), 0)
                tokens[seat] = tokens.get(seat) or sit(room.table, seat)
                path += f"#{tokens[seat]}"
            page.goto(served + path)
            if kind == SEAT:
                page.locator("#own[data-state=sits]").wait_for()
            found = look(page, kind, "long" if names == "long" else "usual", turn, number)
            if (turn + (kind in (GUEST, SEAT))) % AXE == 0:
                found |= shut(page, scheme)
            assert found == {}, f"{kind} in {tongue} after {upto} entries"


PATHS: Final = {
    GUEST: f"/t/{CODE}?lang={{}}",
    SEAT: f"/t/{CODE}/seat?lang={{}}",
    HOST: f"/host/t/{CODE}?lang={{}}",
    WALL: f"/t/{CODE}/wall?lang={{}}",
}


def look(page: Page, kind: str, names: str, turn: int, number: int) -> dict[str, Any]:
    """What all inspectors find on this page now; on a wall they look at each of its sheets.

    Larger phones, televisions, and letters twice as large take turns.
    """
    if kind != WALL:
        page.evaluate(UNFOLD)
        larger = PHONES[turn % 2 : turn % 2 + number // 2 % 2]
        letters = TWICE if turn % 3 == 1 else ""
        return faults(page, kind, names, (SMALL_PHONE, *larger), letters)
    found: dict[str, Any] = {}
    for sheet in range(SHEETS):
        if found:  # waited for long enough
            break
        wrong = faults(page, kind, names, [TELEVISIONS[(sheet + number // 2) % 2]])
        found |= {f"sheet {sheet}, {what}": told for what, told in wrong.items()}
        page.keyboard.press("ArrowRight")
    return found
