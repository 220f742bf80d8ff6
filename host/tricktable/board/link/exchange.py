"""The exchange: asks who is at each port, and connects each board to its table's line.

Opens ports and saves what must outlive the host; `placing` decides which board goes where,
`hosts` which host may have it, and what a board says after its hello is its line's business.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple, Protocol

import serial

from tricktable.board.link.hello import LentPort, hello
from tricktable.board.link.loopback import without_secret
from tricktable.board.link.placement import Placement
from tricktable.board.link.ports import Port
from tricktable.board.link.sealed_port import is_on_network
from tricktable.board.link.unusable import Unusable
from tricktable.store.hosts import HeldBoard, Hosts
from tricktable.store.journal import Full, Home, Journal, JournalError, Outage
from tricktable.store.journal.rounds import Rounds

# Part of what cards wait at worst for a board's next host (store/hosts.py).
LOOK_AGAIN_S: Final = 0.5
"""Between two looks for ports, and between two questions at a silent one."""
LEARN_S: Final = 1.0
"""How late a board moves that was given to another table at another host."""
END_S: Final = 10.0
"""Asking at a port ends long before, even on a busy computer."""

_log = logging.getLogger(__name__)


class Tables(Protocol):
    """The tables of this host, as boards come to them."""

    def open_table(self) -> str:
        """Open one more table for a board that has none; returns its code. Raises: Full, Outage."""

    def appear(self, codes: Iterable[str]) -> None:
        """Take in tables that another host has opened. Raises: Outage."""

    def connect(self, table: str) -> None:
        """Let the table's line look: there is a port for it, or its board's state has changed.

        Returns at once.
        """

    def let_go(self, table: str) -> None:
        """Let the table's line release its board, which belongs elsewhere. Returns at once."""

    def board_status(self, table: str) -> HeldBoard:
        """What other hosts are told of the board that serves the table here."""


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
        tables: Tables,
    ) -> None:
        """Make an exchange that is not running yet. Raises: Outage.

        Args:
            find: lists the ports that may be boards, afresh on each call.
            opened: opens one of them.
            journal: stores which board belongs to which table.
            tables: the tables of this host, and their lines.
        """
        super().__init__(name="exchange", daemon=True)
        self._find, self._opened = find, opened
        self._journal, self._tables = journal, tables
        self.hosts = Hosts(journal, self._status_of_boards, self._others_hold)
        """This host among those of its club."""
        self._changed = threading.Condition()  # its lock guards all that follows
        self._placing = Placement(homes={each.board: each.table for each in journal.homes()})
        self._calls: dict[str, _Call] = {}
        self._callers: dict[str, threading.Thread] = {}
        self._held: dict[str, str] = {}  # the board at each port that we hold
        self._unkept: dict[str, Home] = {}
        self._settled = 0
        self._learned_s = time.monotonic()
        self._looks_begun = self._looks_ended = 0
        self._is_due = False  # a look, at once
        self._is_stuck = False
        self._is_over = False
        self._is_broken = False
        self._rounds = Rounds("looking for boards")

    # --- for the house ----------------------------------------------------------------------------

    def table_opened(self, table: str) -> None:
        """Note that there is a table with this code."""
        with self._changed:
            self._placing = self._placing.with_table(table)

    def table_not_opened(self, table: str) -> None:
        """Note that the table with this code cannot be opened; its board waits."""
        with self._changed:
            self._placing = self._placing.with_unsound(table)

    def table_closed(self, table: str) -> None:
        """Note that this table no longer exists."""
        with self._changed:
            self._placing = self._placing.without_table(table)

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

    @property
    def at_tables(self) -> frozenset[str]:
        """The tables whose boards are plugged in here."""
        with self._changed:
            homes = self._placing.homes
            here = (homes.get(who) for who in self._placing.board_at.values() if who is not None)
            return frozenset(self._placing.table_at.values()) | frozenset(filter(None, here))

    @property
    def is_broken(self) -> bool:
        """Whether a bug has ended it."""
        return self._is_broken

    def has_work_for(self, table: str) -> bool:
        """Whether there is a port that this table's line should open now, or a faulty one."""
        return not self._is_broken and bool(self.offers(table))

    def serves(self, table: str) -> bool:
        """Whether a board serves the table, here or at another host."""
        with self._changed:
            return self._placing.is_used(table)

    def elsewhere(self, table: str) -> HeldBoard | None:
        """What another host says of the board that it has at this table; None if none has."""
        held = self.hosts.theirs().values()
        return next((each for each in held if each.table == table and each.state), None)

    def settle(self, board: str, table: str) -> None:
        """Give the board to this table from now on."""
        with self._changed:
            self._settle(board, table)
        self._keep()  # outside the lock, for it waits for a disk and lines ask for their ports

    def give(self, board: str, table: str) -> list[str]:
        """Give the board to this table, whose own goes to the table that it came from.

        Returns the tables whose lines must release their boards.
        """
        with self._changed:
            before = self._placing
            for each, home in before.exchange_homes(board, table).items():
                self._settle(each, home)
            moved = {before.board_of(each): each for each in before.tables}
            changed = [board, before.board_of(table)]
            self._changed.notify_all()
        self._keep()
        return [moved[each] for each in changed if each in moved]

    def stop(self) -> None:
        """End the thread and close every port that no line has; returns when that is done.

        Other hosts may take the boards then.
        """
        with self._changed:
            self._is_over = True
            callers = [*self._callers.values()]
            self._changed.notify_all()
        for each in (self, *callers):
            if each.is_alive():
                each.join(END_S)
        self.hosts.stop()

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
            return faulty if faulty and self._placing.table_to_warn() == table else []

    def take(self, port: str, table: str) -> LentPort:
        """Hand the port over to the table's line. Raises: what opening it raised."""
        with self._changed:
            call = self._calls.get(port)
            if call is not None and call.fault is not None:
                raise call.fault.with_traceback(None)
            if call is None or call.port is None or self._placing.due(table) != port:
                raise serial.SerialException(f"{port}: gone")
            del self._calls[port]
            self._placing = self._placing.with_line(port, table)
            return LentPort(call.port, lambda: self._release(port))

    def holds(self, table: str) -> bool:
        """Whether the board at the table's line is still this host's.

        May wait for the database, if this host was stopped for a while.
        """
        with self._changed:
            board = self._placing.served_by(table)
        return board is None or self.hosts.holds(board)

    def _release(self, port: str) -> None:
        with self._changed:
            self._placing = self._placing.without_line(port)
            board = self._held.pop(port, None)
            self._changed.notify_all()
        if board is not None:
            self.hosts.leave(board)

    # --- the exchange's own thread ----------------------------------------------------------------

    def run(self) -> None:
        """Look for ports and for boards without a table until `stop`."""
        try:
            # First of all: a board that another host has is not even asked.
            with self._rounds:
                self.hosts.beat()
            self.hosts.start()
            while not self._is_over:
                with self._rounds:
                    self._learn_in_time()
                    self._look()
                    self._assign_tables()
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
        self._placing = self._placing.with_ports(ports)
        # A thread for each port: one where nobody answers, or a driver that hangs, delays no other
        # board.
        for port in self._placing.ports - {*self._callers}:
            caller = threading.Thread(
                target=self._call, args=(port,), name=f"caller at {port}", daemon=True
            )
            self._callers[port] = caller
            caller.start()
        self._changed.notify_all()

    def _assign_tables(self) -> None:
        """Find a table for each board that has none."""
        with self._changed:
            is_due = bool(self._placing.homeless())
        if not is_due:
            self._is_stuck = False
            return
        with self.hosts.turn() as is_ours:
            if not is_ours:
                self._is_stuck = True  # tried again at the next look
                return
            self._learn()  # another host may have given a table away just now
            self._give_tables()
            self._keep()

    def _give_tables(self) -> None:
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
                    table = self._tables.open_table()
                except (Full, Outage) as fault:
                    _log.warning("cannot open a table for another board: %s", fault)
                    self._is_stuck = True
                    return
            with self._changed:
                self._settle(board, table)
            self._tables.connect(table)

    def _settle(self, board: str, table: str) -> None:
        self._placing = self._placing.with_home(board, table)
        self._settled += 1
        since = datetime.now(UTC).isoformat("T", "microseconds")
        self._unkept[board] = Home(board, table, since)

    def _keep(self) -> None:
        """Make pending changes durable; without room, tries again later."""
        with self._changed:
            homes = dict(self._unkept)
        try:
            self._journal.keep_homes([*homes.values()])
        except (Full, Outage):
            return  # they are still in `_unkept`, for the next time
        with self._changed:
            for board, home in homes.items():
                # It may have been given to another table while this was written.
                if self._unkept.get(board) == home:
                    del self._unkept[board]

    # --- other hosts ------------------------------------------------------------------------------

    def _status_of_boards(self) -> Mapping[str, HeldBoard]:
        """What this host says of its boards, to the others."""
        with self._changed:
            serving = {
                board: self._placing.table_at.get(port) for port, board in self._held.items()
            }
        return {
            board: self._tables.board_status(table) for board, table in serving.items() if table
        }

    def _others_hold(self, held: Mapping[str, HeldBoard]) -> None:
        """Take in what other hosts have now; tables are told that show another board's state."""
        with self._changed:
            before, homes = self._placing.elsewhere, self._placing.homes
            mine = {*self._held.values()}  # one of them was perhaps taken over just now
            boards = {
                board: each.table or homes.get(board, "")
                for board, each in held.items()
                if board not in mine
            }
            self._placing = self._placing.with_elsewhere(boards)
            self._changed.notify_all()
        for table in {*before.values(), *boards.values()} - {""}:
            self._tables.connect(table)

    def _learn_in_time(self) -> None:
        """Let boards go that another host has given to another table."""
        if not self._journal.is_shared or time.monotonic() - self._learned_s < LEARN_S:
            return
        self._learned_s = time.monotonic()
        self._learn()
        with self._changed:
            away = [
                table
                for port, table in self._placing.table_at.items()
                if (board := self._placing.board_at.get(port)) is not None
                and self._placing.homes.get(board, table) != table
            ]
        for table in away:
            self._tables.let_go(table)

    def _learn(self) -> None:
        """Read where boards belong: another host may have given them another table."""
        with self._changed:
            unkept, settled = {*self._unkept}, self._settled
        try:
            homes = {each.board: each.table for each in self._journal.homes()}
        except JournalError:
            return  # what is known stays true until another host says something else
        with self._changed:
            if self._settled != settled:
                return  # read before that
            for board, table in homes.items():
                if board not in unkept and self._placing.homes.get(board) != table:
                    self._placing = self._placing.with_home(board, table)

    def _is_ours(self, port: str, board: str) -> bool:
        """Whether this host holds the board that said hello there; then its table is known, too."""
        if not self.hosts.take(board, _reached_at(port)):
            return False
        with self._changed:
            self._held[port] = board
            others = self._placing.elsewhere.items()
            self._placing = self._placing.with_elsewhere(
                {each: table for each, table in others if each != board}
            )
        self._learn()
        with self._changed:
            table = self._placing.homes.get(board)
            is_new = table is not None and not self._placing.knows(table)
        if table is not None and is_new:
            # Opened at another host, perhaps a moment ago.
            with contextlib.suppress(JournalError):
                self._tables.appear([table])
        return True

    def _is_anothers(self, port: str) -> bool:
        """Whether another host has the board there, as far as is known; at a cable nobody has."""
        there = _reached_at(port)
        return bool(there) and there in {each.port for each in self.hosts.theirs().values()}

    # --- a thread for each port -------------------------------------------------------------------

    def _call(self, port: str) -> None:
        """Ask who is there, again and again, until the port is gone."""
        rounds = Rounds(f"asking at {without_secret(port)}")
        try:
            while self._is_wanted(port):
                with rounds:
                    self._call_once(port)
                with self._changed:
                    self._wait_for_a_look()
        finally:
            with self._changed:
                self._hang_up(port)
                del self._callers[port]

    def _call_once(self, port: str) -> None:
        call, board = (_Call(None), None) if self._is_anothers(port) else self._ask(port)
        with self._changed:
            self._take_in(port, call, board)
            if board is not None:
                self._hold(port)

    def _ask(self, port: str) -> tuple[_Call, str | None]:
        """The open port and the board that said hello there, if it is ours; or why there is none.

        A port that opens and has no board for us is closed again.
        """
        try:
            found = hello(self._opened(port), lambda: self._is_wanted(port))
        except (Unusable, serial.SerialException, OSError) as fault:
            return _Call(None, fault), None
        if found.port is not None and found.board is not None:
            if self._is_ours(port, found.board):
                return _Call(found.port), found.board
            found.port.close()
        return _Call(None), None

    def _wait_for_a_look(self) -> None:
        """Wait for the next look at the ports: the name may belong to another device now."""
        next_one = self._looks_begun + 1
        self._changed.wait_for(lambda: self._is_over or self._looks_ended >= next_one)

    def _is_wanted(self, port: str) -> bool:
        return not self._is_over and port in self._placing.ports

    def _take_in(self, port: str, call: _Call, board: str | None) -> None:
        self._placing = self._placing.with_hello(port, board)
        before = self._calls.pop(port, None)
        if call != _Call(None):
            self._calls[port] = call
        if call.fault and (before is None or str(before.fault) != str(call.fault)):
            _log.info("%s: %s", without_secret(port), call.fault)
        self._changed.notify_all()
        table = self._placing.homes.get(board) if board is not None else None
        if call.fault is not None:
            table = self._placing.table_to_warn()
        if table is not None:
            self._tables.connect(table)

    def _hold(self, port: str) -> None:
        """Wait until a line has used the port, or none can want it any more; then look at once."""
        self._changed.wait_for(lambda: self._is_over or port not in self._placing.board_at)
        self._is_due = True
        self._changed.notify_all()

    def _hang_up(self, port: str) -> None:
        """Close the port, if it is open and no line has it."""
        call = self._calls.pop(port, None)
        if call is not None and call.port is not None:
            call.port.close()
            if board := self._held.pop(port, None):
                self.hosts.leave(board)


def _reached_at(port: str) -> str:
    """The address of a port that other hosts reach, too; empty for a cable."""
    return port if is_on_network(port) else ""
