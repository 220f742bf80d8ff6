"""The database of a world: a server that may crash, fill up or be replaced. Test support."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg

from chaos.acts import asked
from chaos.at_board import DECK
from chaos.hosts import Host
from rig.patience import PATIENCE_S, until
from rig.postgres import ACCOUNT, Postgres, running
from rig.room import Room, room
from tricktable.store.decks import write_deck

SETTINGS: Final = ("shared_buffers=16MB", "max_connections=60", "wal_keep_size=64MB")
TABLES: Final = 5
_MODEL: Final = "model"
_SMALL_BYTES: Final = 48 << 20
ALL_ROWS: Final = 'SELECT "table", seq, source, kind, body FROM journal'


class Ground:
    """One server with a model of a club's database. A context manager; serves one world at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self.server: Postgres
        self._small: Room | None = None
        self.codes: list[str] = []
        """The tables of the model. The first waits for a board; at the others a game has begun.

        At the second, one game begins after the other.
        """

    def __enter__(self) -> Ground:
        with ExitStack() as stack:
            self.server = stack.enter_context(running(None, *SETTINGS))
            self._make_model()
            self._stack = stack.pop_all()
        return self

    def _make_model(self) -> None:
        self.ask("postgres", f"CREATE DATABASE {_MODEL}")
        host = Host(self._folder / _MODEL, "--database", self.server.url(_MODEL))
        decks = host.home / "data" / "decks"
        decks.mkdir(parents=True)
        (decks / "01-red.json").write_text(write_deck(DECK))
        host.start()
        well = partial(asked, wait_s=PATIENCE_S)  # however slow the computer is
        try:
            while len(self.codes) < TABLES:
                if self.codes:
                    well(host, "POST", "")
                listed = well(host, "GET", "")[1]["tables"]
                self.codes = [each["code"] for each in listed]
            for code in self.codes[1:]:
                new = {
                    "game": "torite",
                    "players": 4,
                    "names": ["Ann", "Bo", "Cy", "Di"],
                }
                status, said = well(host, "POST", f"/{code}/games", new)
                assert status == 201, said
            status, said = well(host, "POST", f"/{self.codes[-1]}/seats/open")
            assert status == 200, said
        finally:
            host.kill()
        self._until_nobody_is_at(_MODEL)
        # Else every world would wait for this host, which has said no farewell.
        self.ask(_MODEL, "DELETE FROM lease")

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def ask(self, database: str, statement: str, *bound: object) -> list[tuple[Any, ...]]:
        """What the server answers somebody who is no host."""
        with psycopg.connect(self.server.url(database), autocommit=True) as shell:
            answer = shell.execute(statement, bound)
            return answer.fetchall() if answer.description else []

    @contextlib.contextmanager
    def database(self, name: str, *, is_small: bool = False) -> Iterator[None]:
        """A database that is the model at first; dropped at the end.

        With `is_small` it lies where `without_room` can take the room away, if there is such a
        place.
        """
        with contextlib.ExitStack() as stack:
            if is_small and self._small is None:
                self._small = stack.enter_context(self._tablespace())
            where = " TABLESPACE small" if is_small and self._small else ""
            self.ask("postgres", f"CREATE DATABASE {name} TEMPLATE {_MODEL}{where}")
            try:
                yield
            finally:
                self.ask("postgres", f"DROP DATABASE {name} WITH (FORCE)")

    @contextlib.contextmanager
    def _tablespace(self) -> Iterator[Room | None]:
        """A tablespace in a small file system; None where the system allows none."""
        with room(_SMALL_BYTES, ACCOUNT) as small:
            if small is None:
                yield None
                return
            self.ask("postgres", f"CREATE TABLESPACE small LOCATION '{small.place}'")
            try:
                yield small
            finally:
                self._small = None
                self.ask("postgres", "DROP TABLESPACE small")

    @contextlib.contextmanager
    def without_room(self) -> Iterator[bool]:
        """Nothing more fits into the small database meanwhile; False if there is none."""
        if self._small is None:
            yield False
            return
        self._small.fill()
        try:
            yield True
        finally:
            self._small.clear()

    @property
    def refusals(self) -> int:
        """How often the server has said that it has no room."""
        said = self.server.said
        # The second keeps whoever comes anew from being let in, after a crash.
        return said.count("No space left on device") + said.count("could not write init file")

    def crash(self, *, hard: bool) -> None:
        """End the server as a power cut or as an administrator in a hurry."""
        if hard:
            self.server.kill()
        else:
            self.server.stop("immediate")

    def start(self) -> None:
        """Start it again."""
        self.server.start(*SETTINGS)

    # --- a replica ----------------------------------------------------------------------------

    def replica(self, *, is_waited_for: bool = True) -> Replica:
        """A streaming replica, which every commit waits for unless that is not wanted."""
        own = ExitStack()
        standby = own.enter_context(running(self.server, *SETTINGS))
        if is_waited_for:
            self.ask("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.ask("postgres", "SELECT pg_reload_conf()")
        seen = "SELECT state, sync_state FROM pg_stat_replication"
        wanted = [("streaming", "sync" if is_waited_for else "async")]
        until(lambda: self.ask("postgres", seen) == wanted)
        return Replica(standby, own)

    def rows_of_the_dead(self, database: str, replica: Replica) -> list[tuple[Any, ...]]:
        """Fail over as `fail_over` does; what the old server had in this database's journal."""
        self.crash(hard=True)
        replica.end()
        self.start()
        had = self.ask(database, ALL_ROWS)
        self._stack.close()
        self.server, self._stack = replica.server, replica.own
        return had

    def fail_over(self, replica: Replica) -> None:
        """The server is gone for good, and the replica takes its place."""
        self.crash(hard=True)
        replica.server.promote()
        self._stack.close()
        self.server, self._stack = replica.server, replica.own

    def _until_nobody_is_at(self, name: str) -> None:
        there = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        until(lambda: self.ask("postgres", there, name) == [(0,)])


class Replica:
    """A server that follows another one."""

    def __init__(self, server: Postgres, own: ExitStack) -> None:
        self.server, self.own = server, own
        self._receivers: list[psutil.Process] = []

    def stand_still(self) -> None:
        """Take in nothing more of what the other server writes."""
        pid = int((self.server.folder / "data" / "postmaster.pid").read_text().split("\n")[0])
        for each in psutil.Process(pid).children():
            if "walreceiver" in " ".join(each.cmdline()):
                each.suspend()
                self._receivers.append(each)
        assert self._receivers, "it does not follow"

    def end(self) -> None:
        """Follow nobody any more and be written to; what was not taken in never is."""
        # Asked to end before they go on, they read nothing more. Were they killed, the server would
        # take that for a crash, begin anew, and might miss that it is promoted.
        for each in self._receivers:
            each.terminate()
            each.resume()
        psutil.wait_procs(self._receivers, PATIENCE_S)
        self.server.promote()
