"""One word is computed at a time: who waits for it, and whose turn is next. Computes nothing.

Addresses take turns, so that one that asks for a hundred words delays another by one of them. The
queue is short: beyond it an address is told when to come back. For the hub's thread alone.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from gevent.event import Event

PER_ADDRESS: Final = 8
"""Who may wait at one address. Behind a proxy a whole table signs in from one."""
IN_TOTAL: Final = 32


class QueueFull(Exception):
    """Raised if too many wait: says how many turns there are before the next one."""

    def __init__(self, turns: int) -> None:
        super().__init__(turns)
        self.turns = turns


class _Waiter:
    """Somebody in the queue."""

    def __init__(self) -> None:
        self.called = Event()
        self.is_turned_away = False


class Turns:
    """A short queue, fair between addresses. Mutable."""

    def __init__(self, per_address: int = PER_ADDRESS, in_total: int = IN_TOTAL) -> None:
        self._per_address, self._in_total = per_address, in_total
        self._is_taken = False
        self._waiting: OrderedDict[str, deque[_Waiter]] = OrderedDict()
        """By address; the first one has the next turn."""

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Wait for a turn, and have it. Raises: QueueFull, at once or if others need the room."""
        if self._is_taken:
            self._wait(address)
        self._is_taken = True
        try:
            yield
        finally:
            self._is_taken = False
            self._call_next()

    def _wait(self, address: str) -> None:
        mine = len(self._waiting.get(address, ()))
        if mine >= self._per_address:
            raise QueueFull(len(self))
        if len(self) >= self._in_total:
            self._make_room(mine)
        me = _Waiter()
        self._waiting.setdefault(address, deque()).append(me)
        try:
            me.called.wait()
        except BaseException:  # the greenlet was ended: nobody must wait for its turn
            self._remove(address, me)
            raise
        if me.is_turned_away:
            raise QueueFull(len(self))

    def _make_room(self, mine: int) -> None:
        """Turn away the newest of the address that has most, if that has more than `mine`."""
        greediest = max(self._waiting.values(), key=len)
        if len(greediest) <= mine + 1:
            raise QueueFull(len(self))
        goes = greediest.pop()
        goes.is_turned_away = True
        goes.called.set()

    def _remove(self, address: str, waiter: _Waiter) -> None:
        theirs = self._waiting.get(address, deque())
        if waiter in theirs:
            theirs.remove(waiter)
        elif not waiter.is_turned_away:  # it had been called just then
            self._is_taken = False
            self._call_next()
        if not theirs:
            self._waiting.pop(address, None)

    def _call_next(self) -> None:
        while self._waiting:
            address, theirs = self._waiting.popitem(last=False)
            if theirs:
                self._is_taken = True  # nobody who comes meanwhile is quicker
                if len(theirs) > 1:
                    self._waiting[address] = theirs
                theirs.popleft().called.set()
                return
