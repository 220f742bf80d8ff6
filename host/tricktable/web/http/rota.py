"""Whose turn it is in the hub: addresses take turns, one piece of work for each.

Between two turns the hub does everything else, so newcomers are admitted and updates sent however
many requests wait. A turn lasts until its greenlet waits for something.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from gevent.hub import Waiter

from tricktable.web.fair_queue import FairQueue
from tricktable.web.http.connection import Connection

SLICE_S: Final = 0.002
"""Turns follow each other for so long, then everything else in the hub has its own. A page takes
about as long, so it is one page at a time."""


class Alarm(Protocol):
    """Calls back when everything else in the hub had its turn. A protocol: gevent has no types."""

    def start(self, callback: Callable[[], None], /) -> None:
        """Call this, once and soon."""

    def stop(self) -> None:
        """Do not."""

    def close(self) -> None:
        """Release it."""


class Rota:
    """Who is in line, and who is at work. Belongs to the hub's thread. Mutable."""

    def __init__(self, per_address: int, timer: Callable[[], Alarm]) -> None:
        """This many of one address are at work at once, in line in the order in which they came.

        `timer` makes one that is due at once.
        """
        self._per_address = per_address
        self._new_timer = timer
        self._timer: Alarm | None = None
        self._is_set = False
        self._queue: FairQueue[Connection] = FairQueue(in_order=per_address)
        self._in_line: dict[Connection, Callable[[bool], None]] = {}
        self._at_work: dict[str, dict[Connection, None]] = {}

    def line_up(self, guest: Connection, then: Callable[[bool], None]) -> None:
        """Put this guest in line. `then` is called in the hub, once: with False if it must go."""
        self._in_line[guest] = then
        self._queue.add(guest.address, guest)
        self._make_way(guest.address)
        self._wake()

    def wait(self, guest: Connection) -> bool:
        """Wait for this guest's turn. Returns whether it comes: False if others need its room.

        For a greenlet of its own.
        """
        waiter = Waiter()
        self.line_up(guest, waiter.switch)
        try:
            has_turn: bool = waiter.get()
        finally:
            if self._in_line.pop(guest, None) is not None:  # the greenlet was ended
                self._queue.remove(guest.address, guest)
        return has_turn

    def turn_away(self, guest: Connection) -> bool:
        """Let somebody go who is in line. Returns whether it was. In the hub."""
        if not self._queue.remove(guest.address, guest):
            return False
        self._in_line.pop(guest)(False)
        return True

    @contextmanager
    def at_work(self, guest: Connection) -> Iterator[None]:
        """Within its turn: what takes an answer, also from other threads."""
        theirs = self._at_work.setdefault(guest.address, {})
        theirs[guest] = None
        if len(theirs) >= self._per_address:
            self._queue.hold(guest.address)
        try:
            yield
        finally:
            del theirs[guest]
            if not theirs:
                del self._at_work[guest.address]
            self._queue.release(guest.address)
            self._wake()

    def close(self) -> None:
        """Give no more turns."""
        if self._timer is not None:
            self._timer.close()

    def _make_way(self, address: str) -> None:
        """Where too many are at work, hang up on the first that keeps us waiting meanwhile."""
        theirs = self._at_work.get(address, {})
        if len(theirs) >= self._per_address:
            slow = next((each for each in theirs if each.is_waiting and not each.is_cut), None)
            if slow is not None:
                slow.cut()

    def _wake(self) -> None:
        if self._queue.has_next() and not self._is_set:
            self._timer = self._timer or self._new_timer()
            self._timer.start(self._give_turns)
            self._is_set = True

    def _give_turns(self) -> None:
        """In the hub."""
        assert self._timer is not None
        self._timer.stop()
        until = time.monotonic() + SLICE_S
        while self._queue.has_next():
            _, guest = self._queue.next()
            self._in_line.pop(guest)(True)
            if time.monotonic() >= until:
                break
        self._is_set = False
        self._wake()
