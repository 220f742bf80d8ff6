"""The lines of a house: a table gets one when there is a board for it, and not before.

Without a line a table's board is whatever the exchange knows about it. Opens no port.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from tricktable.board.checkup import Facts
from tricktable.board.link.exchange import Exchange
from tricktable.board.link.line import ENDED, Line
from tricktable.table.table import Table
from tricktable.table.views import ABSENT, REFUSED, SILENT, WITHOUT, TableView

DrawFor = Callable[[Line, TableView, TableView | None], str]
"""Makes a board's picture; the line tells what is known about the board."""


class Lines:
    """Lines by their tables' codes. Mutable; any thread may call any method."""

    def __init__(self, exchange: Exchange, draw: DrawFor) -> None:
        self._exchange, self._draw = exchange, draw
        self._lock = threading.Lock()
        self._lines: dict[str, Line] = {}
        self._is_running = False

    @property
    def by_table(self) -> Mapping[str, Line]:
        """Every line there is now, by the code of its table."""
        with self._lock:
            return dict(self._lines)

    def of(self, table: Table) -> Line:
        """The line of this table, which now has one."""
        with self._lock:
            line = self._lines.get(table.code)
            if line is None:
                line = self._lines[table.code] = self._make_line(table)
                if self._is_running:
                    line.start()
            return line

    def _make_line(self, table: Table) -> Line:
        code = table.code

        def draw(now: TableView, before: TableView | None) -> str:
            line = itself()
            assert line is not None  # it is drawing
            return self._draw(line, now, before)

        line = Line(
            table,
            lambda: self._exchange.offers(code),
            draw,
            lambda port: self._exchange.take(port, code),
            lambda: self._exchange.has_board(code),
            lambda: self._exchange.holds(code),
            lambda: self._exchange.elsewhere(code),
        )
        # Weakly: else a line, and its table with it, would stay until all garbage is collected.
        itself = weakref.ref(line)
        return line

    def tell(self, table: Table) -> None:
        """Tell a table without a line what is known about its board."""
        if table.code in self._lines:
            return
        board, there = table.view().board, self._exchange.elsewhere(table.code)
        if self._exchange.is_broken:
            table.board_is(REFUSED, ENDED)
        elif there is not None:
            table.buttons_answer(not there.lets_in)
            table.board_is(there.state, there.word_for_reader)
        elif not self._exchange.has_board(table.code):
            table.board_is(WITHOUT)
        elif board == WITHOUT:
            table.board_is(ABSENT)
        elif board != ABSENT:  # it was there, here or at another host
            table.board_is(SILENT)

    def start(self) -> None:
        """Look for boards from now on."""
        with self._lock:
            self._is_running = True
            for line in self._lines.values():
                line.start()

    def stop(self) -> None:
        """Release all boards; returns when that is done."""
        with self._lock:
            self._is_running = False
            lines = [*self._lines.values()]
        for line in lines:
            line.stop()

    def remove(self, code: str) -> None:
        """This table has no line any more; returns when that has ended."""
        with self._lock:
            line = self._lines.pop(code, None)
        if line is not None:
            line.stop()

    def silence_s(self, code: str) -> float | None:
        """How long a table's board has been silent; None without one."""
        line = self._lines.get(code)
        return line.silence_s() if line else None

    def examine(self, test: bool, tables: Mapping[str, Table]) -> Mapping[str, Facts]:
        """Ask every board about its health, all at once; by the code of its table.

        Of `tables` without a line, too, it is said what is known.
        """
        asked = self.by_table
        facts = {
            code: self._make_line(table).facts()
            for code, table in tables.items()
            if code not in asked
        }
        if asked:
            # All at once: each waits seconds for its board's self test.
            with ThreadPoolExecutor(len(asked)) as askers:
                told = askers.map(lambda line: line.examine(test), asked.values())
                facts |= zip(asked, told, strict=True)
        return {code: facts[code] for code in dict.fromkeys((*tables, *asked))}
