"""Looks after the tables that are in memory: saves what waits, ends old claims, lets idle ones go.

One thread for all of them. It also comes to tables for those who must not wait for a disk. Knows no
page and no board: who is at a table is told to it.
"""

import logging
import queue
import threading
import time
from collections.abc import Iterable
from typing import Final, Protocol

from tricktable.house.open_tables import OpenTables
from tricktable.store.journal import BadRow, Full, Journal, JournalError, Outage
from tricktable.store.journal.rounds import Rounds
from tricktable.table.table import Table

LOOK_S: Final = 1.0
"""A disk that has room again is used within a second."""

_log = logging.getLogger(__name__)


class Guests(Protocol):
    """Who is at the tables. Each method returns at once."""

    def at_tables(self) -> Iterable[str]:
        """The codes of the tables that somebody follows, or whose board is here."""

    def tell_boards(self) -> None:
        """Tell the tables what has become of their boards."""

    def has_work_for(self, code: str) -> bool:
        """Whether `arrive` has something to do at this table."""

    def may_go(self, table: Table) -> bool:
        """Whether nothing is under way at a table that nobody follows."""

    def clear_up_after(self, table: Table) -> None:
        """Note that this table is no longer in memory; may wait."""

    def arrive(self, code: str) -> None:
        """Do what `come_to` was called for. May wait. Raises: KeyError, BadRow, Outage."""


class Caretaker(threading.Thread):
    """Looks after the tables from `start` until `stop`. Mutable."""

    def __init__(self, tables: OpenTables, journal: Journal, guests: Guests, idle_s: float) -> None:
        """Make one that is not running yet; a table sleeps after `idle_s` without a visitor."""
        super().__init__(name="caretaker", daemon=True)
        self._tables, self._journal, self._guests = tables, journal, guests
        self._idle_ms = int(idle_s * 1000)
        self._calls: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._over = threading.Event()
        self._rounds = Rounds("looking after the tables")
        self._of_table: dict[str, Rounds] = {}  # one that fails keeps no other waiting

    def come_to(self, code: str) -> None:
        """Have `Guests.arrive` called with this code soon. Returns at once; from any thread."""
        self._calls.put(code)

    def stop(self) -> None:
        """End the thread; returns when that is done."""
        self._over.set()
        self._calls.put(None)
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Look after the tables until `stop`."""
        due_s = time.monotonic()
        while not self._over.is_set():
            try:
                code = self._calls.get(timeout=max(0.0, due_s - time.monotonic()))
            except queue.Empty:
                with self._rounds:
                    self.look()
                due_s = time.monotonic() + LOOK_S
                continue
            with self._rounds:
                if code is not None:
                    self._come_to(code)

    def _come_to(self, code: str) -> None:
        try:
            self._guests.arrive(code)
        except (KeyError, BadRow, Outage) as fault:
            _log.info("cannot come to table %s: %s", code, fault)

    def look(self) -> None:
        """Look after the tables once."""
        try:
            self._journal.look()
            fault: JournalError | None = None
        except (Full, Outage) as error:
            fault = error
        for table in self._tables.awake:
            with self._of_table.setdefault(table.code, Rounds(f"table {table.code}")):
                table.journal_is(fault)
                table.end_old_claims()
        self._guests.tell_boards()
        at_tables = {*self._guests.at_tables()}
        for code in at_tables:
            # A table may have been let go just when somebody came to it; or could not be read.
            if code in self._tables and (
                self._tables.present(code) is None or self._guests.has_work_for(code)
            ):
                self._come_to(code)
        for table in self._tables.idle_tables(self._idle_ms):
            if self._guests.may_go(table) and self._tables.let_go(table.code, self._idle_ms):
                self._guests.clear_up_after(table)
