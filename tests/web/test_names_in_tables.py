"""The tables of tricks: names above their columns are whole, on the smallest phone too."""

import pytest

from rig.browser import PHONE, SMALL_PHONE, assert_fits, phone, settled
from web.room import CODE, begin, lay

NAMES = ("Margaret", "Bartholomew", "Anna-Charlotte", "佐々木 次郎")
CUT = """() => [...document.querySelectorAll("#table .tricks thead th")].flatMap((head) => {
  const { overflowX, textOverflow } = getComputedStyle(head);
  const isCut = head.scrollWidth > head.clientWidth || head.scrollHeight > head.clientHeight;
  return isCut || overflowX !== "visible" || textOverflow !== "clip" ? [head.textContent] : [];
})"""
"""The names of which a part is not shown."""
WORDS = """name => [...document.querySelectorAll("#table .tricks thead bdi")]
  .filter((each) => each.textContent === name).map((each) => each.getClientRects().length)"""
"""In how many pieces a name stands, each time."""


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_names_above_tricks_and_above_a_proof_are_whole(room, browser, served, watch, tongue):
    begin(room.table, NAMES)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8H")  # the last one proves the third a revoke
    page = watch(phone(browser, size=SMALL_PHONE))
    for path in (f"/t/{CODE}", f"/host/t/{CODE}"):
        page.goto(f"{served}{path}?lang={tongue}")
        page.locator("#table .proof .tricks").wait_for()
        page.evaluate("document.querySelectorAll('#table details').forEach((it) => it.open = true)")
        assert page.locator("#table .tricks:visible").count() > 2, (
            "the proof, the finding below and the tricks of the deal"
        )
        for size in (SMALL_PHONE, PHONE):
            page.set_viewport_size(size)
            assert settled(page, CUT) == [], size
            for name in ("Margaret", "佐々木 次郎"):
                assert {*page.evaluate(WORDS, name)} == {len(name.split())}, size
            assert_fits(page, size)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert settled(page, CUT) == [], "with letters twice as large"
