"""The exchange: asks who is at each port, and connects each board to its table's line.

Opens ports and saves what must outlive the host; `placing` decides which board goes where,
and and and and what a board says after its hello is its line's business.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

import serial

from tricktable.board.link.asking import Connected, ask
from tricktable.board.link.loopback import shown
from tricktable.board.link.placing import Placing
from tricktable.board.link.ports import Busy, Port
from tricktable.board.link.sealed_port import Stranger
from tricktable.store.journal import Full, Home, Journal, Outage

LOOK_AGAIN_S: Final = 0.5
"""Between two looks for ports, and between two questions at a silent one."""
END_S: Final = 10.0
"""Asking at a port ends long before, even on a busy computer."""

_log = logging.getLogger(__name__)


class _Call(NamedTuple):
    """An open port waiting for its line, or the reason why it cannot be opened."""

    port: Port | None
    fault: Exception | None = None


class Exchange(threading.Thread):
    """Connects boards to lines from `start` until `stop`. Mutable; safe between threads."""

    def __init__(
        self,
        find: Callable[[], Iterable[str]],
        opened: Callable[[str], Port],
        journal: Journal,
        open_table: Callable[[], str],
        connect: Callable[[str], None],
    ) -> None:
        """Make an exchange that is not running yet. Raises: Outage.

        Args:
            find: lists the ports that may be boards, afresh on each call.
            opened: opens one of them.
            journal: stores which board belongs to which table.
            open_table: opens one more table for a board that has none; returns its code.
            connect: tells a table's line that there is a port for it; returns at once.
        """
        super().__init__(name="exchange", daemon=True)
        self._find, self._opened = find, opened
        self._journal, self._open_table, self._connect = journal, open_table, connect
        self._changed = threading.Condition()  # its lock guards all that follows
        self._placing = Placing(homes={each.board: each.table for each in journal.homes()})
        self._calls: dict[str, _Call] = {}
        self._callers: dict[str, threading.Thread] = {}
        self._unkept: dict[str, Home] = {}
        self._looks_begun = self._looks_ended = 0
        self._is_due = False  # a look, at once
        self._is_stuck = False
        self._is_over = False
        self._is_broken = False

    # --- for the house ----------------------------------------------------------------------------

    def table_opened(self, table: str) -> None:
        """Note that there is a table with this code."""
        with self._changed:
            self._placing = self._placing.opened(table)

    def table_not_opened(self, table: str) -> None:
        """Note that the table with this code cannot be opened; its board waits."""
        with self._changed:
            self._placing = self._placing.not_opened(table)

    def table_closed(self, table: str) -> None:
        """Note that this table no longer exists."""
        with self._changed:
            self._placing = self._placing.closed(table)

    @property
    def boards(self) -> Mapping[str, str]:
        """The board of each table that has one, plugged in or not, by the table's code."""
        with self._changed:
            owned = {table: self._placing.board_of(table) for table in self._placing.tables}
        return {table: board for table, board in owned.items() if board is not None}

    def has_board(self, table: str) -> bool:
        """Whether a board belongs to this table, plugged in or not."""
        with self._changed:
            return self._placing.board_of(table) is not None

    def serves(self, table: str) -> bool:
        """Whether the table's line has a port open."""
        with self._changed:
            return table in self._placing.served.values()

    def settle(self, board: str, table: str) -> None:
        """Give the board to this table from now on."""
        with self._changed:
            self._settle(board, table)
        self._keep()

    def give(self, board: str, table: str) -> list[str]:
        """Give the board to this table, whose own goes to the table that it came from.

        Returns the tables whose lines must release their boards.
        """
        with self._changed:
            before = self._placing
            for each, home in before.swapped(board, table).items():
                self._settle(each, home)
            moved = {before.board_of(each): each for each in before.tables}
            changed = [board, before.board_of(table)]
            self._changed.notify_all()
        self._keep()
        return [moved[each] for each in changed if each in moved]

    def stop(self) -> None:
        """End the thread and close every port that no line has; returns when that is done."""
        with self._changed:
            self._is_over = True
            callers = [*self._callers.values()]
            self._changed.notify_all()
        for each in (self, *callers):
            if each.is_alive():
                each.join(END_S)

    # --- for a line -------------------------------------------------------------------------------

    def offers(self, table: str) -> list[str]:
        """The port that this table's line should open now, or a faulty one.

        Raises: RuntimeError, once a bug has ended the exchange; so lines do not wait for ever.
        """
        with self._changed:
            if self._is_broken:
                raise RuntimeError("the exchange has ended")
            due = self._placing.due(table)
            if due is not None and due in self._calls:
                return [due]
            # First, for it is the rule: every line asks again and again, and who is worried takes a
            # look at all tables.
            faulty = [port for port, call in self._calls.items() if call.fault is not None]
            return faulty if faulty and self._placing.worried() == table else []

    def take(self, port: str, table: str) -> Connected:
        """Hand the port over to the table's line. Raises: what opening it raised."""
        with self._changed:
            call = self._calls.get(port)
            if call is not None and call.fault is not None:
                raise call.fault.with_traceback(None)
            if call is None or call.port is None or self._placing.due(table) != port:
                raise serial.SerialException(f"{port}: gone")
            del self._calls[port]
            self._placing = self._placing.taken(port, table)
            return Connected(call.port, lambda: self._release(port))

    def _release(self, port: str) -> None:
        with self._changed:
            self._placing = self._placing.released(port)
            self._changed.notify_all()

    # --- the exchange's own thread ----------------------------------------------------------------

    def run(self) -> None:
        """Look for ports and for boards without a table until `stop`."""
        try:
            while not self._is_over:
                self._look()
                self._house()
                self._keep()
                with self._changed:
                    self._changed.wait_for(self._has_work, LOOK_AGAIN_S)
        finally:
            with self._changed:
                self._is_broken = not self._is_over

    def _has_work(self) -> bool:
        is_homeless = not self._is_stuck and bool(self._placing.homeless())
        return self._is_over or self._is_due or is_homeless

    def _look(self) -> None:
        with self._changed:
            self._is_due = False
            self._looks_begun += 1
            number = self._looks_begun
        ports = [*self._find()]
        with self._changed:
            self._looks_ended = number
            self._have(ports)

    def _have(self, ports: Iterable[str]) -> None:
        """Take in the present ports, and start asking at each new one."""
        self._placing = self._placing.looked(ports)
        # A thread for each port: one where nobody answers, or a driver that hangs, delays no other
        # board.
        for port in self._placing.ports - {*self._callers}:
            caller = threading.Thread(
                target=self._call, args=(port,), name=f"caller at {port}", daemon=True
            )
            self._callers[port] = caller
            caller.start()
        self._changed.notify_all()

    def _house(self) -> None:
        """Find a table for each board that has none."""
        with self._changed:
            # Nobody is homeless before every port has been asked: an unknown board must not take
            # the place of one that is plugged in too.
            homeless, self._is_stuck = self._placing.homeless(), False
        for board in homeless:
            with self._changed:
                if board not in self._placing.homeless():
                    continue  # one before it was given the last free table
                table = self._placing.place(board)
            if table is None:
                try:
                    # Outside the lock: opening a table waits for the disk, and lines ask for their
                    # ports meanwhile.
                    table = self._open_table()
                except (Full, Outage) as fault:
                    _log.warning("cannot open a table for another board: %s", fault)
                    self._is_stuck = True
                    return
            with self._changed:
                self._settle(board, table)
            self._connect(table)

    def _settle(self, board: str, table: str) -> None:
        self._placing = self._placing.settled(board, table)
        since = datetime.now(UTC).isoformat("T", "microseconds")
        self._unkept[board] = Home(board, table, since)

    def _keep(self) -> None:
        """Make pending changes durable; without room, tries again later."""
        with self._changed:
            homes = dict(self._unkept)
        try:
            self._journal.keep_homes([*homes.values()])
        except (Full, Outage):
            return
        with self._changed:
            for board, home in homes.items():
                # It may have been given to another table while this was written.
                if self._unkept.get(board) == home:
                    del self._unkept[board]

    # --- a thread for each port -------------------------------------------------------------------

    def _call(self, port: str) -> None:
        """Ask who is there, again and again, until the port is gone."""
        try:
            while self._is_wanted(port):
                try:
                    found = ask(self._opened(port), lambda: self._is_wanted(port))
                    call, board = _Call(found.port), found.board
                except (Busy, Stranger, serial.SerialException, OSError) as fault:
                    call, board = _Call(None, fault), None
                with self._changed:
                    self._take_in(port, call, board)
                    if board is not None:
                        self._hold(port)
                    self._wait_for_a_look()
        finally:
            with self._changed:
                self._hang_up(port)
                del self._callers[port]

    def _wait_for_a_look(self) -> None:
        """Wait for the next look at the ports: the name may belong to another device now."""
        next_one = self._looks_begun + 1
        self._changed.wait_for(lambda: self._is_over or self._looks_ended >= next_one)

    def _is_wanted(self, port: str) -> bool:
        return not self._is_over and port in self._placing.ports

    def _take_in(self, port: str, call: _Call, board: str | None) -> None:
        self._placing = self._placing.said(port, board)
        before = self._calls.pop(port, None)
        if call != _Call(None):
            self._calls[port] = call
        if call.fault and (before is None or str(before.fault) != str(call.fault)):
            _log.info("%s: %s", shown(port), call.fault)
        self._changed.notify_all()
        table = self._placing.homes.get(board) if board is not None else None
        if table is not None:
            self._connect(table)

    def _hold(self, port: str) -> None:
        """Wait until a line has used the port, or none can want it any more; then look at once."""
        self._changed.wait_for(lambda: self._is_over or port not in self._placing.heard)
        self._is_due = True
        self._changed.notify_all()

    def _hang_up(self, port: str) -> None:
        """Close the port, if it is open and no line has it."""
        call = self._calls.pop(port, None)
        if call is not None and call.port is not None:
            call.port.close()
