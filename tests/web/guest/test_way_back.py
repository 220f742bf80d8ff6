"""Whoever comes to a page from a seat comes back to it, over however many other pages."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from rig.browser import SMALL_PHONE, assert_fits, phone
from tricktable.web.seat.seat import TOKEN_HEADER
from web.guest.test_ended import play
from web.room import CODE, ask

HERE = f"/t/{CODE}"
SEAT = f"{HERE}/seat"


def links(page):
    """Those of a page, to other pages of the table."""
    found = map(unescape, re.findall(r'<a [^>]*?href="([^"]+)"', page))
    there = [each for each in found if urlsplit(each).path.startswith(HERE)]
    return [each for each in there if not urlsplit(each).path.endswith((".png", ".txt"))]


def kind(address):
    """Pages of one kind differ in numbers alone."""
    of = urlsplit(address)
    return re.sub(r"\d+", "", of.path.removeprefix(HERE)), frozenset(parse_qs(of.query)) - {"lang"}


def test_every_page_that_a_seat_leads_to_leads_back_to_it(room, client, brief_reviews):
    token, last = play(room, "torite-four")
    ask(room.table, last)
    own = client.get(f"{SEAT}/own", headers={TOKEN_HEADER: token}).text
    top, _, _felt = client.get(SEAT).text.partition("</header>")  # its dock has the felt's door
    left = [*links(top), *links(own), f"{HERE}/game/1/replay?at=20&from=seat"]
    met = set()
    while left:
        address = left.pop(0)
        path = urlsplit(address).path
        if path == SEAT or kind(address) in met:
            continue
        assert parse_qs(urlsplit(address).query).get("from") == ["seat"], address
        met.add(kind(address))
        page = client.get(address).text
        assert "keeps.js" in page, address
        assert any(urlsplit(each).path == SEAT for each in links(page)), address
        left += links(page)
    assert {path for path, _asked in met} >= {
        "/evening",
        "/game//replay",
        "/game//review",
        "/game//try",
        "/game/review",
        "/game/",
        "/lesson",
        "/puzzle",
        "/rules",
    }


def test_whoever_looks_card_by_card_and_tries_it_comes_back_to_the_seat(
    room, browser, served, watch, brief_reviews
):
    token, last = play(room, "torite-four")
    ask(room.table, last)
    page = watch(phone(browser))
    page.goto(f"{served}{SEAT}#{token}")
    page.get_by_role("link", name="Could it have been won?").click()
    page.get_by_role("link", name="Card by card").click()
    page.get_by_role("link", name="Next").click()
    tries = page.get_by_role("link", name="Try it yourself from here")
    page.wait_for_url("**at=2**")
    slider = page.get_by_role("slider")
    slider.fill("20")
    page.wait_for_url("**at=20**")
    assert_fits(page, SMALL_PHONE)
    tries.click()
    page.locator(".tried a").first.click()
    page.wait_for_url("**laid=**")
    assert_fits(page, SMALL_PHONE)
    expect(page.get_by_role("link", name="Card by card")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    page.locator("#own[data-state=sits]").wait_for()
