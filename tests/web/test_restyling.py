"""A card changes the look of few elements: no page is styled anew as a whole.

A rule with `:has()` before its last part, such as `body:has(.one) .other`, is one that the browser
asks anew with each change of the page; all that the ends of such rules may name is then styled. One
that ends in no name, such as `.strip:has(.one) > *`, made that the whole page with each card.
"""

import json

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE
from web.room import CODE, HOST_PAGE, begin, lay, sit

TABLE = f"/t/{CODE}"
PAGES = {
    "guest": TABLE,
    "seat": f"{TABLE}/seat",
    "wall": f"{TABLE}/wall",
    "host": HOST_PAGE,
}
TRACED = [
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.invalidationTracking",
]
WHOLE = "Invalidation set invalidates subtree"
LARGE = ("HTML", "BODY", "MAIN", "HEADER", "SECTION", "DIV class='dock'", "DIV class='now'")
"""How the browser calls what holds much of a page."""


@pytest.mark.parametrize("path", PAGES.values(), ids=[*PAGES])
def test_a_card_styles_no_page_as_a_whole(room, served, browser, watch, path):
    begin(room.table)
    token = sit(room.table, 0)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H 2:4S")
    page = watch(browser.new_context(viewport=PHONE))
    page.goto(f"{served}{path}#{token}")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    if path == PAGES["seat"]:
        page.locator("#own[data-state=sits]").wait_for()
    browser.start_tracing(categories=TRACED)
    try:
        lay(room.table, "3:8S")
        expect(page.locator("#table [data-card='8S']")).to_be_visible()
        expect(page.locator("#table .is-due[data-seat='0']")).to_be_visible()
    finally:
        traced = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [
        event["args"]["data"]
        for event in traced
        if event["name"] == "StyleInvalidatorInvalidationTracking"
    ]
    assert styled, "this browser tells of no styling"
    whole = [each["nodeName"] for each in styled if each["reason"] == WHOLE]
    assert [each for each in whole if each.startswith(LARGE)] == []
