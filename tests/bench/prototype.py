"""The least that a companion can be, in a process of its own: ours is measured beside it.

It reads a line, commits it to SQLite as durably as ours does (a write-ahead log, flushed by each
commit), and pushes it as one message to every phone. A line comes from a port, or from its only
page, which draws the newest message. No rules, no views, no frames, no languages.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bench.child import child

JOURNAL = "prototype.db"
PAGE = b"""<!doctype html><meta charset="utf-8"><title>Prototype</title>
<main id="table"><p role="img"></p></main>
<script>
  const say = text => fetch("/", { method: "POST", body: text });
  const drawing = document.querySelector("[role=img]");
  new EventSource("/live").addEventListener("view", ({ data }) => {
    drawing.textContent = data;
    drawing.setAttribute("aria-label", data);
    document.dispatchEvent(new Event("table:view"));
  });
</script>"""
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


@contextmanager
def started(
    folder: Path, port: str | None = None, processor: int | None = None
) -> Iterator[tuple[str, int]]:
    """The prototype's address. It reads this port if one is named, and has this processor alone."""
    with child(_serve, str(folder / JOURNAL), port, processor) as served:
        yield "127.0.0.1", served.said


def _serve(ready: Connection, path: str, port: str | None, processor: int | None) -> None:
    import gevent
    from gevent.server import StreamServer

    if processor is not None:
        os.sched_setaffinity(0, {processor})
    journal = sqlite3.connect(path, isolation_level=None)
    journal.execute("PRAGMA journal_mode=WAL")
    journal.execute("PRAGMA synchronous=FULL")
    journal.execute("CREATE TABLE journal (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)")
    phones: list[Any] = []

    def hear(line: str) -> None:
        journal.execute("INSERT INTO journal (line) VALUES (?)", (line,))
        message = _message(line)
        for phone in phones:
            phone.sendall(message)

    def answer(phone: Any, _address: object) -> None:
        with phone.makefile("rb") as asking:
            while request := asking.readline().split():
                head = dict(
                    line.decode().lower().split(": ", 1) for line in iter(asking.readline, b"\r\n")
                )
                if request[0] == b"POST":
                    hear(asking.read(int(head["content-length"])).decode())
                    phone.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
                elif request[1].endswith(b"/live"):
                    phone.sendall(STREAM + _message(""))
                    phones.append(phone)
                    asking.read()  # until it hangs up
                    phones.remove(phone)
                else:
                    size = f"Content-Type: text/html\r\nContent-Length: {len(PAGE)}\r\n\r\n"
                    phone.sendall(b"HTTP/1.1 200 OK\r\n" + size.encode() + PAGE)

    server = StreamServer(("127.0.0.1", 0), answer, backlog=256)
    server.start()
    if port is not None:
        gevent.spawn(_read, port, hear)
    ready.send(server.server_port)
    server.serve_forever()


def _read(port: str, hear: Callable[[str], None]) -> None:
    import tty  # POSIX alone has it

    from gevent.socket import wait_read

    file = os.open(port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(file)
    torn = b""
    while True:
        wait_read(file)
        *lines, torn = (torn + os.read(file, 4096)).split(b"\n")
        for line in lines:
            hear(line.decode())


def _message(text: str) -> bytes:
    return f"event: view\ndata: {text}\n\n".encode()
