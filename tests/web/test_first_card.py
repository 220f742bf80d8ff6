"""From nothing to the first card of four players without a board: the real program, real phones."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from rig.browser import phone
from rig.program import Program

MOST_TOUCHES = 12
MOST_S = 60
LOCAL = ("--http-host", "127.0.0.1", "--http-port", "0")


class Fingers:
    """Everything that anybody touches, counted."""

    def __init__(self) -> None:
        self.touches = 0

    def touch(self, what: Locator) -> None:
        """Touch it once it is there."""
        self.touches += 1
        what.tap()


def test_from_nothing_to_the_first_card(
    browser: Browser, tmp_path: Path, watch: Callable[[BrowserContext], Page]
) -> None:
    began, fingers = time.monotonic(), Fingers()
    with Program(tmp_path, "serve", *LOCAL) as program:
        here = program.until(r"http://localhost:\d+")[0]
        host = watch(phone(browser))
        host.goto(f"{here}/host/")
        fingers.touch(host.locator(".tables button"))
        fingers.touch(host.get_by_role("button", name="The Torite for 4"))
        fingers.touch(host.get_by_role("button", name="Begin"))
        fingers.touch(host.get_by_role("button", name="Open the seats to any phone"))
        expect(host.get_by_text("The seats are open")).to_be_visible()
        scanned = here + urlsplit(host.locator("#join .address").inner_text()).path

        phones = [watch(phone(browser)) for _ in range(4)]
        for page, name in zip(phones, ("North", "East", "South", "West"), strict=True):
            page.goto(scanned)
            fingers.touch(page.get_by_role("button", name=name))
            page.locator(f"#own[data-state=sits][data-name={name}]").wait_for()
            assert page.locator("#link").inner_text() == "without a board"
            assert "button" not in page.locator("#own").inner_text()
        fingers.touch(phones[0].locator(".fan .keys label.C"))
        fingers.touch(phones[0].locator(".fan").get_by_role("button", name="two of clubs"))
        for page in phones:
            expect(page.locator("#table .trick [aria-label='two of clubs']")).to_be_visible()
        assert fingers.touches <= MOST_TOUCHES
        assert time.monotonic() - began <= MOST_S
        for page in (host, *phones):
            page.goto("about:blank")  # a page whose host is gone complains
        assert program.end() == 0
