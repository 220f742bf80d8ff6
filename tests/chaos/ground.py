"""The database of a world: a server that may crash, fill up or be replaced. Test support."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import psycopg

from chaos.acts import asked
from chaos.hosts import Host
from rig.patience import PATIENCE_S
from rig.postgres import Postgres, running

SETTINGS: Final = ("shared_buffers=16MB", "max_connections=60", "wal_keep_size=64MB")
TABLES: Final = 3
_MODEL: Final = "model"
_STEP_S: Final = 0.01


class Ground:
    """One server with a model of a club's database. A context manager; serves one world at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self.server: Postgres
        self.codes: list[str] = []
        """The tables of the model, at each of which a game has begun."""

    def __enter__(self) -> Ground:
        self.server = self._stack.enter_context(running(None, *SETTINGS))
        self.ask("postgres", f"CREATE DATABASE {_MODEL}")
        host = Host(self._folder / _MODEL, "--database", self.server.url(_MODEL))
        host.start()
        try:
            while len(self.codes) < TABLES:
                if self.codes:
                    asked(host, "POST", "")
                listed = asked(host, "GET", "")[1]["tables"]
                self.codes = [each["code"] for each in listed]
            for code in self.codes:
                new = {"game": "torite", "players": 4, "names": ["Ann", "Bo", "Cy", "Di"]}
                status, said = asked(host, "POST", f"/{code}/games", new)
                assert status == 201, said
        finally:
            host.kill()
        self._until_nobody_is_at(_MODEL)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def ask(self, database: str, statement: str, *bound: object) -> list[tuple[Any, ...]]:
        """What the server answers somebody who is no host."""
        with psycopg.connect(self.server.url(database), autocommit=True) as shell:
            answer = shell.execute(statement, bound)
            return answer.fetchall() if answer.description else []

    @contextlib.contextmanager
    def database(self, name: str) -> Iterator[None]:
        """A database that is the model at first; dropped at the end."""
        self.ask("postgres", f"CREATE DATABASE {name} TEMPLATE {_MODEL}")
        try:
            yield
        finally:
            self.ask("postgres", f"DROP DATABASE {name} WITH (FORCE)")

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

    def replica(self) -> Replica:
        """A streaming replica that every commit waits for."""
        own = ExitStack()
        standby = own.enter_context(running(self.server, *SETTINGS))
        self.ask("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("postgres", "SELECT pg_reload_conf()")
        seen = "SELECT state, sync_state FROM pg_stat_replication"
        self._until(lambda: self.ask("postgres", seen) == [("streaming", "sync")])
        return Replica(standby, own)

    def fail_over(self, replica: Replica) -> None:
        """The server is gone for good, and the replica takes its place."""
        self.crash(hard=True)
        replica.server.promote()
        self._stack.close()
        self.server, self._stack = replica.server, replica.own

    def _until_nobody_is_at(self, name: str) -> None:
        there = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        self._until(lambda: self.ask("postgres", there, name) == [(0,)])

    @staticmethod
    def _until(is_so: Callable[[], object]) -> None:
        ends = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < ends, "the server never came to that"
            time.sleep(_STEP_S)


class Replica:
    """A server that follows another one."""

    def __init__(self, server: Postgres, own: ExitStack) -> None:
        self.server, self.own = server, own
