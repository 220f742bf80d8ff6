"""Everything that the console opens, on two phones, in two languages: whole, and for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from rig.browser import PHONE, SMALL_PHONE, Watched, phone
from service.room import CODE, ask, begin, deal, play_on, sit
from tricktable import requests

OPENED = {
    "try=throw": "preview",
    "try=strike&seq=14": "preview",
    "correct=14": "correct",
    "forget=": "forget",
    "forget=Ann": "forget-once",
    "forget=Ann&sure=once": "forget-twice",
    "new=troika:4": "start",
    "away=3": "away",
}


@pytest.mark.parametrize(
    ("size", "scheme", "language"), [(PHONE, "light", "en"), (SMALL_PHONE, "dark", "ja")]
)
def test_what_opens_fits_and_shuts_nobody_out(room, browser, size, scheme, language):
    ask(
        room.table, requests.NewGame("troika", 4, ["Ann", "さくら", "Cy", "D" * 20], {"min_bid": 7})
    )
    begin(room.table, ("Ann", "さくら", "Cy", "D" * 20))
    play_on(room.table, deal(3), 3)
    sit(room.table, 3)
    ask(room.table, requests.Lock())
    with room.served() as url:
        context = phone(browser, scheme, size)
        page = context.new_page()
        watched = Watched(page)
        for query, opened in OPENED.items():
            page.goto(f"{url}/host/t/{CODE}?{query}&lang={language}")
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            page.locator(f"#{opened}").wait_for()
            results = Axe().run(page)
            assert results.violations_count == 0, f"{query}: {results.generate_report()}"
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width == size["width"], query
            low = page.evaluate(
                "[...document.querySelectorAll('.drawer button')]"
                ".map((each) => each.getBoundingClientRect().height).filter((high) => high < 43.9)"
            )
            assert low == [], query
        assert watched.complaints == []
        context.close()
