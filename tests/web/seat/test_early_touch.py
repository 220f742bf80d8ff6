"""A seat's page before its own part has come: no touch takes the seat away, a refusal is told."""

import pytest
from playwright.sync_api import expect

from rig.browser import phone
from web.room import CODE, begin, sit

SEAT = f"/t/{CODE}/seat"
CY = "#own[data-state=sits][data-name=Cy]"


@pytest.fixture
def early(room, browser, served, watch):
    """A seat's page on a phone as `route` lets it come."""

    def early(held, route, has_script=True):
        begin(room.table)
        page = watch(phone(browser, has_script=has_script))
        page.route(held, route)
        page.goto(f"{served}{SEAT}#{sit(room.table, 2)}", wait_until="commit")
        page.locator("#sheet").wait_for(state="attached")
        return page

    return early


def test_a_touch_before_the_script_has_come_leaves_the_seat_its_token(early):
    held = []
    page = early("**/seat.js", lambda route: held.append(route))
    address = page.url
    for door in ("#how", "#more"):
        box = page.locator(door).bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.evaluate("() => new Promise((done) => setTimeout(done))")
        assert page.url == address
    expect(page.get_by_role("link")).to_have_count(0)
    held[0].continue_()
    page.locator(CY).wait_for()
    for door in ("#how", "#more"):
        expect(page.locator(door)).to_be_visible()


def test_without_a_script_the_rules_and_the_menu_are_there(early):
    page = early("**/seat.js", lambda route: route.abort(), has_script=False)
    for door in ("#how", "#more"):
        expect(page.locator(door)).to_be_visible()


@pytest.mark.complains("503 (Service Unavailable)")
def test_a_seat_that_the_host_does_not_give_says_so_until_it_does(early):
    page = early("**/seat/own", lambda route: route.fulfill(status=503, body="Too many ask."))
    expect(page.locator("#refusal")).to_be_in_viewport()
    expect(page.locator("#refusal")).to_have_text("Too many ask.")
    expect(page.locator("#own h2")).to_be_hidden()
    page.unroute("**/seat/own")
    page.locator(CY).wait_for()
    expect(page.locator("#refusal")).to_have_count(0)
