"""The big screen: whole without a script, to be read from afar, still while a trick is played."""

import math
import re
from contextlib import ExitStack
from itertools import product
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.cases import CASES
from games.samples import known
from players import every_game, troika
from records.lines import entry
from rig.browser import (
    IN_SIGHT,
    LOOKS,
    MOVES,
    SMALL_PHONE,
    WAIT_MS,
    assert_open,
    resize,
    settled,
    stop_clock,
)
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.text.sentences import spoken
from tricktable.web import own_addresses
from tricktable.web.own_addresses import OwnAddresses
from tricktable.web.site import site_of
from web.inspectors import CARDS_COVERED, CUT_EDGES, OVERFLOWS, page_script
from web.look.test_whole_keys import CLASSICS, game_of
from web.people.played_games import play_together
from web.room import CODE, Room, begin, lay
from web.room import ask as must

WALL = f"/t/{CODE}/wall"
TELEVISION = {"width": 1280, "height": 720}
NAMES = ("Ann", "Bo", "Maximiliane-Charlotte", "ゆき", "Eve", "Fay", *map(str, range(7, 14)))
SPILLS = page_script(OVERFLOWS)
SMALL = """(least) => {
  const fit = (each) => each.closest("[style]")?.style.getPropertyValue("--fit") || 1;
  const isText = (child) => child.nodeType === Node.TEXT_NODE && child.data.trim();
  return [...document.querySelectorAll(".screen *, .top *")]
    .filter((each) => each.checkVisibility() && !each.closest(".unseen, svg"))
    .filter((each) => [...each.childNodes].some(isText))
    .map((each) => [each.outerHTML, parseFloat(getComputedStyle(each).fontSize) * fit(each)])
    .filter(([, size]) => size < least);
}"""
BIG_SCREEN = {"width": 1920, "height": 1080}
FLUENT_DEGREES = 0.2
"""The least x-height that is read at full speed (Legge and Bigelow, Journal of Vision 11(5):8)."""
AWAY_MM = 4000
TELEVISION_MM = 55 * 25.4 * 16 / math.hypot(16, 9)
"""The width of 55 inches, measured across the corners."""
READ_PX = AWAY_MM * math.tan(math.radians(FLUENT_DEGREES)) / TELEVISION_MM * BIG_SCREEN["width"]
READ = """(read) => {
  const pen = document.createElement("canvas").getContext("2d");
  const height = (each) => {
    pen.font = getComputedStyle(each).font;
    const fit = each.closest("[style]")?.style.getPropertyValue("--fit") || 1;
    return pen.measureText("x").actualBoundingBoxAscent * fit;
  };
  return read.map((selector) => [selector, ...[...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility()).map(height)]);
}"""
"""For each selector the x-heights in pixels of what it finds, after the selector itself."""
LARGEST = """() => Math.max(...[...document.querySelectorAll(".screen *, .top *")]
  .filter((each) => each.checkVisibility() && !each.closest("svg, .unseen"))
  .filter(({ childNodes }) => [...childNodes].some(({ data }) => data?.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)
    * (each.closest("[style]")?.style.getPropertyValue("--fit") || 1)))"""
SHOWN = """() => [...document.querySelectorAll(".sheets > .is-shown")]
  .map((each) => each.querySelector("h2").textContent)"""


def play(room, name, count, seed=3, upto=None, names=NAMES):
    """A game by chance at its table, or its first entries; gives those to come."""
    played = every_game.by_chance(Random(seed), name, count, is_tidy=True)
    must(
        room.table,
        commands.NewGame(name, count, list(names[:count]), dict(played.header.given), abandon=True),
    )
    room.enter(played.lines[:upto])
    return [] if upto is None else played.lines[upto:]


def last_end(name, count, seed=3):
    """After how many entries of that game its newest deal is over; None if none ever is."""
    played = every_game.by_chance(Random(seed), name, count, is_tidy=True)
    record, end = Record(played.header), None
    for number, line in enumerate(played.lines, start=1):
        record.add(entry(record, line))
        end = number if record.state.next.what in ("deal", "over") else end
    return end


def play_behind(room, page, name, count, upto):
    """Play so far behind the curtain: this page, which hangs there, draws the last entry alone."""
    with room.curtain.down():
        play(room, name, count, upto=upto)
    page.wait_for_function(
        "words => document.getElementById('table').dataset.heading === words",
        arg=page.request.get(page.url).text().split('data-heading="')[1].split('"')[0],
        polling=100,
    )


@pytest.fixture
def hang(browser, still_browser, served, watch):
    """Hang a television at the wall; at the end nothing has complained.

    One that is still is only asked, and draws nothing.
    """

    def hang(scheme="light", size=None, moves="reduce", clock=False, tongue="en", is_still=False):
        context = (still_browser if is_still else browser).new_context(
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
    play(room, "torite", 4, upto=9)
    assert '<table class="wins">' not in guest.get(WALL).text
    play(room, "triatri", 4)
    assert '<table class="wins">' in guest.get(WALL).text


@pytest.mark.parametrize(("name", "count"), every_game.FULLEST)
def test_all_of_it_fits_and_is_large_and_open_to_all(room, hang, name, count):
    play(room, "triatri", 3)
    tongue, scheme = LOOKS[every_game.FULLEST.index((name, count)) % len(LOOKS)]
    page = hang(scheme, tongue=tongue, is_still=True)
    for upto in (2, 30, last_end(name, count)):
        play_behind(room, page, name, count, upto)
        for _ in range(3):
            assert settled(page, SPILLS) == []
            assert settled(page, SMALL, 0.023 * TELEVISION["height"]) == []
            page.keyboard.press("ArrowRight")
    assert_open(page)


def test_how_to_deal_lies_on_no_place(room, hang, monkeypatch):
    page = hang(is_still=True)
    with ExitStack() as all_games:  # the evening's sheet goes on to tell of each
        for name in (*CLASSICS, *CASES):
            game = game_of(name, monkeypatch)
            all_games.enter_context(known(game))
            count = 4 if 4 in game.players else max(game.players)
            must(room.table, commands.NewGame(name, count, list(NAMES[:count]), abandon=True))
            for _ in range(2):
                for tongue in ("en", "ja"):
                    page.goto(f"{page.url.partition('?')[0]}?lang={tongue}")
                    for size in (TELEVISION, BIG_SCREEN):
                        resize(page, size)
                        assert settled(page, CARDS_COVERED) == [], (name, tongue)
                if "dealt" not in asked_for(room):
                    break
                must(room.table, commands.Deal(count - 1))


def asked_for(room: Room) -> list[str]:
    """What seats could say now."""
    record = room.table.record()
    return [] if record is None else [each.what for each in record.state.offers()]


def test_sheets_take_turns_but_never_while_a_trick_is_played(room, hang):
    play(room, "triatri", 4)
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


@pytest.mark.parametrize(
    ("name", "count", "tongue"),
    [("torite", 4, "en"), ("triatri", 4, "ja"), ("etori", 6, "en"), ("tredici", 4, "en")],
)
def test_nothing_jumps_in_a_game(room, hang, name, count, tongue):
    """What a game shows has its place, however long a name is: neither trick nor scores move."""
    lines = play(room, name, count, upto=2)
    page = hang(tongue=tongue)
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.evaluate(IN_SIGHT)
    page.evaluate(MOVES)
    for line in lines[:40]:
        must(room.table, commands.Enter(line))
        heading = spoken(room.table.view().view.phase.headline) if tongue == "en" else ""
        words = f"[data-heading='{heading}']" if heading else ""
        card = f" [data-card='{line['card']}']" if line["kind"] == "played" else ""
        page.locator(f"#table{words}{card}").first.wait_for(state="attached")
        page.evaluate(IN_SIGHT)
    assert page.evaluate("moved") == []


def test_it_is_held_still_and_let_go(room, hang):
    play(room, "triatri", 4)
    begin(room.table, NAMES[:4])
    page = hang(clock=True)
    hold = page.get_by_role("button", name="Stop rotating")
    expect(hold, "nobody has a pointer").to_have_css("opacity", "0")
    hold.click()
    page.mouse.move(9, 9)
    expect(hold).to_have_css("opacity", "1")
    page.clock.run_for(40_000)
    assert page.evaluate(SHOWN) == ["Seats", "To win together"]
    hold.click()
    page.clock.run_for(12_000)
    assert page.evaluate(SHOWN) == ["Seats", "This evening"]


def test_what_room_is_left_holds_the_newest_tricks(room, hang):
    played = every_game.by_chance(Random(3), "etori", 4, is_tidy=True)
    given = dict(played.header.given)
    must(room.table, commands.NewGame("etori", 4, list(FOUR), given))
    page = hang(is_still=True)
    tricks = page.locator(".sheets details.tricks tbody tr:visible th summary")
    for upto in (20, 24):  # of which none is out of turn
        room.enter(played.lines[upto - 20 and 20 : upto])
        expect(tricks.last).to_have_text(f"{len(room.table.view().view.tricks)}: Why?")
    assert settled(page, SPILLS) == []
    assert settled(page, SMALL, 0.023 * TELEVISION["height"]) == []
    resize(page, {"width": 1280, "height": 600})
    assert settled(page, SPILLS) == [], "they give way to what matters more"


def test_between_deals_it_tells_how_the_last_was_scored(room, hang):
    """The guests' own explanation, in the place of the last trick, and in turns with it."""
    to_come = play(room, "troika", 4, upto=last_end("troika", 4) - 1)
    page = hang(clock=True)
    scored, top = page.locator("#scored"), page.locator(".table-top")
    expect(scored).to_be_hidden()
    expect(top).to_be_visible()
    must(room.table, commands.Enter(to_come[0]))
    scored.get_by_text("They lose what they bid").wait_for()
    told = page.request.get(page.url.replace("/wall", "/game")).text()
    sums = re.findall(r'<table class="sum">.*?</table>', told, re.S)[:2]
    assert len(re.findall("<tr", "".join(sums))) == scored.locator(".sum tr").count()
    for turn in (1, 2):
        expect(scored).to_be_visible(visible=turn == 1)
        expect(top).to_be_visible(visible=turn == 2)
        page.clock.run_for(12_000)
    must(room.table, commands.Deal(room.table.view().view.next_seat))
    top.wait_for()
    expect(scored).to_be_hidden()


def test_what_is_put_right_between_deals_is_told_anew(room, hang):
    play(room, "troika", 4, upto=last_end("troika", 4))
    page = hang(is_still=True)
    page.locator("#scored").get_by_text("They lose what they bid").wait_for()
    must(room.table, commands.Undo())
    page.locator("#scored").wait_for(state="hidden")
    must(room.table, commands.Redo())
    page.locator("#scored").get_by_text("They lose what they bid").wait_for()


def test_when_a_game_ends_the_evening_counts_it(room, hang):
    play(room, "triatri", 4)
    play(room, "torite", 4, upto=62)
    page = hang(is_still=True)
    won = page.locator("#evening td:last-child").first
    expect(won).to_have_text("1")
    played = every_game.by_chance(Random(3), "torite", 4, is_tidy=True)
    room.enter(played.lines[62:])
    page.locator("#evening td:last-child", has_text="2").first.wait_for(state="attached")


def test_before_the_first_game_it_asks_people_in_and_on_a_phone_it_scrolls(room, hang):
    page = hang(is_still=True)
    assert page.locator(".qr").bounding_box()["width"] > TELEVISION["height"] / 2
    assert_open(page)
    play(room, "troika", 4, upto=60)
    small = hang(size=SMALL_PHONE, is_still=True)
    assert small.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]
    assert_open(small)


def test_the_code_to_scan_is_the_one_of_the_newest_network(browser, watch, tmp_path):
    clock, addresses = [0], ["192.168.7.5"]
    room = Room(tmp_path, http_host="0.0.0.0")
    site_of(room.app).own = OwnAddresses(lambda: addresses, lambda: clock[0])
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
        page.context.close()
    room.close()


DISPLAYS = "them => [...new Set(them.map((each) => getComputedStyle(each).display))]"
"""In which ways these are laid out, in sight or not."""


def test_the_chips_of_kept_cards_have_their_whole_edge_and_two_of_a_suit_are_a_small_mark(
    room, hang
):
    play_together(room.table, NAMES[:4])
    page = hang(is_still=True)
    page.keyboard.press("ArrowRight")
    page.locator(".sheets .small").first.wait_for()
    assert page.evaluate(CUT_EDGES) == []
    play_together(room.table, NAMES[:4], has_won=False)
    twice = page.locator(".slot").and_(page.locator(".twice")).first
    twice.wait_for(state="attached")
    assert page.locator(".slot").evaluate_all(DISPLAYS) == ["inline-flex"]


FOUR = ("Ann", "Bo", "Margaret", "ゆき")
SIX = (*FOUR, "Benjamin", "Carolina")
LONG = (
    "Maximilianus",
    "Bartholomew",
    "Konstantinos",
    "Anna-Charlotte",
    "Friederike",
    "佐々木 次郎",
)
TRICK = (".eyebrow", ".side", ".who")


FAR = (
    ("torite", 4, 12, (*TRICK, ".seats tbody th", ".seats td b")),
    ("troika", 4, 14, (*TRICK, ".sides tbody th", ".sides td b")),
    ("etori", 4, 15, (*TRICK, ".teams tbody th", ".teams td b")),
    ("etori", 6, 15, (*TRICK, ".teams tbody th", ".teams td b")),
    ("triatri", 4, 15, (".eyebrow", ".who", ".gems tbody th", ".gems td b")),
    ("tredici", 5, 15, (".eyebrow", ".sheet.is-shown tbody th", ".sheet.is-shown td b")),
    ("tredici", 6, 15, (".eyebrow", ".sheet.is-shown tbody th", ".sheet.is-shown td b")),
)
"""A game, its players, after how many entries, and what is read then."""


def test_trump_and_score_are_read_from_four_metres(room, hang):
    assert pytest.approx(22, abs=0.1) == READ_PX
    page = hang(size=BIG_SCREEN, is_still=True)
    for (name, count, upto, read), names in product(FAR, (SIX, LONG)):
        with room.curtain.down():
            play(room, name, count, upto=upto, names=names)
        page.reload()
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        if ".side" in read:
            expect(page.locator(".eyebrow")).to_contain_text("led", ignore_case=True)
            expect(page.locator(".side")).to_contain_text("trump", ignore_case=True)
        for selector, *heights in page.evaluate(READ, list(read)):
            assert heights, (name, count, selector)
            assert min(heights) >= READ_PX, (name, count, names, selector)


def test_the_win_is_the_largest_thing_that_it_ever_shows(room, hang):
    must(room.table, commands.NewGame("troika", 4, list(FOUR), abandon=True))
    lines = troika.match((0, "12N", 12), (1, "7", -2), (0, "8N", 8))
    page, sizes = hang(size=BIG_SCREEN), []
    for number, line in enumerate(lines, start=1):
        must(room.table, commands.Enter(line))
        if number in (3, 4, 9, len(lines) - 1) or line["kind"] == "dealt":
            heading = spoken(room.table.view().view.phase.headline)
            page.locator(f"#table[data-heading='{heading}']").wait_for()
            sizes.append(page.evaluate(LARGEST))
    won = page.get_by_role("heading", name="Ann & Margaret win", level=1)
    won.wait_for()
    assert won.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > 1.5 * max(sizes)
    box = page.locator(".turn").bounding_box()
    assert box["width"] > 0.9 * BIG_SCREEN["width"]
    assert box["height"] > 0.8 * BIG_SCREEN["height"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scored"), "then how it came about").to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scored")).to_be_hidden()


def test_whoever_has_won_is_shown_for_a_whole_turn_whenever_the_game_ends(room, hang):
    *lines, last = play(room, "triatri", 4, upto=0)
    room.enter(lines)
    page = hang(clock=True)
    page.clock.run_for(11_000)
    must(room.table, commands.Enter(last))
    page.locator("#table.is-over").wait_for(state="attached")
    for ms, is_shown in ((0, True), (11_000, True), (2_000, False)):
        page.clock.run_for(ms)
        expect(page.locator("body.ends")).to_have_count(int(is_shown))


def test_after_a_deal_the_result_comes_first_and_larger_then_the_next_dealer(room, hang):
    play(room, "etori", 6, upto=last_end("etori", 6) - 1)
    page = hang(size=BIG_SCREEN, is_still=True)
    played = every_game.by_chance(Random(3), "etori", 6, is_tidy=True)
    must(room.table, commands.Enter(played.lines[last_end("etori", 6) - 1]))
    result, dealer = page.locator(".gains b").first, page.locator(".turn h1")
    result.wait_for()
    assert result.inner_text().startswith("+")
    assert dealer.inner_text().endswith("deals")
    assert result.bounding_box()["y"] < dealer.bounding_box()["y"]
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    assert result.evaluate(size) > dealer.evaluate(size)
