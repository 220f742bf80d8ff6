"""A card changes the look of few elements: no page is styled anew as a whole, nor a seat's part.

A rule with `:has()` before its last part, such as `body:has(.one) .other`, is one that the browser
asks anew with each change of the page; all that the ends of such rules may name is then styled. One
that ends in no name, such as `.strip:has(.one) > *`, made that the whole page with each card.
"""

import json
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE
from tricktable.table import commands
from web.room import CODE, HOST_PAGE, ask, begin, lay, sit

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


@pytest.fixture
def token(room):
    """Of a phone at the first seat; at its table the second trick has begun."""
    begin(room.table)
    word = sit(room.table, 0)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H 2:4S")
    return word


def test_a_card_styles_no_page_as_a_whole(room, token, served, browser, watch):
    page = watch(browser.new_context(viewport=PHONE))
    for kind, path in PAGES.items():
        page.goto(f"{served}{path}#{token}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        if kind == "seat":
            page.locator("#own[data-state=sits]").wait_for()
        with styled(browser) as whole:
            lay(room.table, "3:8S")
            expect(page.locator("#table [data-card='8S']")).to_be_visible()
            expect(page.locator("#table .is-due[data-seat='0']")).to_be_visible()
        assert whole == [], kind
        ask(room.table, commands.Undo())


def test_nor_does_a_turn_style_all_that_a_seat_does(
    room, without_board, token, served, browser, watch
):
    page = watch(browser.new_context(viewport=PHONE))
    page.goto(f"{served}{PAGES['seat']}#{token}")
    own = page.locator("#own[data-state=sits]")
    own.wait_for()
    with styled(browser) as whole:
        lay(room.table, "3:8S")
        expect(own.locator("#fan")).to_be_visible()
        lay(room.table, "0:5S")
        expect(own.locator("#laid")).to_be_visible()
    assert whole == []


@contextmanager
def styled(browser):
    """What is styled as a whole meanwhile: each with the selectors that ask for it."""
    whole = []
    browser.start_tracing(categories=TRACED)
    try:
        yield whole
    finally:
        traced = json.loads(browser.stop_tracing())["traceEvents"]
    told = [
        event["args"]["data"]
        for event in traced
        if event["name"] == "StyleInvalidatorInvalidationTracking"
    ]
    assert told, "this browser tells of no styling"
    whole += [
        (each["nodeName"], [selector["selector"] for selector in each.get("selectors", ())])
        for each in told
        if each["reason"] == WHOLE and each["nodeName"].startswith(LARGE)
    ]
