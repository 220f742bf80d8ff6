"""Guests' pages at the end of every game: light to load, and open to all in every state."""

from collections import Counter
from contextlib import closing

import pytest
from playwright.sync_api import expect

from players import every_game
from rig.browser import (
    PHONE,
    SMALL_PHONE,
    assert_open,
    assert_open_to_all,
    phone,
    resize,
    settled,
    wire,
)
from web.by_chance import play
from web.inspectors import UNFOLD
from web.refusals import AWAY
from web.room import CODE, Room, begin, lay, sit

TABLE = f"/t/{CODE}"
MOST_BYTES = 60_000
"""What one page may cost a phone, with all that it loads, the head of every answer included."""
CUT = """() => [...document.querySelectorAll(".strip > p, .strip summary span")]
  .filter((it) => it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1)
  .map((it) => it.textContent)"""
"""Words beside the last trick's cards of which a part is not seen."""
WIDTHS = "[innerWidth, document.documentElement.scrollWidth]"


class Scales:
    """Weighs pages: the bytes that a phone receives until one is drawn and live.

    Mutable.
    """

    def __init__(self, browser):
        context = phone(browser, scale=1)
        self._page = context.new_page()
        self._wire = wire(self._page)
        self._bodies, self._whole = Counter(), Counter()
        self._wire.on("Network.responseReceived", self._head)
        self._wire.on("Network.dataReceived", self._body)
        self._wire.on("Network.loadingFinished", self._finished)

    def _body(self, told):
        self._bodies[told["requestId"]] += told["dataLength"]

    def _finished(self, told):
        self._whole[told["requestId"]] = told["encodedDataLength"]

    def _head(self, told):
        self._bodies[told["requestId"]] += told["response"]["encodedDataLength"]

    def weigh(self, url):
        """How many bytes come of a page that this phone has never seen, in how many answers."""
        page = self._page
        page.goto("about:blank")  # the stream of the last one ends
        page.context.clear_cookies()
        self._bodies.clear()
        self._whole.clear()
        page.goto(url, wait_until="load")
        if page.locator("#link").count():
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
        page.evaluate("() => document.fonts.ready.then(() => null)")
        # A stream never ends, and is not packed: whatever it begins with counts as it was sent.
        each = {*self._bodies, *self._whole}
        size = sum(self._whole.get(one, self._bodies[one]) for one in each)
        return size, len(self._whole)

    def close(self):
        self._page.context.close()


def test_no_page_costs_a_phone_more_than_sixty_kilobytes(room, guest, browser):
    """Each page with all that it loads, in the game in which its own text is the longest."""
    room.keep_nothing()
    games = every_game.FULLEST
    texts = {path: [] for path in ("", "/wall", "/rules", "/seat", "/game", "/evening")}
    for name, count in games:
        play(room, name, count)
        for path, sizes in texts.items():
            with guest.get(TABLE + path, headers={"Accept-Encoding": "gzip"}) as sent:
                sizes.append(len(sent.data))
    with room.served() as url, closing(Scales(browser)) as scales:
        for number, (name, count) in enumerate(games):
            longest = [path for path, sizes in texts.items() if max(sizes) == sizes[number]]
            if longest:
                play(room, name, count)
            for path in longest:
                size, requests_made = scales.weigh(f"{url}{TABLE}{path}")
                assert requests_made >= 4
                assert 20_000 < size <= MOST_BYTES, (name, path, size)


@pytest.mark.parametrize(("name", "count"), every_game.FULLEST)
def test_with_letters_twice_as_large_nothing_sticks_out(room, still_browser, name, count):
    play(room, name, count)
    with room.served() as url:
        context = phone(still_browser, "dark", SMALL_PHONE)
        page = context.new_page()
        for path in ("", "/game", "/wall"):
            page.goto(f"{url}{TABLE}{path}")
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            page.evaluate(UNFOLD)
            assert page.evaluate(WIDTHS) == [320, 320], path
            # What letters of this size may change; for all else axe looks at each page elsewhere.
            assert_open(page, runOnly=["scrollable-region-focusable"])
        context.close()


def test_who_took_the_last_trick_is_read_whole_on_a_phone(room, still_browser, served, watch):
    begin(room.table, ("ゆき", "Bo", "Cy", "Di"))
    lay(room.table, "1:9H 2:TH 3:JH 0:2H 3:QD 0:KD 1:3D 2:4D 0:5C")
    page = watch(phone(still_browser, scale=1))
    token = sit(room.table, 2)
    for tongue in ("en", "ja"):
        for path in (f"?lang={tongue}", f"/seat?lang={tongue}#{token}"):
            page.goto(f"{served}{TABLE}{path}")
            page.locator(".strip summary span").wait_for()
            for size in (PHONE, SMALL_PHONE):
                resize(page, size)
                assert settled(page, CUT) == [], (path, size)


@pytest.mark.complains("net::ERR_")
def test_a_page_that_is_stale_shuts_nobody_out(still_browser, tmp_path):
    room = Room(tmp_path)
    play(room, "troika", 4)
    context = phone(still_browser)
    pages = [context.new_page() for _ in range(2)]
    with room.served() as url:
        for page, path in zip(pages, ("", "/wall"), strict=True):
            page.clock.install()
            page.goto(f"{url}{TABLE}{path}")
            page.locator("#link[data-state=absent]").wait_for()
    for page in pages:
        page.clock.run_for(12_000)
        page.locator("#link[data-state=stale]").wait_for()
        assert_open_to_all(page)
    expect(pages[0].locator("#news")).to_have_text(AWAY)
    context.close()
    room.close()
