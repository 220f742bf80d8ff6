"""Whatever a keyboard reaches can be seen: no bar at the top or the foot of a screen covers it."""

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, phone
from tricktable.table.views import LIVE
from web.room import CODE, begin, lay, sit
from web.test_every_game import UNFOLD

NAMES = ("Margaret", "Bo", "Maximiliane", "ゆき")
CONSOLE = f"/host/t/{CODE}"
COVERED = """(part) => {
  const covers = (hit, each) => hit && !each.contains(hit) && !hit.contains(each)
    && ![...(each.labels ?? [])].some((label) => label.contains(hit));
  const isHidden = (x, y, each) => {
    const hit = document.elementFromPoint(x, y);
    return hit === null ? "outside" : covers(hit, each) ? `below ${hit.outerHTML}` : null;
  };
  const reached = [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())
    .filter((each) => each.closest(part) && !each.closest("[inert]"));
  const found = [];
  for (const each of [...reached, ...reached.toReversed()]) {
    each.focus();
    if (document.activeElement !== each) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]];
    const hidden = points.map(([x, y]) => isHidden(x, y, each)).filter(Boolean);
    // Of a table, or of what is nearly as high as the screen, a part is enough.
    const isLong = each.matches("[role=group]") || bottom - top > 0.75 * innerHeight;
    if (hidden.length > (isLong ? points.length - 1 : 0))
      found.push(`${each.outerHTML.slice(0, 90)} ${hidden[0].slice(-100)} ${top} ${bottom}`);
  }
  return reached.length > 0 ? [...new Set(found)] : ["nothing can be reached"];
}"""
"""What is not seen whole where the focus is on it, forwards and back."""
LETTERS = "size => getComputedStyle(document.documentElement).fontSize === size"
WIDTHS = pytest.mark.parametrize(
    ("size", "letters"), [(SMALL_PHONE, 100), (PHONE, 100), (SMALL_PHONE, 200), (PHONE, 200)]
)


@pytest.fixture
def look(browser, served, watch):
    """Open a path on a phone of this size, with letters this many per cent of their size."""

    def look(path, size, letters, tongue):
        page = watch(phone(browser, size=size))
        page.goto(f"{served}{path.replace('#', f'?lang={tongue}#')}")
        sizes = {"standard": 16 * letters // 100}  # as its owner sets them in the browser
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
        page.wait_for_function(LETTERS, arg=f"{17 * letters / 100:g}px")
        return page

    return look


@WIDTHS
@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_on_the_hosts_pages(room, look, size, letters, tongue):
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H")
    for path in ("/host/#", f"{CONSOLE}#", f"{CONSOLE}?new=tredici:5"):
        page = look(path, size, letters, tongue)
        page.evaluate(UNFOLD)
        assert page.evaluate(COVERED, "body") == [], path


@WIDTHS
@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_on_the_page_of_a_seat(room, without_board, look, size, letters, tongue):
    lay(room.table, "1:2H 2:TH 3:4D")
    page = look(f"/t/{CODE}/seat#{sit(room.table, 0)}", size, letters, tongue)
    page.locator("#own[data-state=sits]").wait_for()
    page.evaluate(UNFOLD)
    assert page.evaluate(COVERED, "body") == []


@pytest.mark.complains("status of 409")
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE])
def test_a_refusal_stays_in_sight_below_the_top_line_and_covers_nothing(room, look, size):
    room.table.board_is(LIVE)
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH")
    page = look(f"{CONSOLE}#", size, 100, "en")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    page.locator("#lay > summary").click()  # readers lay the cards, so that the pad is folded
    page.locator("#lay input[name=seat][value='1']").check(force=True)
    page.locator("#lay button[name=card][value='3H']").click()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Bo has already played to this trick.")
    page.evaluate(UNFOLD)
    assert page.evaluate(COVERED, "body") == []
    top, below = page.locator(".top").bounding_box(), refusal.bounding_box()
    assert below["y"] >= top["y"] + top["height"]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    top, below = page.locator(".top").bounding_box(), refusal.bounding_box()
    assert top["y"] + top["height"] < 0, "it may be two lines, and scrolls away"
    assert below["y"] == pytest.approx(0, abs=1)
