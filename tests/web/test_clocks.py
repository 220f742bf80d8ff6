"""Somebody sets a phone's clock: no page is live for longer, older or later for that."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import phone, stop_clock
from tricktable.club import calls, round_timer
from tricktable.web.guest.fragment import WEB
from web.room import CODE, begin

NOON_S = 3_600_000
"""Where `stop_clock` stops a page's clock."""
STEPS_S = (-3600, -30, 600)
DEAF = """
  window.isDeaf = false;
  window.EventSource = class extends EventSource {
    addEventListener(type, then) { super.addEventListener(type, (event) => isDeaf || then(event)); }
  };
"""
"""A page to which its host may stop talking."""
LATE_MS, LATE_POLLED_MS = 6_000, 15_000
"""After so long without a word a page is stale: one that follows a stream, and one that asks."""
FOLLOWS = ("/t/7KQ", "/t/7KQ/seat", "/t/7KQ/wall", "/host/t/7KQ", "/host/decks?table=7KQ", "/club")
ASKS = ("/t/7KQ/evening", "/t/7KQ/game", "/season")
OF_DAY = {"clock.js", "sleep.js"}
"""What may look at the clock on the wall: for a guess at the host's, and to notice a sleep."""


def state(page):
    return page.locator("#link").get_attribute("data-state")


@pytest.mark.parametrize("step_s", STEPS_S)
@pytest.mark.parametrize("path", FOLLOWS + ASKS)
def test_a_page_is_as_old_as_it_is_by_any_clock(room, served, browser, watch, path, step_s):
    begin(room.table)
    room.table.board_is("live")
    page = watch(phone(browser))
    stop_clock(page)
    page.add_init_script(DEAF)
    page.goto(served + path)
    page.locator("#link[data-state=live]").wait_for(state="attached")
    page.clock.set_system_time(NOON_S + step_s)
    page.clock.run_for(1_000)
    page.locator("#link[data-state=live]").wait_for(state="attached")  # it may have asked anew
    page.evaluate("isDeaf = true")
    page.route("**/*", lambda _: None)  # nor does it answer
    page.clock.run_for(LATE_POLLED_MS if path in ASKS else LATE_MS)
    assert state(page) == "stale"
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("step_s", STEPS_S)
def test_a_call_and_a_round_are_counted_by_the_hosts_clock(room, served, browser, watch, step_s):
    room.club.ask(calls.CallForHelp(CODE))
    room.club.ask(round_timer.StartTimer(20))
    page = watch(phone(browser))
    page.add_init_script(
        f"window.step = {1000 * step_s}; const now = Date.now; Date.now = () => now() + step;"
    )
    page.goto(f"{served}/club")
    for _ in range(2):
        expect(page.locator(".clock")).to_have_text(re.compile(r"Round: (20:00|19:\d\d)"))
        expect(page.locator(".since")).to_have_text("0 min")
        page.evaluate("step *= -2")


def test_a_computer_that_has_slept_asks_anew(room, served, browser, watch):
    """Its own clock has stood still meanwhile, and only the one on the wall has gone on."""
    begin(room.table)
    page = watch(phone(browser))
    stop_clock(page)
    page.add_init_script(
        "window.opened = 0; window.EventSource = class extends EventSource"
        " { constructor(...what) { super(...what); opened += 1; } };"
    )
    page.goto(f"{served}/t/{CODE}")
    page.locator("#link:not([data-state=waiting])").wait_for()
    assert page.evaluate("opened") == 1
    page.clock.set_system_time(NOON_S + 600)
    page.clock.run_for(2_000)
    page.wait_for_function("opened === 2", polling=20)


@pytest.mark.parametrize("step_s", STEPS_S)
def test_a_phone_that_waits_counts_down_by_any_clock(room, served, browser, watch, step_s):
    begin(room.table)
    page = watch(phone(browser))
    stop_clock(page)
    page.goto(f"{served}/t/{CODE}/seat")
    page.locator("#own").get_by_role("button", name="Cy").click()
    left = page.locator("#own .left b")
    left.wait_for()
    before = int(left.inner_text())
    page.clock.set_system_time(NOON_S + step_s)
    page.clock.run_for(5_000)
    assert 0 < int(left.inner_text()) <= before


def test_no_script_takes_an_age_from_the_clock_on_the_wall():
    scripts = [each for each in (WEB / "static").rglob("*.js") if "vendor" not in each.parts]
    looks = {
        each.name
        for each in scripts
        if re.search(r"Date\.now|new Date|timeStamp", each.read_text())
    }
    assert looks == OF_DAY
