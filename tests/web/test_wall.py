"""The big screen: whole without a script, to be read from afar, still while a trick is played."""

import re
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from players import every_game
from records.lines import entry
from rig.browser import LOOKS, SMALL_PHONE, WAIT_MS, assert_open, stop_clock
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.web import own_addresses
from tricktable.web.own_addresses import OwnAddresses
from web.room import CODE, Room, begin, lay
from web.room import ask as must

WALL = f"/t/{CODE}/wall"
TELEVISION = {"width": 1280, "height": 720}
NAMES = ("Ann", "Bo", "Maximiliane-Charlotte", "ゆき", "Eve", "Fay", *map(str, range(7, 14)))
OVERFLOWS = """() => [document.documentElement, ...document.querySelectorAll(".now, .sheets")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1
    || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.className)"""
SMALL = """(least) => {
  const fit = (each) => each.closest("[style]")?.style.getPropertyValue("--fit") || 1;
  const isText = (child) => child.nodeType === Node.TEXT_NODE && child.data.trim();
  return [...document.querySelectorAll(".screen *, .top *")]
    .filter((each) => each.checkVisibility() && !each.closest(".unseen, svg"))
    .filter((each) => [...each.childNodes].some(isText))
    .map((each) => [each.outerHTML, parseFloat(getComputedStyle(each).fontSize) * fit(each)])
    .filter(([, size]) => size < least);
}"""
SHOWN = """() => [...document.querySelectorAll(".sheets > .is-shown")]
  .map((each) => each.querySelector("h2").textContent)"""


def play(table, name, count, seed=3, upto=None):
    """A game by chance at this table, or its first entries; gives those to come."""
    played = every_game.by_chance(Random(seed), name, count, is_tidy=True)
    must(table, commands.NewGame(name, count, list(NAMES[:count]), dict(played.header.given)))
    for line in played.lines[:upto]:
        must(table, commands.Enter(line))
    return [] if upto is None else played.lines[upto:]


def last_end(name, count, seed=3):
    """After how many entries of that game its newest deal is over; None if none ever is."""
    played = every_game.by_chance(Random(seed), name, count, is_tidy=True)
    record, end = Record(played.header), None
    for number, line in enumerate(played.lines, start=1):
        record.add(entry(record, line))
        end = number if record.state.next.what in ("deal", "over") else end
    return end


@pytest.fixture
def hang(browser, served, watch):
    """Hang a television at the wall; at the end nothing has complained."""

    def hang(scheme="light", size=None, moves="reduce", clock=False, tongue="en"):
        context = browser.new_context(
            viewport=size or TELEVISION, color_scheme=scheme, reduced_motion=moves
        )
        context.set_default_timeout(WAIT_MS)
        page = watch(context)
        if clock:
            stop_clock(page)
        page.goto(f"{served}{WALL}?lang={tongue}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return hang


def test_without_a_script_it_is_whole_and_comes_again(room, guest):
    begin(room.table, NAMES[:4])
    lay(room.table, "1:9H")
    page = guest.get(WALL).text
    assert "Maximiliane-Charlot… to play" in page.replace("<bdi>", "").replace("</bdi>", "")
    assert 'http-equiv="refresh" content="5"' in page
    assert f"/t/{CODE}</b>" in page
    assert 'aria-label="QR code for http://' in page
    assert guest.get("/t/NONE/wall").status_code == 404


def test_the_evening_hangs_there_once_a_game_was_played(room, guest):
    play(room.table, "torite", 4, upto=9)
    assert '<table class="wins">' not in guest.get(WALL).text
    play(room.table, "triatri", 4)
    assert '<table class="wins">' in guest.get(WALL).text


@pytest.mark.parametrize(("name", "count"), every_game.FULLEST)
def test_all_of_it_fits_and_is_large_and_open_to_all(room, hang, name, count):
    play(room.table, "triatri", 3)
    tongue, scheme = LOOKS[every_game.FULLEST.index((name, count)) % len(LOOKS)]
    page = hang(scheme, tongue=tongue)
    for upto in (2, 30, last_end(name, count)):
        play(room.table, name, count, upto=upto)
        page.wait_for_function(
            "words => document.getElementById('table').dataset.heading === words",
            arg=page.request.get(page.url).text().split('data-heading="')[1].split('"')[0],
        )
        for _ in range(3):
            assert page.evaluate(OVERFLOWS) == []
            assert page.evaluate(SMALL, 0.023 * TELEVISION["height"]) == []
            page.keyboard.press("ArrowRight")
    assert_open(page)


def test_sheets_take_turns_but_never_while_a_trick_is_played(room, hang):
    play(room.table, "triatri", 4)
    begin(room.table, NAMES[:4])
    page = hang(moves="no-preference", clock=True)
    first = page.evaluate(SHOWN)
    assert first == ["Seats", "To win together"]
    page.clock.run_for(12_000)
    assert page.evaluate(SHOWN) == ["Seats", "This evening"]
    lay(room.table, "1:9H")
    page.get_by_role("heading", name="Maximiliane-Charlot… to play", level=1).wait_for()
    assert page.evaluate(SHOWN) == first
    page.clock.run_for(40_000)
    assert page.evaluate(SHOWN) == first


def test_it_is_held_still_and_let_go(room, hang):
    play(room.table, "triatri", 4)
    begin(room.table, NAMES[:4])
    page = hang(clock=True)
    hold = page.get_by_role("button", name="Stop rotating")
    hold.click()
    page.clock.run_for(40_000)
    assert page.evaluate(SHOWN) == ["Seats", "To win together"]
    hold.click()
    page.clock.run_for(12_000)
    assert page.evaluate(SHOWN) == ["Seats", "This evening"]


def test_between_deals_it_tells_how_the_last_was_scored(room, hang):
    """The guests' own explanation, in the place of the last trick, and in turns with it."""
    to_come = play(room.table, "troika", 4, upto=last_end("troika", 4) - 1)
    page = hang(clock=True)
    scored, felt = page.locator("#scored"), page.locator(".felt")
    assert [scored.is_visible(), felt.is_visible()] == [False, True]
    must(room.table, commands.Enter(to_come[0]))
    scored.get_by_text("They lose what they bid").wait_for()
    told = page.request.get(page.url.replace("/wall", "/game")).text()
    sums = re.findall(r'<table class="sum">.*?</table>', told, re.S)[:2]
    assert len(re.findall("<tr", "".join(sums))) == scored.locator(".sum tr").count()
    for turn in (1, 2):
        assert [scored.is_visible(), felt.is_visible()] == [turn == 1, turn == 2]
        page.clock.run_for(12_000)
    must(room.table, commands.Deal(room.table.view().view.next_seat))
    felt.wait_for()
    assert scored.is_hidden()


def test_what_is_put_right_between_deals_is_told_anew(room, hang):
    play(room.table, "troika", 4, upto=last_end("troika", 4))
    page = hang()
    page.locator("#scored").get_by_text("They lose what they bid").wait_for()
    must(room.table, commands.Undo())
    page.locator("#scored").wait_for(state="hidden")
    must(room.table, commands.Redo())
    page.locator("#scored").get_by_text("They lose what they bid").wait_for()


def test_when_a_game_ends_the_evening_counts_it(room, hang):
    play(room.table, "triatri", 4)
    play(room.table, "torite", 4, upto=62)
    page = hang()
    won = page.locator("#evening td:last-child").first
    assert won.text_content() == "1"
    played = every_game.by_chance(Random(3), "torite", 4, is_tidy=True)
    for line in played.lines[62:]:
        must(room.table, commands.Enter(line))
    page.locator("#evening td:last-child", has_text="2").first.wait_for(state="attached")


def test_before_the_first_game_it_asks_people_in_and_on_a_phone_it_scrolls(room, hang):
    page = hang()
    assert page.locator(".qr").bounding_box()["width"] > TELEVISION["height"] / 2
    assert_open(page)
    play(room.table, "troika", 4, upto=60)
    small = hang(size=SMALL_PHONE)
    assert small.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]
    assert_open(small)


def test_the_code_to_scan_is_the_one_of_the_newest_network(browser, watch, tmp_path):
    clock, addresses = [0], ["192.168.7.5"]
    room = Room(tmp_path, listen="0.0.0.0")
    own_addresses.init_app(room.app, OwnAddresses(lambda: addresses, lambda: clock[0]))
    with room.served() as url:
        page = watch(browser.new_context(viewport=TELEVISION))
        page.goto(f"{url}{WALL}")
        join = page.locator(".join")
        expect(join).to_contain_text(f"192.168.7.5:{urlsplit(url).port}/t/{CODE}")
        before = join.locator("path").last.get_attribute("d")
        addresses[:], clock[0] = ["10.20.30.4"], own_addresses.EVERY_MS
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(join).to_contain_text(f"10.20.30.4:{urlsplit(url).port}/t/{CODE}")
        assert join.locator("path").last.get_attribute("d") != before
    room.close()
