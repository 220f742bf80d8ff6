"""Whatever a keyboard reaches can be seen: no bar at the top or the foot of a screen covers it."""

from itertools import product

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, phone
from tricktable.table.views import LIVE
from web.inspectors import COVERED, UNFOLD, page_script
from web.room import CODE, HOST_PAGE, begin, lay, sit

NAMES = ("Margaret", "Bo", "Maximiliane", "ゆき")
HIDDEN = page_script(COVERED)
"""What is not seen whole where the focus is on it, forwards and back."""
LETTERS = "size => getComputedStyle(document.documentElement).fontSize === size"
TURNS = (
    (SMALL_PHONE, 100, "en"),
    (PHONE, 100, "ja"),
    (SMALL_PHONE, 200, "ja"),
    (PHONE, 200, "en"),
)
"""Sizes, letters in per cent, and languages."""


@pytest.fixture
def look(browser, still_browser, served, watch):
    """Open a path on a phone of this size, with letters this many per cent of their size.

    All are opened on one phone; one that is not pressed draws nothing.
    """
    opened = []

    def look(path, size, letters, tongue, is_pressed=False):
        if not opened:
            page = watch(phone(browser if is_pressed else still_browser))
            opened.extend((page, page.context.new_cdp_session(page)))
        page, wire = opened
        page.set_viewport_size(size)
        sizes = {"standard": 16 * letters // 100}  # as its owner sets them in the browser
        wire.send("Page.setFontSizes", {"fontSizes": sizes})
        page.goto(f"{served}{path.replace('#', f'?lang={tongue}#')}")
        page.wait_for_function(LETTERS, arg=f"{17 * letters / 100:g}px", polling=100)
        return page

    return look


def test_on_the_hosts_pages(room, look):
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H")
    for turn, path in product(TURNS, ("/host/#", f"{HOST_PAGE}#", f"{HOST_PAGE}?new=tredici:5")):
        page = look(path, *turn)
        page.evaluate(UNFOLD)
        assert page.evaluate(HIDDEN) == [], (turn, path)


def test_on_the_page_of_a_seat(room, without_board, look):
    lay(room.table, "1:2H 2:TH 3:4D")
    token = sit(room.table, 0)
    for turn in TURNS:
        page = look(f"/t/{CODE}/seat#{token}", *turn)
        page.locator("#own[data-state=sits]").wait_for()
        page.evaluate(UNFOLD)
        assert page.evaluate(HIDDEN) == [], turn


@pytest.mark.complains("status of 409")
def test_a_refusal_stays_in_sight_below_the_top_line_and_covers_nothing(room, look):
    room.table.board_is(LIVE)
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH")
    for size in (SMALL_PHONE, PHONE):
        page = look(f"{HOST_PAGE}#", size, 100, "en", is_pressed=True)
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        if not page.locator("#lay[open]").count():  # readers lay the cards: it is folded at first
            page.locator("#lay > summary").click()
        page.locator("#lay input[name=seat][value='1']").check(force=True)
        page.locator("#lay button[name=card][value='3H']").click()
        refusal = page.locator("#refusal")
        expect(refusal).to_contain_text("Bo has already played to this trick.")
        page.evaluate(UNFOLD)
        assert page.evaluate(HIDDEN) == [], size
        top, below = page.locator(".top").bounding_box(), refusal.bounding_box()
        assert below["y"] >= top["y"] + top["height"]
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
        top, below = page.locator(".top").bounding_box(), refusal.bounding_box()
        assert top["y"] + top["height"] < 0, "it may be two lines, and scrolls away"
        assert below["y"] == pytest.approx(0, abs=1)
