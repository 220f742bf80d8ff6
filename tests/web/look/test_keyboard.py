"""By keyboard alone: where a key leads once it has done its work, and what stands open then."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rig.browser import phone, settled
from tricktable.rules.cards import cards_in
from tricktable.table.views import WITHOUT
from web.lobby.test_lobby import all_sit
from web.room import HOST_PAGE, begin, deal, lay, play_on, show_kept, sit
from web.seat.test_seat import SEAT, post

TEMPLATES = Path(__file__).parents[3] / "web" / "templates"
REACHED = """() => {
  const { activeElement: it } = document;
  return [it.tagName, it.checkVisibility()];
}"""


@pytest.fixture
def host_page(browser, served, watch):
    """The host's page, once it follows its table."""
    page = watch(phone(browser))
    page.goto(f"{served}{HOST_PAGE}")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    return page


@pytest.fixture
def last_seat(room, browser, served, watch):
    """The page of the last seat, once it follows its table; no board is there."""
    room.table.board_is(WITHOUT)
    begin(room.table)
    page = watch(phone(browser))
    page.goto(f"{served}{SEAT}#{sit(room.table, 3)}")
    page.locator("#own[data-state=sits]").wait_for()
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    return page


def played_out(table):
    """Play all tricks; what is left of the hands."""
    hands = deal(3)
    play_on(table, hands, 12)
    return hands


# --- folds ----------------------------------------------------------------------------------------


def test_what_a_fold_is_for_opens_it_on_a_page_that_is_up_already(room, guest, host_page):
    begin(room.table)
    new, evening = host_page.locator("#new"), host_page.locator("#evening")
    host_page.locator("#evening").wait_for()
    expect(new).not_to_have_attribute("open", "")
    show_kept(room.table, played_out(room.table))
    expect(evening).to_have_attribute("open", "")
    host_page.get_by_role("button", name="Choose another game").press("Enter")
    expect(new).to_have_attribute("open", "")
    host_page.get_by_role("button", name="Play this: Tredici").press("Enter")
    host_page.get_by_role("button", name="Begin", exact=True).press("Enter")
    expect(new).not_to_have_attribute("open", "")
    phones = host_page.locator("#phones")
    expect(phones).not_to_have_attribute("open", "")
    assert post(guest, "claim", seat="1").status_code == 201
    expect(phones).to_have_attribute("open", "")


def test_every_fold_that_a_live_page_opens_says_when_it_is_another_time():
    """Without that, a page that is up already keeps it as it was: `update.js`."""
    for path in TEMPLATES.glob("*.html"):
        if path.name.startswith(("_host", "host", "_seat")):
            folds = re.findall(r"<details.*", path.read_text("utf-8"))
            assert [each for each in folds if "open{%" in each] == [], path.name


# --- where a key leads ----------------------------------------------------------------------------


def test_whoever_begins_a_game_by_keyboard_is_led_to_what_it_waits_for(room, guest, host_page):
    room.table.board_is(WITHOUT)
    all_sit(guest)
    host_page.get_by_role("button", name="Play this: The Torite").press("Enter")
    host_page.get_by_role("button", name="Begin", exact=True).press("Enter")
    host_page.get_by_role("heading", name="Who leads first?", level=1).wait_for()
    assert settled(host_page, REACHED, wanted=["H2", True]) == ["H2", True]


def test_a_form_that_is_gone_leaves_the_keyboard_to_no_other_act(room, last_seat):
    """A key that is pressed twice lays its card; it takes nothing back and begins nothing."""
    lay(room.table, "1:9H 2:TH")
    last_seat.locator("#fan [name=suit]:checked").wait_for()
    last_seat.locator("#fan [value=KH]").press("Enter")
    last_seat.locator("#laid").wait_for()
    assert settled(last_seat, REACHED, wanted=["H2", True]) == ["H2", True]


def test_the_last_card_leads_to_the_result_and_not_to_the_next_game(room, last_seat):
    *others, kept = (next(cards_in(hand)).code for hand in played_out(room.table))
    for seat, card in enumerate(others):
        lay(room.table, f"{seat}:{card}", "shown")
    last_seat.locator(f"#fan [name=suit][value={kept[1]}]").check(force=True)
    last_seat.locator(f"#fan [value={kept}]").press("Enter")
    last_seat.locator("#rematch").wait_for()
    assert settled(last_seat, REACHED, wanted=["H2", True]) == ["H2", True]


# --- who is next at this phone --------------------------------------------------------------------


def test_the_field_for_one_more_name_is_empty_again(browser, served, watch):
    page = watch(phone(browser))
    page.goto(served + SEAT)
    page.locator("#sit [name=name]").fill("Ann")
    page.locator("#sit button:enabled").first.press("Enter")
    page.locator("#more-people summary").press("Enter")
    name = page.locator("#more-people [name=name]")
    name.fill("Bo")
    page.locator("#more-people button:enabled").first.press("Enter")
    page.get_by_text("On this phone:").wait_for()
    expect(name).to_have_value("")
