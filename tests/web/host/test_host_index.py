"""The list of the host's tables: all on one page, each with how it stands, kept true."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import COMPLAINTS, SMALL_PHONE, assert_open, phone
from tricktable.store.decks import demo_deck
from tricktable.table import commands
from tricktable.table.views import LIVE
from web.room import CODE, begin, lay


def words(page, code):
    """What the list says of a table."""
    item = page.split(f'id="t{code}">')[1].split("</li>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", item).split())


def test_each_table_says_whom_it_waits_for_and_how_its_board_is(room, client):
    begin(room.table)
    room.table.board_is(LIVE)
    second = room.another("ABC")
    begin(second, ("Eve", "Fay", "Gil"))
    room.table.ask(commands.Lock())
    second.ask(commands.Pause())
    page = client.get("/host/").text
    assert words(page, CODE) == (
        f"{CODE} Bo leads The Torite: Ann · Bo · Cy · Di The table is locked live"
    )
    assert words(page, "ABC") == (
        "ABC Fay leads The Torite: Eve · Fay · Gil The game is paused. table unplugged"
    )


def test_a_question_is_seen_from_the_list(room, client):
    begin(room.table)
    lay(room.table, "1:2C 2:3C")
    room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2C")])
    asked = words(client.get("/host/").text, CODE)
    assert "was already played by Bo in trick 1" in asked
    assert "2C" not in asked


@pytest.mark.complains("net::ERR_")
def test_the_list_stays_true_and_says_when_the_host_is_away(room, browser):
    begin(room.table)
    room.another("ABC")
    context = phone(browser, "dark", SMALL_PHONE)
    page = context.new_page()
    with room.served() as url:
        page.goto(f"{url}/host/")
        assert_open(page)
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]
        lay(room.table, "1:9H")
        room.table.board_is(LIVE)
        page.locator(f"#t{CODE}").get_by_text("Cy to play").wait_for()
        page.locator(f"#t{CODE} .link[data-state=live]").wait_for()
        assert COMPLAINTS == []
    page.locator(f"#t{CODE}").get_by_text("host away").wait_for()
    context.close()


def test_the_only_table_is_shown_at_once_and_stays(room, browser, served, watch):
    page = watch(phone(browser))
    answer = page.goto(f"{served}/host/")
    assert answer.request.redirected_from is None, "which costs a phone half a second"
    expect(page).to_have_url(f"{served}/host/t/{CODE}")
    begin(room.table)
    page.reload()
    expect(page.locator("#host")).to_be_visible()


def test_from_the_only_table_two_touches_lead_to_the_list(browser, served, watch):
    """It alone opens another table, and the club's evening."""
    page = watch(phone(browser))
    page.goto(f"{served}/host/")
    page.get_by_text("This computer", exact=True).click()
    page.get_by_role("button", name="All tables").click()
    expect(page).to_have_url(f"{served}/host/")
    expect(page.locator(f"#t{CODE}")).to_be_visible()
