"""Serves the app and the feed from one gevent hub, without monkey-patching. Decides nothing.

Each connection has a greenlet from its first turn until its request is answered. A stream has none:
the feed owns its socket.
"""

from __future__ import annotations

import errno
import gc
import signal
import socket as sockets
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Final, Protocol

import gevent
from flask import Flask
from gevent import Greenlet
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from gevent.socket import socket as gevent_socket

from tricktable.settings import Settings
from tricktable.web.http import files
from tricktable.web.http.connection import Connection
from tricktable.web.http.crowd import Crowd
from tricktable.web.http.handler import Address, Handler, no_room, plain
from tricktable.web.http.rota import Rota
from tricktable.web.http.supervisor import ALIVE, READY, STOPPING, Supervisor
from tricktable.web.live.admission import StreamDoor
from tricktable.web.live.feed import Feed
from tricktable.web.site import site_of
from tricktable.web.visitors import visitor_of

# As many as Linux keeps by default since 5.4 (net.core.somaxconn, listen(2)).
BACKLOG: Final = 4096
"""After a restart, a whole room of phones reconnects at once."""
FULL_COLLECTION_AFTER: Final = 1000
"""This many collections of middle age come before a full one (10 by default). With 1,000 tables one
stops everything for 0.3 s and finds nothing, for what is let go is in no cycle."""
STOP_S: Final = 0.3
"""How long pending answers may still take when the server stops."""


_NOBODY: Final = Supervisor()
_NOT_HERE: Final = (errno.EADDRNOTAVAIL, sockets.EAI_NONAME, sockets.EAI_AGAIN, sockets.EAI_FAMILY)
"""What listening at an address gives that this computer has not, or that is none."""


class _Waker(Protocol):
    """Wakes the hub from another thread. A protocol, as gevent has no types."""

    def start(self, callback: Callable[[], None], /) -> None:
        """Call this in the hub's thread after each `send`."""

    def send(self) -> None:
        """From any thread."""

    def close(self) -> None:
        """Release it."""


class Server(WSGIServer):  # type: ignore[misc]  # gevent.pywsgi has no types
    """The web server of one host. Everything but `stop_soon` belongs to the hub's thread.

    Mutable.
    """

    def __init__(
        self,
        app: Flask,
        settings: Settings,
        feed: Feed,
        supervisor: Supervisor = _NOBODY,
    ) -> None:
        """Start listening, or take the supervisor's socket; answers come once it runs.

        Raises: OSError if it cannot listen.
        """
        self._supervisor = supervisor
        self.feed = feed
        self.logger = app.logger
        self.joining = StreamDoor(app)
        room = files.shares(settings.streams_in_total).connections
        # So many get in line before others have their turns. Not few: they come in the order in
        # which they called, so whoever calls behind a thousand others waits for all of these. Not
        # many: nothing else is done meanwhile.
        self.max_accept = 256
        self.crowd: Crowd[Connection] = Crowd(settings.connections_per_address, room)
        self.rota = Rota(settings.connections_per_address, lambda: self.loop.timer(0))
        self._stopping = Event()
        self._stop_asked: _Waker | None = None
        super().__init__(
            _listener(settings, supervisor),
            app,
            spawn=Pool(),  # of any size: so that the pending answers are known when it stops
            # No access log: it would record who looked at what, and when
            # (docs/explanation/safety.md).
            log=None,
            environ={"SERVER_NAME": "tricktable"},  # else start looks the name up in the DNS
        )

    @property
    def port(self) -> int:
        """The port that it actually listens on."""
        port: int = self.server_port
        return port

    def do_read(self) -> tuple[sockets.socket, Address] | None:
        """The next client's socket and address; None if nobody is waiting. Raises: OSError."""
        try:
            accepted, address = self.socket.accept()
        except BlockingIOError:
            return None
        except OSError:  # out of files: an idle client makes room before the next try
            if (goes := self.crowd.make_room()) is not None:
                self._let_go(goes)
            raise
        # A serial port waits with `select`, which takes no file above 1,023, so leave the low
        # numbers to the boards.
        number = files.move_higher(accepted.detach())
        return sockets.socket(self.family, sockets.SOCK_STREAM, 0, number), address

    def do_handle(self, accepted: sockets.socket, address: Address) -> None:
        """Let a client get in line; another may have to leave for it. In the hub.

        Until its turn it is a file and nothing else: whoever calls behind a thousand others would
        wait until each of them had a greenlet.
        """
        here = Connection(accepted, visitor_of(plain(address), self._own_addresses))
        goes = self.crowd.come(here)
        self.rota.line_up(here, lambda has_turn: self._meet(here, address, has_turn))
        if goes is not None:
            self._let_go(goes)

    def _meet(self, here: Connection, address: Address, has_turn: bool) -> None:
        """What comes of a newcomer: a greenlet, until it waits; or a line. In the hub."""
        if has_turn:
            greenlet = Greenlet(self._serve, here, address)
            self.pool.add(greenlet)
            greenlet.switch()
            return
        self.crowd.leave(here)
        # Of a server that stops nobody is told that others are too many.
        here.refuse(no_room(self.logger, plain(address)) if self.started else b"")

    def _serve(self, here: Connection, address: Address) -> None:
        """Answer a client, whose turn has come for the first time."""
        socket = here.begin(partial(gevent_socket, self.family, sockets.SOCK_STREAM, 0))
        try:
            self._step_up(here)
            Handler(socket, address, self, here).handle()
        finally:
            self.crowd.leave(here)
            socket.close()

    def _own_addresses(self) -> tuple[str, ...]:
        return site_of(self.application).own.for_guests()

    def has_turn(self, guest: Connection) -> bool:
        """Wait for the turn of this client, whose request is here. Returns whether it comes."""
        self.crowd.line_up(guest)
        has_turn = self.rota.wait(guest)
        if has_turn:
            self._step_up(guest)
        return has_turn

    def _step_up(self, guest: Connection) -> None:
        if (goes := self.crowd.step_up(guest)) is not None:
            goes.cut()

    def _let_go(self, guest: Connection) -> None:
        if not self.rota.turn_away(guest):
            guest.cut()

    def run(self, ready: Callable[[Server], None] | None = None) -> None:
        """Serve until `stop_soon`; `ready` is called once requests are answered."""
        waker: _Waker = self.loop.async_(ref=False)
        waker.start(self._stopping.set)
        self._stop_asked = waker
        gevent.get_hub().handle_error = self._note
        self.feed.start()
        self.start()
        gc.collect()
        gc.freeze()  # a full collection over thousands of phones would delay one update by 0.2 s
        before = gc.get_threshold()
        gc.set_threshold(*before[:2], FULL_COLLECTION_AFTER)
        try:
            if ready is not None:
                ready(self)
            self._supervisor.say(READY)
            self._wait()
        finally:
            self._supervisor.say(STOPPING)
            self.feed.stop()
            self.close()
            for each in self.crowd.members():
                each.dismiss()
            self.stop(timeout=STOP_S)
            self.rota.close()
            for each in self.crowd.members():
                self.rota.turn_away(each)
            waker.close()
            gc.set_threshold(*before)

    def _wait(self) -> None:
        """Return once it shall stop; until then, say in time that this hub still turns."""
        # Twice as often as needed (sd_watchdog_enabled(3)).
        beat_s = self._supervisor.watchdog_s / 2 or None
        while not self._stopping.wait(beat_s):
            self._supervisor.say(ALIVE)

    def _note(
        self, context: object, kind: type[BaseException], fault: BaseException, trace: TracebackType
    ) -> None:
        """Log errors of the hub and its greenlets like all others."""
        hub = gevent.get_hub()
        if context is None or issubclass(kind, (*hub.SYSTEM_ERROR, *hub.NOT_ERROR)):
            type(hub).handle_error(hub, context, kind, fault, trace)
        else:
            self.logger.error("A part of the server failed:", exc_info=(kind, fault, trace))

    def stop_soon(self) -> None:
        """End `run`. From any thread; harmless if it has ended."""
        if self._stop_asked is not None:
            self._stop_asked.send()


def _listener(settings: Settings, supervisor: Supervisor) -> sockets.socket:
    try:
        listener = supervisor.listener() or sockets.create_server(
            (settings.http_host, settings.http_port),
            family=sockets.AF_INET6 if ":" in settings.http_host else sockets.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=settings.http_host == "::" and sockets.has_dualstack_ipv6(),
        )
    except OSError as fault:
        raise OSError(fault.errno, _unheard(settings, fault)) from None
    listener.setblocking(False)
    return listener


def _unheard(settings: Settings, fault: OSError) -> str:
    """Why no page can be served there, and which setting to change."""
    port, host = settings.http_port, settings.http_host
    if fault.errno == errno.EADDRINUSE:
        taken = f"port {port} is in use, perhaps by another Tricktable"
        return f"{taken}: end that, or choose another port with --http-port"
    if fault.errno == errno.EACCES:
        return f"you may not serve on port {port}: choose one from 1024 up with --http-port"
    if fault.errno in _NOT_HERE:
        other = "choose another one with --http-host, or leave it out"
        return f"{host} is not an address of this computer: {other}"
    return str(fault)


def serve(
    app: Flask,
    settings: Settings,
    feed: Feed,
    ready: Callable[[Server], None] | None = None,
    supervisor: Supervisor = _NOBODY,
) -> None:
    """Serve until SIGINT or SIGTERM, then end every stream and return. For the main thread.

    The supervisor hears when it serves, and that it still does. Raises: OSError if the port cannot
    be listened on.
    """
    server = Server(app, settings, feed, supervisor)
    watchers = [
        # Without our own handler, Ctrl-C ends pywsgi with a traceback and cuts streams off.
        gevent.signal_handler(number, server.stop_soon)
        for number in (signal.SIGINT, signal.SIGTERM)
    ]
    try:
        server.run(ready)
    finally:
        for watcher in watchers:
            watcher.cancel()
