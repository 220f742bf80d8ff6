"""What a host may ask: through the rules, once for each key, durable when it is answered."""

import io

import pytest

from tricktable.rules import codec
from tricktable.rules.cards import card
from tricktable.rules.entries import Played
from tricktable.store import replay
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.web.api.games import MAX_RECORD_BYTES
from web.room import CODE, Room, ask, begin, lay

API = f"/api/v1/tables/{CODE}"
PLAYED = {"kind": "played", "seat": 1, "card": "2C"}
CARDS = {"cards": ["2C"]}
JSON_LINES = {"content_type": "application/jsonl"}


@pytest.fixture
def table(room):
    begin(room.table)
    return room.table


def problem(answer):
    """The kind of problem it is."""
    assert answer.mimetype == "application/problem+json", answer.text
    return answer.json["type"].removeprefix("urn:tricktable:problem:")


def test_an_entry_is_added_corrected_struck_and_restored(table, client):
    assert client.post(f"{API}/entries", json=PLAYED).json == added(3)
    assert client.put(f"{API}/entries/3", json={**PLAYED, "card": "5C"}).json == added(4)
    assert table.record().step(3).entry == Played(1, card("5C"))
    assert client.delete(f"{API}/entries/3").json == added(5)
    assert table.record().step(3) is None
    restore = {"headers": {"Origin": "http://localhost"}}
    assert client.post(f"{API}/entries/3/restore", **restore).json == added(6)
    assert table.record().step(3).entry == Played(1, card("5C"))


def added(seq):
    return {"game": 1, "seq": seq, "is_saved": True}


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (
            {"kind": "moved", "seat": 0, "from": "hand", "to": "discard", "count": 1} | CARDS,
            "refused",
        ),
        ({"kind": "moved", "seat": 0, "from": "hand", "to": "discard", "count": 1}, "refused"),
        ({"kind": "declared", "seat": None, "topic": "draw", "value": None}, "refused"),
        ({"kind": "shown", "seat": None, "card": "2C"}, "wrong-kind"),
    ],
)
def test_what_the_rules_refuse_is_told_with_their_reason(table, client, entry, name):
    refused = client.post(f"{API}/entries", json=entry)
    assert (refused.status_code, problem(refused)) == (409, name)
    assert table.record().seq == 2


def test_what_is_entered_is_read_as_text_from_its_row_alone(table, client, monkeypatch):
    """Each was written as text, and read again from that, before it became an entry."""
    read, lines = codec.read_entry, []
    monkeypatch.setattr(
        codec, "read_entry", lambda line, *of: lines.append(line) or read(line, *of)
    )
    assert client.post(f"{API}/entries", json=PLAYED).json == added(3)
    assert client.put(f"{API}/entries/3", json={**PLAYED, "card": "5C"}).json == added(4)
    assert client.delete(f"{API}/entries/3").json == added(5)
    assert lines == [row.body for row in [*table.rows()][-3:]]


def test_a_key_holds_in_a_later_game(table, client):
    key = {"headers": {"Idempotency-Key": "card-one"}}
    for _ in range(2):
        assert client.post(f"{API}/entries", json=PLAYED, **key).json == added(3)
        begin(table)
    assert table.record().seq == 2


@pytest.mark.parametrize("key", ["short", "x" * 65, "two words", "b001:12345", "ключ-ключ"])
def test_a_key_that_is_none_is_told_so(table, client, key):
    headers = {"Idempotency-Key": key.encode().decode("latin-1")}
    assert problem(client.post(f"{API}/entries", json=PLAYED, headers=headers)) == "unreadable"
    assert table.record().seq == 2


def test_on_a_full_disk_the_answer_says_that_it_is_not_saved(tmp_path):
    room = Room(tmp_path, journal_bytes=64 * 1024)
    client = room.app.test_client()
    begin(room.table)
    while room.table.view().trouble is None:
        ask(room.table, commands.Rename(1, "B" * 200))
    key = {"headers": {"Idempotency-Key": "card-one"}}
    for _ in range(2):
        answer = client.post(f"{API}/entries", json=PLAYED, **key)
        assert (answer.status_code, answer.json["is_saved"]) == (202, False)
        assert answer.json["seq"] == room.table.record().seq == 3
    assert problem(client.post(f"{API}/games", json={"game": "torite", "players": 4})) == "away"
    room.close()


def test_a_game_begins_with_clean_names(room, client):
    hostile = ["\u202eAnn", "<b>", "x" * 200, ""]
    game = {"game": "troika", "players": 4, "names": hostile, "options": {}, "dealer": 1}
    answer = client.post(f"{API}/games", json=game)
    assert (answer.status_code, answer.json["number"], answer.json["entries"]) == (201, 1, 1)
    assert answer.json["names"] == ["Ann", "<b>", "x" * 19 + "…", "West"]


@pytest.mark.parametrize(
    ("game", "status"),
    [
        ({"game": "whist", "players": 4}, 422),
        ({"game": "troika", "players": 3}, 422),
        ({"game": "troika", "players": 4, "options": {"jokers": 2}}, 422),
        ({"game": "troika", "players": 4, "dealer": 9}, 422),
        ({"game": "troika", "players": "4"}, 400),
        ({"game": "troika"}, 400),
        ({"game": "troika", "players": 4, "names": ["x" * 201] * 4}, 400),
    ],
)
def test_a_game_that_there_is_not_is_refused(room, client, game, status):
    assert client.post(f"{API}/games", json=game).status_code == status
    assert room.table.record() is None


def test_a_begun_game_is_told_from_memory_and_journal_alike(room, client, monkeypatch):
    """All of the table's rows were read again to find the game that had just begun."""
    new = {
        "game": "troika",
        "players": 4,
        "names": ["Ann"] * 4,
        "options": {"revoke_action": "undo"},
    }
    key = {"headers": {"Idempotency-Key": "the-first-game"}}
    with monkeypatch.context() as here:
        here.delattr(Table, "rows")
        begun = client.post(f"{API}/games", json=new, **key)
        again = client.post(f"{API}/games/again", json={"abandon": True})
    assert (begun.status_code, again.status_code) == (201, 201)
    assert client.post(f"{API}/games", json=new, **key).json == begun.json
    listed = client.get(f"{API}/games").json["games"]
    assert listed == [begun.json, again.json]


# --- whole records ------------------------------------------------------------------------------


def test_a_record_comes_back_as_it_went(table, client):
    lay(table, "1:2C 2:9H 3:3C 0:4C")
    ask(table, commands.Correct(4, card="8H"))
    ask(table, commands.Strike(6))
    written = client.get(f"{API}/games/1/record").data
    judged = replay.replay(replay.lines_of(io.BytesIO(written))).summary()
    assert judged == table.record().summary()
    answer = client.post(f"{API}/record?abandon=yes", data=written, **JSON_LINES)
    assert (answer.status_code, answer.json["number"], answer.json["entries"]) == (201, 2, 8)
    assert table.record().summary() == judged
    assert client.get(f"{API}/games/2/record").data == written


def test_a_record_that_was_taken_in_is_there_after_a_restart_and_can_be_undone(tmp_path):
    room = Room(tmp_path)
    lines = record(PLAYED)
    assert room.app.test_client().post(f"{API}/record", data=lines, **JSON_LINES).status_code == 201
    room.close()
    room = Room(tmp_path)
    assert room.table.record().seq == 3
    ask(room.table, commands.Undo())
    assert room.table.record().step(3) is None
    room.close()


def record(*more, players=4):
    lines = [
        f'{{"record": "tricktable/1", "game": "torite", "players": {players}}}',
        '{"kind": "dealt", "dealer": 0}',
        '{"kind": "declared", "seat": 1, "topic": "leader", "value": null}',
        *(str(each).replace("'", '"') for each in more),
    ]
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (b"", "line 1: the line is empty."),
        (b"\xff\xfe", "line 1: the line is not UTF-8."),
        (record(players=9), 'line 1: "players" must be one of 1, 2, 3, 4 for torite.'),
        (record({"kind": "played", "seat": 9, "card": "2C"}), 'line 4: "seat" must be 0 to 3'),
        (record(PLAYED, {**PLAYED, "seat": 2}), "line 5: 2♣ was already played by seat 1"),
        (record("[" * 60_000), "line 4: the line is nested too deeply."),
        (record('{"x": "' + "x" * 70_000 + '"}'), "line 4: the line is longer than 65536 bytes."),
        (record({"kind": "struck", "seq": 77}), "line 4: there is no entry 77"),
    ],
)
def test_a_hostile_record_is_refused_as_replay_refuses_it(table, client, lines, said):
    rows = len([*table.rows()])
    answer = client.post(f"{API}/record", data=lines, **JSON_LINES)
    assert (answer.status_code, problem(answer)) == (422, "no-record")
    assert answer.json["detail"].startswith(said)
    assert len([*table.rows()]) == rows, "nothing of it was taken in"


def test_a_record_that_is_too_long_is_not_read(table, client):
    lines = record() + b" " * MAX_RECORD_BYTES
    answer = client.post(f"{API}/record", data=lines, **JSON_LINES)
    assert (answer.status_code, problem(answer)) == (413, "too-long")


def test_a_long_entry_is_not_read(room, table, client):
    body = b" " * (room.settings.max_body_bytes + 1)
    answer = client.post(f"{API}/entries", data=body, content_type="application/json")
    assert (answer.status_code, problem(answer)) == (413, "too-long")
