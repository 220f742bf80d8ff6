"""A name is deleted everywhere: rows, memory, pages and the bytes of the journal's files."""

import json
import sqlite3
import unicodedata

import pytest

from records.lines import header
from tricktable.rules import codec
from tricktable.store import erasure
from tricktable.store.journal import Outage, Row
from tricktable.table import commands, seating
from tricktable.table.table import Table
from web.room import CODE, HOST_PAGE, NAMES, TOKEN, ask, begin, lay, sit

HERE = {"Origin": "http://localhost"}
ZED, YUKI = "Zebedee", "ゆき"


def files(tmp_path):
    """All bytes of the journal: the database, its log and its index."""
    return b"".join(path.read_bytes() for path in sorted(tmp_path.glob("journal.db*")))


def everything(tmp_path):
    """All bytes of all files of the data folder."""
    return b"".join(each.read_bytes() for each in sorted(tmp_path.rglob("*")) if each.is_file())


def spellings(name):
    """A name as it may stand in a file."""
    return [name.encode(), json.dumps(name).strip('"').encode(), name.encode("utf-16-le")]


def row(seq, sort, **body):
    return Row(CODE, seq, "2026-05-01T12:00:00", None, sort, json.dumps(body))


def game(seq, names):
    return row(seq, "game", **codec.header_fields(header(4)), names=names)


# --- rows -----------------------------------------------------------------------------------------


def test_the_name_goes_wherever_it_stands_however_it_is_spelt():
    rows = [
        game(1, ["Ann", "zed", "Cy", "Di"]),
        row(2, "names", names=["Ann", "Bo", "Cy", " ZED\u200b"]),
        row(3, "desk", note=["purged", None, None, "Ann, Zed"]),
        row(4, "desk", note=["not_now", 1, None, ["it is for {seats} to say", {"seats": "Zed"}]]),
        row(5, "desk", note=["told", None, None, "Zedekiah waits"], typed="Q"),
        row(6, "desk", asking=["name", None, ["2", "9", "3"], ""]),
        row(7, "entry", kind="dealt", dealer=1),
        row(8, "desk", note=["told", None, None, "unzed"]),
    ]
    bodies = {seq: json.loads(body) for seq, body in erasure.without(rows, "Zed").items()}
    assert bodies.pop(1)["names"] == ["Ann", "Player 1", "Cy", "Di"]
    assert bodies == {
        2: {"names": ["Ann", "Bo", "Cy", "Player 1"]},
        3: {"note": ["purged", None, None, "Ann, Player 1"]},
        4: {"note": ["not_now", 1, None, ["it is for {seats} to say", {"seats": "Player 1"}]]},
        5: {"note": None, "typed": "Q"},  # in doubt: it may be the name with an ending
        6: {"asking": ["name", None, ["2"], ""]},
    }


def test_a_number_that_nobody_has_stands_for_the_name():
    rows = [game(1, ["Player 1", "Ann", "Player 3", "Bo"])]
    assert erasure.player(rows) == "Player 2"


def test_who_is_known_is_counted_once_for_each_game():
    rows = [
        game(1, ["Ann", "Bo", "Cy", "West"]),
        row(2, "names", names=["Bo", "Ann", "Cy", "Eve"]),
        game(3, ["Ann", "East", "South", "West"]),
    ]
    assert erasure.known_names(rows) == {"Ann": 2, "Bo": 1, "Cy": 1, "Eve": 1}


# --- everywhere -----------------------------------------------------------------------------------


def test_no_byte_of_the_name_is_left_in_the_files(room, tmp_path):
    begin(room.table, (ZED, "Bo", YUKI, "Di"))
    ask(room.table, commands.Rename(1, f"{ZED}"))
    ask(room.table, commands.Rename(1, "Bo"))
    lay(room.table, "1:9H 2:QH")
    for name in (ZED, YUKI):
        assert any(each in files(tmp_path) for each in spellings(name))
        assert room.table.forget(name).is_done
        assert not any(each in files(tmp_path) for each in spellings(name))
    assert room.table.view().names == ("Player 1", "Bo", "Player 2", "Di")
    lay(room.table, "3:2H")  # and the table goes on
    assert room.table.record().seq == 5


@pytest.mark.parametrize(
    "name",
    ["علی\u200cر\u0636\u0627", "လှိုင်", "健太", "שָּׁלוֹם", "Зоя", "Nguyễn Thị Ánh", "👨\u200d👩\u200d👧"],
    ids=ascii,
)
def test_a_name_of_any_script_is_in_no_file_of_the_data_folder(room, tmp_path, name):
    begin(room.table, (name, "Bo", "Cy", "Di"))
    lay(room.table, "1:9H")
    assert any(each in everything(tmp_path) for each in spellings(room.table.view().names[0]))
    assert room.table.forget(name).is_done
    for typed in (name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)):
        assert not any(each in everything(tmp_path) for each in spellings(typed))


def test_what_was_played_stays_and_is_found_again_after_a_restart(room):
    begin(room.table, (ZED, "Bo", "Cy", "Di"))
    begin(room.table, ("Bo", ZED, "Cy", "Di"))
    lay(room.table, "1:9H 2:QH")
    phone = seating.digest(sit(room.table, 1))
    before = room.table.view()
    assert room.table.forget(ZED).is_done
    now = room.table.view()
    assert now.version > before.version
    assert (now.view.trick, now.games) == (before.view.trick, 2)
    assert room.table.history.done
    assert now.names == ("Bo", "Player 1", "Cy", "Di")
    assert room.table.phone_view(phone).seat == 1
    assert room.table.snapshot().memory.lineups == (("Bo", "Player 1", "Cy", "Di"),)
    again = Table(CODE, room.journal, room.shelf, room.views)
    assert again.view().names == now.names
    assert again.snapshot().memory == room.table.snapshot().memory
    ask(again, commands.Undo())
    assert again.view().view.next_seat == 2


def test_rows_are_guarded_again_afterwards(room, tmp_path):
    begin(room.table)
    assert room.table.forget("Ann").is_done
    with sqlite3.connect(tmp_path / "journal.db") as file, pytest.raises(sqlite3.IntegrityError):
        file.execute("UPDATE journal SET body = '{}'")
    file.close()


def test_while_somebody_else_reads_it_is_told_and_the_next_try_ends_it(room, tmp_path, monkeypatch):
    begin(room.table, (ZED, "Bo", "Cy", "Di"))
    reader = sqlite3.connect(tmp_path / "journal.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM journal").fetchall()
    room.journal._opened.file.execute("PRAGMA busy_timeout=50")
    answer = room.table.forget(ZED)
    assert not answer.is_done
    assert "Not deleted" in answer.reason
    reader.close()
    assert room.table.forget(ZED).is_done
    assert ZED.encode() not in files(tmp_path)
    assert room.table.view().names[0] == "Player 1"


def test_nothing_is_deleted_while_nothing_can_be_saved(room, monkeypatch):
    begin(room.table)

    def fails(*_):
        raise Outage("the disk is gone")

    monkeypatch.setattr(room.journal, "append", fails)
    lay(room.table, "1:9H")
    answer = room.table.forget("Ann")
    assert (answer.is_done, "nothing can be saved: the journal" in answer.reason) == (False, True)
    assert room.table.view().names[0] == "Ann"


# --- on the host's page ---------------------------------------------------------------------------


def test_it_is_asked_twice_and_goes_from_every_page_and_file(room, client, guest):
    for _ in range(2):  # an evening of one game has no table of who won how often
        begin(room.table, (ZED, "Bo", "Cy", "Di"))
    client.get(f"/t/{CODE}/evening")
    pages = (HOST_PAGE, f"/t/{CODE}", f"/t/{CODE}/evening", f"{HOST_PAGE}/export/record")
    assert all(ZED in client.get(page).text for page in pages)
    listed = client.post(HOST_PAGE, data={"forget": ""}, headers=HERE).text
    assert f'name="forget" value="{ZED}"' in listed
    first = client.post(HOST_PAGE, data={"forget": ZED}, headers=HERE).text
    assert "“Player 1” replaces the name" in first
    assert 'name="sure" value="once"' in first
    second = client.post(HOST_PAGE, data={"forget": ZED, "sure": "once"}, headers=HERE).text
    assert "This cannot be undone." in second
    assert 'name="sure" value="twice"' in second
    assert all(ZED in client.get(page).text for page in pages)
    done = client.post(f"{HOST_PAGE}/forget", data={"name": ZED, "sure": "twice"}, headers=HERE)
    assert done.status_code == 303
    more = (f"{HOST_PAGE}/export/scores", f"{HOST_PAGE}/export/sheet", f"{HOST_PAGE}?new=torite:4")
    assert not any(ZED in client.get(page).text for page in (*pages, *more))
    assert "プレイヤー1" in client.get(f"/t/{CODE}?lang=ja").text


def test_it_goes_from_every_table_of_the_house(room, client, tmp_path):
    other = room.another("ABC")
    begin(room.table, (ZED, "Bo", "Cy", "Di"))
    begin(other, ("Eve", "Fay", ZED, "Player 1"))
    begin(other, (ZED, "Fay", "Gil", "Hal"))
    listed = client.post(HOST_PAGE, data={"forget": ""}, headers=HERE).text
    assert "<bdi>Zebedee</bdi> <small>3 games</small>" in listed
    assert "Fay" not in listed  # who never was here is chosen at their own table
    fields = {"name": ZED, "sure": "twice"}
    assert client.post(f"{HOST_PAGE}/forget", data=fields, headers=HERE).status_code == 303
    assert room.table.view().names[0] == "Player 1"
    assert other.view().names[0] == "Player 2"
    assert not any(each in files(tmp_path) for each in spellings(ZED))


@pytest.mark.parametrize("fields", [{}, {"name": "Ann"}, {"name": "Ann", "sure": "once"}])
def test_one_question_is_not_enough(room, client, fields):
    begin(room.table)
    assert client.post(f"{HOST_PAGE}/forget", data=fields, headers=HERE).status_code == 422
    assert room.table.view().names == NAMES


def test_it_is_for_the_host_alone(room, guest):
    begin(room.table)
    fields = {"name": "Ann", "sure": "twice"}
    assert guest.post(f"{HOST_PAGE}/forget", data=fields, headers=HERE).status_code == 403
    assert room.table.view().names == NAMES
    fields["host_token"] = TOKEN
    assert guest.post(f"{HOST_PAGE}/forget", data=fields, headers=HERE).status_code == 200
    assert room.table.view().names[0] == "Player 1"
