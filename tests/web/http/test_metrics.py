"""What a host counts of itself, and that nobody else may read it nor find a name in it."""

import re
import shutil
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from rig.patience import output_of
from rig.sites import site_with
from tricktable.club.calls import AnswerCall, CallForHelp
from tricktable.club.locks import LockAll
from tricktable.store.decks import Shelf
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.web import create_app
from tricktable.web.guest import fragment
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.metrics import Metrics
from web.room import CODE, NAMES, TOKEN, Room, ask, begin, lay

PAGE = (Path(__file__).parents[3] / "docs/reference/metrics.md").read_text("utf-8")


@pytest.fixture
def counted():
    return Metrics()


@pytest.fixture
def room(tmp_path, counted):
    """A room whose journal is measured."""
    room = Room(tmp_path)
    room.views = Broadcast(room.feed, fragment.encode)
    room.table = Table(CODE, counted.watch_journal(room.journal), Shelf(), room.views)
    tables = {CODE: room.table}
    room.app = create_app(
        site_with(room.settings, tables, room.views, metrics=counted, club=room.club)
    )
    yield room
    room.close()


def samples(client):
    """Every number that is told, by its name and labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
    }


def test_entries_and_appends_are_counted_and_timed(room, client):
    begin(room.table)
    lay(room.table, "1:2C 2:9H")
    ask(room.table, commands.Rename(0, "Zoe"))
    told = samples(client)
    assert told["tricktable_entries_total", CODE] == 4
    assert told["tricktable_journal_append_seconds_count",] == 5
    assert 0 < told["tricktable_journal_append_seconds_sum",] < 60
    assert told["tricktable_errors_total", "journal"] == 0


def test_a_journal_that_takes_nothing_is_an_error(tmp_path, counted):
    journal = open_journal(tmp_path / "journal.db", 64 * 1024)
    table = Table(CODE, counted.watch_journal(journal), Shelf(), Broadcast(Feed(), lambda _: b""))
    begin(table)
    while table.view().trouble is None:
        ask(table, commands.Rename(1, "B" * 200))
    assert counted.registry.get_sample_value("tricktable_errors_total", {"where": "journal"}) == 1
    journal.close()


def test_answers_and_faults_of_pages_are_counted(room, client):
    room.app.add_url_rule("/broken", view_func=lambda: 1 // 0)
    client.get(f"/t/{CODE}")
    client.get("/t/XXX")
    room.app.config["PROPAGATE_EXCEPTIONS"] = False
    assert client.get("/broken").status_code == 500
    told = samples(client)
    assert told["tricktable_answers_total", "200"] == 1
    assert told["tricktable_answers_total", "404"] == 1
    assert told["tricktable_answers_total", "500"] == 1
    assert told["tricktable_errors_total", "page"] == 1


def test_a_silent_board_is_told_in_seconds_and_none_is_not(room, client, counted):
    counted.watch_line("7KQ", lambda: None)
    counted.watch_line("XYZ", lambda: 2.5)
    told = samples(client)
    assert told["tricktable_link_silence_seconds", "XYZ"] == 2.5
    assert ("tricktable_link_silence_seconds", "7KQ") not in told
    assert told["tricktable_streams",] == 0


@pytest.mark.parametrize("headers", [{}, {"X-Host-Token": TOKEN}, {"X-Forwarded-For": "127.0.0.1"}])
def test_nobody_reads_it_from_elsewhere(guest, headers):
    answer = guest.get("/metrics", headers=headers)
    assert answer.status_code == 403
    assert "tricktable_" not in answer.text


def test_a_proxy_on_this_machine_reads_it_for_nobody(client):
    assert client.get("/metrics", headers={"X-Forwarded-For": "10.0.0.9"}).status_code == 403


def test_no_person_and_no_page_is_a_label(room, client, guest):
    begin(room.table)
    for path in ("/t/secret-path", f"/t/{CODE}?token=abcdef"):
        guest.get(path)
    told = client.get("/metrics").text
    assert not [name for name in (*NAMES, TOKEN, "192.168.1.50", "abcdef") if name in told]
    ours = [line for line in told.splitlines() if line.startswith("tricktable_")]
    labels = {label for line in ours for label in re.findall(r'(\w+)="', line)}
    assert labels == {"table", "where", "status", "state", "le"}


def test_the_reference_lists_what_there_is(room, client, counted):
    counted.watch_line(CODE, lambda: 1.0)
    begin(room.table)
    listed = re.findall(r"^\| `(tricktable_\w+)` \| (\w+) \|", PAGE, re.M)
    families = text_string_to_metric_families(client.get("/metrics").text)
    told = {(each.name, each.type) for each in families if each.name.startswith("tricktable_")}
    created = {each for each in told if each[0].endswith("_created")}
    totals = {(f"{name}_total", kind) if kind == "counter" else (name, kind) for name, kind in told}
    assert set(listed) == totals - created


def everything(room, client, counted):
    """What is told once each kind of thing has happened."""
    counted.watch_line(CODE, lambda: 1.0)
    begin(room.table)
    client.get("/t/XXX")
    return client.get("/metrics").text


def test_names_and_help_are_as_prometheus_wants_them(room, client, counted):
    """The rules of `promtool check metrics`, and those of naming in Prometheus' guide."""
    families = {
        each.name: each
        for each in text_string_to_metric_families(everything(room, client, counted))
        if each.name.startswith("tricktable_")
    }
    for name, each in families.items():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+", name)
        assert each.documentation.strip().endswith("."), name
        assert each.type in ("counter", "gauge", "histogram"), name
        assert {*name.split("_")}.isdisjoint({"ms", "us", "minutes", "kb", "mb", "percent"}), name
        assert {*name.split("_")}.isdisjoint({"counter", "gauge", "histogram"}), name
        assert not name.endswith(("_count", "_sum", "_bucket", "_info", "_total")), name
        told = {sample.name for sample in each.samples}
        if each.type == "counter":
            assert told == {f"{name}_total"}
        labels = {label for sample in each.samples for label in sample.labels} - {"le"}
        assert all(re.fullmatch("[a-z]+", label) for label in labels), labels


def test_prometheus_own_tool_has_nothing_to_say(room, client, counted):
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("there is no promtool here (Debian: apt-get install prometheus)")
    said = output_of([promtool, "check", "metrics"], input=everything(room, client, counted))
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_open_calls_and_locked_tables_are_told(tmp_path):
    room = Room(tmp_path)
    room.another("A2B")
    client = room.app.test_client()
    room.club.ask(CallForHelp(CODE))
    room.club.ask(CallForHelp("A2B"))
    room.club.ask(AnswerCall("A2B"))
    ask(room.table, commands.Lock())
    told = samples(client)
    assert (
        told["tricktable_club_calls", "waiting"] == told["tricktable_club_calls", "answered"] == 1
    )
    assert told["tricktable_tables_locked",] == 1
    room.club.ask(LockAll())
    assert samples(client)["tricktable_tables_locked",] == 2
    room.close()
