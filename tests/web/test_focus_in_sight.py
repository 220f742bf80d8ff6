"""Whatever a keyboard reaches can be seen: no bar at the top or the foot of a screen covers it."""

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, phone
from tricktable.table.views import LIVE
from web.inspectors import COVERED, SHARED, UNFOLD
from web.room import CODE, HOST_PAGE, begin, lay, sit

NAMES = ("Margaret", "Bo", "Maximiliane", "ゆき")
HIDDEN = f"() => {{ {SHARED} return ({COVERED})(); }}"
"""What is not seen whole where the focus is on it, forwards and back."""
LETTERS = "size => getComputedStyle(document.documentElement).fontSize === size"
TURNS = pytest.mark.parametrize(
    ("size", "letters", "tongue"),
    [
        (SMALL_PHONE, 100, "en"),
        (PHONE, 100, "ja"),
        (SMALL_PHONE, 200, "ja"),
        (PHONE, 200, "en"),
    ],
)
"""Sizes and languages in turns."""


@pytest.fixture
def look(browser, still_browser, served, watch):
    """Open a path on a phone of this size, with letters this many per cent of their size.

    One that is not pressed draws nothing.
    """

    def look(path, size, letters, tongue, is_pressed=False):
        page = watch(phone(browser if is_pressed else still_browser, size=size))
        page.goto(f"{served}{path.replace('#', f'?lang={tongue}#')}")
        sizes = {"standard": 16 * letters // 100}  # as its owner sets them in the browser
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
        page.wait_for_function(LETTERS, arg=f"{17 * letters / 100:g}px", polling=100)
        return page

    return look


@TURNS
def test_on_the_hosts_pages(room, look, size, letters, tongue):
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H")
    for path in ("/host/#", f"{HOST_PAGE}#", f"{HOST_PAGE}?new=tredici:5"):
        page = look(path, size, letters, tongue)
        page.evaluate(UNFOLD)
        assert page.evaluate(HIDDEN) == [], path


@TURNS
def test_on_the_page_of_a_seat(room, without_board, look, size, letters, tongue):
    lay(room.table, "1:2H 2:TH 3:4D")
    page = look(f"/t/{CODE}/seat#{sit(room.table, 0)}", size, letters, tongue)
    page.locator("#own[data-state=sits]").wait_for()
    page.evaluate(UNFOLD)
    assert page.evaluate(HIDDEN) == []


@pytest.mark.complains("status of 409")
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE])
def test_a_refusal_stays_in_sight_below_the_top_line_and_covers_nothing(room, look, size):
    room.table.board_is(LIVE)
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH")
    page = look(f"{HOST_PAGE}#", size, 100, "en", is_pressed=True)
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    page.locator("#lay > summary").click()  # readers lay the cards, so that the pad is folded
    page.locator("#lay input[name=seat][value='1']").check(force=True)
    page.locator("#lay button[name=card][value='3H']").click()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Bo has already played to this trick.")
    page.evaluate(UNFOLD)
    assert page.evaluate(HIDDEN) == []
    top, below = page.locator(".top").bounding_box(), refusal.bounding_box()
    assert below["y"] >= top["y"] + top["height"]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    top, below = page.locator(".top").bounding_box(), refusal.bounding_box()
    assert top["y"] + top["height"] < 0, "it may be two lines, and scrolls away"
    assert below["y"] == pytest.approx(0, abs=1)
