"""Calls for help from a table's pages: who may call, what the organiser and the phones see."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tricktable.club import calls
from tricktable.table import commands
from tricktable.web import limits
from tricktable.web.site import site_of
from web.room import CODE, TOKEN, Room, ask, begin, sit

ORIGIN = {"Origin": "http://localhost"}
AWAY = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    made.another("A2B")
    begin(made.table)
    yield made
    made.close()


def call(room: Room, path: str, token: str = "", **form: str) -> int:
    headers = {**ORIGIN, "X-Seat-Token": token}
    guest = room.app.test_client()
    return guest.post(path, data=form, headers=headers, environ_base=AWAY).status_code


def test_a_guest_calls_and_is_shown_that_somebody_comes(room):
    guest, organiser = room.app.test_client(), room.app.test_client()
    page = guest.get(f"/t/{CODE}")
    assert 'data-help="can"' in page.text
    assert page.headers["Referrer-Policy"] == "same-origin"  # or a plain form names no origin
    assert call(room, f"/t/{CODE}/help") == 303
    assert 'data-help="called"' in guest.get(f"/t/{CODE}").text
    assert "The organiser has been called." in guest.get(f"/t/{CODE}").text
    seen = organiser.get("/club").text
    assert "a guest" in seen
    assert re.findall(r'<li id="t(\w+)"', seen)[0] == CODE
    organiser.post("/club", data={"do": "answer", "table": CODE}, headers=ORIGIN)
    assert "The organiser is coming." in guest.get(f"/t/{CODE}").text
    assert "The organiser" not in guest.get("/t/A2B").text
    organiser.post("/club", data={"do": "end_call", "table": CODE}, headers=ORIGIN)
    assert 'data-help="can"' in guest.get(f"/t/{CODE}").text


def test_a_guest_calls_seldom_and_ends_nothing(room):
    limits.init_app(room.app, lambda: 0)
    codes = [call(room, f"/t/{CODE}/help") for _ in range(limits.CALL.burst + 1)]
    assert codes == [303] * limits.CALL.burst + [429]
    site_of(room.app).allowance = None
    limits.init_app(room.app, lambda: 0)
    assert call(room, f"/t/{CODE}/help", do="end") == 303
    assert len(room.club.view().of(calls.PART).open) == 1
    assert len([*room.journal.read("club")]) == 1


def test_a_seats_phone_calls_by_name_and_may_say_that_nobody_is_needed(room):
    token = sit(room.table, 2)
    organiser, seat = room.app.test_client(), f"/t/{CODE}/seat"
    ask(room.table, commands.Lock())  # calling is no writing
    own = organiser.get(f"{seat}/own", headers={"X-Seat-Token": token}).text
    assert "Call the organiser" in own
    assert call(room, f"{seat}/help") == 403
    assert call(room, f"{seat}/help", token, do="call") == 200
    assert "<bdi>Cy</bdi>" in organiser.get("/club").text
    own = organiser.get(f"{seat}/own", headers={"X-Seat-Token": token}).text
    assert "The organiser is not needed" in own
    assert call(room, f"{seat}/help", token, do="end") == 200
    assert room.club.view().of(calls.PART).open == ()


def test_the_tables_host_calls_from_the_hosts_page(room):
    host_page = f"/host/t/{CODE}"
    host = room.app.test_client()
    assert 'id="help"' in host.get(host_page).text
    assert call(room, f"{host_page}/help") == 403
    assert call(room, f"{host_page}/help", host_token=TOKEN) == 200
    assert "the table’s host" in host.get("/club").text
    assert host.post(f"{host_page}/help", data={"do": "end"}, headers=ORIGIN).status_code == 303
    assert room.club.view().of(calls.PART).open == ()


def test_a_house_with_one_table_offers_no_call(tmp_path):
    room = Room(tmp_path)
    begin(room.table)
    assert 'data-help=""' in room.app.test_client().get(f"/t/{CODE}").text
    assert 'id="help"' not in room.app.test_client().get(f"/host/t/{CODE}").text
    room.close()
