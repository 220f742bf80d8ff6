"""The tables of tricks: names above their columns are whole, on the smallest phone too."""

import io
from itertools import product

import pytest
from PIL import Image
from playwright.sync_api import expect

from rig.browser import (
    PHONE,
    SMALL_PHONE,
    assert_fits,
    assert_open_to_all,
    phone,
    resize,
    settled,
)
from web.inspectors import GUEST, HOST, TWICE, UNFOLD, faults, page_script
from web.room import CODE, begin, lay

NAMES = ("Margaret", "Bartholomew", "Anna-Charlotte", "佐々木 次郎")
WORDS = """name => [...document.querySelectorAll("#table .tricks thead bdi")]
  .filter((each) => each.textContent === name).map((each) => each.getClientRects().length)"""
"""In how many pieces a name stands, each time."""


HEADS = "#table .sheet :is(thead th, tbody th bdi)"
BROKEN = page_script(rf"() => broken(all('{HEADS}'), /[^\s・-]+/g)")
"""The words of headings and of names that stand in several lines."""


def test_a_touch_anywhere_on_a_trick_says_why_it_was_taken_and_it_stays(
    room, browser, served, watch
):
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH 3:4H 0:5H 2:9S 3:4S 0:TS 1:5S")
    page = watch(phone(browser, size=SMALL_PHONE))
    page.goto(f"{served}/t/{CODE}")
    page.locator("details.tricks > summary").tap()
    row = page.locator("details.tricks tbody tr").first
    expect(row).to_be_visible()
    box = row.bounding_box()
    page.touchscreen.tap(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    why = row.get_by_text("is the highest card of the suit that was led.")
    expect(why).to_be_visible()
    expect(row.get_by_role("img", name="ten of hearts")).to_be_visible()
    assert_fits(page, SMALL_PHONE)
    assert_open_to_all(page)
    lay(room.table, "0:2C 1:3C 2:4C 3:5C")
    expect(page.locator("details.tricks tbody tr")).to_have_count(3)
    expect(page.locator("details.tricks tbody p:visible")).to_have_count(1)
    expect(why).to_be_visible()


def test_a_heading_is_as_large_in_japanese_where_there_is_room(room, still_browser, served, watch):
    begin(room.table, ("Margarethe W", "Bartholomew", "Alexandrina", "Christopher"))
    page = watch(phone(still_browser, size={"width": 1280, "height": 720}))
    for path in (f"/t/{CODE}", f"/t/{CODE}/wall"):
        sizes = []
        for tongue in ("en", "ja"):
            page.goto(f"{served}{path}?lang={tongue}")
            heading = page.locator("#table .sheet thead th").first
            sizes.append(heading.evaluate("each => getComputedStyle(each).fontSize"))
        assert sizes[0] == sizes[1], path


PAGES = {GUEST: f"/t/{CODE}", HOST: f"/host/t/{CODE}"}


def test_no_word_of_standings_is_broken(room, still_browser, served, watch):
    begin(room.table, ("Margarethe W", "Bartholomew", "Alexandrina", "Christopher"))
    lay(room.table, "1:2H 2:TH 3:4H 0:5H 2:9S")
    page = watch(phone(still_browser, size=SMALL_PHONE))
    for path, tongue in product(PAGES.values(), ("en", "ja")):
        page.goto(f"{served}{path}?lang={tongue}")
        page.locator("#table .tricks").first.wait_for(state="attached")
        page.evaluate(UNFOLD)
        for size in (SMALL_PHONE, PHONE):
            resize(page, size)
            assert settled(page, BROKEN) == [], (path, tongue, size)
            assert_fits(page, size)


def test_names_above_tricks_and_above_a_proof_are_whole(room, still_browser, served, watch):
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8H")  # the last one proves the third a revoke
    page = watch(phone(still_browser, size=SMALL_PHONE))
    for (kind, path), tongue in product(PAGES.items(), ("en", "ja")):
        page.goto(f"{served}{path}?lang={tongue}")
        page.locator("#table .proof").wait_for()
        page.evaluate(UNFOLD)
        assert page.locator("#table .tricks:visible").count() > 1, (
            "the finding and the tricks of the deal, and at the host the proof"
        )
        for size, letters in ((SMALL_PHONE, ""), (PHONE, ""), (SMALL_PHONE, TWICE)):
            assert faults(page, kind, "long", [size], letters) == {}, (tongue, letters)
            for name in ("Margaret", "佐々木 次郎") if not letters else ():
                assert max(page.evaluate(WORDS, name)) <= len(name.split()), size
    resize(page, {"width": 1280, "height": 720})
    page.goto(f"{served}/t/{CODE}/wall")
    page.locator("#table .proof").wait_for()
    assert [max(page.evaluate(WORDS, name)) for name in NAMES[:2]] == [1, 1], "on a wall"


LAST_LINE = """(head, name) => {
  const bdi = head.querySelector("bdi"), whole = document.createRange();
  bdi.textContent = name;
  whole.selectNodeContents(bdi);
  const { top, bottom } = [...whole.getClientRects()].pop();
  const up = head.getBoundingClientRect().top;
  return [top - up, bottom - up];
}"""
"""From where to where the last line of this name goes, below the upper edge of its cell."""
GOLD = (240, 194, 79)


def golden_rows(picture):
    """The rows of a picture that have the colour of what is due."""
    seen = Image.open(io.BytesIO(picture)).convert("RGB")
    pixels = seen.load()
    return [y for y in range(seen.height) if any(pixels[x, y] == GOLD for x in range(seen.width))]


@pytest.mark.parametrize(("path", "least"), [(f"/t/{CODE}", 4), (f"/host/t/{CODE}", 5)])
def test_the_dot_of_whoever_is_due_stands_beside_the_name(
    room, browser, served, watch, path, least
):
    """They have the same table, and take turns over the lengths of a name."""
    begin(room.table)
    page = watch(phone(browser, size=SMALL_PHONE))
    page.goto(served + path)
    due = page.locator("#table .seats .is-due th")
    long = "Maximiliane-Charlotte"
    for name in [
        *(long[:end] for end in range(least, len(long) + 1, 2)),
        "Anna Bartholomew",
        "ゆき" * 5,
    ]:
        top, bottom = due.evaluate(LAST_LINE, name)
        rows = golden_rows(due.screenshot())
        assert rows, name
        assert 2 * top < min(rows) <= max(rows) < 2 * bottom, name
