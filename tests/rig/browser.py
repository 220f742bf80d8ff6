"""A real browser for tests: started once for all of them. Never decides what a page should be."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from rig import chromium
from rig.patience import PATIENCE_S

# Chromium runs as root in CI, and asks nobody outside for anything.
WAIT_MS: Final = 1000 * PATIENCE_S  # for something to appear: some machines are slow
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SMALL_PHONE: Final[ViewportSize] = {"width": 320, "height": 640}


@contextmanager
def opened() -> Iterator[Browser]:
    """Chromium ($CHROMIUM, the system's, or Chrome). Skips without one; in CI that is a failure."""
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        path = chromium.find()
        try:
            browser = playwright.chromium.launch(
                executable_path=path, channel=None if path else "chrome", args=list(ARGUMENTS)
            )
        except Error as error:
            lacking = f"no browser to look through: {error.message.splitlines()[0]}"
            if os.environ.get("CI") == "true":
                pytest.fail(lacking)
            pytest.skip(lacking)
        yield browser
        browser.close()


class Watched:
    """A page whose complaints are kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: self._keep(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _keep(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)


def phone(
    browser: Browser,
    scheme: Literal["light", "dark"] = "light",
    size: ViewportSize | None = None,
    has_script: bool = True,
) -> BrowserContext:
    """A phone with that screen, in daylight or in the dark. Nothing moves by itself on it."""
    context = browser.new_context(
        viewport=size or PHONE,
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        color_scheme=scheme,
        java_script_enabled=has_script,
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAIT_MS)
    return context


def stop_clock(page: Page) -> None:
    """Let the page's clock stand still from the first, until a test moves it; for a page to come.

    A page has as much time for all that it does as this computer takes.
    """
    page.clock.install(time=0)
    page.clock.pause_at(3_600_000)
