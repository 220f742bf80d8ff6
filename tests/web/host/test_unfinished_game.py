"""On the host's pages no press leaves a running game unasked, and one that was left comes back."""

import html
import re

import pytest
from playwright.sync_api import expect

from rig.browser import LOOKS, PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from tricktable.table import commands, seating
from web.room import CODE, HOST_PAGE, NAMES, TOKEN, ask, begin, lay, sit

HERE = {"Origin": "http://localhost"}
OTHERS = ["Eve", "Fay", "Gil"]
FORMS = {
    "game": {"game": "torite", "players": "3", "names": OTHERS, "dealer": "0", "proposed": "0"},
    "next": {},
    "rotate": {"rotate": "1"},
}


@pytest.fixture
def phones(room):
    """A card has been played, and everybody's phone sits."""
    begin(room.table)
    lay(room.table, "1:QH")
    return [sit(room.table, seat) for seat in range(4)]


def seats(room, phones):
    """Where these phones sit."""
    return [room.table.phone_view(seating.digest(each)).seat for each in phones]


def question(page):
    """The form in the question: where it goes, and its fields."""
    drawer = page.split('id="leave"')[1].split("</form>")[0]
    fields = {}
    for name, value in re.findall(r'type="hidden" name="([\w.]+)" value="(.*?)"', drawer):
        fields.setdefault(html.unescape(name), []).append(html.unescape(value))
    return re.search(r'action="(.*?)"', drawer)[1], fields


@pytest.mark.parametrize("of", FORMS)
@pytest.mark.parametrize("is_here", [True, False])
def test_every_form_that_begins_a_game_asks_first(room, phones, client, guest, of, *, is_here):
    host = client if is_here else guest
    form = {"pen": "a-pen", **FORMS[of]} | ({} if is_here else {"host_token": TOKEN})
    action = "next" if of == "rotate" else of
    answer = host.post(f"{HOST_PAGE}/{action}", data=form, headers=HERE)
    assert answer.status_code == 200
    assert "The Torite, trick 1, is not over. Leave it?" in answer.text
    assert 'id="refusal"' not in answer.text
    assert (room.table.view().games, seats(room, phones)) == (1, [0, 1, 2, 3])
    where, fields = question(answer.text)
    again = host.post(where, data=fields, headers=HERE)
    assert again.status_code == (303 if is_here else 200)
    view = room.table.view()
    assert view.games == 2
    expected = {"game": OTHERS, "next": NAMES, "rotate": [NAMES[-1], *NAMES[:-1]]}
    assert [*view.names] == [*expected[of]]


def test_the_question_stays_open_while_the_table_goes_on(room, phones, client):
    page = client.post(f"{HOST_PAGE}/game", data=FORMS["game"], headers=HERE).text
    query = html.unescape(re.search(r'data-asked="(.*?)"', page)[1])
    lay(room.table, "2:2H")
    shown = client.get(f"{HOST_PAGE}?{query}").text
    assert question(shown)[1]["names"] == OTHERS


def test_a_game_that_was_left_is_taken_up_from_the_list_of_earlier_games(room, phones, client):
    for _ in range(2):
        ask(room.table, commands.NewGame("torite", 3, OTHERS, dealer=0, abandon=True))
    listed = client.get(f"{HOST_PAGE}/past").text
    assert listed.count("Take it up again") == 2
    assert f'action="{HOST_PAGE}/take_up"' in listed
    fields = {"kind": "struck", "seq": 3}
    refused = client.post(f"{HOST_PAGE}/past/1/strike", data=fields, headers=HERE)
    assert "Take it up again to correct it." in refused.text
    done = client.post(f"{HOST_PAGE}/take_up", data={"game": "1"}, headers=HERE)
    assert done.status_code == 303
    assert (room.table.view().names, seats(room, phones)) == (NAMES, [0, 1, 2, 3])
    assert "Take it up again" not in client.get(f"{HOST_PAGE}/past").text
    again = client.post(f"{HOST_PAGE}/take_up", data={"game": "1"}, headers=HERE)
    assert again.status_code == 409


def test_undo_of_a_program_brings_the_game_back(room, phones, client):
    ask(room.table, commands.NewGame("torite", 3, OTHERS, dealer=0, abandon=True))
    headers = {"X-Host-Token": TOKEN}
    state = client.get(f"/api/v1/tables/{CODE}/console", headers=headers).json
    assert state["can_undo"] is True
    assert client.post(f"/api/v1/tables/{CODE}/undo", headers=headers).status_code == 200
    assert (room.table.view().names, seats(room, phones)) == (NAMES, [0, 1, 2, 3])


@pytest.mark.parametrize(("tongue", "scheme"), LOOKS[:2])
def test_on_a_phone_a_host_resumes_the_game(room, phones, browser, served, watch, tongue, scheme):
    page = watch(phone(browser, size=PHONE))
    begins = page.locator("form.begins button.main")
    page.goto(f"{served}{HOST_PAGE}?new=troika:4&lang={tongue}")
    begins.click()
    page.locator("#leave").wait_for()
    assert_open_to_all(page, scheme)
    assert_fits(page, PHONE, SMALL_PHONE)
    page.locator("#leave .leave").click()
    expect(page.locator("#leave")).to_have_count(0)
    assert room.table.view().games == 1
    page.locator("#new > summary").click()
    page.locator('#new button[value="troika:4"]').click()
    begins.click()
    page.locator("#leave .main").click()
    page.locator("#left").wait_for()
    assert room.table.view().header.game == "troika"
    assert_fits(page, PHONE, SMALL_PHONE)
    page.locator("#left button").click()
    expect(page.locator("#left")).to_have_count(0)
    assert room.table.view().header.game == "torite"
    assert seats(room, phones) == [0, 1, 2, 3]
