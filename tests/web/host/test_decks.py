"""The page of decks: every form does what it says, and nothing of a file is believed."""

import io
import re

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, assert_open, phone
from tricktable.store.decks import (
    KINDS,
    STANDARD52,
    Controls,
    Enrolment,
    ShelfChange,
    demo_deck,
    read_deck,
    renamed,
    write_deck,
)
from tricktable.table import commands
from tricktable.web.host.decks import AT_A_READER, WITH_THE_SHELF
from web.room import CODE, TOKEN, begin, lay

PAGE = "/host/decks"
RED, BLUE, GREEN = demo_deck("red"), demo_deck("blue"), demo_deck("green")
ORDER = KINDS[STANDARD52].codes
NEW = "04FEFEFEFEFE80"
BOOT = "0A1B2C3D"


@pytest.fixture
def post(client):
    """Send one form of the page from this machine."""

    def post(action, **fields):
        origin = {"Origin": "http://localhost"}
        data = {"table": CODE, **fields}
        return client.post(f"{PAGE}/{action}", data=data, headers=origin)

    return post


@pytest.fixture
def tag(room):
    """A tag is laid on a reader of the table's board."""
    count = iter(range(1, 200))

    def tag(uid):
        room.table.hear(BOOT, next(count), "C", ["0", uid])

    return tag


def refusal(page):
    """What the page says was refused."""
    return re.search(r'id="refusal" role="alert">(.*?)</p>', page.text)[1]


def test_a_deck_is_enrolled_with_one_form_and_its_cards(room, client, post, tag):
    assert post("enrol", name="Ours", colour="green").status_code == 303
    for code in ORDER[:12]:
        tag(GREEN.tag_of(code))
    page = client.get(PAGE).text
    assert "12 of 52" in page
    assert 'aria-label="ace of clubs"' in page
    post("tend", do="undo")
    assert room.table.view().deck_work.card == "KC"
    post("tend", do="later")
    for code in (*ORDER[12:], ORDER[11]):
        tag(GREEN.tag_of(code))
    assert room.shelf.decks.deck("Ours").tags == GREEN.tags
    assert "All 52 cards of the Ours are enrolled." in client.get(PAGE).text


def test_every_request_about_the_cards_has_its_form(client, post, room):
    assert set(AT_A_READER.values()) == set(commands.DeckRequest.__args__)
    room.shelf.put(ShelfChange("Mine", Enrolment("Mine", "green", STANDARD52)))
    written = set(re.findall(rf'action="{PAGE}/(\w+)"', client.get(PAGE).text))
    room.shelf.add(BLUE)
    room.shelf.put(ShelfChange("", Controls({NEW: "undo"})))
    written |= set(re.findall(rf'action="{PAGE}/(\w+)"', client.get(PAGE).text))
    post("check")
    written |= set(re.findall(rf'action="{PAGE}/(\w+)"', client.get(PAGE).text))
    assert written == {*AT_A_READER, *WITH_THE_SHELF, "export"}


def test_a_card_is_replaced_in_one_step(room, post, tag):
    assert post("replace", deck=RED.name, card="7D").status_code == 303
    tag(NEW)
    assert room.shelf.decks.decks[0].tag_of("7D") == NEW
    assert room.table.view().deck_work is None


def test_another_deck_is_chosen_to_play_with(room, client, post, tag):
    room.shelf.add(BLUE)
    begin(room.table)
    tag(BLUE.tag_of("QH"))
    assert room.table.view().asks_and_note == "That is the QH from the blue deck."
    assert post("play", deck=BLUE.name).status_code == 303
    assert client.get(PAGE).text.count("<b>in play</b>") == 1
    post("rename", deck=BLUE.name, name="Club", colour="blue")
    tag(BLUE.tag_of("QH"))
    assert room.table.view().view.trick[0][1] == "QH"


def test_of_several_tables_one_is_chosen_and_stays_chosen(room, client, post, guest):
    assert 'id="tables"' not in client.get(PAGE).text
    other = room.another("ABC")
    page = client.get(PAGE, query_string={"table": "ABC"}).text
    assert 'value="ABC" aria-pressed="true"' in page
    assert 'data-asked="table=ABC"' in page
    answer = post("check", table="ABC")
    assert answer.headers["Location"] == f"{PAGE}?table=ABC"
    assert other.view().deck_work is not None
    assert room.table.view().deck_work is None


def test_a_deck_that_is_renamed_stays_in_play_at_every_table(room, post):
    room.shelf.add(BLUE)
    other = room.another("ABC")
    for code in (CODE, "ABC"):
        post("play", table=code, deck=BLUE.name)
    post("rename", deck=BLUE.name, name="Club", colour="blue")
    assert [each.decks.in_play for each in (room.table, other)] == ["Club", "Club"]


def test_a_control_card_is_made_and_forgotten(room, client, post, tag):
    assert post("control", act="mute").status_code == 303
    assert "<bdi>Control card</bdi>" in client.get(PAGE).text
    assert "a control card is being set up" in client.get(f"/t/{CODE}").text
    tag(NEW)
    page = client.get(PAGE).text
    assert "That card is now set up for mute." in page
    assert "mute&nbsp;· 1 card" in page
    tag(NEW)
    assert room.table.view().desk.sound == "off"
    assert post("forget", act="mute").status_code == 303
    assert post("forget", act="mute").status_code == 409
    assert room.shelf.decks.controls == Controls()


def test_a_check_is_ended_and_names_what_is_missing(client, post, tag):
    post("check", deck=RED.name)
    tag(RED.tag_of("2C"))
    post("tend", do="stop")
    assert "Missing: 3♣, 4♣, 5♣, 6♣, 7♣ and 46 more." in client.get(PAGE).text


def test_a_deck_is_renamed_exported_and_deleted_and_comes_back(room, post):
    assert post("rename", deck=RED.name, name="Club", colour="crimson").status_code == 303
    club = renamed(RED, "Club", "crimson")
    assert room.shelf.decks.decks == (club,)
    answer = post("export", deck="Club")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="club.json"'
    assert read_deck(answer.text) == club
    assert post("delete", deck="Club").status_code == 303
    assert room.shelf.decks.decks == ()
    assert post("import", file=(io.BytesIO(answer.data), "club.json")).status_code == 303
    assert room.shelf.decks.decks == (club,)
    name = {"name": "Blue one", "file": (io.BytesIO(write_deck(BLUE).encode()), "x")}
    assert post("import", **name).status_code == 303
    assert room.shelf.decks.deck("Blue one").tags == BLUE.tags


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Not a deck file: "),
        (b"\xff\xfe", "Not a deck file: it is not text."),
        (b"[" * 9_000, "Not a deck file: "),
        (write_deck(RED).encode(), "There is already a deck &#39;demo red&#39;"),
        (write_deck(renamed(RED, "Copy", "red")).encode(), "One tag belongs to 2♣ of deck"),
        (write_deck(BLUE).replace("demo blue", "\u202egnp").encode(), "printable characters"),
    ],
)
def test_a_file_that_is_no_new_deck_is_refused_in_a_sentence(room, post, content, said):
    answer = post("import", file=(io.BytesIO(content), "deck.json"))
    assert answer.status_code == 409
    assert said in refusal(answer)
    assert not any(uid in answer.text for uid in (*RED.tags, *BLUE.tags))
    assert room.shelf.decks.decks == (RED,)


def test_a_file_that_is_too_long_is_not_read(post, room):
    answer = post("import", file=(io.BytesIO(b" " * 40_000), "deck.json"))
    assert answer.status_code == 413
    assert refusal(post("import")) == "Choose a deck file first."
    assert room.shelf.decks.decks == (RED,)


@pytest.mark.parametrize(
    ("action", "fields", "status"),
    [
        ("enrol", {"name": RED.name}, 409),
        ("enrol", {"kind": "tarot"}, 409),
        ("enrol", {"name": "x" * 1200}, 422),
        ("replace", {"deck": RED.name, "card": "7X"}, 422),
        ("replace", {"deck": "x", "card": "7D"}, 409),
        ("check", {"deck": "x"}, 409),
        ("tend", {"do": "dance"}, 422),
        ("tend", {"do": "stop"}, 409),
        ("rename", {"deck": "x", "name": "y"}, 409),
        ("rename", {"deck": RED.name, "name": " "}, 409),
        ("delete", {"deck": "x"}, 409),
        ("export", {"deck": "x"}, 404),
        ("explode", {}, 404),
        ("enrol", {"name": "x", "table": "NONE"}, 404),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(room, post, action, fields, status):
    assert post(action, **fields).status_code == status
    assert (room.shelf.decks.decks, room.shelf.enrolments) == ((RED,), ())
    assert room.table.view().deck_work is None


def test_only_the_host_sees_it_and_a_token_stays_in_the_forms(room, guest):
    assert guest.get(PAGE).status_code == 403
    assert guest.post(f"{PAGE}/delete", data={"deck": RED.name}).status_code == 403
    origin = {"Origin": "http://localhost"}
    token = {"host_token": TOKEN}
    page = guest.post(f"{PAGE}/check", data={**token, "deck": RED.name}, headers=origin)
    assert page.status_code == 200
    assert TOKEN in page.text
    assert room.table.view().deck_work.deck == RED.name
    exported = guest.post(f"{PAGE}/export", data={**token, "deck": RED.name}, headers=origin)
    assert TOKEN not in exported.text


def test_the_game_waits_says_so_to_all_and_goes_on(room, client, guest, post, tag):
    begin(room.table)
    lay(room.table, "1:2C")
    post("enrol", name="Ours", colour="green")
    tag(GREEN.tag_of("2C"))
    said = "The game is waiting: Ours is being enrolled, 1 of 52 cards."
    assert said in guest.get(f"/t/{CODE}").text
    host_page = client.get(f"/host/t/{CODE}").text
    assert said in host_page
    assert 'id="lay"' not in host_page
    post("tend", do="stop")
    assert "The game waits" not in guest.get(f"/t/{CODE}").text
    assert 'id="lay"' in client.get(f"/host/t/{CODE}").text
    post("check")
    assert "The game is waiting: a deck is being checked." in guest.get(f"/t/{CODE}").text
    post("tend", do="stop")
    post("replace", deck=RED.name, card="7D")
    assert "a card of demo red is being replaced." in guest.get(f"/t/{CODE}").text


def test_a_house_without_a_deck_says_how_to_enrol_one(room, client):
    room.shelf.delete(RED.name)
    room.table.board_is("live")
    for path in (PAGE, f"/host/t/{CODE}"):
        assert "No deck is enrolled yet. Lay its cards on a reader" in client.get(path).text


# --- in a browser --------------------------------------------------------------------------------


@pytest.fixture
def open_page(browser, served, watch):
    """Open the page on a phone; at the end nothing has complained."""

    def open_page(size=PHONE, scheme="light", script=True):
        page = watch(phone(browser, scheme, size, script))
        page.goto(served + PAGE)
        if script:
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return open_page


def looks_right(page, width):
    """Nothing shuts anybody out, sticks out of the screen or is too small for a finger."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    assert_open(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, summary, a, input")]
             .filter((each) => each.type !== "hidden" && each.checkVisibility())
             .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
             .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
             .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
    )
    assert small == []


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "light"), (SMALL_PHONE, "dark")], ids=["390", "320"]
)
def test_the_page_is_for_everybody(room, open_page, size, scheme):
    room.shelf.put(ShelfChange("M" * 40, Enrolment("M" * 40, "W" * 40, STANDARD52)))
    page = open_page(size, scheme)
    looks_right(page, size["width"])
    room.table.ask(commands.Enrol("M" * 40))
    expect(page.locator("#deck-care")).to_be_visible()
    looks_right(page, size["width"])


def test_progress_is_followed_live_and_taps_take_back_and_stop(room, open_page, tag):
    page = open_page()
    page.get_by_text("Enrol a deck").click()
    page.get_by_label("Name (if the colour").fill("Ours")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("img", name="two of clubs")).to_be_visible()
    for code in ORDER[:3]:
        tag(GREEN.tag_of(code))
    expect(page.locator("#deck-care .count")).to_have_text("3 of 52")
    expect(page.get_by_role("img", name="five of clubs")).to_be_visible()
    page.get_by_role("button", name="Undo the last").click()
    expect(page.get_by_role("img", name="four of clubs")).to_be_visible()
    tag(RED.tag_of("QH"))
    expect(page.locator("#deck-care")).to_contain_text("That is the Q♥ from the red deck.")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#said")).to_have_text("Stopped. The cards enrolled in Ours are kept.")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    assert len(room.shelf.enrolments[0].tags) == 2


def test_a_deck_leaves_as_a_file_and_comes_in_again(room, open_page, tmp_path):
    page = open_page()
    page.locator("#deck-1 > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    path = tmp_path / "deck.json"
    download.value.save_as(path)
    page.locator("#deck-1 .inner summary").click()
    page.get_by_role("button", name="Delete for good: demo red").click()
    expect(page.locator("#none")).to_be_visible()
    page.get_by_text("Import a deck").click()
    page.get_by_label("File").set_input_files(path)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#deck-1")).to_be_visible()
    assert room.shelf.decks.decks == (RED,)


def test_all_of_it_works_without_javascript(room, open_page, tag):
    page = open_page(script=False)
    page.locator("#deck-1 > summary").click()
    page.get_by_label("A card is damaged").select_option("7D")
    page.get_by_role("button", name="Replace").click()
    expect(page.get_by_role("img", name="seven of diamonds")).to_be_visible()
    tag(NEW)
    page.reload()
    expect(page.locator("#said")).to_have_text("7♦ of the demo red has a new tag.")
    page.get_by_role("button", name="Back to the table").click()
    page.get_by_role("button", name="Decks of cards").click()
    expect(page.locator("#deck-1")).to_be_visible()
