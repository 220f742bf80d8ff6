"""The keys of a seat's page: in sight on small phones, counted, and not lost by a keyboard."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from players import every_game
from rig.browser import PHONE, assert_fits, assert_open_to_all, phone, settled
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from web.inspectors import UNFOLD
from web.lobby.test_without_board import fields, form_of
from web.room import CODE, NAMES, ask, begin, lay, sit
from web.seat.test_seat import ORIGIN, SEAT, header

TINY = {"width": 320, "height": 568}
SIZES = (TINY, PHONE)
STACKS = [[4, 2, 3, 4], [2, 3, 2, 6], [3, 2, 6, 2], [4, 6, 2, 1]]
FOCUSED = """() => {
  const { activeElement: it } = document;
  return it === document.body ? "" : it.id || it.value || it.tagName;
}"""


@pytest.fixture
def open_seat(browser, served, watch):
    """Open a seat's page, all on one phone: of this size, if one is named."""
    pages = []

    def open_seat(token, size=None, tongue="en"):
        if not pages:
            pages.append(watch(phone(browser)))
        (page,) = pages
        page.goto("about:blank")  # the same address with another token would be no other page
        page.set_viewport_size(size or PHONE)
        page.goto(f"{served}{SEAT}?lang={tongue}#{token}")
        page.locator("#own[data-state=sits]").wait_for()
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return open_seat


def bidding(table):
    ask(table, commands.NewGame("troika", 4, list(NAMES), {"min_bid": 5}, dealer=0, abandon=True))
    return 1


def pairing(table):
    ask(table, commands.NewGame("torite", 2, ["Margaret", "Bo"], dealer=0, abandon=True))
    ask(table, commands.Declare("stacks", None, STACKS))
    return 1


def setting_aside(table):
    table.board_is(WITHOUT)
    ask(table, commands.NewGame("tredici", 4, list(NAMES), dealer=3, abandon=True))
    for seat, suit in enumerate("CDHS"):
        ask(table, commands.Declare("target", seat, suit))
    return 1


def naming_a_prize(table):
    ask(table, commands.NewGame("triatri", 4, list(NAMES), dealer=3, abandon=True))
    lines = every_game.by_chance(Random(3), "triatri", 4, is_tidy=True).lines
    for line in lines[1:]:
        if table.view().view.next_what == "prize":
            break
        ask(table, commands.Enter(line))
    return table.view().view.awaited[0]


SCENES = (bidding, pairing, naming_a_prize, setting_aside)
"""The last one alone without a board."""


def test_the_button_that_says_it_is_always_in_sight(room, open_seat):
    for scene in SCENES:
        token = sit(room.table, scene(room.table))
        for tongue in ("en", "ja"):
            page = open_seat(token, TINY, tongue)
            button = page.locator("#own .say .main").first
            for size in SIZES:
                assert_fits(page, size)
                for way in (0, 0.5, 1):
                    scroll = "(it, way) => it.scrollTop = way * it.scrollHeight"
                    page.locator("#acts").evaluate(scroll, way)
                    if way == 0 or button.is_visible():
                        expect(button, scene.__name__).to_be_in_viewport(ratio=1)


# --- stacks that are paired -----------------------------------------------------------------------


def test_stacks_are_paired_by_touching_where_each_goes(room, open_seat):
    for size in SIZES:
        page = open_seat(sit(room.table, pairing(room.table)), size)
        for number, place in ((1, "0.0"), (3, "0.0"), (1, "0.1"), (2, "1.1")):
            page.locator(f"label:has([name=thing-{number}][value='{place}'])").tap()
        expect(page.get_by_label("Stack 4: Bo, Round 1")).to_be_checked()
        assert_open_to_all(page)
        page.get_by_role("button", name="Play them like this").tap()
        page.locator(".allotment").wait_for(state="detached")
        assert room.table.view().view.said[-1].value == [[3, 1], [4, 2]]


@pytest.mark.complains("status of 409")
def test_a_stack_without_a_place_is_named_as_what_is_missing(room, open_seat):
    page = open_seat(sit(room.table, pairing(room.table)), TINY)
    page.locator("label:has([name=thing-1][value='0.0'])").tap()
    page.get_by_role("button", name="Play them like this").tap()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Choose a place for each stack, and none of them twice.")
    expect(refusal).to_be_in_viewport(ratio=1)


def test_without_a_script_they_are_paired_by_the_same_choices(room, guest):
    token = sit(room.table, pairing(room.table))
    page = guest.post(f"{SEAT}/look", data={"plain": "1", "seat_token": token}, headers=ORIGIN).text
    form = form_of(page, "pairing")
    assert form.count('name="thing-1"') == 4
    chosen = dict(
        zip(("thing-1", "thing-2", "thing-3", "thing-4"), "0.0 1.1 0.1 1.0".split(), strict=True)
    )
    lacking = {**chosen, "thing-2": "0.0"}
    refused = guest.post(f"{SEAT}/say", data={**fields(form), **lacking}, headers=ORIGIN)
    assert refused.status_code == 409
    assert "none of them twice" in refused.text
    answer = guest.post(f"{SEAT}/say", data={**fields(form), **chosen}, headers=ORIGIN)
    assert answer.status_code == 200
    assert room.table.view().view.said[-1].value == [[1, 3], [4, 2]]


# --- what lies open on the table all game ---------------------------------------------------------


def test_a_secret_choice_is_shown_only_while_it_is_held_down(room, open_seat):
    page = open_seat(sit(room.table, setting_aside(room.table)))
    hidden = page.locator(".hidden-choice")
    suit = hidden.locator("span").last
    expect(suit).to_have_text(re.compile("^Your suit: "))
    expect(suit).to_be_hidden()
    expect(page.locator(".named .suit")).to_have_count(0)
    how = hidden.get_by_text("Hold it")
    expect(how).to_be_hidden()
    hidden.hover()
    page.mouse.down()
    expect(suit).to_be_visible()
    expect(how).to_be_hidden()
    page.mouse.up()
    expect(suit).to_be_hidden()
    expect(how).to_be_visible()


# --- cards that are counted -----------------------------------------------------------------------


def test_the_button_counts_the_cards_that_are_touched(room, open_seat):
    for size in SIZES:
        page = open_seat(sit(room.table, setting_aside(room.table)), size)
        form = page.locator("#say-hand-stack")
        button = form.locator(".main")
        cards = form.locator(".named label")
        expect(button).to_have_text("Set them aside")
        for number in range(8):
            cards.nth(number).tap()
        expect(button).to_have_text("7 cards at most")
        expect(button).to_be_disabled()
        for number in range(2, 8):
            cards.nth(number).tap()
        expect(button).to_have_text("Set them aside: 2 cards")
        page.reload()  # what is chosen and not sent stays, through a view that comes meanwhile too
        expect(button).to_have_text("Set them aside: 2 cards")
        ask(room.table, commands.Move(0, "hand", "stack", 1))
        expect(page.locator("#own")).to_have_attribute("data-seq", str(room.table.record().seq))
        expect(button).to_have_text("Set them aside: 2 cards")
        expect(cards.nth(0).locator("input")).to_be_checked()
        form.locator(".keys label").nth(0).tap()
        expect(button).to_have_text("Set them aside: none")
        cards.nth(0).tap()
        button.tap()
        expect(page.locator("#own")).not_to_have_class(re.compile("is-due"))
        assert room.table.view().view.position.stacks[1] == 1


def test_what_is_touched_before_the_script_comes_is_newer_than_what_was_chosen(room, open_seat):
    page = open_seat(sit(room.table, setting_aside(room.table)))
    form = page.locator("#say-hand-stack")
    numbers, button = form.locator(".keys label"), form.locator(".main")
    numbers.nth(1).tap()
    expect(button).to_have_text("Set them aside: 1 card")
    held = []
    page.route(re.compile(r"/choices\.js"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/choices\.js")):
        page.reload()
    numbers.nth(2).tap()
    expect(numbers.nth(2).locator("input")).to_be_checked()
    held.pop().continue_()
    expect(button).to_have_text("Set them aside: 2 cards")


def test_no_card_can_be_touched_once_all_thirteen_are_set_aside(room, guest):
    seat = setting_aside(room.table)
    token, other = sit(room.table, seat), sit(room.table, 0)
    page = guest.get(f"{SEAT}/own", headers=header(token)).text
    assert 'name="card"' in page
    for each in range(4):
        ask(room.table, commands.Move(each, "hand", "stack", 6 if each == seat else 1))
    for _ in range(60):
        view = room.table.view().view
        offers = {each.what: each for each in view.offers}
        due = view.awaited[0]
        if "hand>stack" in offers and due == seat:
            page = guest.get(f"{SEAT}/own", headers=header(token)).text
            if max(offers["hand>stack"].values) == 0:
                form = form_of(page, "say-hand-stack")
                assert 'name="card"' not in form
                assert "Set them aside: none" in form
                return
        what = next(each for each in ("draw>hand", "hand>discard", "hand>stack") if each in offers)
        most = max(offers[what].values)
        count = most if what != "hand>stack" or due == seat else 1
        ask(room.table, commands.Move(due, *what.split(">"), min(count, most)))
    raise AssertionError(other, "nobody had thirteen cards")


# --- refusals -------------------------------------------------------------------------------------

STALE = """() => [...document.querySelectorAll("#own form")]
  .filter((form) => form.querySelector("[name=game]"))"""
PRESS = """(number) => {
  const form = STALE()[number];
  form.querySelector("[name=game]").value = 99;
  for (const each of form.querySelectorAll("[type=radio]:enabled")) each.checked = true;
  const acts = document.getElementById("acts");
  acts.scrollTop = acts.scrollHeight;
  scrollTo(0, document.documentElement.scrollHeight);
  const keys = [...form.querySelectorAll("button:enabled")];
  if (keys.length) form.requestSubmit(keys.at(-1));
  return keys.length > 0;
}""".replace("STALE", f"({STALE})")


def playing(table):
    table.board_is(WITHOUT)
    begin(table)
    lay(table, "1:9H 2:TH")
    return 2


@pytest.mark.complains("status of 409")
@pytest.mark.parametrize("is_large", [False, True])
def test_a_refusal_of_any_form_is_in_sight(room, open_seat, is_large):
    for scene in (*SCENES, playing):
        page = open_seat(sit(room.table, scene(room.table)))
        if is_large and scene == SCENES[0]:  # and then it is kept
            page.get_by_role("link", name="Menu").click()
            page.get_by_label("Large keys and voice").check()
        expect(page.locator("#blind")).to_be_visible(visible=is_large)
        pressed = 0
        for size in SIZES:
            page.set_viewport_size(size)
            for number in range(page.evaluate(f"({STALE})().length")):
                page.evaluate(UNFOLD)
                if page.evaluate(PRESS, number):
                    refusal = page.locator("#refusal")
                    expect(refusal).to_contain_text("Look again")
                    expect(refusal, scene.__name__).to_be_in_viewport(ratio=1)
                    page.evaluate("document.getElementById('refusal').remove()")
                    pressed += 1
        assert pressed, scene.__name__


# --- by keyboard ----------------------------------------------------------------------------------


def test_a_card_is_few_keys_away_and_arrows_lead_to_the_others(room, without_board, open_seat):
    lay(room.table, "1:9H")
    page = open_seat(sit(room.table, 2))
    for key in ("Tab", "Enter", "Tab", "Tab"):
        page.keyboard.press(key)
    assert settled(page, FOCUSED, wanted="AH") == "AH"
    for key, card in (
        ("ArrowRight", "KH"),
        ("ArrowDown", "8H"),
        ("End", "2H"),
        ("Home", "AH"),
        ("ArrowLeft", "AH"),
        ("ArrowRight", "KH"),
    ):
        page.keyboard.press(key)
        assert settled(page, FOCUSED, wanted=card) == card
    page.keyboard.press("Enter")
    page.locator("#laid").wait_for()
    assert [*room.table.view().view.trick] == [(1, "9H"), (2, "KH")]
    assert page.evaluate(FOCUSED)


def test_the_keyboard_is_lost_by_nothing_that_happens_at_the_table(room, without_board, open_seat):
    page = open_seat(sit(room.table, 2))
    page.locator("#out-of-turn summary").press("Enter")
    page.locator(".fan [name=suit][value=H]").check(force=True)
    page.locator(".fan [value=KH]").focus()
    news = page.locator("#own").get_attribute("data-last")
    for cards in ("1:KH", "2:AH", "3:4D", "0:5H", "2:2C", "3:3C", "0:4C", "1:5C"):
        lay(room.table, cards)
        expect(page.locator("#own")).not_to_have_attribute("data-last", news)
        news = page.locator("#own").get_attribute("data-last")
        assert page.evaluate(FOCUSED), cards
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=1, abandon=True))
    page.locator("#say-bid").wait_for()
    assert page.evaluate(FOCUSED)


def test_whoever_plays_alone_types_a_name_without_a_fault(browser, served, watch):
    page = watch(phone(browser))
    page.goto(f"{served}/host/t/{CODE}?new=torite:1")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    page.get_by_label("Seat 1", exact=True).fill("Ann")
    page.get_by_role("button", name="Begin").click()
    page.locator("#table").get_by_text("The Torite").first.wait_for()
