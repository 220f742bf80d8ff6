"""A request that is sent again, over a real server: answered as before, and done once for ever."""

import http.client
import json
import re
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from rig.far_journal import far
from rig.locks import another_host
from rig.patience import PATIENCE_S
from tricktable.table import commands, idempotency
from tricktable.web.api import keys
from tricktable.web.site import site_of
from web.api.test_acts import ACTS, OF_HOUSE, UNKEYED
from web.api.test_club_acts import BY_WORD, OF_CLUB, OF_COMPETITION
from web.room import CODE, TOKEN, Room, ask, begin, lay

API = f"/api/v1/tables/{CODE}"
PLAYED = {"kind": "played", "seat": 2, "card": "2C"}
GAME = {"game": "troika", "players": 4, "names": ["Ann", "Bo", "Cy", "Di"], "dealer": 2}
RECORD = b"""{"record": "tricktable/1", "game": "torite", "players": 4}
{"kind": "dealt", "dealer": 0}
{"kind": "declared", "seat": 1, "topic": "leader", "value": null}
"""
KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324"
WRITES = {
    "add": ("POST", "/entries", PLAYED),
    "correct": ("PUT", "/entries/3", {"kind": "played", "seat": 1, "card": "3C"}),
    "strike": ("DELETE", "/entries/3", None),
    "restore": ("POST", "/entries/4/restore", None),
    "begin": ("POST", "/games", {**GAME, "abandon": True}),
    "import": ("POST", "/record?abandon=yes", RECORD),
}


@pytest.fixture
def table(room):
    """In the middle of a trick, of which one card was struck."""
    return midgame(room)


def midgame(room):
    begin(room.table)
    lay(room.table, "1:9H 2:TH 3:JH")
    ask(room.table, commands.Strike(4))
    return room.table


def connect(url):
    address = urlsplit(url)
    return http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE_S)


def send(url, method, path, body, key=KEY, **more):
    """The answer's status, its JSON and its head."""
    line = connect(url)
    kind = "application/jsonl" if isinstance(body, bytes) else "application/json"
    data = body if body is None or isinstance(body, bytes) else json.dumps(body)
    headers = {"Content-Type": kind, "X-Host-Token": TOKEN, **more}
    line.request(method, path, data, headers | ({keys.HEADER: key} if key else {}))
    answer = line.getresponse()
    found = answer.status, json.loads(answer.read()), answer.headers
    line.close()
    return found


def kind(answer):
    return answer[0], answer[1]["type"].removeprefix("urn:tricktable:problem:")


def entries(table):
    """What was recorded in all games, of all kinds."""
    return [row for row in table.rows() if row.kind in ("game", "entry")]


@pytest.mark.parametrize("name", WRITES)
def test_every_changing_call_is_done_once_and_answered_the_same_again(table, served, name):
    method, path, body = WRITES[name]
    first = send(served, method, API + path, body)
    done = entries(table)
    assert first[0] in (200, 201)
    ask(table, commands.Pause())  # the table moves on, and could not do it now
    for key in (KEY, f'"{KEY}"'):  # as draft 07 writes it, too
        again = send(served, method, API + path, body, key)
        assert again[:2] == first[:2]
    assert entries(table) == done


def test_every_changing_call_is_tried_here_or_with_the_acts(room):
    changing = {
        (method, re.sub("<int:[a-z]+>", "N", rule.rule).replace("<code>", CODE))
        for rule in room.app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in rule.methods - {"GET", "HEAD", "OPTIONS"}
    }
    of_tables = [(method, API + path) for method, path, _ in (*WRITES.values(), *ACTS.values())]
    of_others = (OF_HOUSE, OF_CLUB, OF_COMPETITION, UNKEYED, BY_WORD)
    others = [(method, path) for of in of_others for method, path, _ in of.values()]
    tried = {
        (method, re.sub("(?<=/)[0-9](?=/|$)", "N", path.partition("?")[0]))
        for method, path in (*of_tables, *others)
    }
    assert tried == changing


@pytest.mark.parametrize("name", WRITES)
def test_a_key_holds_after_a_restart(tmp_path, name):
    method, path, body = WRITES[name]
    answers = []
    for life in range(2):
        room = Room(tmp_path)
        if not life:
            midgame(room)
        with room.served() as url:
            answers.append(send(url, method, API + path, body)[:2])
        if not life:
            lay_on(room.table)
            done = entries(room.table)
        else:
            assert entries(room.table) == done
        room.close()
    assert answers[0] == answers[1]


def lay_on(table):
    """Something else happens meanwhile."""
    ask(table, commands.Rename(0, "Somebody"))


@pytest.mark.parametrize("name", WRITES)
def test_a_key_with_another_request_is_refused(table, served, name):
    send(served, "POST", f"{API}/entries", {**PLAYED, "card": "4C"})
    done = entries(table)
    assert kind(send(served, *aimed(name))) == (422, "reused")
    assert entries(table) == done


def aimed(name):
    method, path, body = WRITES[name]
    return method, API + path, body


def test_a_lost_answer_comes_when_the_request_is_sent_again(table, served):
    address = urlsplit(served)
    body = json.dumps(PLAYED)
    with socket.create_connection((address.hostname, address.port)) as line:
        line.sendall(
            f"POST {API}/entries HTTP/1.1\r\nHost: localhost\r\nX-Host-Token: {TOKEN}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"{keys.HEADER}: {KEY}\r\n\r\n{body}".encode()
        )
        line.recv(1)  # it is under way, and whoever sent it hears no more
    status, answer, _ = send(served, "POST", f"{API}/entries", PLAYED)
    assert (status, answer) == (201, {"game": 1, "seq": 7, "is_saved": True})
    assert table.record().seq == 7


def test_of_two_at_once_one_is_done_and_the_other_told_to_wait(room, table, served, tmp_path):
    another = sqlite3.connect(tmp_path / "journal.db", isolation_level=None)
    another.execute("BEGIN IMMEDIATE")  # another program writes: neither can be done yet
    told = threading.Event()
    answers = []

    def ask_once():
        answers.append(send(served, "POST", f"{API}/games", {**GAME, "abandon": True}))
        told.set()

    with ThreadPoolExecutor(2) as two:
        both = [two.submit(ask_once) for _ in range(2)]
        assert told.wait(PATIENCE_S)
        assert kind(answers[0]) == (409, "under-way")
        assert answers[0][2]["Retry-After"] == str(keys.WAIT_S)
        another.rollback()
        for each in both:
            each.result(PATIENCE_S)
    another.close()
    assert answers[1][0] == 201
    again = send(served, "POST", f"{API}/games", {**GAME, "abandon": True})
    assert again[:2] == answers[1][:2]
    assert table.view().games == 2
    assert not site_of(room.app).requests_under_way


def test_another_table_and_another_caller_have_keys_of_their_own(room, table, client, guest):
    begin(room.another("8KQ"), leader=2)
    head = {keys.HEADER: KEY}
    for code in (CODE, "8KQ"):
        answer = client.post(f"/api/v1/tables/{code}/entries", json=PLAYED, headers=head)
        assert answer.status_code == 201
    head["X-Host-Token"] = TOKEN
    other = {"kind": "played", "seat": 0, "card": "3C"}
    assert guest.post(f"{API}/entries", json=other, headers=head).json["seq"] == 8


def test_a_request_that_was_refused_uses_no_key_up(table, served):
    assert kind(send(served, "POST", f"{API}/games", GAME)) == (409, "running")
    ask(table, commands.Pause())
    assert kind(send(served, "POST", f"{API}/entries", PLAYED)) == (409, "paused")
    ask(table, commands.Resume())
    assert send(served, "POST", f"{API}/entries", PLAYED)[0] == 201


def test_keys_cost_no_memory(room, table, served):
    before = len(table._ledger.story._heard)
    for number in range(50):
        act = "DELETE" if number % 2 else "POST"
        path = f"{API}/entries/3" + ("" if number % 2 else "/restore")
        send(served, act, path, None, f"number-{number:04}")
    assert len(table._ledger.story._heard) == before
    assert not site_of(room.app).requests_under_way


class Late:
    """A journal at which, between the look for a key and what comes of it, something happens."""

    def __init__(self, journal, meanwhile):
        self._journal = journal
        self._meanwhile = meanwhile

    def find(self, table, source):
        found = self._journal.find(table, source)
        meanwhile, self._meanwhile = self._meanwhile, lambda: None
        meanwhile()
        return found

    def __getattr__(self, name):
        return getattr(self._journal, name)


def test_two_hosts_at_one_journal_do_it_once(tmp_path):
    first = Room(tmp_path)
    midgame(first)
    second = Room(tmp_path)
    word = commands.Enter({"kind": "struck", "seq": 3})
    done = []

    def there():
        with another_host():
            done.append(first.table.ask(word, f"here.{keys.digest(KEY)}"))

    second.table._ledger._journal = Late(second.journal, there)
    again = second.table.ask(word, f"here.{keys.digest(KEY)}")
    assert done == [again]
    assert again.is_done
    steps = [row.body for row in first.table.rows() if '"struck"' in row.body]
    assert len(steps) == 2, "the one of the beginning, and this one"
    second.close()
    first.close()


def test_a_key_whose_row_was_lost_is_not_done_a_second_time(tmp_path):
    room = Room(tmp_path)
    rows = [*midgame(room).rows()]
    source = idempotency.source(f"here.{keys.digest(KEY)}")
    room.journal.append(
        [rows[-1]._replace(seq=len(rows) + 1, source=source, kind="lost", body="{}")]
    )
    room.close()
    room = Room(tmp_path)
    with room.served() as url:
        assert kind(send(url, "POST", f"{API}/entries", PLAYED)) == (422, "reused")
    assert room.table.record().seq == 6
    room.close()


# --- a game that runs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body"),
    [("/games", GAME), ("/games", {**GAME, "abandon": False}), ("/record", RECORD)],
)
def test_a_game_that_runs_is_not_given_up_without_a_word(table, served, path, body):
    refused = send(served, "POST", API + path, body, "")
    assert kind(refused) == (409, "running")
    assert "abandon" in refused[1]["do"]
    assert table.view().games == 1
    given_up = {**body, "abandon": True} if isinstance(body, dict) else body
    path = path if isinstance(body, dict) else f"{path}?abandon=yes"
    assert send(served, "POST", API + path, given_up, "")[0] == 201
    assert table.view().games == 2


@pytest.mark.parametrize(("path", "body"), [("/games", GAME), ("/record", RECORD)])
def test_where_no_game_runs_one_begins_without_a_word(room, served, path, body):
    assert send(served, "POST", API + path, body, "")[0] == 201


# --- slips of the pen -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {**GAME, "options": {"variand": "saskatchewan"}},
        {"kind": "declared", "seat": 0, "topic": "bid", "value": {"tricks": 7}},
    ],
)
def test_what_there_is_not_within_a_value_is_unfit(room, served, given):
    if "kind" in given:
        ask(room.table, commands.NewGame("troika", 4, dealer=3))
    path = "/entries" if "kind" in given else "/games"
    before = entries(room.table)
    assert kind(send(served, "POST", API + path, given, "")) == (422, "unfit")
    assert entries(room.table) == before


def test_a_chosen_language_is_no_slip(table, served):
    assert send(served, "GET", f"{API}/entries?after=2&lang=ja", None, "")[0] == 200


def test_a_host_refuses_nothing_for_good_that_another_one_has_made_possible(tmp_path):
    here = Room(tmp_path)
    midgame(here)
    there = Room(tmp_path)
    lay(here.table, "0:KH")  # the other host has not read on
    newest = here.table.record().seq
    with there.served() as url:
        assert send(url, "DELETE", f"{API}/entries/{newest}", None)[0] == 200
    there.close()
    here.close()


def test_while_a_keys_fate_is_not_known_no_host_refuses_it_for_good(tmp_path):
    made = []

    def reached(journal):
        cut_off, switch = far(journal)
        made.append(switch)
        return cut_off

    here, there = Room(tmp_path), Room(tmp_path, reached=reached)
    midgame(here)
    with here.served() as one, there.served() as other:
        first = send(one, "POST", f"{API}/entries", PLAYED | {"seat": 0, "card": "QH"})
        assert first[0] == 201
        made[0].fails = lambda _: True
        for _ in range(3):
            answer = send(other, "POST", f"{API}/entries", PLAYED | {"seat": 0, "card": "QH"})
            assert kind(answer) == (503, "away")
            assert int(answer[2]["Retry-After"]) == 1
        made[0].fails = lambda call: call == "read"  # it may look up keys, but is not up to date
        refused = send(other, "POST", f"{API}/entries", PLAYED | {"card": "9H"}, "another-key")
        assert kind(refused) == (503, "away")
        made[0].fails = lambda _: False
        again = send(other, "POST", f"{API}/entries", PLAYED | {"seat": 0, "card": "QH"})
        assert again[:2] == first[:2]
    there.close()
    here.close()
