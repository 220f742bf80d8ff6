"""The browser of the tests starts, and each context that tests share is as new each time."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from rig import browser as browsers
from rig import chromium, contexts
from rig.browser import PHONE, SMALL_PHONE
from web.room import CODE

LEAVES = """() => {
  localStorage.setItem("mark", 1);
  sessionStorage.setItem("mark", 1);
  document.cookie = "mark=1";
}"""
FOUND = "[localStorage.length, sessionStorage.length, document.cookie]"
DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
STILL = "matchMedia('(prefers-reduced-motion)').matches"
OPTIONS = {"viewport": PHONE, "timezone_id": "Asia/Tokyo"}
"""As no other test has them."""


def test_what_a_test_left_in_a_page_the_next_does_not_find(browser, served):
    first = browser.new_context(**OPTIONS)
    page = first.new_page()
    page.goto(f"{served}/t/{CODE}")
    page.evaluate(LEAVES)
    page.emulate_media(color_scheme="dark", media="print")
    page.set_viewport_size(SMALL_PHONE)
    first.close()
    with browser.new_context(**OPTIONS) as second:
        assert second is first
        page = second.new_page()
        page.goto(f"{served}/t/{CODE}")
        assert page.evaluate(FOUND) == [0, 0, ""]
        assert page.evaluate(DARK) is False
        assert page.evaluate("matchMedia('screen').matches")
        assert page.viewport_size == PHONE
        assert page.evaluate("innerWidth") == PHONE["width"]
        assert second.new_page() is not page


def test_a_context_serves_the_next_test_on_another_screen_in_another_light(browser, served):
    first = browser.new_context(
        **OPTIONS, locale="ja", color_scheme="dark", reduced_motion="reduce"
    )
    first.new_page().goto(f"{served}/t/{CODE}")
    first.close()
    with browser.new_context(timezone_id="Asia/Tokyo", locale="ja") as second:
        assert second is first
        for page in (second.new_page(), second.new_page()):
            page.goto(f"{served}/t/{CODE}")
            assert page.evaluate(DARK) is False
            assert page.evaluate(STILL) is False
            assert page.evaluate("[innerWidth, innerHeight, screen.width]") == [1280, 720, 1280]


@pytest.mark.parametrize(
    "asks",
    [
        lambda page: page.clock.install(),
        lambda page: page.context.set_offline(False),
        lambda page: page.context.new_page(),
        lambda page: page.goto("about:blank"),  # who knows what its host left in it
        lambda page: page.close(),
    ],
    ids="clock offline second-page blank closed".split(),
)
def test_what_outlasts_a_document_no_other_test_finds(browser, served, asks):
    first = browser.new_context(**OPTIONS)
    page = first.new_page()
    page.goto(f"{served}/t/{CODE}")
    expect(page.locator("#table")).to_be_attached()
    asks(page)
    first.close()
    with browser.new_context(**OPTIONS) as second:
        assert second is not first


def blocked(page):
    """A wire that lets no style through."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setBlockedURLs", {"urls": ["*.css*"]})


HEARD = []
MARKED = "document.addEventListener('DOMContentLoaded', () => document.body.title = 'marked')"
STYLED = "getComputedStyle(document.documentElement).colorScheme"


@pytest.mark.complains("net::ERR_")
@pytest.mark.parametrize(
    "asks",
    [
        lambda page: page.add_init_script(MARKED),
        lambda page: page.context.add_init_script(MARKED),
        lambda page: page.route("**/*.css", lambda route: route.abort()),
        lambda page: page.context.route("**/*.css", lambda route: route.abort()),
        lambda page: page.on("domcontentloaded", lambda _: HEARD.append("marked")),
        blocked,
    ],
    ids="script script-of-all route route-of-all listener wire".split(),
)
def test_what_was_asked_of_a_context_is_taken_back_before_another_test_has_it(
    browser, served, asks
):
    looks = []
    first = browser.new_context(**OPTIONS)
    for context in (first, None, None):
        context = context or browser.new_context(**OPTIONS)
        assert context is first
        page = context.new_page()
        if len(looks) == 1:
            asks(page)
        HEARD.clear()
        page.goto(f"{served}/t/{CODE}")
        expect(page.locator("#table")).to_be_attached()
        looks.append([page.evaluate(STYLED), page.evaluate("document.body.title"), *HEARD])
        context.close()
    before, amid, afterwards = looks
    assert before == afterwards != amid


@pytest.mark.complains("net::ERR_")
def test_a_page_that_was_closed_after_its_host_is_named_and_no_other_test_finds_it(browser, room):
    first = browser.new_context(**OPTIONS)
    page = first.new_page()
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}")
        expect(page.locator("#table")).to_be_attached()
    first.close()
    (stranded,) = contexts.STRANDED
    assert stranded == f"{url}/t/{CODE}"
    with browser.new_context(**OPTIONS) as second:
        assert second is not first


def test_a_browser_that_ends_as_it_begins_is_started_again(
    driver: Playwright, tmp_path: Path, monkeypatch
) -> None:
    path = chromium.find()
    assert path is not None
    once = tmp_path / chromium.LIGHT
    once.write_text(
        f'#!/bin/sh\nmkdir "{tmp_path}/tried" 2>/dev/null && kill -SEGV $$\nexec "{path}" "$@"\n'
    )
    once.chmod(0o755)
    monkeypatch.setitem(os.environ, "CHROMIUM", str(once))
    with browsers.launched(driver) as chrome:
        assert chrome.is_connected()
