"""One update to 1,000 phones, beside a bare asyncio server doing the same; memory per idle phone.

Both servers run all the time, each in a process of its own, with 1,000 streams each; the updates
alternate between them. Ours is the whole service: its streams came through the app, and updates
are published from a native thread, as a table's are.
"""

import asyncio
import os
import select
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import psutil

from bench.child import child
from bench.report import Row

PHONES = 1000
ROUNDS = 7
UPDATES_A_ROUND = 11
REACH = 1.2
REACH_KIB = 20.0
WAIT_S = 30


def rows() -> Iterable[Row]:
    """The figures, in one run."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ours = stack.enter_context(_server(_serve_ours, folder))
        theirs = stack.enter_context(_server(_serve_asyncio, folder))
        before = ours.pss_kib()
        connected_s = ours.connect(PHONES)
        after = ours.pss_kib()
        theirs.connect(PHONES)
        ratios, last_ms, size = _race(ours, theirs, _message(folder))
    ratio, kib = statistics.median(ratios), (after - before) / PHONES
    yield Row(
        f"one update of {size} bytes to {PHONES} phones, last one served",
        f"{statistics.median(last_ms[0]):.1f} ms, {ratio:.2f} x",
        f"<= {REACH} x",
        ratio <= REACH,
        f"bare asyncio, {statistics.median(last_ms[1]):.1f} ms, in-round medians",
    )
    yield Row(
        "memory of the host per idle phone (PSS)", f"{kib:.1f} KiB", "<= 20 KiB", kib <= REACH_KIB
    )
    yield Row("a phone joins the stream", f"{connected_s / PHONES * 1e6:.0f} us", "", None)


class _Server:
    """A server process with its phones, seen from here."""

    def __init__(self, process_id: int, port: int, control: Connection) -> None:
        self._process = psutil.Process(process_id)
        self._address = ("127.0.0.1", port)
        self._control = control
        self._phones: list[socket.socket] = []
        self._poll = select.epoll()

    def pss_kib(self) -> float:
        """Memory of the process, shared pages counted in proportion."""
        return float(self._process.memory_full_info().pss) / 1024

    def connect(self, phones: int) -> float:
        """Open this many streams; returns the seconds until the last has its first bytes."""
        began = time.perf_counter()
        for _ in range(phones):
            phone = socket.create_connection(self._address, WAIT_S)
            phone.sendall(b"GET /t/7KQ/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            while b"\n\n" not in phone.recv(1 << 16):
                pass
            phone.setblocking(False)
            self._poll.register(phone.fileno(), select.EPOLLIN)
            self._phones.append(phone)
        return time.perf_counter() - began

    def update(self, message: bytes) -> float:
        """Publish the message; returns the seconds until the last phone has all of it."""
        due = {phone.fileno(): (phone, len(message)) for phone in self._phones}
        began = time.perf_counter()
        self._control.send_bytes(message)
        while due:
            ready = self._poll.poll(WAIT_S)
            assert ready, "an update did not reach every phone"
            for number, _ in ready:
                if number not in due:
                    continue
                phone, missing = due[number]
                missing -= len(_without_beats(phone.recv(1 << 16)))
                due[number] = (phone, missing)
                if missing <= 0:
                    del due[number]
        return time.perf_counter() - began

    def close(self) -> None:
        """Hang up every phone."""
        for phone in self._phones:
            phone.close()
        self._poll.close()


def _race(
    ours: _Server, theirs: _Server, message: bytes
) -> tuple[list[float], list[list[float]], int]:
    """Ratios of the rounds' medians, and all times of both in ms. The first round warms up."""
    ratios, times_ms = [], [list[float](), list[float]()]
    for number in range(ROUNDS + 1):
        medians = []
        for server in (ours, theirs):
            took = [server.update(message) for _ in range(UPDATES_A_ROUND)]
            medians.append(statistics.median(took))
        if number:
            ratios.append(medians[0] / medians[1])
            for times, median in zip(times_ms, medians, strict=True):
                times.append(median * 1000)
    return ratios, times_ms, len(message)


def _without_beats(got: bytes) -> bytes:
    from tricktable.web.live.feed import BEAT

    return got.replace(BEAT, b"")


def _message(folder: str) -> bytes:
    """A table's view in the middle of a game, as the service sends it."""
    from web.room import Room, begin, deal, play_on

    Path(folder, "message").mkdir()
    room = Room(Path(folder, "message"))
    begin(room.table)
    play_on(room.table, deal(3), 6)
    message = room.views.newest("7KQ", "en").message
    room.close()
    return message


@contextmanager
def _server(serve: Callable[[Connection, str], None], folder: str) -> Iterator[_Server]:
    with child(serve, folder) as served, closing(_Server(*served)) as server:
        yield server


def _serve_ours(control: Connection, folder: str) -> None:
    from tricktable.web import Server, serve
    from web.room import Room

    os.sched_setaffinity(0, {0})
    room = Room(Path(folder), streams_per_address=PHONES)

    def publish() -> None:  # as a table's thread does
        while True:
            try:
                room.feed.publish(room.views.channel("7KQ", "en"), control.recv_bytes())
            except EOFError:
                return

    def ready(server: Server) -> None:
        control.send(server.port)
        threading.Thread(target=publish, daemon=True).start()

    serve(room.app, room.settings, room.feed, ready)


def _serve_asyncio(control: Connection, _folder: str) -> None:
    """The least that Python can do: a list of transports, one write each."""
    os.sched_setaffinity(0, {0})
    phones: list[asyncio.Transport] = []

    class Phone(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            self.transport = transport

        def data_received(self, _data: bytes) -> None:
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n\n")
            phones.append(self.transport)

    def publish() -> None:
        try:
            message = control.recv_bytes()
        except EOFError:
            asyncio.get_running_loop().stop()
            return
        for phone in phones:
            phone.write(message)

    async def start() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Phone, "127.0.0.1", 0, backlog=1024)
        loop.add_reader(control.fileno(), publish)
        control.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(start())
