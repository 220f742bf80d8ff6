"""A seat's page that lays cards, in a real browser: touches, whole rows, no scripts, no eyes."""

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone, settled
from tricktable.rules.cards import BY_CODE
from tricktable.table import commands
from tricktable.text.language import speaking
from tricktable.web.guest import markup
from web.room import CODE, NAMES, ask, lay, sit
from web.seat.test_blind_seat import ON, VOICE, told

SEAT = f"/t/{CODE}/seat"
ORPHANS = """() => {
  const shown = [...document.querySelectorAll(".fan .row")].filter((row) => row.offsetParent);
  const width = document.querySelector(".fan").getBoundingClientRect().width;
  return shown.filter((row) => {
    const keys = [...row.children].map((key) => key.getBoundingClientRect());
    return keys.at(-1).right - keys[0].left < width - 1 || new Set(keys.map((k) => k.top)).size > 1;
  }).map((row) => row.textContent);
}"""
"""The rows of cards that do not fill the width."""
EMPTY = """() => {
  const high = innerHeight - document.querySelector(".dock").getBoundingClientRect().top;
  const parts = ["head", "foot", "score"].map((each) => document.getElementById(each).offsetHeight);
  const said = parts.reduce((sum, each) => sum + each);
  return high - said < 60 ? [] : [high, ...parts];
}"""
"""How high the seat's part is, and what it says, if there is much room between."""
NARROW = """() => [...document.querySelectorAll(".fan :is(button, label, summary)")]
  .map((key) => [key.outerHTML.slice(0, 80), key.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
"""The keys that are too small for a thumb."""


pytestmark = pytest.mark.usefixtures("without_board")


@pytest.fixture
def open_seat(browser, served, watch):
    """Open a seat's page while the room is served, on a phone of its own or `on` one that is there.

    At the end nothing has complained.
    """

    def open_seat(token, size=None, tongue="en", scripts=(), on=None):
        page = on or watch(phone(browser, size=size))
        if on:
            page.goto("about:blank")  # another token alone is no other page
            page.set_viewport_size(size or PHONE)
        for script in scripts:
            page.add_init_script(script)
        page.goto(f"{served}{SEAT}?lang={tongue}#{token}")
        page.locator("#own[data-state=sits]").wait_for()
        return page

    return open_seat


def on_table(page, card):
    return page.locator(f"#table .trick [aria-label='{card}']")


def test_two_touches_lay_a_card_one_follows_and_one_takes_it_back(room, open_seat):
    bo, cy = (open_seat(sit(room.table, seat)) for seat in (1, 2))
    bo.locator(".fan .keys label.H").tap()
    bo.get_by_role("button", name="nine of hearts").tap()
    expect(on_table(cy, "nine of hearts")).to_be_visible()
    cy.locator(".fan").get_by_role("button", name="king of hearts").tap()  # hearts are open
    expect(on_table(bo, "king of hearts")).to_be_visible()
    expect(bo.locator("#laid")).to_have_count(0)
    cy.get_by_role("button", name="Take back").tap()
    expect(on_table(bo, "king of hearts")).to_have_count(0)
    cy.locator(".fan .keys label.S").tap()
    cy.locator(".fan").get_by_role("button", name="ace of spades").tap()  # a revoke, perhaps
    expect(on_table(bo, "ace of spades")).to_be_visible()


def test_a_suit_that_was_touched_is_not_the_next_cards(room, open_seat):
    page = open_seat(sit(room.table, 1))
    page.locator(".fan .keys label.H").tap()
    page.get_by_role("button", name="nine of hearts").tap()
    expect(on_table(page, "nine of hearts")).to_be_visible()
    lay(room.table, "2:KH 3:2H 0:3H 2:4C 3:5C 0:6C")
    page.locator("#own.is-due .fan").wait_for()
    expect(page.locator(".fan :checked")).to_have_value("C")


AS_DRAWN = """(box, keys) => {
  const want = new DOMParser().parseFromString(`<body>${keys}`, "text/html").body;
  const have = box.cloneNode(true);
  for (const each of have.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  const isOther = (row, at) => !row.isEqualNode(want.children[at]);
  return [...have.children].filter(isOther).map((row) => row.outerHTML);
}"""


def test_a_script_draws_the_keys_as_they_are_without_scripts(room, open_seat):
    page = None
    for name in ("torite", "triatri"):
        ask(room.table, commands.NewGame(name, 4, list(NAMES), dealer=0, abandon=True))
        token = sit(room.table, 1)
        for tongue in ("en", "ja"):
            page = open_seat(token, tongue=tongue, on=page)
            boxes = page.locator(".ranks").all()
            assert boxes, name
            for box in boxes:
                codes = box.get_attribute("data-keys")
                rows = [[each.rstrip("+") for each in row.split()] for row in codes.split("/")]
                can = [each[:2] for each in codes.replace("/", " ").split() if "+" in each]
                with speaking(tongue):
                    want = markup.keys(rows, can)
                assert box.evaluate(AS_DRAWN, want) == [], (name, tongue)


def test_a_double_tap_is_one_card(room, open_seat):
    page = open_seat(sit(room.table, 1))
    page.locator(".fan .keys label.H").tap()
    page.locator(".fan button[value='9H']").evaluate("key => { key.click(); key.click(); }")
    expect(on_table(page, "nine of hearts")).to_be_visible()
    expect(page.locator("#refusal")).to_have_count(0)
    assert [*room.table.view().view.trick] == [(1, "9H")]


def test_out_of_turn_a_card_takes_one_touch_more(room, open_seat):
    page = open_seat(sit(room.table, 3))
    expect(page.locator(".fan")).to_be_hidden()
    page.locator("#out-of-turn summary").tap()
    assert settled(page, NARROW) == []
    page.locator(".fan .keys label.D").tap()
    page.locator(".fan").get_by_role("button", name="ten of diamonds").tap()
    expect(on_table(page, "ten of diamonds")).to_be_visible()


def test_out_of_turn_the_seat_s_part_is_as_high_as_what_is_asked(room, open_seat):
    token, page = sit(room.table, 3), None
    for size in (PHONE, SMALL_PHONE):
        page = open_seat(token, size=size, on=page)
        page.locator("#out-of-turn summary").tap()
        assert settled(page, EMPTY) == [], "a sheet of nothing hides the table"
        page.locator(".fan .keys label.D").tap()
        ten = page.locator(".fan").get_by_role("button", name="ten of diamonds")
        expect(ten).to_be_in_viewport()
        assert settled(page, EMPTY) == [], size


def known_hand(room):
    for code in "2C 3C 9C KC 4D TD AD 5H 6H QH 7S JS AS".split():
        ask(room.table, commands.Lay(code, 1, "held"))


def test_rows_are_filled_keys_are_large_and_nobody_is_shut_out(room, open_seat):
    token, page = sit(room.table, 1), None
    for tongue in ("en", "ja"):
        page = open_seat(token, tongue=tongue, on=page)
        page.locator(".fan .keys label.H").tap()
        expect(page.locator(".ranks.H button:visible")).to_have_count(13)
        assert_filled_and_large(page)
    assert_open_to_all(page)
    with room.curtain.down():
        known_hand(room)
    for tongue in ("ja", "en"):
        page = open_seat(token, tongue=tongue, on=page)
        expect(page.locator(".hand-keys button:visible")).to_have_count(13)
        assert_filled_and_large(page)
    assert_open_to_all(page)


def assert_filled_and_large(page):
    for size in (PHONE, SMALL_PHONE):
        page.set_viewport_size(size)
        assert settled(page, ORPHANS) == []
        assert settled(page, NARROW) == []
        assert_fits(page, size)


def test_on_the_smallest_phone_the_whole_trick_is_seen_above_the_cards_to_lay(room, open_seat):
    lay(room.table, "1:QH 2:2H 3:KH")
    page = open_seat(sit(room.table, 0), size=SMALL_PHONE)
    page.locator(".fan .keys label.S").tap()
    expect(page.locator(".fan .keys label.S input")).to_be_checked()
    top = page.locator(".dock").bounding_box()["y"]
    places = page.locator(".place").all()
    assert len(places) == 4
    for each in places:
        box = each.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= top
    assert places[3].bounding_box()["x"] < min(each.bounding_box()["x"] for each in places[:3])


def test_with_letters_twice_as_large_every_key_is_still_there(room, open_seat):
    page = open_seat(sit(room.table, 1), size=SMALL_PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator(".fan .keys label.H").tap()
    assert_fits(page, SMALL_PHONE)
    last = page.locator(".ranks.H button").last
    last.scroll_into_view_if_needed()
    last.tap()
    expect(on_table(page, "two of hearts")).to_have_count(1)


def test_a_known_hand_is_one_touch_and_any_other_card_can_be_laid(room, open_seat):
    known_hand(room)
    page = open_seat(sit(room.table, 1))
    page.locator(".hand-keys").get_by_role("button", name="queen of hearts").tap()
    expect(on_table(page, "queen of hearts")).to_be_visible()


def test_without_scripts_every_step_is_a_plain_form(room, browser, served, watch):
    ask(room.table, commands.OpenSeats())
    page = watch(phone(browser, has_script=False))
    page.goto(f"{served}{SEAT}")
    page.get_by_role("button", name="Bo").tap()
    page.locator(".fan .keys label.H").tap()
    page.get_by_role("button", name="nine of hearts").tap()
    page.locator("#laid").wait_for()
    assert [*room.table.view().view.trick] == [(1, "9H")]
    assert page.url.endswith("/seat/lay")
    page.get_by_role("button", name="Take back").tap()
    page.locator("#laid").wait_for(state="detached")
    assert not room.table.view().view.trick
    lay(room.table, "1:2C")
    page.get_by_role("button", name="Look again").tap()
    page.get_by_role("heading", name="Cy to play", level=1).wait_for()


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_cards_that_are_set_aside_are_touched_or_counted(
    room, browser, served, watch, open_seat, tongue
):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0, abandon=True))
    for seat, suit in enumerate("SHDC"):
        ask(room.table, commands.Declare("target", seat, suit))
    page, held = watch(phone(browser)), []
    page.route("**/choices.js", lambda route: held.append(route))
    with page.expect_request("**/choices.js"):
        open_seat(sit(room.table, 1), SMALL_PHONE, tongue, on=page)
    number, cards = page.locator("[name=value]:checked"), page.locator("[name=card]:checked")
    page.locator("[value='9H']").tap()
    page.locator("[value='4H']").tap()
    held.pop().continue_()  # what counts the cards comes after the first two touches
    expect(number).to_have_value("2")
    expect(page.locator("#say-hand-stack .main")).to_be_enabled()
    page.locator("[name=value][value='3']").tap()
    expect(cards).to_have_count(0)
    page.locator("[value='9H']").tap()
    expect(number).to_have_value("1")
    page.locator("#say-hand-stack .main").tap()
    expect(page.locator("#say-hand-stack")).to_have_count(0)
    assert room.table.record().state.position((), 1).named[1] == {BY_CODE["9H"]}
    for seat in (0, 2, 3):
        ask(room.table, commands.Move(seat, "hand", "stack", 1))
    expect(page.locator("[name=card]:disabled")).to_have_value("9H")
    for size in (PHONE, SMALL_PHONE):
        page.set_viewport_size(size)
        assert settled(page, NARROW.replace(".fan", "#say-hand-stack")) == []
        assert_fits(page, size)
    assert_open_to_all(page, "light" if tongue == "en" else "dark")


def test_large_keys_lay_a_card_that_was_heard(room, open_seat):
    page = open_seat(sit(room.table, 1), scripts=(ON, VOICE % "en-GB"))

    def key(name):
        page.locator(f"[data-key={name}]").tap()
        return told(page)[-1]

    assert key("next") == "spades"
    assert key("next") == "hearts"
    assert key("press") == "ace of hearts"
    assert key("next") == "king of hearts"
    assert not room.table.view().view.trick
    key("press")
    expect(on_table(page, "king of hearts")).to_have_count(1)


def test_the_host_lets_a_phone_in_where_he_looks(room, browser, served, watch):
    host, page = (watch(phone(browser)) for _ in range(2))
    host.goto(f"{served}/host/t/{CODE}")
    page.goto(f"{served}{SEAT}")
    page.get_by_role("button", name=NAMES[2]).tap()
    number = page.locator(".wait b").inner_text()
    asked = host.locator("#let-in")
    expect(asked).to_contain_text(f"Cy: phone {number}")
    assert_fits(host, PHONE, SMALL_PHONE)
    assert_open_to_all(host, part="#let-in")
    asked.get_by_role("button", name="Let Cy in").tap()
    page.locator("#own[data-state=sits]").wait_for()
    expect(asked.get_by_role("button", name="Let Cy in")).to_have_count(0)


def test_once_a_card_lies_the_host_has_felt_and_grid_on_one_screen(room, browser, served, watch):
    host = watch(phone(browser))
    host.goto(f"{served}/host/t/{CODE}")
    expect(host.locator("#let-in")).to_be_visible()
    host.locator("#lay").get_by_role("button", name="two of clubs").tap()
    expect(on_table(host, "two of clubs")).to_be_visible()
    expect(host.locator("#let-in")).to_have_count(0)
    expect(host.locator("#phones #open-seats")).to_have_count(1)
    grid, top = (host.locator(each).bounding_box() for each in ("#lay", ".table-top"))
    assert top["y"] >= 0
    assert grid["y"] + grid["height"] <= PHONE["height"]
