"""Whoever has scrolled a page down as the game ends is told who has won; nothing scrolls for it."""

import pytest
from playwright.sync_api import expect

from games.cases import CASES
from games.samples import course_of
from rig.browser import PHONE, SIDEWAYS, SMALL_PHONE, assert_fits, assert_open, phone
from tricktable.table import commands
from web.room import CODE, NAMES, ask, sit

DOWN = "() => scrollTo(0, document.body.scrollHeight)"


@pytest.fixture
def at_the_end(room):
    """A game that lacks its last entry, which is returned."""
    course = course_of(CASES["triatri"], 4, 3, is_tidy=True)
    ask(room.table, commands.NewGame("triatri", 4, list(NAMES), dict(course.header.given)))
    *lines, last = course.lines
    room.enter(lines)
    return commands.Enter(last)


@pytest.mark.parametrize(
    ("size", "tongue", "is_seat"),
    [
        (PHONE, "en", True),
        (PHONE, "ja", False),
        (SMALL_PHONE, "ja", True),
        (SMALL_PHONE, "en", False),
        (SIDEWAYS, "en", True),
        (SIDEWAYS, "ja", False),
    ],
)
def test_who_has_won_is_in_sight_wherever_a_page_was_scrolled_to(
    room, browser, served, watch, at_the_end, size, tongue, is_seat
):
    page = watch(phone(browser, size=size, scale=1))
    path = f"/seat?lang={tongue}#{sit(room.table, 0)}" if is_seat else f"?lang={tongue}"
    page.goto(f"{served}/t/{CODE}{path}")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    page.evaluate(DOWN)
    ask(room.table, at_the_end)
    line, won = page.locator(".result"), page.locator(".is-over .turn h1")
    won.wait_for()
    expect(line).to_have_text(page.locator("#table").get_attribute("data-heading"))
    expect(won).not_to_be_in_viewport()
    expect(line).to_be_in_viewport(ratio=1)
    assert_fits(page, size)
    assert_open(page, ".top")
    line.tap()
    expect(won).to_be_in_viewport(ratio=1)
    expect(line).to_be_hidden()
    ask(room.table, commands.Undo())
    won.wait_for(state="detached")
    page.evaluate(DOWN)
    expect(line).to_be_hidden()


def test_who_sees_it_is_told_nothing_twice(room, browser, served, watch, at_the_end):
    page = watch(phone(browser, scale=1))
    page.goto(f"{served}/t/{CODE}")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    ask(room.table, at_the_end)
    page.locator(".result").wait_for(state="attached")
    expect(page.locator(".is-over .turn h1")).to_be_in_viewport(ratio=1)
    expect(page.locator(".result")).to_be_hidden()


@pytest.mark.complains("net::ERR_")
def test_the_line_waits_for_its_style(room, browser, served, watch, at_the_end):
    page = watch(phone(browser, scale=1))
    page.route("**/result.css", lambda route: route.abort())
    page.goto(f"{served}/t/{CODE}")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    with page.expect_event("requestfailed"):
        ask(room.table, at_the_end)
    expect(page.locator(".is-over .turn h1")).to_be_visible()
    assert page.locator(".result").count() == 0
