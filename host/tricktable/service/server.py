"""Serves the app and the feed from one gevent hub, without monkey-patching. Decides nothing.

Ordinary answers go through pywsgi. A stream's socket is taken from pywsgi as soon as its first
view is out and given to the feed, so that an idle phone costs no greenlet.
"""

from __future__ import annotations

import gc
import logging
import signal
import socket as sockets
from collections.abc import Callable
from typing import Any, Final

import gevent
from flask import Flask
from gevent.event import Event
from gevent.pywsgi import WSGIHandler, WSGIServer, format_date_time

from tricktable.feed import Feed
from tricktable.service.live import STREAM
from tricktable.service.settings import ServiceSettings

log = logging.getLogger(__name__)

IDLE_S: Final = 15.0
"""A connection that says nothing for so long is closed; it would keep a greenlet."""
BACKLOG: Final = 1024
"""A room of phones comes back in one moment after a restart."""
STOP_S: Final = 0.3
"""How long answers under way may still take when the server stops."""


class Handler(WSGIHandler):  # type: ignore[misc]  # gevent.pywsgi has no types
    """One connection: pywsgi's, except where the answer is a stream."""

    socket: Any

    def __init__(self, sock: Any, address: Any, server: Server) -> None:
        # pywsgi writes head and body apart; with Nagle's algorithm every answer takes 40 ms.
        sock.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        sock.settimeout(IDLE_S)
        super().__init__(sock, address, server)

    def finalize_headers(self) -> None:
        """Leave a stream unframed: no length, no chunks, its end is the connection's."""
        if STREAM not in self.environ:
            super().finalize_headers()
            return
        self.response_headers.append((b"Date", format_date_time(self.time_start)))
        self.connection_upgraded = False

    def log_error(self, _msg: str, *_args: object) -> None:
        """Note what cannot be read without repeating it: it may hold a token, or paint a log."""
        log.info("a request from %s cannot be read", self.client_address[0])

    def handle_one_response(self) -> None:
        """Answer, then hand a stream's socket over."""
        super().handle_one_response()
        stream = self.environ.pop(STREAM, None)
        if stream is None or self.code != 200 or self.command != "GET":
            return
        channel, seen = stream
        self.rfile.close()
        raw = sockets.socket(fileno=self.socket.detach())
        self.socket = None  # pywsgi's loop ends here and closes nothing
        self.server.feed.subscribe(channel, raw, self.client_address[0], seen)


class Server(WSGIServer):  # type: ignore[misc]
    """The web server of one host. Everything but `stop_soon` belongs to the hub's thread."""

    def __init__(self, app: Flask, settings: ServiceSettings, feed: Feed) -> None:
        """A server that listens, and answers once it runs. Raises: OSError if it cannot listen."""
        self.feed = feed
        self._stopping = Event()
        self._stop_asked: Any = None
        super().__init__(
            _listener(settings),
            app,
            handler_class=Handler,
            log=None,
            error_log=log,
            environ={"SERVER_NAME": "tricktable"},  # else start looks the name up in the DNS
        )

    @property
    def port(self) -> int:
        """The port that is really listened on."""
        port: int = self.server_port
        return port

    def run(self, ready: Callable[[Server], None] | None = None) -> None:
        """Serve until `stop_soon`; `ready` is called once requests are answered."""
        self._stop_asked = self.loop.async_(ref=False)
        self._stop_asked.start(self._stopping.set)
        self.feed.start()
        self.start()
        gc.collect()
        gc.freeze()  # a full collection over thousands of phones would delay one update by 0.2 s
        try:
            if ready is not None:
                ready(self)
            self._stopping.wait()
        finally:
            self.feed.stop()
            self.stop(timeout=STOP_S)
            self._stop_asked.close()

    def stop_soon(self) -> None:
        """End `run`. From any thread; harmless when it has ended."""
        if self._stop_asked is not None:
            self._stop_asked.send()


def _listener(settings: ServiceSettings) -> sockets.socket:
    family = sockets.AF_INET6 if ":" in settings.listen else sockets.AF_INET
    listener = sockets.create_server(
        (settings.listen, settings.port), family=family, backlog=BACKLOG
    )
    listener.setblocking(False)
    return listener


def serve(
    app: Flask,
    settings: ServiceSettings,
    feed: Feed,
    ready: Callable[[Server], None] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM, then end every stream and return. For the main thread.

    Raises: OSError if the port cannot be listened on.
    """
    server = Server(app, settings, feed)
    watchers = [
        gevent.signal_handler(number, server.stop_soon)
        for number in (signal.SIGINT, signal.SIGTERM)
    ]
    try:
        server.run(ready)
    finally:
        for watcher in watchers:
            watcher.cancel()
