"""The browser of the tests: see browser.py."""

import os
from pathlib import Path

from playwright.sync_api import Playwright

from rig import browser, chromium


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
    with browser.launched(driver) as chrome:
        assert chrome.is_connected()
