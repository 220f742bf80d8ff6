"""A host is told what has happened and what to do, and nothing that is told moves a key."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import IN_SIGHT, MOVES, PHONE, SIDEWAYS, SMALL_PHONE, phone
from tricktable.table import commands
from tricktable.table.views import ABSENT, LIVE, SILENT
from web.room import CODE, HOST_PAGE, ask, begin, lay

STATIONS = 4


def advised(client, language="en"):
    """What the page advises, and whether the cards to enter are open on it."""
    page = client.get(f"{HOST_PAGE}?lang={language}").text
    found = re.findall(r'id="advice\d">(.*?)</p>', page)
    return [re.sub("<.*?>", "", each) for each in found], '<section class="panel" id="lay"' in page


def dead(table, *readers):
    """Those readers answer no more."""
    for seq, reader in enumerate(readers, start=1):
        table.hear("b001", seq, "R", (str(reader), "dead"))


def test_a_table_that_is_well_advises_nothing(room, client):
    begin(room.table)
    room.table.board_is(LIVE)
    assert advised(client) == ([], False)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (SILENT, "The board is unplugged. Plug its cable in again: what it has read meanwhile"),
        (ABSENT, "This table’s board is not there. Plug it in with a data cable; until then"),
    ],
)
def test_a_board_that_is_away_says_what_to_do_and_opens_the_cards(room, client, board, words):
    begin(room.table)
    room.table.board_is(board)
    [told], opens = advised(client)
    assert told.startswith(words)
    assert opens
    assert advised(client, "ja")[0] != [told]


def test_a_dead_reader_is_named_by_its_seat_and_its_cards_are_entered(room, client):
    begin(room.table)
    room.table.board_is(LIVE)
    dead(room.table, 2)
    [told], opens = advised(client)
    assert told.startswith("Cy’s reader is not answering. Check its cable;")
    assert opens


def test_with_more_people_than_readers_it_is_named_by_its_number(room, client):
    ask(room.table, commands.NewGame("etori", 6, list("ABCDEF")))
    room.table.board_is(LIVE)
    dead(room.table, 3)
    assert advised(client)[0][0].startswith("Reader 4 is not answering.")


def test_if_all_are_dead_their_supply_is_named_once(room, client):
    begin(room.table)
    room.table.board_is(LIVE)
    dead(room.table, *range(STATIONS))
    [told], _opens = advised(client)
    assert "charger" in told


def test_a_strange_card_says_how_it_counts_nevertheless(room, client):
    begin(room.table)
    room.table.board_is(LIVE)
    assert "its tag is new" not in client.get(HOST_PAGE).text
    room.table.hear("b001", 1, "C", ("2", "04DEADBEEF0001"))
    assert "its tag is new" in client.get(HOST_PAGE).text


@pytest.mark.parametrize("path", [HOST_PAGE, f"/t/{CODE}"])
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE], ids=["small", "phone"])
def test_what_is_told_moves_nothing(room, served, browser, watch, path, size):
    begin(room.table)
    room.table.board_is(LIVE)
    lay(room.table, "1:QH")
    page = watch(phone(browser, size=size, scale=1))
    page.goto(served + path)
    expect(page.locator("#link")).to_have_attribute("data-state", "live")
    page.evaluate("() => document.fonts.ready.then(() => null)")
    page.evaluate(IN_SIGHT)
    page.evaluate(MOVES)
    room.table.hear("b001", 1, "C", ("2", "04DEADBEEF0001"))
    expect(page.locator(".told")).to_have_text("That card is not in this deck.")
    page.evaluate(IN_SIGHT)
    assert page.evaluate("moved") == []


def test_on_a_phone_that_lies_the_keys_stand_beside_the_cards(room, served, browser, watch):
    begin(room.table)
    room.table.board_is(SILENT)
    page = watch(phone(browser, size=SIDEWAYS, scale=1))
    page.goto(served + HOST_PAGE)
    felt = page.locator(".table-top").bounding_box()
    key = page.locator(".grid button").first.bounding_box()
    assert key["x"] > felt["x"] + felt["width"]
    assert key["y"] + key["height"] < SIDEWAYS["height"]
