"""The tables of one house by their codes: each is opened when somebody comes to it, and only once.

Whoever reads a code here comes to that table. Knows no page, no board and no journal: what opens a
table is given to it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from weakref import WeakValueDictionary

from tricktable.table.table import Table


class OpenTables(Mapping[str, Table]):
    """Every table of the house, in the order in which they were opened; some are in memory.

    Mutable: tables come and go. Any thread may call any method. Looking at codes (`in`, `len`,
    iteration) opens nothing; looking a code up does, and may wait for a disk.
    """

    def __init__(self, wake: Callable[[str], Table]) -> None:
        """No table is known.

        `wake` opens the table with this code as the journal has it; what it raises (BadRow,
        Outage) is raised to whoever came to that table, who may come again.
        """
        self._wake = wake
        self._lock = threading.Lock()  # guards what follows, and is never held for a disk
        self._known: dict[str, threading.Lock] = {}
        self._awake: dict[str, Table] = {}
        # Whoever still holds a table that was let go goes on with the same one: one that was opened
        # beside it would know nothing of what happens there.
        self._held: WeakValueDictionary[str, Table] = WeakValueDictionary()

    # --- as a mapping ----------------------------------------------------------------------------

    def __getitem__(self, code: str) -> Table:
        """The table with this code, opened if need be. Raises: KeyError, BadRow, Outage."""
        with self._lock:
            if (table := self._awake.get(code)) is not None:
                return table
            turn = self._known[code]
        # One lock for each table: one whose rows take long to read holds up no other.
        with turn:
            with self._lock:
                table = self._awake.get(code) or self._held.get(code)
            if table is None:
                table = self._wake(code)
            with self._lock:
                if code not in self._known:
                    raise KeyError(code)  # it was closed meanwhile
                self._awake[code] = self._held[code] = table
            return table

    def __iter__(self) -> Iterator[str]:
        """The codes of all tables, whether they are in memory or not."""
        with self._lock:
            return iter([*self._known])

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, code: object) -> bool:
        return code in self._known

    # --- tables come and go ----------------------------------------------------------------------

    def add(self, codes: Iterable[str]) -> None:
        """There are these tables, too; one that is known already stays where it is."""
        with self._lock:
            for code in codes:
                self._known.setdefault(code, threading.Lock())

    def take_in(self, table: Table) -> None:
        """There is this table, too, which is in memory."""
        with self._lock:
            self._known.setdefault(table.code, threading.Lock())
            self._awake[table.code] = self._held[table.code] = table

    def remove(self, code: str) -> None:
        """There is no such table any more."""
        with self._lock:
            for each in (self._known, self._awake, self._held):
                each.pop(code, None)

    @property
    def awake(self) -> list[Table]:
        """The tables that are in memory now, and no other is opened for this."""
        with self._lock:
            return [*self._awake.values()]
