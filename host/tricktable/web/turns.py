"""Who may have one of a few things at once, and who waits for it: words to compute, threads.

Addresses take turns, so that one that asks for a hundred delays another by one of them. Where the
queue is short, an address is told when to come back. For the hub's thread alone.
"""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from gevent.event import Event
from werkzeug.exceptions import ServiceUnavailable

from tricktable.text.language import plural
from tricktable.web.fair_queue import FairQueue


class QueueFull(Exception):
    """Raised if too many wait: says how many turns there are before the next one."""

    def __init__(self, turns: int) -> None:
        super().__init__(turns)
        self.turns = turns


class HostBusy(ServiceUnavailable):
    """Raised to end a request for which too many others wait."""

    name_of_problem = "busy"


class _Waiter:
    """Somebody in the queue."""

    def __init__(self) -> None:
        self.called = Event()
        self.is_turned_away = False


class Turns:
    """Turns of which a few are had at once, fair between addresses. Mutable."""

    def __init__(
        self,
        at_once: int = 1,
        at_once_per_address: int = 1,
        per_address: int | None = None,
        in_total: int | None = None,
    ) -> None:
        """This many have a turn, and this many may wait for one: any number if None."""
        self._at_once, self._at_once_per_address = at_once, at_once_per_address
        self._per_address, self._in_total = per_address, in_total
        self._taken: Counter[str] = Counter()
        self._busy = 0
        self._waiting: FairQueue[_Waiter] = FairQueue()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Wait for a turn, and have it. Raises: QueueFull, at once or if others need the room."""
        if self._busy < self._at_once and self._taken[address] < self._at_once_per_address:
            self._take(address)
        else:
            self._wait(address)
        try:
            yield
        finally:
            self._give_back(address)

    @contextmanager
    def turn_or_busy(self, address: str, each_s: float) -> Iterator[None]:
        """The same for a request that is told when to come back. Raises: HostBusy.

        `each_s` is how long a turn takes.
        """
        try:
            with self.turn(address):
                yield
        except QueueFull as fault:
            wait_s = math.ceil(each_s * (fault.turns + 1))
            words = plural(
                "The host is busy. Try again in {count} second.",
                "The host is busy. Try again in {count} seconds.",
                wait_s,
            )
            raise HostBusy(words, retry_after=wait_s) from None

    def _wait(self, address: str) -> None:
        mine = self._waiting.of(address)
        if self._per_address is not None and mine >= self._per_address:
            raise QueueFull(len(self))
        if self._in_total is not None and len(self) >= self._in_total:
            self._make_room(mine)
        me = _Waiter()
        self._waiting.add(address, me)
        try:
            me.called.wait()
        except BaseException:  # the greenlet was ended: nobody must wait for its turn
            if not self._waiting.remove(address, me) and not me.is_turned_away:
                self._give_back(address)  # it had been called just then
            raise
        if me.is_turned_away:
            raise QueueFull(len(self))

    def _make_room(self, mine: int) -> None:
        """Turn away the newest of the address that has most, if that has more than `mine`."""
        greediest, goes = self._waiting.newest_of_greediest()
        if self._waiting.of(greediest) <= mine + 1:
            raise QueueFull(len(self))
        self._waiting.remove(greediest, goes)
        goes.is_turned_away = True
        goes.called.set()

    def _take(self, address: str) -> None:
        self._busy += 1
        self._taken[address] += 1
        if self._taken[address] >= self._at_once_per_address:
            self._waiting.hold(address)

    def _give_back(self, address: str) -> None:
        self._busy -= 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
        self._waiting.release(address)
        while self._busy < self._at_once and self._waiting.has_next():
            theirs, waiter = self._waiting.next()
            self._take(theirs)  # nobody who comes meanwhile is quicker
            waiter.called.set()
