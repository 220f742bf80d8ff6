"""What a journal in PostgreSQL hears from other hosts: NOTIFY, as a hint that may get lost.

Has a connection of its own, because a pool such as PgBouncer hands no notification on.
"""

import contextlib
import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec
import psycopg
from psycopg.rows import TupleRow

from tricktable.store.journal.row import Phone, Row

CHANNEL: Final = "tricktable"
MAX_BYTES: Final = 7_999
"""The longest payload (https://www.postgresql.org/docs/15/sql-notify.html)."""
# Every host looks by itself once a second (house/followers.py): little is missed meanwhile.
_REST_S: Final = 1.0
"""Between two attempts to connect, if they fail quickly."""
_SHARE: Final = 10
"""If they fail slowly, connecting takes one part in ten: whoever waits has more to do."""


_TRIAL: Final = "tricktable_trial"
"""A channel on which nothing is ever said but in a trial: what stands before the database may go on
listening there for ever, and hangs up on its own server when it hears something."""
# A notification took 0.65 ms, 4 ms at p99 (PostgreSQL 15, psycopg 3.3.9, loopback).
_TRIAL_S: Final = 2.0
# A trial takes two connections at once, which may be all that a pool has.
_DEAF_S: Final = 600.0
"""Between two trials of what handed no notification on."""
DEAF: Final = (
    "the database cannot notify this host, so it checks every second: a pool such as "
    "PgBouncer does not pass them on; name a way past it in the database's address "
    "(?direct=server:5432)"
)

_log = logging.getLogger(__name__)


def hint(rows: Iterable[Row], phones: Iterable[Phone] = ()) -> str:
    """What to notify others of in the transaction of these: the rows' numbers, no content."""
    newest = {phone.table: 0 for phone in phones}
    for row in rows:
        newest[row.table] = max(row.seq, newest.get(row.table, 0))
    return payload(newest)


def payload(newest: Mapping[str, int]) -> str:
    """This hint as text; empty if it is too long."""
    text = msgspec.json.encode(newest)
    # Whoever hears an empty hint asks for the newest rows of all tables (`_read`).
    return text.decode() if len(text) <= MAX_BYTES else ""


class Listener:
    """A `Hints` of the database that `connect` connects to. Mutable."""

    def __init__(self, connect: Callable[[], psycopg.Connection[TupleRow]]) -> None:
        self._connect = connect
        self._driver: psycopg.Connection[TupleRow] | None = None
        self._due_s = 0.0
        self._has_warned = False
        self._over = threading.Event()
        self._waiting = threading.Lock()
        # To close a connection does not end the `select` of a thread that waits for it.
        self._woken, self._waker = socket.socketpair()

    def wait(self, timeout_s: float) -> Mapping[str, int] | None:
        """See `Hints.wait`."""
        with self._waiting:
            if self._over.is_set():
                return None
            if self._driver is None and time.monotonic() >= self._due_s and self._listens():
                return {}  # whatever was notified before this is lost
            with selectors.DefaultSelector() as both:
                both.register(self._woken, selectors.EVENT_READ)
                if self._driver is not None:
                    both.register(self._driver.pgconn.socket, selectors.EVENT_READ)
                else:
                    timeout_s = min(timeout_s, max(0.0, self._due_s - time.monotonic()))
                both.select(timeout_s)
            return None if self._over.is_set() else self._next_hint()

    def stop(self) -> None:
        """See `Hints.stop`."""
        self._over.set()
        with contextlib.suppress(OSError):  # stopped already
            self._waker.send(b".")
        with self._waiting:
            self._hang_up()
            self._woken.close()
            self._waker.close()

    def _listens(self) -> bool:
        began_s = time.monotonic()
        rest_s = _REST_S
        try:
            self._driver = self._connect()
            if not self._is_handed_on(self._driver):
                rest_s = _DEAF_S
                self._hang_up()
                if not self._has_warned:
                    _log.warning(DEAF)
                self._has_warned = True
            else:
                self._driver.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error:
            self._hang_up()
        now_s = time.monotonic()
        self._due_s = now_s + max(rest_s, (now_s - began_s) * _SHARE)
        return self._driver is not None

    def _is_handed_on(self, driver: psycopg.Connection[TupleRow]) -> bool:
        """Whether a notification reaches us; tried only where something stands before the server.

        A pool names itself as our server's process. A session that is ours alone is as good as a
        direct one, and no question tells it from one that is lent for each transaction.
        Raises: psycopg.Error.
        """
        (process,) = driver.execute("SELECT pg_backend_pid()").fetchone() or (0,)
        if process == driver.info.backend_pid:
            return True
        driver.execute(f"LISTEN {_TRIAL}")
        with self._connect() as other:
            other.execute(f"NOTIFY {_TRIAL}")
        return any(True for _ in driver.notifies(timeout=_TRIAL_S, stop_after=1))

    def _next_hint(self) -> Mapping[str, int] | None:
        """All that has been notified, as one hint."""
        if self._driver is None:
            return None
        hints = []
        try:
            self._driver.pgconn.consume_input()
            while (each := self._driver.pgconn.notifies()) is not None:
                hints.append(_read(each.extra))
        except psycopg.Error:
            self._hang_up()
        if not all(hints):
            return {}
        # Later ones have higher numbers.
        return {table: seq for each in hints for table, seq in each.items()} if hints else None

    def _hang_up(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None


def _read(payload: bytes) -> Mapping[str, int]:
    """A hint from its text; empty for anything that others may have said."""
    try:
        return msgspec.json.decode(payload, type=dict[str, int])
    except msgspec.MsgspecError:
        return {}
