"""Tells addresses when games and deals begin and end (Standard Webhooks 1.0). Never waited for.

Each address has a thread, which reads durable rows and sends one message after the other. How far
it came is kept in a file, so what a restart interrupts is sent again, with the same id.
"""

import base64
import hashlib
import hmac
import http.client
import json
import logging
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec

from tricktable.store import private_files
from tricktable.store.journal import Extent, Journal, Row
from tricktable.store.journal.rounds import Rounds
from tricktable.table.chronicle import Chronicle, Milestone, newest_game
from tricktable.table.views import TableView

_log = logging.getLogger(__name__)

SECRET_PREFIX: Final = "whsec_"
PAUSES_S: Final = (5.0, 30.0, 120.0, 600.0, 1800.0, 3600.0)
"""After each attempt that failed; the last one again and again.

Soon at first, for a receiver that only restarts; one that is away all day gets some thirty attempts
until `GIVE_UP`.
"""
GIVE_UP: Final = timedelta(hours=24)
"""A message that is older is not sent any more."""
WORD_S: Final = 10.0
"""How long the receiver may take for each step …"""
WHOLE_S: Final = 20.0
"""… and for all of its answer."""
GONE: Final = 410
"""The receiver wants no more messages (RFC 9110, 15.5.11)."""
LATER: Final = (429, 503)
"""The answers whose `Retry-After` is kept to."""
STOP_S: Final = 1.0
"""How long the host's end waits for an attempt under way. It is made again after the next start."""


class Reception(NamedTuple):
    """What has become of one attempt."""

    is_delivered: bool
    why: str = ""
    """Why it was not, to end a sentence."""
    is_gone: bool = False
    """Whether no more messages are wanted."""
    retry_s: float = 0.0
    """The pause that the receiver asks for."""


class _Limit(NamedTuple):
    """How much of a table may be told."""

    row: int
    names: tuple[str, ...]
    """Who plays there by then; empty if that is not known."""


_ALL: Final = _Limit(2**62, ())

Send = Callable[[str, Mapping[str, str], bytes], Reception]
"""Posts a body with these headers to an address."""


def signed_request(
    secret: str, milestone: Milestone, now: datetime
) -> tuple[Mapping[str, str], bytes]:
    """The headers and the body of one attempt, made now. Raises: ValueError, for a bad secret."""
    body = json.dumps(
        {"type": milestone.what, "timestamp": milestone.at, "data": milestone.data},
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    stamp = str(int(now.timestamp()))
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    told = b".".join((milestone.id.encode(), stamp.encode(), body))
    signature = base64.b64encode(hmac.new(key, told, hashlib.sha256).digest()).decode()
    return {
        "content-type": "application/json",
        "webhook-id": milestone.id,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{signature}",
    }, body


def post(url: str, headers: Mapping[str, str], body: bytes) -> Reception:
    """Send it once. Follows no redirect, reads no body, and takes no longer than `WHOLE_S`."""
    parts = urlsplit(url)
    line = _connection(parts)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    alarm = threading.Timer(WHOLE_S, _cut, [line])
    alarm.daemon = True
    alarm.start()
    try:
        with closing(line):
            line.request("POST", path, body, {"user-agent": "Tricktable", **headers})
            answer = line.getresponse()
            return _reception(answer.status, answer.headers.get("Retry-After", ""))
    except (OSError, http.client.HTTPException) as fault:
        why = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        return Reception(False, f"it cannot be reached: {why}")
    finally:
        alarm.cancel()


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=WORD_S)


def _cut(line: http.client.HTTPConnection) -> None:
    """End an answer that drips."""
    with suppress(OSError, AttributeError):  # it has just ended by itself
        line.sock.shutdown(socket.SHUT_RDWR)


def _reception(status: int, retry_after: str) -> Reception:
    if 200 <= status < 300:
        return Reception(True)
    if 300 <= status < 400:
        return Reception(False, f"it answers {status}, and a redirect is not followed")
    wants = retry_after.isascii() and retry_after.isdecimal() and status in LATER
    retry_s = min(float(retry_after), PAUSES_S[-1]) if wants else 0.0
    return Reception(False, f"it answers {status}", status == GONE, retry_s)


def pause_s(failures: int, wanted_s: float = 0.0, pauses: Sequence[float] = PAUSES_S) -> float:
    """How long to wait after this many failed attempts in a row, at least as long as is wanted."""
    return max(pauses[min(failures, len(pauses)) - 1], wanted_s)


class Webhooks:
    """One address. Mutable; any thread may call any method, and none of them waits for it."""

    def __init__(
        self,
        url: str,
        secret: str,
        journal: Journal,
        folder: Path,
        *,
        send: Send = post,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        pauses_s: Sequence[float] = PAUSES_S,
    ) -> None:
        """Nothing is sent before `start`.

        Args:
            url: where everything is sent.
            secret: signs it; `whsec_` and a key in base64.
            journal: where the rows are.
            folder: where to keep how far the address has been told.
            send: replaces what really sends, for tests; so do `now` and `pauses_s`.
        """
        self._url, self._secret, self._journal = url, secret, journal
        self._send, self._now, self._pauses_s = send, now, pauses_s
        # Not called by the address, which may hold a secret.
        self._path = folder / f"{hashlib.sha256(url.encode()).hexdigest()[:16]}.json"
        self._upto: dict[str, _Limit] = {}
        self._erased: deque[str] = deque()  # append and popleft are atomic: no lock needed
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self._rounds = Rounds(f"the webhook at {urlsplit(url).hostname}")
        self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)
        self._complaint = ""
        self._told: dict[str, int] = {}
        """The thread's own, as everything below: the row up to which each table has been told."""
        self._read: dict[str, tuple[Chronicle, int]] = {}
        """What each table's rows have told, and the last one that was read."""
        self._waiting: deque[Milestone] = deque()

    def show(self, view: TableView) -> None:
        """This is what may be told of the table: all up to this view's row. Returns at once."""
        self._upto[view.code] = _Limit(view.row, view.names if view.view else ())
        self._changed.set()

    def asleep(self, tables: Iterable[Extent]) -> None:
        """These tables are not shown now: all that they have may be told. Returns at once."""
        # What is older is told to nobody, and reading it all would take seconds.
        youngest = (self._now() - GIVE_UP).isoformat()
        for each in tables:
            if each.at > youngest:
                self._upto[each.table] = _Limit(each.seq, ())
        self._changed.set()

    def read_again(self, code: str) -> None:
        """Rows of the table have changed: a name has left them. Returns at once."""
        self._erased.append(code)
        self._changed.set()

    def forget(self, code: str) -> None:
        """The table was closed, and that may be told, too. Returns at once."""
        self._upto[code] = _ALL
        self._changed.set()

    def start(self) -> None:
        """Begin to tell."""
        self._thread.start()

    def stop(self) -> None:
        """End; what was not told is told after the next start."""
        self._stopping.set()
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)  # it may wait for a receiver: then it ends with the program

    # The thread's own.

    def _run(self) -> None:
        failures = 0
        is_begun = False
        while not self._stopping.is_set():
            wait_s: float | None = None
            self._changed.clear()
            began = self._now()
            with self._rounds:
                is_begun = is_begun or self._begin()
                self._look()
                while self._waiting and not self._stopping.is_set() and wait_s is None:
                    began = self._now()
                    attempt = self._try(self._waiting[0])
                    if attempt.is_gone:
                        return
                    if attempt.is_delivered:
                        failures = 0
                        self._settle()
                    else:
                        failures += 1
                        wait_s = pause_s(failures, attempt.retry_s, self._pauses_s)
            if self._rounds.has_failed:
                wait_s = self._pauses_s[-1]
            self._rest(began, wait_s)

    def _rest(self, since: datetime, wait_s: float | None) -> None:
        """Wait for something new; after a failure for so long since then, whatever is new."""
        if wait_s is None:
            if not self._stopping.is_set():
                self._changed.wait()
            return
        ends = since + timedelta(seconds=wait_s)
        while True:
            self._changed.clear()  # first: what comes while the time is read wakes it, too
            left = (ends - self._now()).total_seconds()
            if self._stopping.is_set() or left <= 0:
                return
            self._changed.wait(left)

    def _begin(self) -> bool:
        """Read how far the address was told. A new address is told nothing of the past."""
        # Without the file, or with a damaged one, it counts as a new address.
        with suppress(OSError, msgspec.DecodeError):
            self._told = msgspec.json.decode(self._path.read_bytes(), type=dict[str, int])
            for code in self._told:  # a table that was closed while nobody could be told
                self._upto.setdefault(code, _ALL)
            return True
        for each in self._journal.extents():
            self._told[each.table] = each.seq
        self._keep()
        return True

    def _look(self) -> None:
        """Read the rows since the last look."""
        while self._erased:
            self._drop(self._erased.popleft())
        for code, upto in dict(self._upto).items():
            chronicle = self._read_on(code, upto.row)
            if upto.names and chronicle.names != upto.names:
                # Somebody's name was deleted, and the rows have changed: nothing keeps the old one.
                self._drop(code)
                self._read_on(code, upto.row)

    def _drop(self, code: str) -> None:
        """Keep nothing of what was read of the table and has not been told."""
        self._read.pop(code, None)
        self._waiting = deque(each for each in self._waiting if each.table != code)

    def _read_on(self, code: str, upto: int) -> Chronicle:
        chronicle, seq = self._read.get(code) or self._open(code)
        for row in self._journal.read(code, seq):
            if row.seq > upto:
                break
            seq = row.seq
            self._take(chronicle, row)
        self._read[code] = chronicle, seq
        return chronicle

    def _open(self, code: str) -> tuple[Chronicle, int]:
        told = self._told.get(code, 0)
        before, games, last = newest_game(self._journal.read(code), told)
        if last < told:  # the journal of an older backup
            self._told[code] = last
        return Chronicle(games), before

    def _take(self, chronicle: Chronicle, row: Row) -> None:
        found = chronicle.take(row)
        if row.seq > self._told.get(row.table, 0):
            self._waiting.extend(found)

    def _try(self, milestone: Milestone) -> Reception:
        now = self._now()
        if now - datetime.fromisoformat(milestone.at) > GIVE_UP:
            self._complain(f"{milestone.what} of table {milestone.table} is too old to be sent")
            return Reception(True)
        headers, body = signed_request(self._secret, milestone, now)
        attempt = self._send(self._url, headers, body)
        if attempt.is_delivered:
            self._complaint = ""
        elif attempt.is_gone:
            self._complain("it wants no more messages (410); none is sent until the next start")
        else:
            self._complain(f"{attempt.why}. Trying again for a day")
        return attempt

    def _settle(self) -> None:
        """The first message that waits is done; of several of one row the last one counts."""
        done = self._waiting.popleft()
        if not any((each.table, each.row) == (done.table, done.row) for each in self._waiting):
            self._told[done.table] = max(done.row, self._told.get(done.table, 0))
            self._keep()

    def _keep(self) -> None:
        part = self._path.with_suffix(".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.unlink(missing_ok=True)
            with os.fdopen(private_files.new(part), "wb") as file:
                file.write(msgspec.json.encode(self._told))
            part.replace(self._path)
        except OSError as fault:
            why = fault.strerror or "the disk fails"
            self._complain(f"how far it was told cannot be kept in {self._path}: {why}")

    def _complain(self, why: str) -> None:
        """Say once what is wrong; the same again is not told. The address may hold a secret."""
        if why != self._complaint:
            self._complaint = why
            _log.warning("The webhook at %s: %s.", urlsplit(self._url).hostname, why)
