"""Somebody sets a phone's clock: no page is live for longer, older or later for that."""

import re

from playwright.sync_api import expect

from rig.browser import phone, stop_clock
from tricktable.club import calls, round_timer
from tricktable.web.guest.fragment import WEB
from web.room import CODE, begin

NOON_S = 3_600_000
"""Where `stop_clock` stops a page's clock."""
STEPS_S = (600, -3600)
"""First forward: what is put back at last must not keep a page young."""
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


def test_a_page_is_as_old_as_it_is_by_any_clock(room, served, browser, watch):
    """Put forward it is as live as before, and put back, as old as it is."""
    begin(room.table)
    room.table.board_is("live")
    page = watch(phone(browser))
    stop_clock(page)
    page.add_init_script(DEAF)
    for path in FOLLOWS + ASKS:
        page.goto(served + path)
        live = page.locator("#link[data-state=live]")
        live.wait_for(state="attached")
        for step_s in STEPS_S:
            page.clock.set_system_time(NOON_S + step_s)
            page.clock.run_for(1_000)
            live.wait_for(state="attached")  # it may have asked anew
        page.evaluate("isDeaf = true")
        page.route("**/*", lambda _: None)  # nor does it answer
        page.clock.run_for(LATE_POLLED_MS if path in ASKS else LATE_MS)
        assert state(page) == "stale", path
        page.unroute_all(behavior="ignoreErrors")


def test_a_call_and_a_round_are_counted_by_the_hosts_clock(room, served, browser, watch):
    room.club.ask(calls.CallForHelp(CODE))
    room.club.ask(round_timer.StartTimer(20))
    page = watch(phone(browser))
    page.add_init_script(
        "window.step = 1000 * new URLSearchParams(location.search).get('step');"
        " const now = Date.now; Date.now = () => now() + step;"
    )
    for step_s in STEPS_S:
        page.goto(f"{served}/club?step={step_s}")
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


def test_a_phone_that_waits_counts_down_by_any_clock(room, served, browser, watch):
    begin(room.table)
    page = watch(phone(browser))
    stop_clock(page)
    page.goto(f"{served}/t/{CODE}/seat")
    page.locator("#own").get_by_role("button", name="Cy").click()
    left = page.locator("#own .left b")
    left.wait_for()
    before = int(left.inner_text())
    for step_s in STEPS_S:
        page.clock.set_system_time(NOON_S + step_s)
        page.clock.run_for(5_000)
        now = int(left.inner_text())
        assert 0 < now <= before, step_s
        before = now


def test_no_script_takes_an_age_from_the_clock_on_the_wall():
    scripts = [each for each in (WEB / "static").rglob("*.js") if "vendor" not in each.parts]
    looks = {
        each.name
        for each in scripts
        if re.search(r"Date\.now|new Date|timeStamp", each.read_text())
    }
    assert looks == OF_DAY
