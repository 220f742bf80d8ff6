"""Keeps a broker's retained topics equal to what the tables show (MQTT 3.1.1). Never waited for.

One thread of its own owns the connection. It keeps the newest view of each table and no queue: a
broker that is slow misses what was in between, and one that comes back gets the present.
"""

from __future__ import annotations

import contextlib
import logging
import selectors
import socket
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from tricktable.text.language import ENGLISH, speaking
from tricktable.web.outbound.topics import OFFLINE, ONLINE, TopicRoots, topics

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage
    from paho.mqtt.enums import MQTTErrorCode
    from paho.mqtt.reasoncodes import ReasonCode

    from tricktable.store.journal import Extent
    from tricktable.table.views import TableView

_log = logging.getLogger(__name__)

CONNECT_S: Final = 5.0
"""How long a connection may take to be made, and how long the broker may take to greet."""
KEEPALIVE_S: Final = 30
"""A connection without a word for half as long again is lost (MQTT 3.1.1, 3.1.2.10)."""
FAREWELL_S: Final = 1.0
"""How long the last words may take when the host stops."""
LOOK_S: Final = 1.0
"""The longest wait for something to do; after it paho's `loop_misc` sends pings that are due."""
PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Between two attempts; the last one again and again."""


class BrokerAddress(NamedTuple):
    """Where a broker is and who we are there."""

    host: str
    port: int
    is_secure: bool = False
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        """Without the password, so that it is safe in a log."""
        return f"{self.host}:{self.port}"


def address(url: str) -> BrokerAddress:
    """The broker of an `mqtt://` or `mqtts://` address. Raises: ValueError, for a bad port."""
    parts = urlsplit(url)
    is_secure = parts.scheme == "mqtts"
    return BrokerAddress(
        parts.hostname or "",
        parts.port or (8883 if is_secure else 1883),
        is_secure,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


class BrokerLost(Exception):
    """Raised if there is no connection to the broker, or none any more; says why."""


class _Bell:
    """Wakes a thread that waits for sockets."""

    def __init__(self) -> None:
        self._hears, self._rings = socket.socketpair()
        for end in (self._hears, self._rings):
            end.setblocking(False)

    def fileno(self) -> int:
        """What the thread waits for."""
        return self._hears.fileno()

    def ring(self) -> None:
        """Wake it, or let it not fall asleep. Harmless at any time."""
        with contextlib.suppress(OSError):  # it is rung already, or nobody waits any more
            self._rings.send(b"!")

    def drain(self) -> None:
        """Drain the wake-up byte."""
        self._hears.recv(4096)

    def close(self) -> None:
        """Nobody waits any more."""
        self._rings.close()
        self._hears.close()


class Broker:
    """One broker. Mutable; any thread may call any method, and none of them waits for it."""

    def __init__(self, at: BrokerAddress, places: TopicRoots) -> None:
        """Nothing is sent before `start`. Raises: ImportError, without the package for MQTT."""
        import paho.mqtt.client as _package  # noqa: F401 - an extra: say at once if it is missing

        self._at, self._places = at, places
        self._changed: dict[str, TableView | None] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._bell = _Bell()
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._complaint = ""
        self._asleep: set[str] = set()
        self._wanted: dict[str, dict[str, bytes]] = {}
        """What each table's topics should say: the thread's own, as everything below."""
        self._kept: dict[str, bytes] = {}
        """What the broker is known to keep of our topics."""
        self._is_greeted = False

    def show(self, view: TableView) -> None:
        """Publish this view instead of the one before. Returns at once."""
        self._queue(view.code, view)

    def asleep(self, tables: Iterable[Extent]) -> None:
        """Leave the topics of these tables as they are until one is shown. Returns at once."""
        self._asleep |= {each.table for each in tables}

    def read_again(self, code: str) -> None:
        """Keep nothing else: the broker has what the table showed last, and shows again."""

    def forget(self, code: str) -> None:
        """Clear the topics of a table that is no more. Returns at once."""
        self._queue(code, None)

    def start(self) -> None:
        """Begin to look for the broker."""
        self._thread.start()

    def stop(self) -> None:
        """Say that the host is gone, if that can be done quickly, and end."""
        self._stopping.set()
        self._bell.ring()
        if self._thread.is_alive():
            # A thread that waits for a name or a connection ends with the program.
            self._thread.join(2 * FAREWELL_S)
        self._bell.close()

    def _queue(self, code: str, view: TableView | None) -> None:
        with self._lock:
            self._changed[code] = view
        self._bell.ring()

    # The thread's own.

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._connection()
            except (BrokerLost, OSError, ValueError) as fault:
                self._complain(fault)
            if time.monotonic() - began > PAUSES_S[-1]:
                failures = 0  # it went well for a while
            pause = PAUSES_S[min(failures, len(PAUSES_S) - 1)]
            failures += 1
            self._stopping.wait(pause)

    def _complain(self, fault: Exception) -> None:
        """Say once why nothing is published; the same again is not told."""
        why = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        if why != self._complaint:
            self._complaint = why
            _log.warning("The MQTT broker %r cannot be used: %s. Trying again.", self._at, why)

    def _connection(self) -> None:
        """One connection, from its first word until its end or the host's. Raises: BrokerLost."""
        self._is_greeted, self._kept = False, {}
        client = self._client()
        try:
            _insist(client.connect(self._at.host, self._at.port, KEEPALIVE_S))
            with selectors.DefaultSelector() as waiting:
                waiting.register(self._bell, selectors.EVENT_READ)
                self._converse(client, waiting)
            self._farewell(client)
        finally:
            sock = client.socket()
            if sock is not None:
                sock.close()

    def _client(self) -> Client:
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        # Always the same name: a broker then ends the connection of a run that was killed, and its
        # last will comes before our first word instead of after it.
        name = self._places.node
        client = mqtt.Client(CallbackAPIVersion.VERSION2, name, reconnect_on_failure=False)
        client.connect_timeout = CONNECT_S
        if self._at.user:
            client.username_pw_set(self._at.user, self._at.password)
        if self._at.is_secure:
            client.tls_set()
        client.will_set(self._places.status, OFFLINE, retain=True)
        # Then paho leaves it to us when to write: never more than the broker takes.
        client.on_socket_register_write = lambda *_: None
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        return client

    def _on_connect(
        self, client: Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        if code.is_failure:
            raise BrokerLost(f"it refuses us ({code})")
        self._is_greeted, self._complaint = True, ""
        client.subscribe([(each, 0) for each in self._places.own_filters])

    def _on_message(self, client: Client, _data: object, message: MQTTMessage) -> None:
        """What the broker keeps of an earlier run; once our own word comes back, that was all."""
        if message.topic == self._places.status:
            if not message.retain:
                client.unsubscribe([*self._places.own_filters])
        elif message.retain:
            self._kept.setdefault(message.topic, bytes(message.payload))

    def _converse(self, client: Client, waiting: selectors.BaseSelector) -> None:
        due = time.monotonic() + CONNECT_S
        while not self._stopping.is_set():
            if not self._is_greeted and time.monotonic() > due:
                raise BrokerLost("it does not answer")
            self._take_in()
            if self._is_greeted and not client.want_write():
                self._publish(client)
            self._exchange(client, waiting, LOOK_S)

    def _exchange(self, client: Client, waiting: selectors.BaseSelector, timeout_s: float) -> None:
        """Wait until there is something to read, write or publish, and do the first two."""
        sock = client.socket()
        if sock is None:
            raise BrokerLost("the connection was closed")
        mask = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.want_write() else 0)
        waiting.register(sock, mask)
        try:
            ready = {key.fileobj for key, _ in waiting.select(0 if _holds(sock) else timeout_s)}
        finally:
            waiting.unregister(sock)
        if self._bell in ready:
            self._bell.drain()
        if sock in ready or _holds(sock):
            _insist(client.loop_read())
            if client.want_write():
                _insist(client.loop_write())
        _insist(client.loop_misc())

    def _take_in(self) -> None:
        with self._lock:
            changed, self._changed = self._changed, {}
        for code, view in changed.items():
            self._asleep.discard(code)
            self._wanted.pop(code, None)
            if view is None:
                continue
            try:
                with speaking(ENGLISH):
                    self._wanted[code] = {**topics(view, self._places)}
            except Exception as fault:  # noqa: BLE001 - a game of a package may raise anything
                self._complain(fault)

    def _publish(self, client: Client) -> None:
        """Make the broker's topics what they should be, as far as it takes them now."""
        wanted: dict[str, bytes] = {}
        for each in self._wanted.values():
            wanted |= each
        gone = {
            topic: b""
            for topic in self._kept
            if topic not in wanted and self._places.table_of(topic) not in self._asleep
        }
        # Last, so that nobody is told of a host before its tables are there.
        for topic, payload in {**gone, **wanted, self._places.status: ONLINE}.items():
            if self._kept.get(topic) == payload:
                continue
            self._kept[topic] = payload
            client.publish(topic, payload, retain=True)
            _insist(client.loop_write())
            if client.want_write():
                return  # it is slow: what is newest goes out once it has read this
        self._kept = {topic: payload for topic, payload in self._kept.items() if payload}

    def _farewell(self, client: Client) -> None:
        """Say that the host is gone: a will is for those who could not."""
        due = time.monotonic() + FAREWELL_S
        if self._is_greeted:
            client.publish(self._places.status, OFFLINE, retain=True)
        client.disconnect()
        while client.want_write() and time.monotonic() < due and client.socket():
            _insist(client.loop_write())


def _insist(code: MQTTErrorCode) -> None:
    """Raises: BrokerLost, unless the package says that all went well."""
    if code != 0:
        raise BrokerLost(str(code.name if hasattr(code, "name") else code))


def _holds(sock: object) -> bool:
    """Whether a secure socket has read more than was asked for: no selector knows of that."""
    pending = getattr(sock, "pending", None)
    return bool(pending and pending())
