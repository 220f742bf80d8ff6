"""Shutting the computer down from the host's pages: the host's alone, and asked first."""

import pytest

from rig.browser import SMALL_PHONE, assert_open, phone
from web.room import CODE, TOKEN, Room, begin

HERE = {"Origin": "http://localhost"}


@pytest.fixture
def file(tmp_path):
    """What systemd would watch for."""
    return tmp_path / "poweroff"


@pytest.fixture
def room(tmp_path, file):
    room = Room(tmp_path, poweroff_file=str(file))
    yield room
    room.close()


def test_the_host_is_asked_before_the_computer_goes_down(room, browser, served, watch, file):
    begin(room.table)
    page = watch(phone(browser, "dark", SMALL_PHONE))
    page.goto(f"{served}/host/t/{CODE}")
    page.get_by_text("This computer", exact=True).click()
    page.get_by_role("button", name="Shut this computer down").click()
    page.get_by_role("heading", name="Shut this computer down?").wait_for()
    assert_open(page)
    assert not file.exists()
    page.get_by_role("button", name="Leave it as it is").click()
    page.get_by_role("heading", name="Tables").wait_for()
    assert not file.exists()
    page.get_by_role("button", name="Shut this computer down").click()
    page.get_by_role("button", name="Shut down").click()
    page.get_by_role("heading", name="Shutting down").wait_for()
    assert_open(page)
    assert file.read_bytes() == b""


def test_a_host_elsewhere_keeps_the_token_through_the_question(room, guest, file):
    asked = guest.post("/host/shutdown", data={"host_token": TOKEN}, headers=HERE)
    assert asked.status_code == 200
    assert asked.text.count(f'name="host_token" value="{TOKEN}"') == 3
    assert not file.exists()
    guest.post("/host/shutdown", data={"host_token": TOKEN, "sure": "1"}, headers=HERE)
    assert file.exists()


def test_a_guest_shuts_nothing_down_and_is_not_offered_to(room, guest, file):
    answer = guest.post("/host/shutdown", data={"sure": "1"}, headers=HERE)
    assert answer.status_code == 403
    assert not file.exists()
    for path in (f"/t/{CODE}", f"/t/{CODE}/wall", "/"):
        assert "Shut" not in guest.get(path).text


def test_a_computer_that_is_no_appliance_offers_nothing(tmp_path):
    room = Room(tmp_path)
    client = room.app.test_client()
    for path in ("/host/", f"/host/t/{CODE}"):
        assert "Shut" not in client.get(path).text
    assert client.post("/host/shutdown", data={"sure": "1"}, headers=HERE).status_code == 404
    room.close()


def test_a_file_that_cannot_be_made_is_said_and_nothing_is_promised(tmp_path):
    room = Room(tmp_path, poweroff_file=str(tmp_path / "nowhere" / "poweroff"))
    answer = room.app.test_client().post("/host/shutdown", data={"sure": "1"}, headers=HERE)
    assert answer.status_code == 409
    assert "It cannot be shut down: No such file or directory. Shut it down at" in answer.text
    assert "Shutting down" not in answer.text
    room.close()
