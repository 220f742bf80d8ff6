"""The door to how the board is: whom it lets in, and what it passes on."""

import json

import msgspec
import pytest

from board.checkup.board import facts
from tricktable.board.checkup import Facts
from tricktable.web import doctor
from web.room import CODE, TOKEN


@pytest.fixture
def asked(room):
    """What the board was asked."""
    wishes = []

    def examine(test):
        wishes.append(test)
        return {CODE: facts(word="a fact")}

    room.app.register_blueprint(doctor.blueprint(examine))
    return wishes


def test_the_host_gets_the_facts_and_says_whether_to_test(asked, client):
    for wish in (False, True):
        answer = client.post(doctor.PATH, json={"test": wish})
        told = msgspec.json.decode(answer.data, type=dict[str, Facts])
        assert told == {CODE: facts(word="a fact")}
    assert asked == [False, True]


def test_a_guest_gets_nothing_without_the_token(asked, guest):
    assert guest.post(doctor.PATH, json={}).status_code == 403
    assert asked == []
    answer = guest.post(doctor.PATH, json={}, headers={"X-Host-Token": TOKEN})
    assert json.loads(answer.data)[CODE]["word"] == "a fact"


@pytest.mark.parametrize("body", [b"", b"[1]", b'{"test": "yes"}'])
def test_what_is_no_wish_asks_nothing(asked, client, body):
    answer = client.post(doctor.PATH, data=body, content_type="application/json")
    assert (answer.status_code, asked) == (400, [])


def test_another_page_cannot_ask(asked, client):
    headers = {"Origin": "http://evil.example"}
    assert client.post(doctor.PATH, json={}, headers=headers).status_code == 403
    assert asked == []
