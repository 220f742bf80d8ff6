"""When nothing can be saved: everybody is told so, and only the host where the journal lies."""

import logging
import re

import pytest
from werkzeug.exceptions import default_exceptions

from rig.evening import Cables, house
from tricktable.board.picture import picture
from tricktable.table import commands
from web.room import CODE, Room, ask, begin, sit

PUBLIC = [
    "/",
    f"/t/{CODE}",
    f"/t/{CODE}/wall",
    f"/t/{CODE}/seat",
    f"/t/{CODE}/live",
    f"/api/v1/tables/{CODE}",
    f"/api/v1/tables/{CODE}/live",
    "/healthz",
]
SAID = {"en": "the journal is as large as it may be", "ja": "記録が上限の大きさに達しています"}


@pytest.fixture
def full(tmp_path, caplog):
    """A room whose journal has no room left."""
    room = Room(tmp_path, journal_bytes=64 * 1024)
    begin(room.table)
    token = sit(room.table, 1)
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            ask(room.table, commands.Rename(1, "B" * 200))
            if room.table.view().trouble:
                break
        ask(room.table, commands.Rename(1, "B"))
    yield room, token
    room.close()


@pytest.mark.parametrize("language", SAID)
def test_everybody_reads_why_and_nobody_reads_where(full, tmp_path, language):
    room, token = full
    guest = room.app.test_client()
    guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}
    own = guest.get(f"/t/{CODE}/seat/own?lang={language}", headers={"X-Seat-Token": token}).text
    pages = {path: guest.get(f"{path}?lang={language}").text for path in PUBLIC} | {"own": own}
    for path, page in pages.items():
        assert "journal.db" not in page, path
        assert str(tmp_path) not in page, path
    for path in (f"/t/{CODE}", f"/t/{CODE}/wall", f"/api/v1/tables/{CODE}", "own"):
        assert SAID[language] in pages[path], path
    view = room.table.view()
    assert "journal.db" not in str((view, picture(view)))


def test_no_refusal_tells_where(full, client_of_host):
    refused = client_of_host.post(
        f"/api/v1/tables/{CODE}/games", json={"game": "torite", "players": 4}
    )
    assert refused.status_code == 503
    assert SAID["en"] in refused.json["detail"]
    assert "journal.db" not in refused.text


@pytest.fixture
def client_of_host(full):
    return full[0].app.test_client()


def test_the_hosts_page_and_the_log_name_the_file(full, client_of_host, tmp_path, caplog):
    where = str(tmp_path / "journal.db")
    assert where in client_of_host.get(f"/host/t/{CODE}").text
    (line,) = (each.getMessage() for each in caplog.get_records("setup"))
    assert line.startswith(f"table {CODE}: nothing is being saved: ")
    assert where in line


def test_the_hosts_page_says_what_to_do(full, client_of_host):
    page = client_of_host.get(f"/host/t/{CODE}").text
    assert "start Tricktable again with a higher --max-journal-mib" in page
    assert "--max-journal-mib" not in client_of_host.get(f"/t/{CODE}").text, "no guest can"


@pytest.mark.parametrize("status", sorted({*default_exceptions} - {404, 409}))
def test_whatever_goes_wrong_a_page_says_what_to_do(room, status):
    error = default_exceptions[status]()
    with room.app.test_request_context(f"/t/{CODE}/seat/say", method="POST"):
        page = room.app.make_response(room.app.handle_http_exception(error)).get_data(as_text=True)
    assert re.search('<p class="beside">[A-Z]', page)


def test_any_other_outage_names_no_file_either(room, client):
    begin(room.table)
    room.journal.close()
    ask(room.table, commands.Pause())
    assert "Leave the computer on" in client.get(f"/host/t/{CODE}").text
    assert client.get(f"/api/v1/tables/{CODE}").json["trouble"] == "the journal cannot be written"


def test_a_table_that_cannot_be_opened_says_why(tmp_path):
    with house(tmp_path, Cables(), max_journal_mib=1) as made:
        begin(made.table)
        while not made.table.view().trouble:
            ask(made.table, commands.Rename(1, "B" * 200))
        client, here = made.app().test_client(), {"Origin": "http://localhost"}
        are_open = True
        while are_open:  # what few rows need may still have room
            on_page = client.post("/host/open?lang=ja", headers=here)
            by_program = client.post("/api/v1/tables", headers=here)
            are_open = on_page.status_code == 303 or by_program.status_code == 201
    assert (by_program.status_code, on_page.status_code) == (503, 409)
    assert by_program.json["detail"] == f"Nothing can be saved just now: {SAID['en']}."
    assert SAID["ja"] in on_page.text
    assert "journal.db" not in on_page.text
