"""Tokens: only who holds one ever sees it, and no log, journal or page of others has it."""

import logging
import socket
import sqlite3
from contextlib import closing
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from rig.patience import PATIENCE_S
from tricktable.table import commands, seating
from tricktable.web.seat import seat_page
from web.room import CODE, TOKEN, Room, ask, begin, sit
from web.safety.routes import QUESTIONS, reads

SEAT = f"/t/{CODE}/seat"


def bytes_of(browser, path, headers):
    """All that comes back, head and body."""
    with browser.open(path, headers=headers) as answer:
        return f"{answer.headers}".encode() + answer.data


@pytest.mark.parametrize("who", ["a guest", "another phone", "this machine", "the phone itself"])
def test_no_answer_holds_a_token_that_did_not_come_with_the_question(house, who):
    other = sit(house.room.table, 1)
    browser = house.here if who == "this machine" else house.guest
    given = {"another phone": other, "the phone itself": house.token}
    headers = {"X-Seat-Token": given.get(who, "")}
    secret = {house.token, other, seating.digest(house.token), seating.digest(other), TOKEN}
    for path in reads(house.room.app):
        for question in QUESTIONS[:2]:
            answer = bytes_of(browser, path + question, headers).decode("utf-8", "replace")
            assert not [each for each in secret if each in answer], path


def test_the_hosts_token_comes_back_in_forms_alone(house):
    for path in reads(house.room.app):
        with house.guest.get(path, headers={"X-Host-Token": TOKEN}) as answer:
            assert TOKEN not in str(answer.headers)
            in_forms = answer.data.count(f'name="host_token" value="{TOKEN}"'.encode())
            assert answer.data.count(TOKEN.encode()) == in_forms
            assert not in_forms or path.startswith(("/host", "/club"))


@pytest.mark.parametrize("token", ["", "x" * 22, "x" * 10_000, "\u00fc", "null", TOKEN])
def test_without_its_token_nobody_gets_what_is_a_seats(house, token):
    mine = house.guest.get(f"{SEAT}/own", headers={"X-Seat-Token": house.token}).text
    assert "king of diamonds" in mine
    given = house.guest.get(f"{SEAT}/own", headers={"X-Seat-Token": token})
    assert given.status_code == 200
    assert "king" not in given.text
    assert 'data-state="sits"' not in given.text


def test_a_token_in_an_address_opens_nothing(house):
    for where in (f"{SEAT}/own?X-Seat-Token=", f"{SEAT}/own?token=", f"{SEAT}/own?seat_token="):
        assert "king" not in house.guest.get(where + house.token).text


def test_a_token_that_was_taken_away_opens_nothing(tmp_path):
    room = Room(tmp_path)
    begin(room.table)
    token = sit(room.table, 0)
    ask(room.table, commands.Enter({"kind": "held", "seat": 0, "card": "KD"}))
    page, headers = room.app.test_client(), {"X-Seat-Token": token}
    assert "king" in page.get(f"{SEAT}/own", headers=headers).text
    ask(room.table, commands.SendAway(0))
    assert "king" not in page.get(f"{SEAT}/own", headers=headers).text
    room.close()


def test_the_database_has_no_token_and_of_a_seats_only_its_digest(tmp_path):
    room = Room(tmp_path)
    begin(room.table)
    token = sit(room.table, 0)
    client = room.app.test_client()
    client.get(f"{SEAT}/own", headers={"X-Seat-Token": token, "X-Host-Token": TOKEN})
    rows = "".join(f"{row}" for row in room.table.rows())
    assert seating.digest(token) not in rows, "a record would carry it away"
    room.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as journal:
        kept = "".join(journal.iterdump())
    assert token not in kept
    assert TOKEN not in kept
    assert kept.count(seating.digest(token)) == 1


def test_no_log_has_a_token_whatever_goes_wrong(tmp_path, caplog, capfd, monkeypatch):
    caplog.set_level(logging.DEBUG)
    room = Room(tmp_path)
    begin(room.table)
    token = sit(room.table, 0)
    monkeypatch.setattr(seat_page, "seat_screen", lambda _sitting: 1 / 0)
    with room.served() as url:
        for path in (f"{SEAT}/own", f"/host/t/{CODE}", "/api/v1/tables", "/nowhere"):
            headers = {"X-Seat-Token": token, "X-Host-Token": TOKEN, "Origin": url}
            for data in (None, f"host_token={TOKEN}&seat=0".encode()):
                got(Request(url + path, data=data, headers=headers))
        for cut in (b"", b"\r\nContent-Length: x", b"\r\n " + b"x" * 20_000, b"\x00"):
            say(url, f"GET {SEAT}/own HTTP/1.1\r\nHost: localhost\r\nX-Seat-Token: {token}", cut)
            say(url, f"X-Seat-Token: {token}\r\nX-Host-Token {TOKEN}", cut)
    room.close()
    told = "".join((caplog.text, *capfd.readouterr()))
    assert "ZeroDivisionError" in told, "faults are logged"
    assert token not in told
    assert TOKEN not in told


def got(request):
    """Ask, whatever comes of it."""
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            answer.read()
    except OSError:
        pass  # an HTTP status is one too


def say(url, request, rest):
    """Say this over a socket of its own, as no browser would, and hang up."""
    host, port = urlsplit(url).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as stranger:
        try:
            stranger.sendall(request.encode() + rest + b"\r\n\r\n")
            stranger.shutdown(socket.SHUT_WR)
            while stranger.recv(1 << 16):
                pass
        except OSError:
            pass  # it may hang up on nonsense before it has all of it
