"""Who asks too often, or keeps too much open, is told when to come back; others are served."""

import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.app import House
from tricktable.settings import Settings
from tricktable.sim import page as demo_page
from tricktable.store.decks import Shelf
from tricktable.store.journal import open_journal
from tricktable.table import commands, seating
from tricktable.web import limits
from web.club.test_club_limits import A_MINUTE_PASSES
from web.live.test_live import Phone
from web.room import CODE, Room, ask, begin
from web.safety.routes import FOR_ALL, STREAMS, Hands, reads

ORIGIN = {"Origin": "http://localhost"}
SEAT = f"/t/{CODE}/seat"
TEAMS = [[*range(7)], [*range(7, 13)]]
REFUSED = {"kind": "played", "seat": 1, "card": "X1"}
COUNTED = {
    "join": ("GET", f"/t/{CODE}/live", {}),
    "act": ("POST", "/demo/act", {"json": {"do": "reset"}}),
    "write": ("POST", f"/api/v1/tables/{CODE}/entries", {"json": REFUSED}),
    "claim": ("POST", f"{SEAT}/claim", {"data": {"seat": "0"}}),
    "call": ("POST", f"/t/{CODE}/help", {}),
    "say": ("POST", f"{SEAT}/say", {"data": {"what": "bid"}}),
    "word": ("POST", "/people", {"data": {"name": "Ann"}}),
}
"""A request that each limit counts."""
NOT_BY_ADDRESS = dict.fromkeys(("guess", "own"), "web/people/test_person_page.py")
"""The limits that count something else, and where they are tried."""


@pytest.fixture
def clock():
    return [0]


@pytest.fixture
def room(tmp_path, clock):
    """A room with a clock of its own, and a virtual table."""
    room = Room(tmp_path, streams_per_address=4)
    room.app.register_blueprint(demo_page.blueprint([Hands()], demo_page.scenes(room.feed)))
    limits.init_app(room.app, lambda: clock[0])
    begin(room.table)
    yield room
    room.close()


@pytest.mark.parametrize("name", COUNTED)
def test_a_limit_is_of_one_address_and_says_how_long(room, client, guest, clock, name, tmp_path):
    method, path, how = COUNTED[name]
    limit = limits.of(room.settings)[name]

    def status(who=client, **more):
        return who.open(path, method=method, headers={**ORIGIN, **more}, **how).status_code

    assert 429 not in [status() for _ in range(limit.burst)]
    assert status() == 429
    forged = [
        status(**{"X-Forwarded-For": f"10.0.0.{n}", "X-Real-IP": "1.2.3.4"}) for n in range(3)
    ]
    assert forged == [429] * 3, "a header made a new address"
    assert status(guest) != 429
    refused = client.open(path, method=method, headers=ORIGIN, **how)
    assert limit.words in refused.text
    clock[0] += 1000 * int(refused.headers["Retry-After"])
    with closing(sqlite3.connect(tmp_path / "journal.db")) as shell, shell:
        shell.execute(A_MINUTE_PASSES)
    assert status() != 429
    assert 429 in [status() for _ in range(limit.burst)]


def test_every_limit_is_tried_here_and_lets_nobody_wait_longer_than_a_minute(room):
    found = limits.of(room.settings)
    assert found.keys() == COUNTED.keys() | NOT_BY_ADDRESS.keys()
    for limit in found.values():
        assert limit.per_s >= 1 / 60
        assert limit.burst >= 1
        assert limit.words.endswith(".")


def test_whatever_a_guest_may_send_and_every_stream_is_counted(room, guest):
    most = max(limit.burst for limit in limits.of(room.settings).values())
    asked = [*FOR_ALL, *(("GET", path) for path in STREAMS)]
    assert {path for path in reads(room.app) if path.endswith("/live")} == STREAMS
    for number, (method, path) in enumerate(asked):
        base = {"REMOTE_ADDR": f"10.0.0.{number}"}
        how = {"method": method, "headers": ORIGIN, "environ_base": base}
        codes = [guest.open(path, **how).status_code for _ in range(most + 1)]
        assert 429 in codes, path
        assert codes[0] != 429


def test_a_club_sits_down_behind_one_router_and_a_flood_holds_up_one_table(room, clock):
    codes = [CODE, *(f"T{number}" for number in range(2, 21))]
    for code in codes:
        table = room.table if code == CODE else room.another(code)
        ask(table, commands.NewGame("tredici", 13, options={"teams": TEAMS}, abandon=True))
    with room.served() as url:
        asked = [(code, seat) for seat in range(13) for code in codes]
        assert {claim(url, code, seat) for code, seat in asked} == {201}
        assert all(len(table.view().claims) == 13 for table in room.tables.values())
        flood = [claim(url, CODE, 0) for _ in range(2 * limits.CLAIM.burst)]
        assert flood == [409] * 13 + [429] * (2 * limits.CLAIM.burst - 13)
        assert claim(url, codes[-1], 0) == 409, "another table is not held up"
        assert claim(url, CODE, 0, "127.0.0.9") == 409, "nor another address"


def test_a_club_speaks_behind_one_router_and_a_flood_holds_up_one_phone(room, clock):
    codes, seats = [CODE, "T2", "T3", "T4", "T5"], {}
    for code in codes:
        table = room.table if code == CODE else room.another(code)
        ask(table, commands.NewGame("tredici", 13, options={"teams": TEAMS}, abandon=True))
        for seat in range(13):
            seats[code, seat] = f"phone-{code}-{seat}"
            table.claim(seat, seating.digest(seats[code, seat]))
            ask(table, commands.LetIn(seat))

    def status(path, code, token="", **origin):
        headers = {"X-Seat-Token": token, **ORIGIN}
        who = room.app.test_client()
        return who.post(f"/t/{code}/{path}", headers=headers, **origin).status_code

    for path, burst in (("seat/take_back", limits.SAY.burst), ("seat/help", limits.CALL.burst)):
        sent = [status(path, *where) for where in ((at[0], seats[at]) for at in seats)]
        assert not {403, 429} & {*sent}, path
        flood = [status(path, CODE, seats[CODE, 0]) for _ in range(burst)]
        assert flood[-1] == 429, "one was sent before"
        assert status(path, CODE, seats[CODE, 1]) != 429, "the next phone at the table"
        assert status(path, codes[-1], seats[codes[-1], 0]) != 429, "another table"
        # A new token for each request is one stranger all the same.
        strangers = [status(path, CODE, f"new-{n}") for n in range(burst + 1)]
        assert strangers == [403] * burst + [429]
        assert status(path, codes[-1], "new") == 403
    guests = {status("help", code) for code in codes[1:-1]}
    assert 429 not in guests


def claim(url, code, seat, address="127.0.0.1"):
    """What the server answers to a phone that asks for a seat from there."""
    there = urlsplit(url)
    line = HTTPConnection(
        there.hostname, there.port, timeout=PATIENCE_S, source_address=(address, 0)
    )
    with closing(line):
        body = f"seat={seat}"
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": url}
        line.request("POST", f"/t/{code}/seat/claim", body, kind)
        return line.getresponse().status


def test_a_program_that_asks_too_often_is_told_so_as_a_problem(room, client):
    method, path, how = COUNTED["write"]
    answers = [client.open(path, method=method, **how) for _ in range(limits.WRITE.burst + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {409}
    assert answers[-1].json["type"] == "urn:tricktable:problem:slowly"


def test_a_page_that_is_there_but_not_for_this_method_says_for_which(client):
    refused = client.delete(f"/t/{CODE}", headers=ORIGIN)
    assert refused.status_code == 405
    assert "GET" in refused.headers["Allow"]


def test_a_form_that_is_too_long_is_not_read(room, client):
    flood = {"names": "x" * (room.settings.max_body_bytes + 1)}
    assert client.post(f"/host/t/{CODE}/game", data=flood, headers=ORIGIN).status_code == 413


# --- streams ------------------------------------------------------------------------------------


def asked_for(url, path):
    """The answer to one request over a socket of its own."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.words = answer.read().decode()
    connection.close()
    return answer


@pytest.mark.parametrize("most", [{"streams_per_address": 3}, {"streams_in_total": 3}])
def test_only_so_many_streams_are_open_of_whatever_kind(tmp_path, most):
    room = Room(tmp_path, **most)
    paths = [f"/t/{CODE}/live", f"/api/v1/tables/{CODE}/live"]
    with room.served() as url:
        phones = [Phone(url, path=paths[number % 2]) for number in range(3)]
        for path in paths:
            refused = asked_for(url, path)
            assert refused.status == 429
            assert 0 < int(refused.getheader("Retry-After")) <= 60
            assert "Close one" in refused.words
        assert asked_for(url, f"/t/{CODE}").status == 200, "the page itself is there all the same"
        for each in phones:
            each.close()
    room.close()


def test_what_the_settings_allow_holds_for_streams_and_for_joining(tmp_path):
    """Behind a proxy a whole room has one address."""
    settings = Settings(data=tmp_path, streams_per_address=500, streams_in_total=9000)
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        house = House(settings, journal, Shelf(), list, [CODE])
    join = limits.of(house.settings)["join"]
    assert (join.per_s, join.burst, join.max_addresses) == (125, 1000, 9000)
