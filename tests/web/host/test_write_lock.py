"""One host's page keeps the score: the first that writes, or whoever takes over."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import SMALL_PHONE, assert_open, phone
from tricktable.table.views import WITHOUT
from web.room import HOST_PAGE, begin, deal, lay, play_on

SHUT = """() => [...document.querySelectorAll(
  "#behind :is(a, summary, form[method=get] button, [aria-expanded])")]
  .filter((each) => each.matches(":disabled")).map((each) => each.outerHTML)"""
"""What only opens, unfolds or fetches something, and cannot."""
ACTS = """() => [...document.querySelectorAll(
  ".desk :is(button, input, select), #entries button:not([aria-expanded])")]
  .filter((each) => each.type !== "hidden" && !each.matches(":disabled"))
  .map((each) => each.outerHTML)"""
"""What writes, and can."""
HERE = {"Origin": "http://localhost"}


@pytest.fixture
def post(client):
    """Send a form of the host's page with this word."""

    def post(action, pen, **fields):
        data = {**fields, **({"pen": pen} if pen else {})}
        return client.post(f"{HOST_PAGE}{action}", data=data, headers=HERE)

    return post


def test_the_first_page_that_writes_has_the_write_lock(room, client, post):
    begin(room.table)
    assert room.table.writer is None
    assert post("/lay", "one", seat="1", card="9H", how="played").location == f"{HOST_PAGE}?pen=one"
    refused = post("/lay", "two", seat="2", card="QH", how="played")
    assert refused.status_code == 409
    assert "Another host’s page keeps the score. Take over first." in refused.text
    assert room.table.record().seq == 3
    assert 'class="desk" id="desk" disabled>' in client.get(f"{HOST_PAGE}?pen=two").text
    assert 'class="desk" id="desk">' in client.get(f"{HOST_PAGE}?pen=one").text
    said = '<summary>This computer</summary>\n<p class="hint">This page keeps the score.</p>'
    assert said in client.get(f"{HOST_PAGE}?pen=one").text
    assert said not in client.get(f"{HOST_PAGE}?pen=two").text


def test_a_hosts_page_without_a_word_is_a_hosts_page_too(room, post):
    begin(room.table)
    assert post("/pause", "").status_code == 303
    assert post("/resume", "one").status_code == 409
    assert post("/resume", "").status_code == 303


def test_taking_over_is_asked_first(room, client, post):
    begin(room.table)
    post("/pause", "one")
    asked = post("", "two", take="1").text
    assert "Keep score from here?" in asked
    assert room.table.writer == "one"
    before = room.table.version
    assert post("/take", "two").status_code == 303
    assert (room.table.writer, room.table.version) == ("two", before + 1)
    assert post("/resume", "one").status_code == 409
    assert post("/resume", "two").status_code == 303


def test_no_name_is_deleted_without_the_write_lock(room, post):
    begin(room.table)
    post("/pause", "one")
    assert post("/forget", "two", name="Ann", sure="twice").status_code == 409
    assert "Ann" in room.table.view().names


@pytest.mark.parametrize("word", ["<script>", "x" * 33, "a b"])
def test_a_word_that_no_page_gave_is_none(room, client, word):
    page = client.get(HOST_PAGE, query_string={"pen": word}).text
    assert re.search(r'name="pen" value="[\w-]{12}"', page)


def test_a_guest_takes_nothing(room, guest):
    answer = guest.post(f"{HOST_PAGE}/take", data={"pen": "two"}, headers=HERE)
    assert answer.status_code == 403
    assert room.table.writer is None


def test_who_does_not_keep_the_score_reads_everything(room, browser, served, watch):
    page = watch(phone(browser))

    def look():
        page.goto(f"{served}{HOST_PAGE}?pen=two")
        page.get_by_role("heading", name="Another host’s page keeps the score").wait_for()
        assert page.evaluate(SHUT) == []
        assert page.evaluate(ACTS) == []

    room.table.board_is(WITHOUT)
    room.table.take_write_lock("one")
    look()
    begin(room.table)
    look()
    play_on(room.table, deal(3), 6)
    look()
    page.locator("#entries [aria-expanded=false]").last.tap()
    expect(page.locator("#e1")).to_be_visible()
    expect(page.locator("#e1 button")).to_be_disabled()


def test_two_browsers_hand_the_write_lock_to_and_fro(room, browser):
    begin(room.table)
    with room.served() as url:
        contexts = [phone(browser), phone(browser, "dark", SMALL_PHONE)]
        pages = [context.new_page() for context in contexts]
        first, second = pages
        for page in pages:
            page.goto(url + HOST_PAGE)
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
        first.get_by_role("button", name="nine of hearts").click()
        again = contexts[0].new_page()  # nobody takes over from themselves
        again.goto(url + HOST_PAGE)
        again.locator("#link[data-state=waiting]").wait_for(state="detached")
        expect(again.get_by_role("button", name="ten of hearts")).to_be_enabled()
        again.close()
        told = second.get_by_role("heading", name="Another host’s page keeps the score")
        told.wait_for()
        expect(second.get_by_role("button", name="ten of hearts")).to_be_disabled()
        second.get_by_role("button", name="Take over").click()
        second.get_by_role("heading", name="Keep score from here?").wait_for()
        assert_open(second)
        second.get_by_role("dialog").get_by_role("button", name="Take over").click()
        first.get_by_role("heading", name="Another host’s page keeps the score").wait_for()
        expect(first.get_by_role("button", name="ten of hearts")).to_be_disabled()
        second.get_by_role("button", name="queen of hearts").click()
        first.get_by_role("heading", name="Di to play", level=1).wait_for()
        second.reload()  # and still has the lock
        lay(room.table, "3:2H")
        second.locator("#e5").wait_for()
        expect(second.get_by_role("button", name="ten of hearts")).to_be_enabled()
        for context in contexts:
            context.close()
