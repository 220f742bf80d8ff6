"""One browser with many tabs, of which one is looked at: Chromium itself hides all others.

Playwright lets every page of its own contexts believe that it is looked at; it leaves those of a
browser alone that it did not start.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page

from rig import chromium
from rig.browser import ARGUMENTS, WAIT_MS, listen
from rig.contexts import FORGET
from rig.patience import PATIENCE_S, until

HIDDEN: Final = "minimized"
SEEN: Final = "normal"
POLL_MS: Final = 20
"""How often a hidden page is asked: it draws nothing, and Playwright would ask when it does."""


class Tabs:
    """The tabs of one window. The newest one is looked at, until another one is."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.pages: list[Page] = []
        self._seen: Page | None = None

    def open(self, url: str, script: str = "") -> Page:
        """A new tab, which covers all others; `script` runs before the page's own."""
        self.leave()
        page = self._seen = self._context.new_page()
        self.pages.append(page)
        if script:
            page.add_init_script(script)
        page.goto(url)
        return page

    def look_at(self, page: Page) -> None:
        """This tab covers all others."""
        self.leave()
        self._put(page, SEEN)
        self._seen = page

    def leave(self) -> None:
        """Another program's window covers them all."""
        if self._seen is not None:
            self._put(self._seen, HIDDEN)
            self._seen = None

    def close(self) -> None:
        """Close them all, and forget what they kept: the next room has the same address."""
        for page in self.pages:
            page.evaluate(FORGET)
            page.close()

    def _put(self, page: Page, state: str) -> None:
        """Have Chromium show or hide the page, which a headless one does by its window."""
        talk = self._context.new_cdp_session(page)
        window = talk.send("Browser.getWindowForTarget")["windowId"]
        talk.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"windowState": state}})
        talk.detach()
        is_so = "hidden => document.hidden === hidden"
        page.wait_for_function(is_so, arg=state == HIDDEN, polling=POLL_MS)


@contextmanager
def opened(browser: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A second browser of the same kind, which nobody tells that its pages are looked at."""
    command = [
        chromium.find() or "google-chrome",
        "--headless",
        "--window-size=1280,900",
        f"--user-data-dir={folder}",
    ]
    process = subprocess.Popen(
        [*command, "--remote-debugging-port=0", *ARGUMENTS],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        told = folder / "DevToolsActivePort"
        until(lambda: told.exists() and told.read_text().count("\n") == 1)
        port = told.read_text().split()[0]
        second = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}", no_defaults=True)
        (context,) = second.contexts
        listen(context)
        context.set_default_timeout(WAIT_MS)
        yield context
        second.close()
    finally:
        # Debian's command is a shell that waits for Chromium: ended alone, it leaves it behind.
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE_S)
