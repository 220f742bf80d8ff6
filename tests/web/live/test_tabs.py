"""Many tabs of one browser: a hidden page lets its stream go, and is true when it is seen again."""

import pytest
from playwright.sync_api import expect

from rig.browser import stop_clock
from rig.patience import until
from rig.tabs import Tabs, opened
from web.room import CODE, begin, deal, lay, play_on, show_kept, sit

SEAT = f"/t/{CODE}/seat"
PATHS = (f"/t/{CODE}", SEAT, f"/t/{CODE}/wall", f"/host/t/{CODE}", f"/host/decks?table={CODE}")
"""Every page that holds a stream; the virtual table's is tried where there is one."""
SPEAKS = """
  localStorage.setItem('tricktable.blind', JSON.stringify({on: true, voice: true}));
  window.told = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [{ lang: "en" }], cancel() {}, speak({text}) { told.push(text); },
  } });
"""
TRICK = "Cy took trick 1 with queen of hearts."


@pytest.fixture(scope="module")
def window(browser, tmp_path_factory):
    """A browser that hides what nobody looks at."""
    with opened(browser, tmp_path_factory.mktemp("browser")) as context:
        yield context


@pytest.fixture
def tabs(window, served):
    """Its tabs; at the end no page has complained."""
    tabs = Tabs(window)
    yield tabs
    tabs.close()


def streams(room):
    return sum(room.feed.streams.values())


def says(page, heading):
    page.locator(f"#table[data-heading='{heading}']").wait_for(state="attached")


def live(page):
    page.locator("#link:is([data-state=live], [data-state=absent])").wait_for()


def test_twelve_tabs_of_one_browser_load_and_hold_one_stream(room, served, tabs):
    begin(room.table)
    for number in range(12):
        live(tabs.open(served + PATHS[number % len(PATHS)]))
    until(lambda: streams(room) == 1)
    lay(room.table, "1:9H")
    for page in tabs.pages:
        tabs.look_at(page)
        says(page, "Cy to play")
    until(lambda: streams(room) == 1)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_that_is_seen_again_is_true_without_waiting_for_a_timer(room, served, tabs, path):
    begin(room.table)
    page = tabs.open("about:blank")
    stop_clock(page)
    page.goto(served + path)
    live(page)
    tabs.leave()
    until(lambda: streams(room) == 0)
    lay(room.table, "1:9H")
    expect(page.locator("#table")).to_have_attribute("data-heading", "Bo leads")
    assert page.title() == CODE, "its tab tells nothing that may be untrue"
    tabs.look_at(page)
    says(page, "Cy to play")
    expect(page).to_have_title(f"Cy to play · {CODE}")
    live(page)
    page.clock.resume()  # it is the whole window's, and the next test's too


def test_a_tab_that_was_opened_in_the_background_waits_until_it_is_seen(room, served, tabs):
    begin(room.table)
    page = tabs.open("about:blank")
    tabs.leave()
    page.goto(f"{served}/t/{CODE}")
    page.wait_for_load_state("networkidle")
    assert streams(room) == 0
    lay(room.table, "1:9H")
    tabs.look_at(page)
    says(page, "Cy to play")
    live(page)


def test_a_seat_that_is_spoken_hears_on_while_nobody_looks_and_one_does_in_all(room, served, tabs):
    begin(room.table)
    seats = [tabs.open(f"{served}{SEAT}#{sit(room.table, seat)}", SPEAKS) for seat in range(2)]
    for page in seats:
        page.locator("#own[data-state=sits]").wait_for()
    tabs.leave()
    until(lambda: streams(room) == 1)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    seats[1].wait_for_function(
        "words => told.some((each) => each.includes(words))", arg=TRICK, polling=20
    )
    assert not any(TRICK in each for each in seats[0].evaluate("told"))
    tabs.look_at(seats[0])
    seats[0].wait_for_function(
        "words => told.some((each) => each.includes(words))", arg=TRICK, polling=20
    )


def test_a_seat_that_a_screen_reader_reads_lets_its_stream_go(room, served, tabs):
    begin(room.table)
    silent = SPEAKS.replace("voice: true", "voice: false")
    page = tabs.open(f"{served}{SEAT}#{sit(room.table, 1)}", silent)
    page.locator("#own[data-state=sits]").wait_for()
    tabs.leave()
    until(lambda: streams(room) == 0)


def test_what_is_the_seats_own_is_true_too_when_it_is_seen_again(room, served, tabs):
    begin(room.table)
    page = tabs.open(f"{served}{SEAT}#{sit(room.table, 2)}")
    page.locator("#own[data-state=sits]").wait_for()
    tabs.leave()
    until(lambda: streams(room) == 0)
    lay(room.table, "1:9H")
    tabs.look_at(page)
    expect(page.locator("#own h2")).to_have_text("Your turn")


def test_what_is_unfolded_and_the_evening_on_the_wall_are_true_when_seen_again(room, served, tabs):
    begin(room.table)
    guest = tabs.open(f"{served}/t/{CODE}")
    guest.locator("#deals > summary").click()
    guest.locator("#deals .part > *").first.wait_for()
    wall = tabs.open(f"{served}/t/{CODE}/wall")
    tabs.leave()
    until(lambda: streams(room) == 0)
    for seed in (5, 6):  # an evening of one game has no table of who won how often
        begin(room.table)
        hands = deal(seed)
        play_on(room.table, hands, 12)
        show_kept(room.table, hands)
    for page, part in ((guest, "#deals"), (wall, "#evening")):
        before = page.locator(part).inner_html()
        tabs.look_at(page)
        page.wait_for_function(
            "([part, before]) => document.querySelector(part).innerHTML !== before",
            arg=[part, before],
        )


def test_a_page_says_nothing_of_a_link_that_it_let_go_itself(room, served, tabs):
    begin(room.table)
    room.table.board_is("live")
    page = tabs.open("about:blank")
    stop_clock(page)
    page.goto(f"{served}/t/{CODE}")
    live(page)
    tabs.leave()
    until(lambda: streams(room) == 0)
    page.clock.run_for(60_000)
    assert page.locator("#link").inner_text() == "live"
    assert streams(room) == 0, "it does not come back by itself"
    tabs.look_at(page)
    room.table.board_is("silent")
    page.locator("#link[data-state=silent]").wait_for()
