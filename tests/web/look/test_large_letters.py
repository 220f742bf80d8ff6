"""Where a browser's own letters are twice as large, every page is as wide as the smallest phone."""

import pytest

from games.cases import CASES
from games.samples import course_of
from rig.browser import SMALL_PHONE, WIDER, phone, settled
from tricktable.games import GAMES
from tricktable.table import commands
from web.inspectors import UNFOLD
from web.room import CODE, ask, sit

TABLE = f"/t/{CODE}"
NAMES = ("Ann", "Bartholomew", "Christopher", "ゆき")
TWICE = {"fontSizes": {"standard": 32}}
"""As its owner sets them: what asks for the width of a screen in letters hears of it as well."""
LETTERS = "() => getComputedStyle(document.documentElement).fontSize === '34px'"
STEP = 4
"""Of a lesson: in the midst of a game."""


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_the_screen(room, served, still_browser, watch, name):
    course = course_of(CASES[name], len(NAMES), 3, is_tidy=True)
    ask(room.table, commands.NewGame(name, len(NAMES), list(NAMES), dict(course.header.given)))
    page = watch(phone(still_browser, size=SMALL_PHONE, scale=1))
    page.context.new_cdp_session(page).send("Page.setFontSizes", TWICE)
    half = len(course.lines) // 2
    before = (f"{TABLE}/rules", f"/games/{name}/lesson?step={STEP}", f"{TABLE}/wall")
    moments = ((0, before), (half, (TABLE, f"{TABLE}/seat")))
    entered = 0
    wide = {}
    for upto, paths in moments:
        room.enter(course.lines[entered:upto])
        entered = upto
        token = sit(room.table, 1)
        for tongue in ("en", "ja"):
            for path in paths:
                language = f"{'&' if '?' in path else '?'}lang={tongue}"
                is_seat = path.endswith("/seat")
                page.goto(f"{served}{path}{language}{f'#{token}' if is_seat else ''}")
                if is_seat:
                    page.locator("#own[data-state=sits]").wait_for()
                page.wait_for_function(LETTERS, polling=100)
                page.evaluate(UNFOLD)
                patience = {"patience_ms": 0} if wide else {}
                found = settled(page, WIDER, SMALL_PHONE["width"], **patience)
                wide |= {f"{path} in {tongue}": found} if found else {}
    assert wide == {}
