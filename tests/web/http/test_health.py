"""What a monitor reads."""

from importlib.metadata import version

from tricktable.table import commands
from web.room import CODE, Room, ask, begin


def test_a_healthy_host_says_so(room, client):
    room.table.board_is("live")
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json == {
        "ok": True,
        "version": version("tricktable"),
        "journal": "ok",
        "streams": 0,
        "tables": {CODE: {"board": "live"}},
    }


def test_a_silent_board_is_told_and_is_no_fault_of_the_host(room, client):
    room.table.board_is("silent")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["tables"][CODE]["board"]) == (200, "silent")


def test_a_host_that_cannot_save_is_not_well_and_every_page_says_so(tmp_path):
    room = Room(tmp_path, journal_bytes=64 * 1024)
    client = room.app.test_client()
    begin(room.table)
    while room.table.view().trouble is None:
        ask(room.table, commands.Rename(1, "B"))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["ok"], answer.json["journal"]) == (
        503,
        False,
        "failing",
    )
    assert "Nothing is being saved" in client.get(f"/t/{CODE}").text
    assert "Nothing is being saved" in client.get(f"/host/t/{CODE}").text
    again = client.post(
        f"/host/t/{CODE}/game",
        data={"game": "torite", "players": "4"},
        headers={"Origin": "http://localhost"},
    )
    assert again.status_code == 409
    room.close()
