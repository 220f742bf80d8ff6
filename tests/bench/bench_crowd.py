"""What a visitor waits for while somebody holds all the connections they can and says nothing.

The program itself serves, with 1,024 files and no more. From another address of this computer come
1,100 connections that begin a request and send a byte each 4 s; one that is let go comes again at
its next turn. Then 1,500 requests of each kind come at once, and a visitor right behind them; the
same while one backup is made after the other. At last visitors come while a long record is
imported, and behind a whole table that sits down at one address.
"""

import json
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.bench_record import LENGTH, TOKEN, Caller, corrected
from bench.measure import percentile
from bench.report import Row
from records.hostile import long_game
from rig.program import COMMAND, Program, run

FILES = 1024
CONNECTIONS = 1100
EACH_S = 4.0
VISITS = 100
PAUSE_S = 0.05
WAIT_S = 30
REACH_MS = 1000
GREEDY, VISITOR, OTHER = "127.0.0.2", "127.0.0.1", "127.0.0.3"
BEGUN = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "
FLOOD = 1500
FLOODS = 5
SEATS = 13
_OF_ONE = f"behind {FLOOD} requests of one address"
_FORM = (
    b"POST /people HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\n"
)
_SAYS = {
    "half a head": _FORM,
    "half a form": _FORM + b"\r\nname=",
    "whole forms": _FORM + b"\r\nname=Ann&word=ab",
    "pages, kept open": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


def rows() -> Iterable[Row]:
    """The figures, as long as this computer has more than one address for itself."""
    if sys.platform != "linux":
        yield Row("a visitor beside silent connections", "not measured", "", None, "only on Linux")
        return
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit  # POSIX only

    _, hard = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder, _host(Path(folder)) as (port, path):
        alone = _visits(port, path, VISITOR)
        with _crowd(port) as crowd:
            beside = _visits(port, path, VISITOR)
            same = _visits(port, path, GREEDY)
            come = f"{crowd.came} came in all"
    what = f"a new visitor's page beside {CONNECTIONS} connections that drip, {FILES} files, p95"
    for address, came in (("another", beside), ("the same", same)):
        yield beside_crowd(f"{what}, from {address} address", came, alone, come)
    with tempfile.TemporaryDirectory() as folder:
        yield from _floods(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        yield from _work(Path(folder))


@contextmanager
def _host(home: Path) -> Iterator[tuple[int, str]]:
    """The program's port, and its table's page."""
    words = ("serve", "--http-host", "127.0.0.1", "--http-port", "0")
    with Program(home, *words, files=FILES, command=COMMAND) as program:
        path = program.until(r"open  http://127\.0\.0\.1:\d+(/t/\w+)")[1]
        yield int(program.until(r"http://localhost:(\d+)/host/")[1]), path
        program.end()


class Came(NamedTuple):
    """What a visitor asked for: how long it took, and why it never came."""

    ms: float
    fault: str = ""
    """Empty if all of it came."""


def _floods(home: Path) -> Iterable[Row]:
    """What a visitor waits for behind `FLOOD` requests, for the page and then for its stream."""
    words = ("serve", "--http-host", "127.0.0.1", "--http-port", "0")
    with Program(home, *words, command=COMMAND) as program:
        path = program.until(r"open  http://127\.0\.0\.1:\d+(/t/\w+)")[1]
        port = int(program.until(r"http://localhost:(\d+)/host/")[1])
        alone_ms = _median_ms(_visits(port, path, VISITOR))
        for what, says in _SAYS.items():
            came = [_behind(port, path, says) for _ in range(FLOODS)]
            yield _row(f"{_OF_ONE}: {what}", came, alone_ms)
        with _backups(home):
            came = [_behind(port, path, _SAYS["whole forms"]) for _ in range(FLOODS)]
        yield _row(f"{_OF_ONE}: whole forms, beside backups", came, alone_ms)
        program.end()


def _work(home: Path) -> Iterable[Row]:
    """What a visitor waits for beside what one address may well ask: a record, and 13 seats."""
    words = ("serve", "--http-host", "127.0.0.1", "--http-port", "0", "--host-token", TOKEN)
    with Program(home, *words, command=COMMAND) as program:
        path = program.until(r"open  http://127\.0\.0\.1:\d+(/t/\w+)")[1]
        port = int(program.until(r"http://localhost:(\d+)/host/")[1])
        alone_ms = _median_ms(_visits(port, path, VISITOR))
        came = _beside_import(port, path)
        yield _row(f"while a record of {LENGTH / 1e6:.1f} MB is imported", came, alone_ms)
        came = [_behind_table(port, number) for number in range(FLOODS)]
        yield _row(f"behind {SEATS} phones of one address that take their seats", came, alone_ms)
        program.end()


def _beside_import(port: int, path: str) -> Sequence[Came]:
    """Visitors one after another, each from an address of its own, as long as it takes."""
    caller = Caller(port, GREEDY)
    code = json.loads(caller.call("POST", "", b"{}"))["code"]
    record = b"\n".join(corrected(long_game(Random(7), "troika", 4)))
    came: list[Came] = []
    with ThreadPoolExecutor(1) as thread:
        words = ("POST", f"/{code}/record", record, "application/jsonl")
        importing = thread.submit(caller.call, *words)
        while not importing.done():
            came.append(_seen(port, path, f"127.0.1.{1 + len(came) % 250}"))
            time.sleep(PAUSE_S)
        importing.result()
    return came


def _behind_table(port: int, number: int) -> Came:
    """Somebody who calls behind 13 phones at a new table, each of which then has its stream."""
    caller = Caller(port, VISITOR)
    path = "/t/" + json.loads(caller.call("POST", "", b"{}"))["code"]
    half = SEATS // 2
    teams = [[*range(half)], [*range(half, SEATS)]]
    game = {"game": "tredici", "players": SEATS, "options": {"teams": teams}}
    caller.call("POST", f"/{path[3:]}/games", json.dumps(game).encode())
    with ExitStack() as stack:
        phones = [stack.enter_context(_connected(port, GREEDY)) for _ in range(SEATS)]
        for seat, phone in enumerate(phones):
            words = f"seat={seat}".encode()
            claim = _FORM.replace(b"/people", f"{path}/seat/claim".encode())
            phone.sendall(claim.replace(b": 16\r\n", b": %d\r\n\r\n" % len(words)) + words)
        came = _seen(port, path, f"127.0.2.{1 + number}")
        for phone in phones:
            assert phone.recv(1 << 16).startswith(b"HTTP/1.1 201 ")
    return came


def beside_crowd(what: str, came: Sequence[Came], alone: Sequence[Came], crowd: str) -> Row:
    """A row of visits, which says of those that never came why, and counts no time of theirs."""
    times_ms, faults = _times_ms(came), _faults(came)
    p95_ms = percentile(times_ms, 95) if times_ms else 0.0
    longest = f"longest {max(times_ms):.0f} ms" if times_ms else "none came"
    beside = f"alone {percentile(_times_ms(alone), 95):.0f} ms; {longest}; {crowd}"
    return Row(
        what,
        f"{len(came) - len(times_ms)} of {len(came)} never came" if faults else f"{p95_ms:.0f} ms",
        f"<= {REACH_MS} ms",
        not faults and p95_ms <= REACH_MS,
        "; ".join((beside, *faults)),
    )


def _times_ms(came: Sequence[Came]) -> list[float]:
    return [each.ms for each in came if not each.fault]


def _faults(came: Sequence[Came]) -> list[str]:
    """Why some never came, and how many of them."""
    faults = Counter(each.fault for each in came if each.fault)
    return [f"{times} times {fault}" if times > 1 else fault for fault, times in faults.items()]


def _median_ms(came: Sequence[Came]) -> float:
    """Of visits of which each must come, for all others are measured by them."""
    assert not _faults(came), f"nobody else is there, and yet: {_faults(came)}"
    return statistics.median(_times_ms(came))


def _row(what: str, came: Sequence[Came], alone_ms: float) -> Row:
    longest_ms = max(each.ms for each in came)
    faults = _faults(came)
    missed = sum(bool(each.fault) for each in came)
    beside = f"{longest_ms / alone_ms:.0f} times a page alone; {len(came)} visitors"
    return Row(
        f"a new visitor's page and stream {what}, longest",
        f"{missed} never came" if faults else f"{longest_ms:.0f} ms",
        f"<= {REACH_MS} ms",
        not faults and longest_ms <= REACH_MS,
        "; ".join((beside, *faults)),
    )


def _behind(port: int, path: str, says: bytes) -> Came:
    """The page and the first of its stream, of somebody who calls behind a flood."""
    with ExitStack() as stack:
        for _ in range(FLOOD):
            one = stack.enter_context(_connected(port, GREEDY))
            with suppress(OSError):  # it was let go already
                one.sendall(says)
        came = _seen(port, path, OTHER)
    # The flood is over before the next one.
    while page_of(port, path, GREEDY).ms > REACH_MS:
        pass
    return came


def _seen(port: int, path: str, address: str) -> Came:
    """A page, and the first of its stream."""
    page = page_of(port, path, address)
    if page.fault:
        return page
    stream = _stream(port, path, address)
    return Came(page.ms + stream.ms, stream.fault)


def page_of(port: int, path: str, address: str) -> Came:
    """A page, from the first packet until all of it is there."""
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return _asked("page", port, asked, address, lambda got: got.endswith(b"</html>"))


def _stream(port: int, path: str, address: str) -> Came:
    """A table's stream, until something of the table is there."""
    asked = f"GET {path}/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    return _asked("stream", port, asked, address, lambda got: b"data:" in got)


def _asked(
    what: str, port: int, asked: str, address: str, is_there: Callable[[bytes], bool]
) -> Came:
    """Says of a refusal its status, and of what broke off how much had come."""
    began = time.perf_counter()
    got, fault = b"", ""
    try:
        with _connected(port, address) as line:
            line.sendall(asked.encode())
            while not is_there(got):
                more = line.recv(1 << 16)
                if not more:
                    fault = f"hung up after {len(got)} bytes"
                    break
                got += more
    except OSError as broken:
        fault = f"{broken} after {len(got)} bytes"
    if got and not got.startswith(b"HTTP/1.1 200 "):
        fault = got.partition(b"\r\n")[0].decode()
    return Came((time.perf_counter() - began) * 1000, fault and f"a {what}: {fault}")


@contextmanager
def _backups(home: Path) -> Iterator[None]:
    """One after the other."""
    ends = threading.Event()

    def back_up() -> None:
        while not ends.is_set():
            assert run(home, "backup", command=COMMAND).returncode == 0

    thread = threading.Thread(target=back_up)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join(WAIT_S)


def _visits(port: int, path: str, address: str, times: int = VISITS) -> list[Came]:
    """For each visit how long the whole page took, or why it never came."""
    came = []
    for _ in range(times):
        came.append(page_of(port, path, address))
        time.sleep(PAUSE_S)
    return came


def _is_open(one: socket.socket) -> bool:
    """Whether the host has neither answered nor hung up. Not by select: there are too many."""
    try:
        one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return True
    return False


def _connected(port: int, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), WAIT_S, (address, 0))


class _Crowd:
    """Connections that say a byte each, in turn."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: list[socket.socket | None] = [None] * CONNECTIONS
        self._ends = threading.Event()
        self.came = 0
        self.all_there = threading.Event()

    def run(self) -> None:
        """Drip until it is to end."""
        while not self._ends.is_set():
            began = time.monotonic()
            for at in range(CONNECTIONS):
                self._turn(at)
                due_s = began + EACH_S * at / CONNECTIONS - time.monotonic()
                if due_s > 0 and self.all_there.is_set() and self._ends.wait(due_s):
                    break
            self.all_there.set()
        for each in filter(None, self._open):
            each.close()

    def end(self) -> None:
        """No byte more."""
        self._ends.set()

    def _turn(self, at: int) -> None:
        one = self._open[at]
        with suppress(OSError):
            if one is not None and _is_open(one):
                one.sendall(b"x")
                return
        if one is not None:
            one.close()
        self._open[at] = None
        with suppress(OSError):
            self._open[at] = one = _connected(self._port, GREEDY)
            one.sendall(BEGUN)
            self.came += 1


@contextmanager
def _crowd(port: int) -> Iterator[_Crowd]:
    crowd = _Crowd(port)
    thread = threading.Thread(target=crowd.run)
    thread.start()
    try:
        assert crowd.all_there.wait(WAIT_S)
        yield crowd
    finally:
        crowd.end()
        thread.join(WAIT_S)
