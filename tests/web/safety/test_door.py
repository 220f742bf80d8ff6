"""Who is the host: this machine and whoever has the token, whatever headers say."""

import pytest

from tricktable.store.machine import TOKEN_FILE
from web.room import HOST_PAGE, NAMES, TOKEN, Room

ORIGIN = {"Origin": "http://localhost"}
NEW_GAME = {"game": "torite", "players": "4", "names": list(NAMES)}


@pytest.mark.parametrize("path", ["/host/", HOST_PAGE])
def test_a_guest_finds_the_hosts_page_closed(guest, path):
    answer = guest.get(path)
    assert answer.status_code == 403
    assert "Host’s token" in answer.text
    assert f"the file {TOKEN_FILE} in" in answer.text  # no terminal shows it
    assert "<svg xmlns" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"X-Real-IP": "127.0.0.1"},
        {"Host": "127.0.0.1", "Origin": "http://127.0.0.1"},
        {"X-Host-Token": "wrong"},
        {"X-Host-Token": ""},
    ],
)
def test_a_guest_cannot_act_whatever_it_says_of_itself(room, guest, headers):
    answer = guest.post(f"{HOST_PAGE}/game", data=NEW_GAME, headers={**ORIGIN, **headers})
    assert answer.status_code == 403
    assert room.table.record() is None


def test_a_proxy_on_this_machine_makes_no_host_of_its_clients(room, client):
    forwarded = {**ORIGIN, "X-Forwarded-For": "203.0.113.9"}
    answer = client.post(f"{HOST_PAGE}/game", data=NEW_GAME, headers=forwarded)
    assert answer.status_code == 403
    assert room.table.record() is None


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_may_act_without_a_token(room, client, address):
    base = {"REMOTE_ADDR": address}
    answer = client.post(f"{HOST_PAGE}/game", data=NEW_GAME, headers=ORIGIN, environ_base=base)
    assert answer.status_code == 303
    assert room.table.record() is not None


@pytest.mark.parametrize("address", ["192.168.1.50", "::ffff:10.0.0.1", "fe80::1", "", "localhost"])
def test_no_other_address_is_this_machine(client, address):
    assert client.get(HOST_PAGE, environ_base={"REMOTE_ADDR": address}).status_code == 403


def test_the_token_opens_the_hosts_page_as_header_or_form_field(room, guest):
    assert guest.get(HOST_PAGE, headers={"X-Host-Token": TOKEN}).status_code == 200
    door = guest.post(HOST_PAGE, data={"host_token": TOKEN}, headers=ORIGIN)
    assert door.status_code == 200
    assert f'name="host_token" value="{TOKEN}"' in door.text
    answer = guest.post(f"{HOST_PAGE}/game", data={**NEW_GAME, "host_token": TOKEN}, headers=ORIGIN)
    assert answer.status_code == 200
    assert room.table.record() is not None


def test_a_script_with_the_token_needs_no_origin(room, guest):
    token = {"X-Host-Token": TOKEN}
    assert guest.post(f"{HOST_PAGE}/game", data=NEW_GAME, headers=token).status_code == 200


def test_the_token_is_no_secret_that_a_query_may_hold(guest):
    assert guest.get(f"{HOST_PAGE}?host_token={TOKEN}").status_code == 403


def test_without_a_token_only_this_machine_is_host(tmp_path):
    room = Room(tmp_path, host_token="")
    guest = room.app.test_client()
    answer = guest.get(
        HOST_PAGE, headers={"X-Host-Token": ""}, environ_base={"REMOTE_ADDR": "10.0.0.7"}
    )
    assert answer.status_code == 403
    room.close()
