"""The tables of one house by their codes: each is opened when somebody comes to it, and only once.

Whoever reads a code here comes to that table, and once nobody has come for a while it may be let go
again. Knows no page, no board and no journal: what opens a table is given to it.
"""

import secrets
import threading
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from tricktable.store.clock import monotonic_ms
from tricktable.store.journal import BadRow, Extent, Outage
from tricktable.table.table import Table

CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0 and O, 1 and I: people also read codes aloud and type them."""
# 32,768 codes: enough for one host never to use a code twice, and short enough to be called across
# a room.
CODE_LENGTH: Final = 3
LAST_PLAYED: Final = 10
"""The list of all tables shows this many that were played last, even if somebody is at them, and
this many others more with each look: a row takes 17 µs to read, and a table has hundreds."""
LIVELY: Final = timedelta(minutes=15)
"""At a table whose newest row is younger, somebody plays, be it at another host."""


class SleepingTable(NamedTuple):
    """A table that is not in memory."""

    code: str
    last: str
    """The time of its newest row, ISO 8601; empty if that is not known."""


class AllTables(NamedTuple):
    """All tables at one moment, in the order in which they were opened."""

    awake: tuple[Table, ...]
    asleep: tuple[SleepingTable, ...]


def _still_open(tables: Mapping[str, Table]) -> Iterator[tuple[str, Table]]:
    for code in tables:
        try:
            found = code, tables[code]
        except KeyError:  # closed meanwhile
            continue
        yield found


class _Items(ItemsView[str, Table]):
    def __init__(self, tables: Mapping[str, Table]) -> None:
        super().__init__(tables)
        self._tables = tables

    def __iter__(self) -> Iterator[tuple[str, Table]]:
        return _still_open(self._tables)


class _Values(ValuesView[Table]):
    def __init__(self, tables: Mapping[str, Table]) -> None:
        super().__init__(tables)
        self._tables = tables

    def __iter__(self) -> Iterator[Table]:
        return (table for _, table in _still_open(self._tables))


class OpenTables(Mapping[str, Table]):
    """Every table of the house, in the order in which they were opened; some are in memory.

    Mutable: tables come and go. Any thread may call any method. Looking at codes (`in`, `len`,
    iteration) opens nothing; looking a code up does, and may wait for a disk.
    """

    def __init__(
        self,
        wake: Callable[[str], Table],
        rouse: Callable[[Table], None] = lambda _: None,
        extents: Callable[[], Iterable[Extent]] = lambda: (),
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        """No table is known.

        Args:
            wake: opens the table with this code as the journal has it; what it raises (BadRow,
                Outage; KeyError, if there is none any more) is raised to whoever came to that
                table, who may come again.
            rouse: brings a table up to date that was let go and that somebody still holds.
            extents: how far each table's rows reach. Raises: Outage.
            now_ms: a clock that never goes back.
        """
        self._wake, self._rouse, self._extents, self._now_ms = wake, rouse, extents, now_ms
        self._lock = threading.Lock()  # guards what follows, and is never held for a disk
        self._known: dict[str, threading.Lock] = {}
        self._awake: dict[str, Table] = {}
        self._visited_ms: dict[str, int] = {}
        # Whoever still holds a table that was let go goes on with the same one: one that was opened
        # beside it would know nothing of what happens there.
        self._held: WeakValueDictionary[str, Table] = WeakValueDictionary()

    # --- as a mapping ----------------------------------------------------------------------------

    def __getitem__(self, code: str) -> Table:
        """The table with this code, opened if need be. Raises: KeyError, BadRow, Outage."""
        if (table := self.present(code)) is not None:
            return table
        with self._lock:
            turn = self._known[code]
        # One lock for each table: one whose rows take long to read holds up no other.
        with turn:
            with self._lock:
                table, held = self._awake.get(code), self._held.get(code)
            if table is None and held is not None:
                self._rouse(held)
            table = table or held or self._wake(code)
            with self._lock:
                if code not in self._known:
                    raise KeyError(code)  # it was closed meanwhile
                self._keep(table)
            return table

    def __iter__(self) -> Iterator[str]:
        """The codes of all tables, whether they are in memory or not."""
        with self._lock:
            return iter([*self._known])

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, code: object) -> bool:
        return code in self._known

    def items(self) -> ItemsView[str, Table]:
        """Every table with its code, opened if need be. Leaves out what is closed meanwhile."""
        return _Items(self)

    def values(self) -> ValuesView[Table]:
        """Every table, each opened if need be. Leaves out what is closed meanwhile."""
        return _Values(self)

    def _keep(self, table: Table) -> None:
        self._awake[table.code] = self._held[table.code] = table
        self._visited_ms[table.code] = self._now_ms()

    # --- tables come and go ----------------------------------------------------------------------

    def add(self, codes: Iterable[str]) -> None:
        """Add these tables; known ones stay as they are."""
        with self._lock:
            for code in codes:
                self._known.setdefault(code, threading.Lock())

    def take_in(self, table: Table) -> None:
        """There is this table, too, which is in memory."""
        with self._lock:
            self._known.setdefault(table.code, threading.Lock())
            self._keep(table)

    def remove(self, code: str) -> None:
        """There is no such table any more."""
        with self._lock:
            for each in (self._known, self._awake, self._visited_ms, self._held):
                each.pop(code, None)

    # --- they wake and sleep ---------------------------------------------------------------------

    @property
    def awake(self) -> list[Table]:
        """The tables in memory. Opens no others, and does not count as a visit."""
        with self._lock:
            return [*self._awake.values()]

    @property
    def number_awake(self) -> int:
        """How many tables are in memory."""
        # Without the lock: a table asks with its own held, and whoever has this one asks tables.
        return len(self._awake)

    def awake_among(self, codes: Iterable[str]) -> dict[str, Table]:
        """Those of these tables that are in memory, by code."""
        with self._lock:
            return {code: self._awake[code] for code in codes if code in self._awake}

    def is_asleep(self, code: str) -> bool:
        """Whether this table is not in memory, or unknown; no visit."""
        return code not in self._awake

    def present(self, code: str) -> Table | None:
        """The table with this code if it is in memory, which is a visit, too; never waits."""
        with self._lock:
            table = self._awake.get(code)
            if table is not None:
                self._visited_ms[code] = self._now_ms()
            return table

    def idle_tables(self, for_ms: int) -> list[Table]:
        """The tables in memory to which nobody has come for so long."""
        latest_ms = self._now_ms() - for_ms
        with self._lock:
            return [
                each for each in self._awake.values() if self._visited_ms[each.code] <= latest_ms
            ]

    def let_go(self, code: str, unvisited_ms: int) -> bool:
        """Keep this table no longer in memory, unless somebody has come to it since; returns that.

        Whoever holds it goes on with it.
        """
        with self._lock:
            if self._visited_ms.get(code, 0) > self._now_ms() - unvisited_ms:
                return False
            self._visited_ms.pop(code, None)
            return self._awake.pop(code, None) is not None

    def wake_last_played(self) -> AllTables:
        """All tables; those that were played last are woken, and others that are played now.

        No more than `LAST_PLAYED` are woken at once, those with the newest rows first; what cannot
        be read sleeps on.
        """
        try:
            last = {each.table: each.at for each in self._extents() if each.table in self}
        except Outage:
            last = {}
        lively = (datetime.now(UTC) - LIVELY).isoformat()
        newest_first = sorted(last, key=lambda code: last[code], reverse=True)
        shown = [
            code
            for place, code in enumerate(newest_first)
            if place < LAST_PLAYED or last[code] > lively
        ]
        for code in islice((code for code in shown if self.present(code) is None), LAST_PLAYED):
            try:
                self.get(code)
            except (BadRow, Outage):
                continue
        with self._lock:
            known, awake = [*self._known], {**self._awake}
        return AllTables(
            tuple(awake[code] for code in known if code in awake),
            tuple(SleepingTable(code, last.get(code, "")) for code in known if code not in awake),
        )


def new_code() -> str:
    """A random code for a new table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
