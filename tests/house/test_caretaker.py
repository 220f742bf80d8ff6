"""Tables fall asleep once nobody is there, and are what they were when somebody comes again."""

import gc
import random
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rig.evening import SETTINGS, TOKEN, Cables
from rig.preparations import new_journal
from tricktable.app import House, open_house
from tricktable.club.announcements import Announce
from tricktable.house.open_tables import LAST_PLAYED
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import BadRow, Outage, Row, open_journal
from tricktable.table import commands, seating
from tricktable.table.desk.moment import Act, Acts, History
from tricktable.table.table import Table
from web.room import begin, deal, lay, play_on

IDLE_S = 15 * 60


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now_ms = 0

    def __call__(self) -> int:
        return self.now_ms

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.now_ms += int(seconds * 1000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    """A house that runs nothing by itself, with a table."""
    new_journal(tmp_path / "journal.db").close()
    shelf = Shelf(Decks((demo_deck(),)))
    with open_house(SETTINGS(data=tmp_path), shelf, Cables().find) as made:
        made.tables._now_ms = clock
        made.tables.present(made.table.code)
        yield made


def sleep(house: House, clock: Clock) -> None:
    """Nobody comes for a while."""
    for table in house.tables.awake:
        house.tables.present(table.code)
    clock.wait(IDLE_S + 1)
    house._caretaker.look()


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Nothing is looked for that only cycles keep: the server has that done very seldom."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("has_line", [False, True])
def test_a_table_that_sleeps_leaves_nothing_behind(house, clock, no_collector, has_line):
    table = house.table
    begin(table)
    play_on(table, deal(1), 3)
    if has_line:
        house._boards.lines.of(table)
    gone = weakref.ref(table)
    del table
    sleep(house, clock)
    assert len(house.tables.awake) == 0
    assert gone() is None


def piled(acts: Acts | None) -> Iterator[Act]:
    """The acts of a pile, the newest first."""
    while acts is not None:
        yield acts.newest
        acts = acts.below


def seen(table: Table) -> tuple[object, ...]:
    """All that anybody can see of a table, without the number that goes up with each change."""
    now = table.snapshot()
    alike = replace(now.view, version=0)
    acts = [[*piled(each)] for each in now.history]
    alone = now._replace(view=alike, record=None, history=History())
    return alike, alone, acts, [*table.rows()]


def story(table: Table) -> object:
    """What the rows of a table add up to."""
    told = table._ledger.story
    record = told.record
    return (
        record
        and (record.header, record.state, [*map(record.happening, range(1, record.seq + 1))]),
        {name: each for name, each in vars(told).items() if name not in ("record", "history")},
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_table_that_wakes_is_what_it_was(house, clock, seed):
    """After random acts, some of them undone, and with all that is not written in rows."""
    chance = random.Random(seed)
    table = house.table
    begin(table)
    play_on(table, deal(seed), chance.randrange(1, 12), seed=seed)
    for _ in range(chance.randrange(6)):
        request = chance.choice(
            [commands.Undo(), commands.Redo(), commands.Pause(), commands.Resume()]
        )
        table.ask(request)
    assert table.ask(commands.Lock(), "a-key-of-a-request").is_done
    table.take_write_lock("a page")
    before, rows = seen(table), story(table)
    code, version, writer = table.code, table.version, table.writer
    del table
    sleep(house, clock)
    assert house.tables.awake == []
    woken = house.tables[code]
    assert seen(woken) == before
    assert story(woken) == rows
    assert (woken.writer, woken.version > version) == (writer, True)
    assert woken.ask(commands.Lock(), "a-key-of-a-request").is_done
    assert seen(woken) == before  # it was done already


def test_what_was_done_before_it_slept_can_be_undone(house, clock):
    table = house.table
    begin(table)
    lay(table, "1:QH")
    code = table.code
    del table
    sleep(house, clock)
    assert house.tables[code].ask(commands.Undo()).is_done
    view = house.tables[code].view().view
    assert view.trick == ()


def test_a_table_is_awake_while_somebody_is_there(house, clock):
    (code,) = house.tables
    table = house.table
    clock.wait(IDLE_S - 1)
    house._caretaker.look()
    assert [each.code for each in house.tables.awake] == [code]  # not long enough
    house.tables[code]
    clock.wait(IDLE_S - 1)
    house._caretaker.look()
    assert [each.code for each in house.tables.awake] == [code]  # somebody has come
    begin(table)
    assert table.claim(0, seating.digest("a phone")).is_done
    sleep(house, clock)
    assert [each.code for each in house.tables.awake] == [code]  # a phone waits for a seat
    table.leave(seating.digest("a phone"))
    sleep(house, clock)
    assert house.tables.awake == []


def test_a_table_whose_rows_wait_for_room_does_not_sleep(house, clock, monkeypatch):
    table = house.table

    def fails(*_: object) -> None:
        raise Outage("the disk is away")

    with monkeypatch.context() as away:
        away.setattr(house._journal._journal, "append", fails)  # type: ignore[attr-defined]
        away.setattr(house._journal._journal, "look", fails)  # type: ignore[attr-defined]
        begin(table)
        sleep(house, clock)
        assert house.tables.awake == [table]
        assert table.view().trouble
    house._caretaker.look()
    assert table.view().trouble is None
    sleep(house, clock)
    assert house.tables.awake == []


def test_whoever_still_holds_a_table_and_whoever_comes_have_the_same_one(house, clock):
    table = house.table
    sleep(house, clock)
    assert house.tables.awake == []
    begin(table)
    assert house.tables[table.code] is table
    assert house.app().test_client().get(f"/t/{table.code}").status_code == 200


def test_what_the_club_says_reaches_a_table_that_slept(house, clock):
    (code,) = house.tables
    sleep(house, clock)
    assert house.club.ask(Announce("Supper is ready")).is_done
    house._pass_on()
    assert house.tables.awake == []
    assert house.tables[code].view().club.announced == ("Supper is ready",)


def test_a_stream_of_a_table_that_slept_has_it_at_once(house, clock):
    (code,) = house.tables
    client = house.app().test_client()
    first, _, view = client.get(f"/t/{code}/live").data.partition(b"\n")
    assert b"event: view" in view
    channel = f"{code}//en"
    version = house.feed.newest(channel).version
    sleep(house, clock)
    assert house.feed.newest(channel) == (version, b"")
    again, _, same = client.get(f"/t/{code}/live").data.partition(b"\n")
    assert same == view
    assert again.partition(b".")[0] == first.partition(b".")[0], "but it is a table of another time"
    assert again != first
    assert house.feed.newest(channel).version > version


def test_a_name_is_deleted_at_tables_that_sleep(house, clock):
    begin(house.table)
    (code,) = house.tables
    sleep(house, clock)
    assert house.tables.awake == []
    answer = (
        house.app()
        .test_client()
        .post(
            "/api/v1/people/forget",
            json={"name": "Ann", "again": "Ann"},
            headers={"X-Host-Token": TOKEN, "Idempotency-Key": "a-key-for-this-act"},
        )
    )
    assert answer.status_code == 200, answer.text
    assert not any("Ann" in row.body for row in house.tables[code].rows())


def at(days: int) -> str:
    """A time this many days ago, as rows have it."""
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """The folder of a house with more tables than are opened at its start."""
    with closing(new_journal(tmp_path / "journal.db")) as journal:
        for number in range(LAST_PLAYED + 3):
            journal.append([Row(f"T{number:02}", 1, at(100 - number), None, "opened", "{}")])
    return tmp_path


def run(folder: Path, visit: Callable[[House], None]) -> None:
    """Let a house be open for a visit."""
    with open_house(SETTINGS(data=folder), Shelf(Decks((demo_deck(),))), Cables().find) as made:
        visit(made)


def test_at_the_start_those_played_last_are_opened_and_the_others_are_listed(club):
    def visit(made: House) -> None:
        codes = [f"T{number:02}" for number in range(LAST_PLAYED + 3)]
        assert [*made.tables] == codes
        assert [each.code for each in made.tables.awake] == codes[:2:-1]
        client = made.app().test_client()
        page = client.get("/").text
        assert page.count("Last played on") == 3
        assert at(100)[:10] in page
        told = client.get("/api/v1/tables").json
        assert [each["code"] for each in told["tables"]] == [*codes[3:], *codes[:3]]
        sleeps = [each["asleep_since"] is not None for each in told["tables"]]
        assert sleeps == [False] * LAST_PLAYED + [True] * 3
        for path in ("/host/", "/club"):
            assert "T00" in client.get(path).text
        assert client.get("/t/t00").status_code == 200  # whoever comes wakes it
        assert client.get("/").text.count("Last played on") == 2

    run(club, visit)


def test_a_table_that_another_host_closed_while_it_slept_is_gone(club):
    def visit(made: House) -> None:
        with closing(open_journal(club / "journal.db")) as other:
            for code in ("T00", "T01"):
                other.append([Row(code, 2, at(0), None, "closed", "{}")])
        client = made.app().test_client()
        assert client.get("/t/T00").status_code == 404
        assert "T01" not in client.get("/").text
        made.look_beside()
        assert not {"T00", "T01"} & {*made.tables}
        assert made._boards.exchange._placing.tables[0] == "T02"

    run(club, visit)


def test_a_damaged_table_is_found_when_somebody_comes_to_it(club):
    with closing(open_journal(club / "journal.db")) as other:
        other.append([Row("T00", 2, at(100), None, "entry", "{}")])

    def visit(made: House) -> None:
        assert made.unsound == {}
        assert made.app().test_client().get("/t/T00").status_code == 404
        assert isinstance(made.unsound["T00"], BadRow)
        assert "T00" not in made.tables

    run(club, visit)


def test_a_table_that_cannot_be_read_now_is_told_so(club, monkeypatch):
    def visit(made: House) -> None:
        def away(*_: object) -> None:
            raise Outage("the database is away")

        client = made.app().test_client()
        with monkeypatch.context() as outage:
            outage.setattr(made._journal._journal, "read", away)  # type: ignore[attr-defined]
            answer = client.get("/t/T00")
            assert (answer.status_code, "Try again soon" in answer.text) == (503, True)
        assert client.get("/t/T00").status_code == 200

    run(club, visit)
