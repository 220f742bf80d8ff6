"""A seat's page in a real browser: sitting down, saying, half-made choices, and open to all."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from games.cases import CASES
from games.samples import course_of
from players import every_game
from rig.browser import (
    IN_SIGHT,
    MOVES,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    WIDER,
    assert_fits,
    assert_open,
    assert_open_to_all,
    phone,
    resize,
    settled,
    stop_clock,
    wire,
)
from tricktable.games import GAMES
from tricktable.rules.cards import cards_in
from tricktable.table import commands, seating
from tricktable.table.views import WITHOUT
from web.inspectors import SEAT as IN_SEAT
from web.inspectors import faults
from web.room import CODE, NAMES, ask, begin, deal, hold_button, lay, sit

SEAT = f"/t/{CODE}/seat"
UNDRAWN_MS, BEHIND_MS = 100, 100
"""As the page's script has them."""
PROOF_BELOW = """() => {
  const [proof, dock] = [".proof", ".dock"].map((each) => document.querySelector(each)
    .getBoundingClientRect());
  const isBeside = proof.right <= dock.left;
  return proof.top >= 0 && proof.bottom <= (isBeside ? innerHeight : dock.top)
    ? [] : [proof.top, proof.bottom, dock.top];
}"""
"""Where a finding and the seat's part are, if any of it lies below that."""
ORDER = """() => {
  const { fetch } = window;
  window.order = [];
  document.addEventListener("table:view", () => {
    order.push("view");
    requestAnimationFrame(() => order.push("frame"));
  }, true);
  window.fetch = (...what) => (order.push("asked"), fetch(...what));
}"""


@pytest.fixture
def open_seat(browser, served, watch):
    """Open a seat's page while the room is served, on a phone of its own or `on` one that is there.

    At the end nothing has complained.
    """

    def open_seat(token="", scheme="light", size=None, path=SEAT, on=None):
        page = on or watch(phone(browser, scheme, size))
        if on:
            page.goto("about:blank")  # another token alone is no other page
            page.set_viewport_size(size or PHONE)
        page.goto(f"{served}{path}#{token}" if token else served + path)
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return open_seat


def watch_order(page):
    """From now on, once a page whose clock stands still has nothing left to do."""
    page.locator("#own[data-state=sits]").wait_for()
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    page.clock.run_for(3 * UNDRAWN_MS)
    page.evaluate(ORDER)


def bidding(table):
    ask(table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    ask(table, commands.Declare("bid", 1, "7N"))


def test_a_guest_sits_down_by_the_button_and_the_old_phone_is_told(room, open_seat):
    begin(room.table)
    pages = []
    for press in (1, 2):
        page = open_seat(path=f"/t/{CODE}")
        page.get_by_role("link", name="Sit here").click()
        page.get_by_role("button", name="Cy").click()
        page.get_by_role("heading", name="Now hold Cy’s button on the table").wait_for()
        number = page.locator(".wait b").inner_text()
        page.get_by_text(f"Cy: hold your button to accept phone {number}.").wait_for()
        hold_button(room.table, 2, press)
        page.locator("#own[data-state=sits][data-name=Cy]").wait_for()
        assert re.fullmatch(r".*/seat#[\w-]{22}", page.url)
        pages.append(page)
    pages[0].get_by_role("heading", name="Another phone has this seat now.").wait_for()
    pages[1].reload()
    pages[1].locator("#own[data-state=sits]").wait_for()
    pages[1].get_by_role("link", name="Menu").click()
    pages[1].locator("#leave summary").click()
    pages[1].get_by_role("button", name="Leave this seat").click()
    pages[1].get_by_role("heading", name="Where are you sitting?").wait_for()
    assert "#" not in pages[1].url


def test_a_phone_that_is_sent_away_is_told_at_once_what_to_do(room, open_seat):
    begin(room.table)
    phone_of_cy = open_seat(sit(room.table, 2))
    phone_of_cy.locator("#own[data-state=sits]").wait_for()
    host_page = open_seat(path=f"/host/t/{CODE}")
    host_page.locator("#phones summary").click()
    host_page.get_by_role("button", name="Remove phone: Cy").click()
    host_page.get_by_role("button", name="Leave it as it is").click()
    host_page.locator("#away").wait_for(state="detached")
    assert room.table.snapshot().places[2].is_taken
    host_page.get_by_role("button", name="Remove phone: Cy").click()
    host_page.locator("#away").get_by_role("button", name="Remove it").click()
    phone_of_cy.get_by_role("heading", name="This phone no longer has a seat.").wait_for()
    expect(phone_of_cy.locator("#aloud")).to_have_text(re.compile("hold its button on the table"))
    host_page.locator("#phones").get_by_text("no phone").nth(3).wait_for(state="attached")
    phone_of_cy.get_by_role("button", name="Cy").click()
    phone_of_cy.get_by_role("heading", name="Now hold Cy’s button on the table").wait_for()


LINES = """() => {
  const tops = [...document.querySelectorAll("#score li")].map((each) =>
    Math.round(each.getBoundingClientRect().top));
  return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
}"""
"""How many scores each line has."""


def test_of_four_scores_none_stands_alone(room, still_browser, served, watch):
    page = watch(phone(still_browser, size=SMALL_PHONE, scale=1))
    for name, names in (("torite", LONG), ("triatri", ("Anna", "Paul", "Lena", "Karl"))):
        ask(room.table, commands.NewGame(name, 4, list(names), abandon=True))
        token = sit(room.table, 0)
        for tongue in ("en", "ja"):
            page.goto(f"{served}{SEAT}?lang={tongue}#{token}")
            page.locator("#own[data-state=sits]").wait_for()
            assert_in_pairs(page)
            page.locator("#score ul").evaluate("it => (it.style.fontSize = '200%')")
            assert_fits(page, SMALL_PHONE)


def test_the_four_scores_keep_their_places_between_deals(room, still_browser, served, watch):
    course = course_of(CASES["triatri"], 4, 3, is_tidy=True)
    ends = next(at for at, seen in enumerate(course.views) if seen.next_what == "deal" and at)
    ask(room.table, commands.NewGame("triatri", 4, list(NAMES), dict(course.header.given)))
    page = watch(phone(still_browser, scale=1))
    page.goto(f"{served}{SEAT}#{sit(room.table, 0)}")
    page.locator("#own[data-state=sits]").wait_for()
    assert_in_pairs(page)
    room.enter(course.lines[:ends])
    page.locator("#score b", has_text="(").first.wait_for()
    assert_in_pairs(page)


def assert_in_pairs(page):
    """Two lines of two, on any phone; none is cut."""
    for size in (SMALL_PHONE, PHONE, SIDEWAYS, SMALL_PHONE):
        resize(page, size)
        assert settled(page, LINES, wanted=[2, 2]) == [2, 2], size
        assert_fits(page, size)


LONG = ("Ann", "Maximiliane-Charlotte", "ゆき", "Bartholomew")
HIDES = """() => {
  const [top, dock] = [".table-top", ".dock"].map((each) => document.querySelector(each));
  top.scrollIntoView();
  return dock.getBoundingClientRect().bottom > top.getBoundingClientRect().top ? ["hidden"] : [];
}"""


TOLD_BELOW = """() => {
  const [told, dock] = [".told", ".dock"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return told.right > dock.left ? [told.right, dock.left] : [];
}"""
"""What the table says, where it lies below the seat's part."""


BESIDE = """() => {
  const [top, dock] = [".table-top", ".dock"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return top.right <= dock.left && top.bottom <= innerHeight && dock.height <= innerHeight &&
    document.querySelector("#own button").getBoundingClientRect().bottom <= innerHeight ? [] :
    [top.right, dock.left, top.bottom, dock.height];
}"""


def test_on_a_phone_on_its_side_the_seats_part_stands_beside_the_felt(room, open_seat):
    bidding(room.table)
    token, page = sit(room.table, 2), None
    for tongue in ("en", "ja"):
        page = open_seat(token, path=f"{SEAT}?lang={tongue}", size=SIDEWAYS, on=page)
        assert settled(page, BESIDE) == [], tongue
        assert_fits(page, SIDEWAYS)
        page.locator("#own .keys label").last.click()
        page.locator("[name=rest]:enabled").first.click()
        page.locator("#own:not(.is-due)").wait_for()
        assert settled(page, WIDER, SIDEWAYS["width"]) == []
        ask(room.table, commands.Undo())
        expect(page.locator(".told")).to_be_visible()
        assert settled(page, TOLD_BELOW) == [], tongue
    assert_open(page)


def test_with_letters_twice_as_large_the_keys_come_before_the_cards_and_hide_none(room, open_seat):
    bidding(room.table)
    token, page = sit(room.table, 2), None
    for tongue in ("en", "ja"):
        page = open_seat(token, path=f"{SEAT}?lang={tongue}", size=SMALL_PHONE, on=page)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert settled(page, HIDES) == [], tongue
        assert_fits(page, SMALL_PHONE)


@pytest.mark.parametrize(
    ("name", "size", "tongue", "place"),
    [
        ("troika", PHONE, "en", "/seat"),
        ("etori", SMALL_PHONE, "ja", "/seat"),
        ("triatri", SMALL_PHONE, "ja", "/seat"),
        ("tredici", SMALL_PHONE, "en", "/seat"),
        ("tredici", SMALL_PHONE, "ja", "/seat"),
        ("torite", PHONE, "ja", ""),
    ],
)
def test_nothing_jumps_in_a_game(room, open_seat, name, size, tongue, place):
    room.table.board_is(WITHOUT)
    played = every_game.by_chance(Random(3), name, 4, is_tidy=True)
    ask(room.table, commands.NewGame(name, 4, list(LONG), dict(played.header.given)))
    lines = [each for each in played.lines if each["kind"] != "held"]
    room.enter(lines[:2])
    token = sit(room.table, 1) if place else ""
    page = open_seat(token, size=size, path=f"/t/{CODE}{place}?lang={tongue}")
    page.locator("#own[data-state=sits]" if place else "#table").wait_for()
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.evaluate(IN_SIGHT)
    page.evaluate(MOVES)
    for line in lines[2:45]:
        ask(room.table, commands.Enter(line))
        if place:
            now = room.table.record().seq
            expect(page.locator("#own")).to_have_attribute("data-seq", str(now))
        else:
            newest = line.get("card") or ""
            if newest:
                page.locator(f"#table [data-card='{newest}']").first.wait_for()
        page.evaluate(IN_SIGHT)
    assert page.evaluate("moved") == []
    ask(room.table, commands.Undo())  # it is told in a line of its own
    expect(page.locator(".told")).to_be_visible()
    page.evaluate(IN_SIGHT)
    assert page.evaluate("moved") == []


def test_a_phone_from_another_evening_is_asked_where_it_sits(room, open_seat):
    begin(room.table)
    page = open_seat("a-token-of-another-eve")
    page.get_by_role("heading", name="Where are you sitting?").wait_for()
    expect(page.get_by_text("This phone has no seat here yet.")).to_be_visible()
    page.get_by_role("button", name="Cy").click()
    page.get_by_role("heading", name="Now hold Cy’s button on the table").wait_for()


def test_a_phone_that_waited_in_vain_asks_again_with_one_touch(room, open_seat, monkeypatch):
    monkeypatch.setattr(seating, "CLAIM_MS", 1000)
    begin(room.table)
    pages = {each: open_seat(path=f"{SEAT}?lang={each}", size=SMALL_PHONE) for each in ("en", "ja")}
    page = pages["en"]
    page.get_by_role("button", name="Ann").tap()
    page.get_by_role("heading", name="Nobody held Ann’s button.").wait_for()
    expect(page.locator("#own")).to_contain_text("Ask again, or ask the host to let you in.")
    again = page.get_by_role("button", name="Ask again for Ann’s seat")
    assert_fits(page, SMALL_PHONE)
    expect(again).to_be_in_viewport(ratio=1)
    monkeypatch.undo()
    again.tap()
    page.get_by_role("heading", name="Now hold Ann’s button on the table").wait_for()
    hold_button(room.table, 0)
    page.locator("#own[data-state=sits][data-name=Ann]").wait_for()


def test_without_a_script_no_large_keys_are_offered(room, browser, served):
    begin(room.table)
    context = phone(browser, has_script=False)
    page = context.new_page()
    page.goto(f"{served}{SEAT}")
    expect(page.get_by_text("Large keys").filter(visible=True)).to_have_count(0)
    context.close()


def test_getting_up_and_large_keys_are_at_hand(room, open_seat):
    begin(room.table)
    page = open_seat(sit(room.table, 2))
    page.get_by_role("link", name="Menu").click()
    large = page.get_by_label("Large keys and voice")
    voice = page.get_by_label("Speak with this phone's voice")
    expect(large).to_be_visible()
    expect(voice).to_be_hidden()
    large.check()
    expect(page.locator("#blind")).to_be_visible()
    page.get_by_role("link", name="Menu").click()
    expect(voice).to_be_visible()
    large.uncheck()
    page.locator("#leave summary").click()
    page.get_by_role("button", name="Leave this seat").click()
    page.get_by_role("heading", name="Where are you sitting?").wait_for()


ASKED = {
    "why did she win that trick?": "#last-trick",
    "what was the last trick?": "#last-trick",
    "how do I leave?": "#leave summary",
}
"""What players ask a person today, and where the menu has the answer, or what unfolds it."""


def test_what_a_player_asks_is_one_touch_away_and_the_table_is_not_lost(room, open_seat):
    room.table.board_is(WITHOUT)
    page = None
    for number, name in enumerate(GAMES):
        count = 3 if name == "triatri" else 4
        played = every_game.by_chance(Random(3), name, count, is_tidy=True)
        given = dict(played.header.given)
        ask(room.table, commands.NewGame(name, count, list(NAMES[:count]), given, abandon=True))
        with room.curtain.down():
            for line in played.lines:
                view = room.table.view().view
                if (view.trick and view.last) or len(view.said) > 8:
                    break
                ask(room.table, commands.Enter(line))
        seat = room.table.view().view.awaited[0]
        page = open_seat(sit(room.table, seat), size=SMALL_PHONE, on=page)
        page.locator("#own[data-state=sits]").wait_for()
        # What must I do, what can I play, and how does it stand: without a touch.
        for words in ("#own h2", "#score", "#how"):
            expect(page.locator(words), name).to_be_in_viewport(ratio=1)
        expect(page.locator("#score li")).to_have_count(len(room.table.view().view.owners))
        menu = page.get_by_role("link", name="Menu")
        expect(menu).to_be_in_viewport(ratio=1)
        menu.tap()
        for asked, where in ASKED.items():
            if where == "#last-trick" and name == "tredici":  # it has no tricks
                continue
            expect(page.locator(where).first, f"{name}: {asked}").to_be_in_viewport(ratio=1)
        assert_fits(page, SMALL_PHONE)
        assert_open_to_all(page, ("light", "dark")[number % 2])
        expect(page.locator("#rules > summary")).to_be_visible()
        page.get_by_role("link", name="Close").tap()
        page.get_by_role("link", name="Rules", exact=True).tap()
        rules = page.get_by_role("dialog", name="Rules")
        goal = rules.get_by_role("heading", name="The goal")
        expect(goal, f"{name}: what are the rules?").to_be_in_viewport(ratio=1)
        expect(page.locator("#leave")).to_be_hidden()
        assert_fits(page, SMALL_PHONE)
    page.go_back()
    menu.tap()
    expect(page.locator("#rules > .part")).to_be_hidden()
    page.set_viewport_size(PHONE)
    code = page.locator("#invite").get_by_role("img", name="QR code")
    expect(code, "where is the code to scan?").to_be_in_viewport(ratio=1)
    page.go_back()
    expect(page.locator("#own")).to_have_attribute("data-state", "sits")
    for closes in ("Escape", "Close"):
        menu.tap()
        expect(page.locator("#sheet")).to_be_visible()
        if closes == "Close":
            page.get_by_role("link", name="Close").tap()
        else:
            page.keyboard.press("Escape")
        expect(page.locator("#sheet")).to_be_hidden()
    assert page.url.count("#") == 1


HEARD = """
  window.heard = [];
  navigator.vibrate = (ms) => heard.push("shakes") > 0;
  window.OscillatorNode = class extends OscillatorNode {
    start(...when) { heard.push("sounds"); super.start(...when); }
  };
"""
PLAYS = """() => {
  const film = document.querySelector("video.film");
  return film !== null && film.muted && !film.paused;
}"""


def test_the_own_turn_is_signalled_until_switched_off(room, without_board, browser, served, watch):
    context = phone(browser)
    context.add_init_script(HEARD)
    # As over plain HTTP, where a host at home is: there the browser has no wake lock.
    context.add_init_script("delete Navigator.prototype.wakeLock")
    page = watch(context)
    page.goto(f"{served}{SEAT}#{sit(room.table, 2)}")
    page.locator("#own[data-state=sits]").wait_for()
    page.locator("h1").tap()
    page.wait_for_function(PLAYS)
    for seat, card, heard in (
        (1, "9H", ["shakes", "sounds", "sounds"]),
        (2, "TH", []),
        (3, "2H", []),
    ):
        lay(room.table, f"{seat}:{card}")
        expect(page.locator("#own")).to_have_attribute("data-seq", str(room.table.record().seq))
        assert page.evaluate("heard.splice(0)") == heard
    page.get_by_role("link", name="Menu").tap()
    page.get_by_label("A soft signal on my turn").uncheck()
    page.get_by_label("Keep the screen on while I sit here").uncheck()
    expect(page.locator("video.film")).to_have_count(0)
    page.reload()
    page.locator("#own[data-state=sits]").wait_for()
    page.locator("h1").tap()
    lay(room.table, "0:AH 0:3C 1:4C")
    page.locator("#own.is-due").wait_for()
    assert page.evaluate("heard") == []
    expect(page.locator("video.film")).to_have_count(0)


@pytest.mark.complains("net::ERR_")
def test_a_menu_that_cannot_be_loaded_says_so_and_opens_once_it_can(room, open_seat):
    begin(room.table)
    page = open_seat(sit(room.table, 2))
    page.locator("#own[data-state=sits]").wait_for()
    menu = page.locator("#sheet")
    for fails in ("**/sheet.js", "**/sheet.css"):
        page.route(fails, lambda route: route.abort())
        with page.expect_event("requestfailed"):
            page.locator("#more").click()
        expect(page.locator("#refusal")).to_contain_text("The host cannot be reached.")
        expect(menu).to_be_hidden()
        page.unroute(fails)
    page.locator("#more").click()
    expect(menu).to_have_css("position", "fixed")
    expect(page.locator("#less")).to_be_in_viewport()


def test_whoever_gets_up_is_asked_where_they_sit(room, open_seat):
    begin(room.table)
    page = open_seat(sit(room.table, 2), path=f"{SEAT}?lang=ja")
    page.locator("#more").click()
    page.locator("#leave summary").click()
    page.locator("[data-leaves]").click()
    page.locator("#own[data-state=chooses]").wait_for()
    assert page.url.endswith(f"{SEAT}?lang=ja")


def test_a_bid_is_chosen_and_said_and_only_what_outbids_can_be(room, open_seat):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    ask(room.table, commands.Declare("bid", 1, "7"))
    page = open_seat(sit(room.table, 2))
    own_part = page.locator("#own")
    own_part.get_by_text("Bo bid 7. Bid more.").wait_for()
    shut = page.locator("input[type=radio]:disabled").evaluate_all("all => all.map(e => e.value)")
    assert shut == ["6"]
    kinds = page.locator("[name=rest]")
    for kind in kinds.all():  # first the number
        expect(kind).to_be_disabled()
    page.locator("label:has([value='7'])").tap()
    expect(kinds).to_have_text(["7 Trump", "7 No trump"])
    expect(kinds.first).to_be_disabled()
    expect(kinds.last).to_be_enabled()
    page.locator("label:has([value='8'])").tap()
    page.reload()
    expect(kinds).to_have_text(["8 Trump", "8 No trump"])
    page.get_by_role("button", name="8 Trump").dblclick()
    own_part.get_by_text("Di to bid").wait_for()
    assert room.table.view().view.position.bids == ("7", "8")
    expect(own_part.locator("h2")).to_be_focused()  # the answer may come after the feed's page


def test_bids_take_three_rows_and_two_touches_and_passing_one(room, open_seat):
    saskatchewan = {"variant": "saskatchewan", "min_bid": 5}
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), saskatchewan, dealer=0))
    token, page = sit(room.table, 1), None
    for tongue in ("en", "ja"):
        page = open_seat(token, path=f"{SEAT}?lang={tongue}", size=SMALL_PHONE, on=page)
        keys = page.locator("#say-bid :is(label, button)")
        expect(keys).to_have_count(8 + 3 + 1)
        boxes = [each.bounding_box() for each in keys.all()]
        assert len({round(each["y"]) for each in boxes}) == 3
        page.locator("label:has([value='5'])").tap()
        assert faults(page, IN_SEAT, "usual", [page.viewport_size]) == {}, tongue
        page.locator("[name=rest][value=L]").tap()
        page.locator("#own:not(.is-due)").wait_for()
        assert room.table.view().view.position.bids == ("5L",)
        ask(room.table, commands.Undo())


@pytest.mark.complains("status of 409")
def test_another_press_waits_for_the_one_under_way_and_is_answered(room, open_seat):
    bidding(room.table)
    page = open_seat(sit(room.table, 2))
    under_way = []
    page.route("**/seat/say", lambda route: under_way.append(route), times=1)
    page.locator("label:has([value='8'])").click()
    with page.expect_request("**/seat/say"):
        page.get_by_role("button", name="8 Trump").dblclick()
    page.locator("label:has([value='9'])").click()
    page.get_by_role("button", name="9 Trump").click()
    under_way[0].continue_()
    page.get_by_role("alert").get_by_text("The table has moved on. Look again.").wait_for()
    assert room.table.view().view.position.bids == ("7N", "8")


def test_news_keeps_a_half_made_choice_its_focus_and_the_page(room, open_seat):
    bidding(room.table)
    page = open_seat(sit(room.table, 2), size=SMALL_PHONE)
    eight = page.locator("[name=part][value='8']")
    eight.check(force=True)
    eight.focus()
    page.evaluate("window.isSamePage = true; scrollTo(0, 60)")
    room.table.board_is("silent")
    page.locator("#link[data-state=silent]").wait_for()
    ask(room.table, commands.Rename(1, "Beatrice"))
    page.locator("#own").get_by_text("Beatrice bid 7 No. Bid more.").wait_for()
    expect(eight).to_be_checked()
    expect(eight).to_be_focused()
    assert page.evaluate("[isSamePage, scrollY]") == [True, 60]


def test_a_card_is_seen_before_the_page_asks_what_it_means(room, browser, served, watch):
    begin(room.table)
    page = watch(phone(browser))
    stop_clock(page)  # or on a busy machine no frame might come in time
    page.goto(f"{served}{SEAT}#{sit(room.table, 2)}")
    watch_order(page)
    lay(room.table, "1:9H")
    page.locator("#table .place[data-card='9H']").wait_for()
    assert page.evaluate("order") == ["view"]
    page.clock.run_for(UNDRAWN_MS // 2)
    assert page.evaluate("order") == ["view", "frame", "asked"]


def test_whose_turn_it_is_asks_before_the_others_do(room, browser, served, watch):
    begin(room.table)
    pages = {seat: watch(phone(browser)) for seat in (1, 2)}
    for seat, page in pages.items():
        stop_clock(page)
        page.goto(f"{served}{SEAT}#{sit(room.table, seat)}")
        watch_order(page)
    lay(room.table, "1:9H")
    for ms, asking in ((UNDRAWN_MS, {2}), (BEHIND_MS, {1, 2})):
        for page in pages.values():
            page.locator("#table .place[data-card='9H']").wait_for()
            page.clock.run_for(ms)
        assert {seat for seat, page in pages.items() if "asked" in page.evaluate("order")} == asking


def test_a_phone_does_not_ask_for_what_the_answer_to_its_press_has_told(
    room, browser, served, watch
):
    bidding(room.table)
    page = watch(phone(browser))
    stop_clock(page)
    page.goto(f"{served}{SEAT}#{sit(room.table, 2)}")
    watch_order(page)
    page.evaluate("document.querySelector('[name=part][value=\"8\"]').click()")
    page.get_by_role("button", name="8 Trump").dispatch_event("click")
    page.locator("#own").get_by_text("Di to bid").wait_for()
    page.locator("#table").get_by_role("heading", name="Di to bid").wait_for()
    page.clock.run_for(UNDRAWN_MS + BEHIND_MS)
    ask(room.table, commands.Rename(3, "Dora"))
    page.locator("#table").get_by_role("heading", name="Dora to bid").wait_for()
    page.clock.run_for(UNDRAWN_MS)
    page.clock.run_for(BEHIND_MS)
    page.locator("#own").get_by_text("Dora to bid").wait_for()
    assert page.evaluate("order").count("asked") == 2, "the press, and what the name changed"


@pytest.mark.complains("net::ERR_", "status of 409")
def test_a_bid_that_came_too_late_is_asked_for_again(room, open_seat):
    bidding(room.table)
    page = open_seat(sit(room.table, 2))
    page.locator("label:has([value='8'])").click()
    page.route("**/seat/own", lambda route: route.abort())  # the page hears of nothing new
    with page.expect_event("requestfailed"):  # and nothing it asked for before is under way
        ask(room.table, commands.Rename(3, "Dora"))
    ask(room.table, commands.Undo())
    page.locator("#table").get_by_role("heading", name="Bo to bid").wait_for()
    page.get_by_role("button", name="8 Trump").click()
    page.get_by_role("alert").get_by_text("The table has moved on. Look again.").wait_for()
    assert room.table.view().view.position.bids == ()


@pytest.mark.complains("net::ERR_")
def test_a_press_while_the_host_is_away_says_so(room, open_seat):
    bidding(room.table)
    page = open_seat(sit(room.table, 2))
    page.locator("label:has([value='8'])").click()
    page.route("**/seat/say", lambda route: route.abort())
    page.get_by_role("button", name="8 Trump").click()
    page.get_by_role("alert").get_by_text("The host cannot be reached.").wait_for()
    expect(page.locator("[name=part][value='8']")).to_be_checked()
    page.unroute("**/seat/say")
    page.get_by_role("button", name="8 Trump").click()
    page.locator("#own").get_by_text("Di to bid").wait_for()


def test_a_wrong_suit_in_the_hand_says_why_it_cannot_be_played(room, open_seat):
    begin(room.table)
    for held in cards_in(deal(3)[2]):
        ask(room.table, commands.Lay(held.code, 2, "held"))
    page = open_seat(sit(room.table, 2))
    expect(page.locator(".hand li")).to_have_count(13)
    expect(page.locator(".hand .can")).to_have_count(0)
    lay(room.table, "1:2C")
    page.get_by_text("You have clubs, so play one.").wait_for()
    assert set(
        page.locator(".hand .can .card").evaluate_all("a => a.map(e => e.classList[1])")
    ) == {"C"}


def test_what_the_cards_have_proved_is_seen_whole_by_whoever_is_due(room, open_seat):
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    for seat, bid in ((1, "7"), (2, "pass"), (3, "pass"), (0, "pass")):
        ask(room.table, commands.Declare("bid", seat, bid))
    ask(room.table, commands.Declare("trump", 1, "H"))
    lay(room.table, "1:AH 2:8C 3:8H 0:9H 1:KH 2:TH")
    token, page = sit(room.table, 3), None
    for size in (PHONE, SMALL_PHONE, {"width": 360, "height": 740}, SIDEWAYS):
        page = open_seat(token, size=size, on=page)
        page.locator(".proof").wait_for()
        assert settled(page, PROOF_BELOW) == [], size
        for card in ("king of hearts", "ten of hearts"):
            expect(page.locator(f"#table .trick [aria-label='{card}']")).to_be_in_viewport(ratio=1)


def test_what_one_phone_loads_is_less_than_sixty_kilobytes(room, browser):
    begin(room.table)
    for held in cards_in(deal(3)[2]):
        ask(room.table, commands.Lay(held.code, 2, "held"))
    token = sit(room.table, 2)
    context = phone(browser)
    page, sizes = context.new_page(), {}
    wire(page)
    room.keep_nothing()
    page.on("requestfinished", lambda asked: sizes.update({asked.url: asked.sizes()}))
    with room.served() as url:
        page.goto(f"{url}{SEAT}#{token}")
        page.locator("#own[data-state=sits]").wait_for()
        page.evaluate("() => document.fonts.ready.then(() => null)")
        context.close()
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values())
    assert len(sizes) >= 7
    assert total < 60_000
