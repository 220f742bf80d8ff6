"""Two real hosts on one PostgreSQL, of which one is cut off while a program's request waits there.

While nobody can know what becomes of it, no host refuses its key for good; and what one of them has
refused for good, none carries out.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from chaos.acts import asked
from chaos.ground import Ground
from chaos.hosts import Host
from chaos.verdict import kept
from chaos.wire import Wire
from players.torite import play
from rig.patience import until
from tricktable.store.hosts import GIVEN_UP_MS, NAMED_MS, SAY_MS, SILENT_MS, Hosts, is_one_silent
from tricktable.store.journal import open_journal

LINES: Final = play(Random(1), 4).lines
BEFORE: Final = 4
"""So many entries are there before the one that waits."""
KEY: Final = "the-card-that-waits"
_SILENT: Final = """
    UPDATE lease SET until = %s + CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)
    WHERE name LIKE 'host:%%' AND what LIKE %s
"""
"""A host is as long silent as this says, and cannot deny it: it is cut off."""

_NUMBERS: Final = count(1)
_HOMES: Final = count(1)
AWAY: Final = (503, "away")
LAPSED: Final = (409, "lapsed")


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with Ground(tmp_path_factory.mktemp("ground")) as made:
        yield made


class Scene:
    """Two hosts of one database; the first of them may be cut off."""

    def __init__(self, ground: Ground, folder: Path, database: str, stack: ExitStack) -> None:
        stack.enter_context(ground.database(database))
        self.ground, self.database, self.code = ground, database, ground.codes[2]
        wires = [Wire(ground.server.folder) for _ in range(2)]
        for wire in wires:
            stack.callback(wire.close)
        self.wire = wires[0]
        self.here, self.there = (
            Host(folder / f"h{number}", "--database", wire.url(database))
            for number, wire in enumerate(wires)
        )
        for host in (self.here, self.there):
            stack.callback(host.kill)
            host.start()
        until(lambda: self.ground.ask(database, self._named()) == [(2,)])
        for line in LINES[:BEFORE]:
            assert self.enter(self.there, line)[0] == 201

    @staticmethod
    def _named() -> str:
        return "SELECT count(*) FROM lease WHERE name LIKE 'host:%%' AND until > 0"

    def enter(self, host: Host, line: Mapping[str, Any], key: str = "") -> tuple[int, Any]:
        """Enter this at a host, from an address that has not written yet: who asks often waits."""
        net, number = divmod(next(_HOMES), 250)
        home = f"127.1.{net}.{number + 1}"
        return asked(host, "POST", f"/{self.code}/entries", line, key, home)

    def again(self, host: Host) -> tuple[int, str]:
        """What the host answers, asked for what waits; the kind of a refusal."""
        status, said = self.enter(host, LINES[BEFORE], KEY)
        return status, said["type"].rpartition(":")[2] if status >= 400 else ""

    def cut_off(self) -> None:
        """The first host loses the database as it saves what then waits there."""
        self.wire.cuts, self.wire.refuses_once_cut = "before", True
        status, said = self.enter(self.here, LINES[BEFORE], KEY)
        assert (status, said["is_saved"]) == (202, False)

    def is_silent_for(self, ms: int) -> None:
        """Let everybody see that the first host has said nothing for so long."""
        self.ground.ask(self.database, _SILENT, NAMED_MS - ms, f"%:{self.here.port}%")

    def is_back(self) -> None:
        """The first host reaches the database again, and has saved what waited."""
        self.wire.refuses, self.wire.cuts = False, ""
        until(lambda: self.again(self.here)[0] not in (0, 202, 503))

    def entered(self) -> list[object]:
        """What the database has."""
        rows = kept(self.ground, self.database, self.code)
        return [row.body for row in rows if row.kind == "entry"]


@pytest.fixture
def scene(ground: Ground, tmp_path: Path) -> Iterator[Scene]:
    with ExitStack() as stack:
        yield Scene(ground, tmp_path, f"keys{next(_NUMBERS)}", stack)


def test_nobody_refuses_for_good_what_may_wait_at_a_host_that_is_silent(scene):
    scene.cut_off()
    scene.is_silent_for((SILENT_MS + GIVEN_UP_MS) // 2)
    assert asked(scene.there, "POST", f"/{scene.code}/pause")[0] == 200
    before = kept(scene.ground, scene.database, scene.code)
    assert [scene.again(scene.there) for _ in range(3)] == [AWAY] * 3
    assert kept(scene.ground, scene.database, scene.code) == before
    # What is possible is carried out at once; then that is the first answer, at both hosts.
    assert asked(scene.there, "POST", f"/{scene.code}/resume")[0] == 200
    done = scene.enter(scene.there, LINES[BEFORE], KEY)
    assert done[0] == 201
    scene.is_back()
    assert scene.enter(scene.here, LINES[BEFORE], KEY) == done
    assert len(scene.entered()) == BEFORE + 1


def test_what_was_refused_for_good_is_not_carried_out_when_a_host_is_back(scene):
    scene.cut_off()
    scene.is_silent_for(GIVEN_UP_MS + 1)
    assert asked(scene.there, "POST", f"/{scene.code}/pause")[0] == 200
    assert scene.again(scene.there) == (409, "paused")
    assert asked(scene.there, "POST", f"/{scene.code}/resume")[0] == 200
    scene.is_back()
    until(lambda: scene.again(scene.there) == LAPSED)
    assert scene.again(scene.here) == LAPSED
    assert len(scene.entered()) == BEFORE
    for host in (scene.here, scene.there):
        _status, said = scene.enter(host, LINES[BEFORE], KEY)
        assert "another host has refused it" in said["detail"], said
        assert "J" in said["detail"], said


@pytest.mark.parametrize(
    ("silent_ms", "urls", "is_silent"),
    [
        (0, ("http://a:1", "http://b:1"), False),
        (SILENT_MS + 1_000, ("http://a:1", "http://b:1"), True),
        (GIVEN_UP_MS - 1_000, ("http://a:1", "http://b:1"), True),
        (GIVEN_UP_MS + 1, ("http://a:1", "http://b:1"), False),  # nobody waits for ever
        (SILENT_MS + 1_000, ("http://a:1", "http://a:1"), False),  # it was started again
    ],
)
def test_a_host_is_silent_unless_another_has_its_address(ground, silent_ms, urls, is_silent):
    with ground.database("silent"), closing(open_journal(ground.server.url("silent"))) as journal:
        for number, url in enumerate(urls):
            left_ms = NAMED_MS - (silent_ms if number else 0)
            name = f"host:{number}"
            journal.take(name, name, left_ms, json.dumps({"url": url}))
        assert is_one_silent(journal) is is_silent
        name = "host:1"
        journal.let_go(journal.take(name, name, left_ms))  # it has said farewell
        assert not is_one_silent(journal)


def test_a_host_says_with_each_beat_that_it_is_not_cut_off_and_bids_farewell(ground):
    with ground.database("beats"), closing(open_journal(ground.server.url("beats"))) as journal:
        now_ms = [0]
        host = Hosts(journal, dict, lambda _: None, lambda: now_ms[0])
        host.is_at("http://a:1")
        host.beat()
        ground.ask("beats", "UPDATE lease SET until = until - 5000")
        ends = ground.ask("beats", "SELECT until FROM lease WHERE until > 0")
        assert is_one_silent(journal)
        host.beat()
        assert ground.ask("beats", "SELECT until FROM lease WHERE until > 0") == ends  # not due
        now_ms[0] += SAY_MS
        host.beat()
        assert ground.ask("beats", "SELECT until FROM lease WHERE until > 0") > ends
        host.stop()
        assert ground.ask("beats", "SELECT until FROM lease WHERE until > 0") == []
