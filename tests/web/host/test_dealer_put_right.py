"""A wrong dealer is put right with the bids that followed: seen first, then done in one step."""

import pytest
from playwright.sync_api import Page, expect

from rig.browser import PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from tricktable.rules.entries import Dealt, Declared
from tricktable.table import commands
from web.room import CODE, NAMES, Room, ask

HERE = {"Origin": "http://localhost"}
API = f"/api/v1/tables/{CODE}"
DEALER = {"kind": "dealt", "dealer": 1}
BIDS = ("6", "pass", "7N")


@pytest.fixture
def room(room: Room) -> Room:
    """Ann is put down as the dealer of a game of Troika; three have bid."""
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    ask(room.table, commands.Deal(0))
    for seat, bid in enumerate(BIDS, 1):
        ask(room.table, commands.Declare("bid", seat, bid))
    return room


def dealt_by(dealer: int) -> list[object]:
    bids = (Declared((dealer + at) % 4, "bid", bid) for at, bid in enumerate(BIDS, 1))
    return [Dealt(dealer), *bids]


def test_a_program_sees_it_first_and_undoes_it_in_one_step(room):
    client = room.app.test_client()
    tried = {"do": "correct", "seq": 1, "entry": DEALER}
    trial = client.post(f"{API}/try", json=tried, headers=HERE)
    assert trial.status_code == 200, trial.text
    assert (trial.json["before"]["next"]["seat"], trial.json["after"]["next"]["seat"]) == (0, 1)
    assert room.happenings == dealt_by(0)
    done = client.put(f"{API}/entries/1", json=DEALER, headers=HERE)
    assert done.status_code == 200, done.text
    assert room.happenings == dealt_by(1)
    ask(room.table, commands.Undo())
    assert room.happenings == dealt_by(0)
    ask(room.table, commands.Redo())
    assert room.happenings == dealt_by(1)


def test_what_fits_nowhere_is_seen_first_and_comes_back_with_one_undo(room):
    bids = ("7N", "pass", "pass", "pass")
    variant = {"variant": "saskatchewan"}
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), variant, 0, abandon=True))
    for seat, bid in enumerate(bids, 1):
        ask(room.table, commands.Declare("bid", seat % 4, bid))
    ask(room.table, commands.Move(1, "kitty", "hand", 2, ["TH", "9H"]))
    before, client = room.happenings, room.app.test_client()
    page = client.get(f"/host/t/{CODE}?try=correct&seq=1&seat=1").get_data(as_text=True)
    preview = page.partition('id="preview"')[2].partition("</form>")[0]
    assert preview.count("struck") == 1
    assert room.happenings == before
    assert client.put(f"{API}/entries/1", json=DEALER, headers=HERE).status_code == 200
    moved = [Declared((seat + 1) % 4, "bid", bid) for seat, bid in enumerate(bids, 1)]
    assert room.happenings == [Dealt(1), *moved]
    assert (
        room.table.view().note_text == "Bo dealt: what no longer fits is struck. UNDO: as before."
    )
    ask(room.table, commands.Undo())
    assert room.happenings == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_the_host_sees_every_bid_that_moves_and_confirms(  # type: ignore[no-untyped-def]
    room, browser, served, watch, scheme
):
    page: Page = watch(phone(browser, scheme, PHONE))
    page.goto(f"{served}/host/t/{CODE}")
    page.get_by_role("button", name="Correct Ann’s deal").click()
    page.locator("#correct").get_by_role("button", name="Bo").click()
    drawer = page.locator("#preview")
    expect(drawer.get_by_role("heading", name="Correct Ann’s deal?")).to_be_visible()
    rows = drawer.locator(".changes li")
    for what, then in (
        ("Ann’s deal", "Bo deals"),
        ("Bo’s 6", "Cy bids 6"),
        ("Cy’s pass", "Di passes"),
        ("Di’s 7 No", "Ann bids 7 No"),
    ):
        expect(rows.filter(has_text=what)).to_contain_text(then)
    expect(drawer).not_to_contain_text("Entry ")
    assert_open_to_all(page, scheme)
    assert_fits(page, PHONE, SMALL_PHONE)
    assert room.happenings == dealt_by(0)
    drawer.get_by_role("button", name="Put it right").click()
    expect(page.locator(".drawer")).to_have_count(0)
    assert room.happenings == dealt_by(1)
    page.get_by_role("button", name="Undo the last").click()
    page.get_by_role("button", name="Undo it").click()
    expect(page.locator(".drawer")).to_have_count(0)
    assert room.happenings == dealt_by(0)
