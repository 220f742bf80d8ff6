"""What the table presumed, on the host's page and for programs: marked, and correctable."""

import re

from playwright.sync_api import expect

from rig.browser import assert_open_to_all, phone
from tricktable.rules.entries import Dealt
from tricktable.table import commands, seating
from tricktable.web.seat import seat_page
from web.room import CODE, HOST_PAGE, NAMES, ask, lay, sit


def entries(client) -> list[str]:
    """The entries as the host's page lists them, newest first, without markup."""
    page = client.get(HOST_PAGE).text
    listed = page.partition('id="entries"')[2].partition("</section>")[0]
    return [
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", each)).strip()
        for each in re.findall(r'<li id="e\d+"[^>]*>\s*(<p>.*?</p>)', listed, re.DOTALL)
    ]


def test_an_entry_that_nobody_made_says_so(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    lay(room.table, "1:7C")
    _card, leader, dealer = entries(client)
    assert leader == "Bo has the lowest club presumed"
    assert dealer == "Ann deals presumed"


def test_a_person_who_corrects_it_has_said_it(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    lay(room.table, "1:7C")
    ask(room.table, commands.Correct(1, 2))
    _card, leader, dealer = entries(client)
    assert leader.endswith("presumed")
    assert dealer == "Cy deals"


def test_programs_are_told_too(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    lay(room.table, "1:7C")
    listed = client.get(f"/api/v1/tables/{CODE}/entries").get_json()["entries"]
    assert [each.get("is_presumed", False) for each in listed] == [True, True, False]


def test_the_host_enters_a_card_while_nobody_has_dealt(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    page = client.get(HOST_PAGE).text
    assert 'id="lay"' in page
    assert "Who deals?" in page
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))


def turn_of_tredici(room) -> None:
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=3))
    for seat, suit in enumerate("CDHS"):
        ask(room.table, commands.Declare("target", seat, suit))
    for seat in range(4):
        ask(room.table, commands.Move(seat, "hand", "stack", 1))


def offered(room, seat: int) -> list[str]:
    """What the seat's own page offers, in order, behind a fold or not."""
    token = sit(room.table, seat)
    mine = seat_page.seat_screen(room.table.phone_view(seating.digest(token)))
    return [group.what for group in (*mine.groups, *mine.early)]


def test_a_seat_sets_aside_without_recording_its_draw(room, client):
    turn_of_tredici(room)
    assert offered(room, 0) == ["draw>hand", "hand>stack"]
    assert offered(room, 1) == ["hand>stack"], "who speaks next shows that the first set none"
    assert offered(room, 2) == []
    first, _, later = client.get(HOST_PAGE).text.partition("Also possible now")
    assert "<bdi>Ann</bdi> draws" in first
    assert "<bdi>Bo</bdi> sets aside" not in first, "the host sees whose turn it is"
    assert "<bdi>Bo</bdi> sets aside" in later
    offers = client.get(f"/api/v1/tables/{CODE}").get_json()["offers"]
    assert ("hand>stack", [0, 1]) in [(each["what"], each["seats"]) for each in offers]


def test_the_next_button_at_the_board_asks_what_is_set_aside(room, client):
    turn_of_tredici(room)
    room.table.hear("b001", 1, "S", ["1", "short"])
    assert room.prompt.text == "Bo sets aside how many?"
    room.table.hear("b001", 2, "K", ["2"])
    assert room.table.view().note_text == (
        "We assumed that Ann draws 1, Ann sets none aside, and Bo draws 1. Wrong?"
    )


def others(client) -> list[str]:
    """What one touch on the host's page makes of the presumed line."""
    panel = client.get(HOST_PAGE).text.partition('id="presumed"')[2].partition("</section>")[0]
    return re.findall(r'name="seat" value="\d+" aria-label="(.*?)">', panel)


def test_the_line_has_a_button_for_each_seat_that_could_have_been_it(room, client):
    ask(room.table, commands.NewGame("etori", 4, list(NAMES)))
    lay(room.table, "1:7C")
    assert others(client) == ["Bo deals", "Cy deals", "Di deals"]
    lay(room.table, "2:8C")
    assert others(client) == [], "the line is gone"


def by_rotation(room) -> None:
    """A game of Troika in which Bo deals after Ann, as nobody said."""
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0, abandon=True))
    ask(room.table, commands.NextGame())


def test_one_tap_on_the_hosts_page_names_another_dealer(room, client, browser, served, watch):
    by_rotation(room)
    page = watch(phone(browser))
    page.goto(served + HOST_PAGE)
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    line = page.locator("#presumed")
    expect(line).to_contain_text("We assumed that Bo deals by rotation. Wrong?")
    expect(page.locator(".told")).to_have_text("Assumed: Bo deals by rotation.")
    assert page.viewport_size["width"] == 390
    assert_open_to_all(page, part="#presumed")
    line.get_by_role("button", name="Di deals").click()
    expect(line).to_have_count(0)
    assert room.table.snapshot().record.last.entry == Dealt(3)
    assert room.table.snapshot().presumed == frozenset()
    ask(room.table, commands.Undo())
    assert room.table.snapshot().record.last.entry == Dealt(1)
    assert room.table.snapshot().presumed == {1}


def test_a_seat_says_in_one_tap_that_it_dealt(room, browser, served, watch, without_board):
    by_rotation(room)
    token = sit(room.table, 2)
    by_rotation(room)
    page = watch(phone(browser))
    page.goto(f"{served}/t/{CODE}/seat#{token}")
    expect(page.locator(".told")).to_be_hidden()
    page.get_by_role("button", name="Cy deals").click()
    expect(page.locator("#dealt")).to_have_count(0)
    assert room.table.snapshot().record.last.entry == Dealt(2)


def test_a_locked_table_takes_no_such_word_from_a_seat(room, guest):
    by_rotation(room)
    token = sit(room.table, 2)
    by_rotation(room)
    sent = {"game": room.table.view().games, "entry": 1}
    headers = {"X-Seat-Token": token, "Origin": "http://localhost"}
    ask(room.table, commands.Lock())
    assert guest.post(f"/t/{CODE}/seat/dealt", data=sent, headers=headers).status_code == 409
    ask(room.table, commands.Unlock())
    assert guest.post(f"/t/{CODE}/seat/dealt", data=sent, headers=headers).status_code == 409
    assert room.table.snapshot().record.last.entry == Dealt(1), "another note has taken its place"
