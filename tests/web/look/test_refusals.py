"""Whatever a page asks for, and however that is refused: the page says it in those words."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import phone
from tricktable.web import limits
from tricktable.web.guest.fragment import WEB
from tricktable.web.site import site_of
from web.refusals import AWAY, SOON_MS, WHY, each_in_its_form
from web.room import CODE, HOST_PAGE, begin, lay

pytestmark = pytest.mark.complains("Failed to load resource")

TEXT = {"Content-Type": "text/plain"}
ASKS = {"answer.js", "clock.js", "elsewhere.js"}
"""What may ask the host: `clock.js` for its time and `elsewhere.js` whether it is there."""


@pytest.fixture
def open_page(browser, served):
    contexts = []

    def open_page(path):
        contexts.append(phone(browser))
        page = contexts[-1].new_page()
        page.goto(served + path)
        page.locator(".link:not([data-state=waiting])").first.wait_for(state="attached")
        return page

    yield open_page
    for each in contexts:
        each.close()


def say(page):
    page.locator("#own form.chairs button").first.click()


def pause(page):
    page.evaluate(f"document.querySelector('form[action$=\"/{CODE}/pause\"]').requestSubmit()")


def announce(page):
    page.get_by_label("Announcement").fill("Tea")
    page.get_by_role("button", name="Announce", exact=True).click()


def wake(page):
    page.evaluate("dispatchEvent(new Event('online'))")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def unfold(page):
    if page.locator("#deals").get_attribute("open") is not None:
        page.locator("#deals > summary").click()
    page.locator("#deals > summary").click()


def look(page):
    page.evaluate("document.dispatchEvent(new Event('table:view'))")


SEAT, WALL = f"/t/{CODE}/seat", f"/t/{CODE}/wall"
GET, POST = "GET", "POST"
DOORS = {
    "a seat's press": (SEAT, POST, f"{SEAT}/claim", say, "#refusal"),
    "a seat's own part": (SEAT, GET, f"{SEAT}/own", look, "#refusal"),
    "the host's form": (HOST_PAGE, POST, f"{HOST_PAGE}/pause", pause, "#refusal"),
    "the host's page anew": (HOST_PAGE, GET, HOST_PAGE, look, "#refused"),
    "the organiser's form": ("/club", POST, "/club", announce, "#refusal"),
    "the organiser's page": ("/club", GET, "/club", wake, "#refused"),
    "the list of tables": ("/host/", GET, "/host/", wake, "#refused"),
    "an evening": (f"/t/{CODE}/evening", GET, f"/t/{CODE}/evening", wake, "#refused"),
    "what was played": (f"/t/{CODE}", GET, f"/t/{CODE}/game", unfold, "#not-now"),
    "the wall's evening": (WALL, GET, WALL, wake, "#refused"),
}
"""Where a page asks: how, for what, by which hand, and where it says what was refused."""


def test_every_refusal_is_told_in_its_own_words(room, served, open_page):
    begin(room.table)
    page = open_page("/")
    for door, (path, method, address, act, where) in DOORS.items():
        page.goto(served + path)
        page.locator(".link:not([data-state=waiting])").first.wait_for(state="attached")
        pattern = re.compile(re.escape(address) + r"(\?.*)?$")
        for words in each_in_its_form(room.app, page, pattern, method):
            act(page)
            expect(page.locator(where), door).to_have_text(words, timeout=SOON_MS)
            assert AWAY not in page.locator("body").inner_text()
        if method == GET:
            act(page)
            expect(page.locator(where), door).to_have_count(0, timeout=SOON_MS)
            continue
        page.route(pattern, lambda route: route.abort())
        act(page)
        expect(page.locator(where), door).to_contain_text(AWAY, timeout=SOON_MS)
        page.unroute_all()


def test_a_stream_that_is_refused_says_why_in_its_place(room, browser, served, open_page):
    begin(room.table)
    room.table.board_is("live")
    context = phone(browser)
    page = context.new_page()
    stream = re.compile(rf"/t/{CODE}/live\?has=\w+$")
    once = re.compile(r"once=1")
    why = WHY.format(429)
    for pattern in (stream, once):
        page.route(pattern, lambda route: route.fulfill(status=429, body=why, headers=TEXT))
    page.goto(f"{served}/t/{CODE}")
    expect(page.locator("#no-stream")).to_have_text(why)
    page.unroute(once)
    page.locator("#link").get_by_text("every 2 s").wait_for()
    expect(page.locator("#no-stream")).to_have_count(0)
    lay(room.table, "1:9H")
    page.locator("#table[data-heading='Cy to play']").wait_for(state="attached")
    context.close()


def test_a_phone_that_is_one_too_many_in_a_minute_is_told_to_wait(room, open_page):
    site_of(room.app).allowance = None  # the database has a clock of its own
    limits.init_app(room.app, int)  # a minute that does not end
    begin(room.table)
    page = open_page(f"/t/{CODE}/seat")
    page.evaluate(
        """async (claims) => {
          for (let each = 0; each < claims; each += 1) {
            const body = new URLSearchParams({ seat: 9 });
            await fetch(document.body.dataset.claim, { method: "POST", body });
          }
        }""",
        limits.CLAIM.burst,
    )
    page.locator("#own").get_by_role("button", name="Cy").click()
    expect(page.locator("#refusal")).to_have_text(
        "Slow down, please. Wait a little, then press again."
    )


def test_a_long_refusal_of_somebody_elses_is_cut_between_characters(room, open_page):
    """A proxy's text may be anything: 300 characters of it are shown, as people count them."""
    begin(room.table)
    page = open_page(f"/t/{CODE}")
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    read = """async (text) => {
      const { read } = await import("/static/refusal.js");
      return read(text, "text/plain");
    }"""
    for each in (family, "e\u0301", "\U0001f0a1", "x"):
        assert page.evaluate(read, 400 * each) == 300 * each
        assert page.evaluate(read, 300 * each) == 300 * each
    page.evaluate("delete Intl.Segmenter")
    assert page.evaluate(read, 400 * "\U0001f0a1") == 300 * "\U0001f0a1"


def test_one_place_asks_the_host_and_reads_what_it_refuses():
    scripts = [each for each in (WEB / "static").rglob("*.js") if "vendor" not in each.parts]
    assert {each.name for each in scripts if "fetch(" in each.read_text()} == ASKS
