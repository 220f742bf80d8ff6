"""The pages in a real browser: live, honest about it, readable by all, deaf to hostile names."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import (
    PHONE,
    SMALL_PHONE,
    assert_fits,
    assert_open,
    assert_open_to_all,
    phone,
    stop_clock,
)
from tricktable.games import GAMES
from tricktable.store.decks import demo_deck
from tricktable.table import commands
from web.inspectors import GUEST, LETTERS, TWICE, UNFOLD, faults
from web.refusals import AWAY
from web.room import CODE, TOKEN, Room, ask, begin, deal, lay, play_on

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "\u202egnp.exe\u2066" + "\u200b" * 50 + "W" * 10_000,
    "ﷺ" * 40 + "\u0301" * 90,
)


@pytest.fixture
def open_page(browser, still_browser, served, watch):
    """Open a path on a phone and wait until the page is live; at the end nothing has complained.

    One that is only looked at draws nothing.
    """

    def open_page(path=f"/t/{CODE}", scheme="light", size=None, script=True, is_pressed=True):
        page = watch(phone(browser if is_pressed else still_browser, scheme, size, script))
        page.goto(served + path)
        if script and "/t/" in path:
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return open_page


def midgame(table):
    begin(table)
    play_on(table, deal(3), 4)
    lay(table, "0:QH 1:TS")


def revoked(table):
    begin(table)
    lay(table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8H 0:3C")


def asking(table):
    begin(table)
    lay(table, "1:2C 2:3C")
    table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2C")])


def hostile(table):
    begin(table, HOSTILE)
    lay(table, "1:2C 2:3C 0:4C")


def nothing(table):
    table.board_is("absent")


SCENES = (nothing, asking, hostile)


# --- live -----------------------------------------------------------------------------------------


def test_the_page_follows_the_table_without_a_reload(room, open_page):
    begin(room.table)
    room.table.board_is("live")
    page = open_page()
    page.evaluate("window.isSamePage = true")
    lay(room.table, "1:9H")
    page.get_by_role("heading", name="Cy to play", level=1).wait_for()
    page.get_by_role("img", name="nine of hearts").wait_for()
    assert page.title() == f"Cy to play · {CODE}"
    assert page.evaluate("window.isSamePage")


def test_what_did_not_change_is_not_touched(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H")
    page = open_page(size=SMALL_PHONE)
    page.evaluate("document.querySelector('.card').mark = 1; scrollTo(0, 120)")
    lay(room.table, "2:TH")
    page.get_by_role("img", name="ten of hearts").wait_for()
    assert page.evaluate("document.querySelector('.card').mark") == 1
    assert page.evaluate("scrollY") == 120


def test_what_somebody_does_on_the_page_outlives_news_above_it(room, open_page):
    revoked(room.table)
    page = open_page(size=SMALL_PHONE)
    page.locator("#deals > summary").click()
    page.locator("#deals .story").first.wait_for()
    opened = page.locator("#deals > summary")
    opened.focus()
    expect(opened).to_be_focused()
    page.evaluate("document.body.style.overflowAnchor = 'none'")  # as browsers that keep no place
    opened.evaluate("each => scrollTo(0, scrollY + each.getBoundingClientRect().top - 200)")
    before = opened.bounding_box()["y"]
    room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2H")])  # a question, at the very top
    page.locator(".ask").wait_for(state="attached")
    assert opened.bounding_box()["y"] == pytest.approx(before, abs=1)
    expect(opened).to_be_focused()
    assert opened.evaluate("each => each.parentNode.open")


AWAY_AND_BACK = """() => {
    let opened = 0;
    window.EventSource = class extends EventSource {
        constructor(url) { super(url); opened += 1; }
    };
    dispatchEvent(new Event("pagehide"));
    dispatchEvent(new Event("pageshow"));
    return opened;
}"""
"""How many streams the page has opened by the time it is back."""


def test_a_page_that_was_put_away_and_is_back_at_once_is_live(room, open_page):
    begin(room.table)
    page = open_page()
    assert page.evaluate(AWAY_AND_BACK) == 1, "a missing beat would tell it too, but later"
    lay(room.table, "1:9H")
    page.get_by_role("heading", name="Cy to play", level=1).wait_for()


def test_the_link_tells_live_unplugged_and_refused(room, open_page):
    page = open_page()
    link = page.locator("#link")
    for board, words in (
        ("live", "live"),
        ("silent", "table unplugged"),
        ("refused", "board refused"),
        ("absent", "table unplugged"),
        ("without", "without a board"),
        ("live", "live"),
    ):
        room.table.board_is(board)
        page.locator(f"#link[data-state={board}]").wait_for()
        assert link.inner_text() == words


BESIDE = "() => getComputedStyle(document.body, '::after').content"
"""What the page says of its own state, besides the words in its top line."""


@pytest.mark.complains("net::ERR_")
def test_a_page_whose_host_is_gone_says_how_old_it_is_and_what_to_do(browser, tmp_path):
    room = Room(tmp_path)
    room.table.board_is("live")
    context = phone(browser)
    page = context.new_page()
    stop_clock(page)
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}")
        page.locator("#link[data-state=live]").wait_for()
        assert page.evaluate(BESIDE) == "none"
        stopped_at = page.evaluate("Date.now()")
    for stale_s in (10, 70):
        page.clock.fast_forward(1000 * stale_s - page.evaluate("Date.now()") + stopped_at)
        told = re.fullmatch(r"(\d+) s old", page.locator("#link").inner_text())
        assert int(told[1]) == stale_s
    assert page.evaluate(BESIDE) == f'"{AWAY}"'
    context.close()
    room.close()


def test_a_phone_that_wakes_up_is_live_without_waiting_for_a_timer(browser, tmp_path):
    room = Room(tmp_path)
    room.table.board_is("live")
    context = phone(browser)
    page = context.new_page()
    stop_clock(page)
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}")
        page.locator("#link[data-state=live]").wait_for()
        opened = page.evaluate(
            """() => new Promise((resolve) => {
                 const Real = EventSource;
                 window.EventSource = function (url) { resolve(`${url}`); return new Real(url); };
                 const real = Date.now;
                 Date.now = () => real() + 3600e3;  // an hour asleep
                 document.dispatchEvent(new Event("visibilitychange"));
               })"""
        )
        assert opened.partition("?")[0] == f"{url}/t/{CODE}/live"
        assert re.fullmatch(r"\d+ s old|live", page.locator("#link").inner_text())
        begin(room.table)
        page.get_by_role("heading", name="Bo leads", level=1).wait_for()
        context.close()
    room.close()


def watched_news(page):
    page.evaluate(
        """() => { window.told = [];
          new MutationObserver(() => told.push(document.getElementById("news").textContent))
            .observe(document.getElementById("news"), {childList: true}); }"""
    )
    return page.locator("#news")


ANNOUNCED_MS = 600
"""An announcement waits for less."""
FOUND = "Bo led first, but two of clubs was in another hand."
TRICK = (
    "Bo nine of hearts, Cy queen of hearts, Di two of hearts, Ann three of hearts."
    " Cy took trick 1 with queen of hearts. Cy leads."
)


def test_a_screen_reader_is_told_each_trick_once_and_again_when_asked(room, served, browser, watch):
    begin(room.table)
    page = watch(phone(browser))
    stop_clock(page)  # or of a slow computer it is told that the host cannot be reached
    page.goto(f"{served}/t/{CODE}")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    expect(page.locator("#listen")).to_be_visible()  # by the script that tells
    page.clock.run_for(ANNOUNCED_MS)
    expect(page.locator("#news")).to_have_text("Bo has the lowest club. Bo leads.")
    news = watched_news(page)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page.get_by_role("heading", name="Cy leads", level=1).wait_for()
    page.clock.run_for(ANNOUNCED_MS)
    expect(news).to_have_text(TRICK)
    room.table.board_is("silent")
    room.table.board_is("live")
    lay(room.table, "2:2C")
    page.get_by_role("heading", name="Di to play", level=1).wait_for()
    page.clock.run_for(ANNOUNCED_MS)
    assert page.evaluate("told") == [TRICK, FOUND]
    page.locator("#listen summary").click()
    page.get_by_role("button", name="Say again").click()
    page.clock.run_for(ANNOUNCED_MS)
    expect(news).to_have_text(f"Cy led two of clubs. {FOUND} Di to play.")
    ask(room.table, commands.Undo())
    page.get_by_role("heading", name="Cy leads", level=1).wait_for()
    page.clock.run_for(ANNOUNCED_MS)
    expect(news).to_have_text(re.compile("^Undone.*"))
    reach = """async (isAway) => { (await import('/static/news.js')).reach(isAway);
      return document.getElementById('news').textContent; }"""  # the page says soon that it is live
    for is_away, words in (
        (True, AWAY),
        (False, "The page is live again."),
    ):
        assert page.evaluate(reach, is_away) == words


def test_a_screen_reader_is_told_each_card_where_somebody_wants_that(room, open_page):
    begin(room.table)
    page = open_page()
    page.locator("#listen summary").click()
    page.get_by_label("Announce every card").check()
    page.reload()
    news = watched_news(page)
    lay(room.table, "1:9H")
    expect(news).to_have_text("Bo led nine of hearts. Cy to play.")
    lay(room.table, "2:QH")
    expect(news).to_have_text("Cy played queen of hearts. Di to play.")
    expect(page.get_by_label("Announce every card")).to_be_checked()


def test_without_javascript_the_page_is_whole_and_comes_again(room, open_page):
    midgame(room.table)
    page = open_page(script=False)
    assert page.get_by_role("heading", level=1).inner_text() == "Cy to play"
    expect(page.get_by_role("img", name="ten of spades")).to_be_visible()
    assert "every 5 s" in page.locator("#link").inner_text()
    assert 'http-equiv="refresh" content="5"' in page.content()
    for words in ("Say again", "Announce every card, not just tricks"):
        expect(page.get_by_text(words), "it could do nothing").to_be_hidden()


@pytest.mark.complains("status of 404")
def test_a_wrong_code_is_typed_again(room, open_page):
    begin(room.table)
    page = open_page("/", size=SMALL_PHONE)
    page.goto(f"{page.url}t/XYZ")
    expect(page.get_by_role("link", name=re.compile(f"^{CODE}"))).to_be_visible()
    assert_open(page)
    assert_fits(page, SMALL_PHONE, PHONE)
    page.get_by_label("Wrong code?").fill("7kq")
    page.get_by_role("button", name="Go to this table").click()
    page.get_by_role("heading", name="Bo leads", level=1).wait_for()


# --- for everybody --------------------------------------------------------------------------------


def test_nothing_sticks_out_of_the_screen_nor_shuts_anybody_out(room, served, open_page):
    page = open_page("/", size=SMALL_PHONE, is_pressed=False)
    for turn, scene in enumerate(SCENES):
        scene(room.table)
        for number, path in enumerate((f"/t/{CODE}", f"/host/t/{CODE}"), turn):
            page.goto(served + path)
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            assert_fits(page, SMALL_PHONE, PHONE)
            assert_open_to_all(page, ("light", "dark")[number % 2])


def test_no_word_is_broken_on_a_small_screen(room, served, open_page):
    page = open_page("/", size=SMALL_PHONE, is_pressed=False)
    for game in GAMES:
        names = ["Margaret", "Bo", "Charlotte", "ゆき"]
        ask(room.table, commands.NewGame(game, 4, names, dealer=0))
        for tongue in ("en", "ja"):
            page.goto(f"{served}/t/{CODE}?lang={tongue}")
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            page.evaluate(UNFOLD)
            for letters in ("", TWICE):
                found = faults(page, GUEST, "usual", [SMALL_PHONE], letters)
                assert found == {}, (game, tongue, letters)


def test_names_that_attack_do_nothing_and_are_shown_short(room, served, open_page):
    hostile(room.table)
    page, dialogs = open_page("/"), []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for path in ("/", f"/t/{CODE}", f"/host/t/{CODE}"):
        page.goto(served + path)
        if path != "/":  # markup comes in as served, and once more over the stream
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            lay(room.table, "3:5C")
            page.get_by_role("img", name="five of clubs").first.wait_for()
        assert dialogs == []
        assert page.locator("img").count() == 0
        assert "" not in page.eval_on_selector_all("script", "all => all.map((each) => each.src)")
        text = page.locator("body").inner_text()
        assert not re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069]", text)
        assert "W" * 21 not in text
        if path != "/":
            assert "<img src=x onerror=…" in text
            assert page.locator("#table .who").evaluate_all(
                "all => all.every((each) => each.firstElementChild.nodeName === 'BDI')"
            )
            ask(room.table, commands.Undo())


# --- the host's page ---------------------------------------------------------------------------


def test_the_host_begins_and_plays_with_taps(room, open_page):
    page = open_page(f"/host/t/{CODE}")
    page.get_by_role("button", name="The Torite for 4").click()
    for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1):
        page.get_by_label(f"Seat {number}", exact=True).fill(name)
    expect(page.get_by_label("Dealer").locator("option:checked")).to_have_text("Ann")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Bo", exact=True).click()
    page.locator("input[name=seat][value='1']:checked").wait_for(state="attached")
    page.get_by_role("button", name="nine of hearts").click()
    page.get_by_role("heading", name="Cy to play", level=1).wait_for()
    page.locator("input[name=seat][value='2']:checked").wait_for(state="attached")
    page.get_by_role("button", name="queen of hearts").click()
    page.get_by_role("heading", name="Di to play", level=1).wait_for()
    page.get_by_role("button", name="Undo the last").click()
    page.get_by_role("button", name="Undo it").click()
    page.get_by_role("heading", name="Cy to play", level=1).wait_for()
    page.get_by_role("button", name="Correct Bo’s nine of hearts in trick 1").click()
    page.locator("#correct").get_by_role("button", name="eight of hearts").click()
    page.get_by_role("button", name="Put it right").click()
    page.locator("#table").get_by_role("img", name="eight of hearts").wait_for()
    page.locator(".drawer").wait_for(state="detached")


def test_the_second_evening_begins_with_three_taps(room, open_page):
    begin(room.table)
    page = open_page(f"/host/t/{CODE}", size=SMALL_PHONE)
    page.locator("#new > summary").click()
    page.get_by_role("button", name="The Torite for 4").click()
    name = page.locator("#new").get_by_label("Seat 1", exact=True)
    expect(name).to_have_value("Ann")
    name.fill("Zoe")  # then somebody sees that all have moved on a seat
    page.get_by_role("button", name="Everyone moves one seat").click()
    expect(name).to_have_value("Di")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Leave it, begin the new game").click()
    page.get_by_role("heading", name="Who leads first?", level=1).wait_for()
    assert room.table.view().names == ("Di", "Ann", "Bo", "Cy")
    assert room.table.record().last.entry.dealer == 2  # Bo, after Ann


def test_two_people_swap_with_one_tap_and_the_partners_with_them(room, open_page):
    page = open_page(f"/host/t/{CODE}")
    page.get_by_role("button", name="Troika for 4").click()
    expect(page.locator("#start")).to_be_focused()
    bar = page.locator(".top").bounding_box()
    assert page.locator("#start").bounding_box()["y"] >= bar["y"] + bar["height"]
    for number, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1):
        page.get_by_label(f"Seat {number}", exact=True).fill(name)
    partners = page.locator(".partners li")
    expect(partners).to_have_text(["Ann & Cy", "Bo & Di"])
    page.locator("[name=swap]").nth(1).click()
    expect(partners).to_have_text(["Ann & Bo", "Cy & Di"])
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("Cy")
    page.locator("[name=swap]").nth(1).click()
    expect(partners).to_have_text(["Ann & Cy", "Bo & Di"])
    page.locator("[name=swap]").nth(0).click()
    expect(partners).to_have_text(["Bo & Cy", "Ann & Di"])
    page.get_by_label("Seat 4", exact=True).press("Enter")  # begins, and swaps nobody
    page.locator("#table").get_by_text("Troika").first.wait_for()
    assert room.table.view().names == ("Bo", "Ann", "Cy", "Di")


def test_nothing_hides_under_a_bar_that_stays(room, open_page):
    page = open_page(f"/host/t/{CODE}?new=tredici:13", size=SMALL_PHONE)
    fields = page.locator(".begins :is(input:not([type=hidden]), select, .main)")
    for field in fields.all():
        if not field.is_visible():
            continue
        field.focus()
        name = field.get_attribute("name")
        expect(field, name).to_be_focused()
        hit = """field => {
          const box = field.getBoundingClientRect();
          return field.contains(document.elementFromPoint(box.x + box.width / 2, box.y + 4))
            && box.top >= document.querySelector(".top").getBoundingClientRect().bottom;
        }"""
        assert field.evaluate(hit), name


def test_what_a_correction_changes_is_looked_at_by_keyboard_and_left(room, open_page):
    midgame(room.table)
    page = open_page(f"/host/t/{CODE}")
    page.locator("#e20").get_by_role("button", name="Correct Bo’s ").click()
    page.get_by_role("button", name="Strike it").click()
    title = page.get_by_role("heading", name="Strike Bo’s ")
    expect(title).to_be_focused()
    lay(room.table, "2:TC")  # the table goes on: what would change is worked out anew
    page.get_by_role("dialog").get_by_text("The cards would then show: Cy played").wait_for()
    page.keyboard.press("Escape")
    page.locator(".drawer").wait_for(state="detached")
    page.locator("#e21").get_by_role("button", name="Correct Cy’s ten of clubs").click()
    expect(page.get_by_role("heading", name=" should be")).to_be_focused()
    page.keyboard.press("Escape")
    page.locator(".drawer").wait_for(state="detached")
    assert room.table.record().seq == 21


def test_the_host_begins_and_plays_without_javascript(room, open_page):
    page = open_page(f"/host/t/{CODE}", script=False)
    page.get_by_role("button", name="The Torite for 4").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="East", exact=True).click()
    page.get_by_role("button", name="two of clubs", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("South to play")
    page.get_by_role("button", name="two of clubs", exact=True).click()
    expect(page.locator("#reply h2")).to_contain_text("was already played")
    page.locator("#reply").get_by_role("button", name="misread").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("South to play")


def test_news_does_not_disturb_what_the_host_is_typing(room, open_page):
    begin(room.table)
    page = open_page(f"/host/t/{CODE}")
    page.locator("#phones summary").click()
    name = page.locator("#names input[name=name]").nth(1)
    name.fill("Beatri")
    page.evaluate("scrollBy(0, 40); window.y = scrollY")
    lay(room.table, "1:9H")
    page.locator("#e3").wait_for()
    assert name.input_value() == "Beatri"
    expect(name).to_be_focused()
    name.press_sequentially("ce")
    page.locator("#names").get_by_role("button", name="Rename").nth(1).click()
    page.locator("#table").get_by_text("Beatrice").first.wait_for()


@pytest.mark.complains("status of 409")
def test_a_refusal_is_said_and_the_next_success_clears_it(room, open_page):
    begin(room.table)
    lay(room.table, "1:9H")
    page = open_page(f"/host/t/{CODE}")
    page.get_by_role("radio", name="Bo").check(force=True)
    page.get_by_role("button", name="ten of hearts").click()
    page.get_by_role("alert").get_by_text("already").wait_for()
    page.get_by_role("radio", name="Cy").check(force=True)
    page.get_by_role("button", name="ten of hearts").click()
    page.get_by_role("alert").wait_for(state="detached")


COVERED = """() => {
  const line = document.querySelector(".top").getBoundingClientRect();
  const said = document.getElementById("refusal").getBoundingClientRect();
  const isSeen = said.top >= 0 && said.bottom <= innerHeight;
  return said.top < line.bottom && said.bottom > line.top || !isSeen ? [line, said] : [];
}"""
"""The top line and the refusal, if one covers the other or the refusal is out of sight."""


@pytest.mark.complains("status of 409")
def test_a_refusal_covers_no_part_of_the_top_line(room, open_page):
    begin(room.table)
    room.table.board_is("silent")
    lay(room.table, "1:9H")
    page = open_page(f"/host/t/{CODE}", size=SMALL_PHONE)
    page.get_by_role("radio", name="Bo").check(force=True)
    page.get_by_role("button", name="ten of hearts").click()
    page.locator("#refusal").wait_for()
    for letters in ("", TWICE):
        page.evaluate(LETTERS, letters)
        for way in (0, 0.25, 0.5, 1):
            page.evaluate(
                """way => {
                  const at = document.getElementById("lay").getBoundingClientRect().top + scrollY;
                  scrollTo({ top: at + way * 400, behavior: "instant" });
                }""",
                way,
            )
            assert page.evaluate(COVERED) == [], (letters, way)


def test_the_hosts_top_line_is_one_line_on_the_smallest_phone(room, served, open_page):
    begin(room.table)
    page = open_page(f"/host/t/{CODE}", size=SMALL_PHONE, is_pressed=False)
    for tongue in ("en", "ja"):
        page.goto(f"{served}/host/t/{CODE}?lang={tongue}")
        for board in ("silent", "live", "without", "refused"):
            room.table.board_is(board)
            page.locator(f"#link[data-state={board}]").wait_for()
            line, link, brand = (
                page.locator(it).bounding_box() for it in (".top", "#link", ".brand")
            )
            assert link["y"] < brand["y"] + brand["height"], (board, tongue)
            assert line["height"] < 56, (board, tongue)


SCRIPT = "**/static/host.js"


@pytest.mark.complains("net::ERR_", "status of 403")
@pytest.mark.parametrize("has_script_at_once", [True, False])
def test_the_door_lets_the_token_in(room, browser, served, monkeypatch, has_script_at_once):
    monkeypatch.setattr("tricktable.web.guards.is_this_machine", lambda: False)
    monkeypatch.setattr("tricktable.web.host.host_page.is_this_machine", lambda: False)
    begin(room.table)
    context = phone(browser)
    page = context.new_page()
    if not has_script_at_once:  # the first card is sent as a plain form, and its answer has one
        page.route(SCRIPT, lambda route: route.abort())
    page.goto(f"{served}/host/t/{CODE}")
    page.get_by_label("Host’s token").fill("wrong")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("heading", name="That is not the token").wait_for()
    page.get_by_label("Host’s token").fill(TOKEN)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="nine of hearts").wait_for()
    page.unroute_all()
    page.get_by_role("button", name="nine of hearts").click()
    page.get_by_role("heading", name="Cy to play", level=1).wait_for()
    lay(room.table, "2:TH")
    page.locator("#e4").wait_for()  # the host's page followed, with its token
    assert TOKEN not in page.url
    context.close()
