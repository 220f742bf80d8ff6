"""Sends the newest message on each channel to all its watchers. Never waits for a phone.

One message per channel, written by one loop to raw non-blocking sockets: no queue, no greenlet and
no copy per phone. A phone whose socket is full skips to the newest message when it can be written
again. The content and language of a message are the publisher's business.

Any thread may call `publish` and `newest`. Everything else belongs to the thread of the gevent
hub that `start` was called in.
"""

import contextlib
import socket
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import gevent

# A page asks whether its host is there after one and a quarter without a word, and is stale after
# two and a half (live.js): a shorter beat would notice sooner, at 6.5 µs for each phone.
BEAT_S: Final = 2.0
"""A beat goes out this often, so that a phone can tell a quiet table from a lost one."""
TURNS: Final = 20
"""Beats go out in this many turns, to a part of the phones each: to all 10,000 at once, at 6.5 µs a
phone, they would hold up for 65 ms whatever cards have to tell."""
# Longer than LOST_MS: a phone that has gone is the kernel's to give up, on Linux. This is for one
# that is there and takes nothing.
PATIENCE_BEATS: Final = 10
"""A phone that takes nothing for this many beats is dropped; it reconnects by itself."""
# Linux doubles it, for what it keeps beside the bytes (socket(7), SO_SNDBUF).
SEND_BUFFER_BYTES: Final = 64 * 1024
"""Kernel memory that one phone may hold up: some ten messages."""
LOST_MS: Final = 15_000
"""How long before Linux drops a silent peer (tcp(7), TCP_USER_TIMEOUT)."""

BEAT: Final = b"event: beat\ndata: %d\n\n" % (BEAT_S * 1000)
"""The beat as a server-sent event; its data is the beat's period in milliseconds."""

_READY_TO_WRITE = 2  # gevent.core: READ = 1, WRITE = 2


class ChannelMessage(NamedTuple):
    """The newest message on a channel; `version` goes up by one with each."""

    version: int
    message: bytes


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How many streams may be open. A home has ten phones, a club two hundred."""

    # A guest's browser opens six connections at most; but a family, or a club behind one router,
    # shares an address (docs/explanation/safety.md).
    per_address: int = 32
    in_total: int = 4000


class _Phone:
    """One open stream: the socket and, while it is blocked, the bytes still to send. Mutable."""

    __slots__ = ("address", "behind", "blocked_beats", "rest", "socket", "turn", "writable")

    def __init__(self, stream: socket.socket, address: str, turn: int) -> None:
        self.socket = stream
        self.address = address
        self.rest = b""  # the unsent end of a message: no other may come before it
        self.behind = False  # a newer message waits
        self.writable: gevent.hub.loop.io | None = None  # watches the socket while it is blocked
        self.blocked_beats = 0
        self.turn = turn  # of beats

    def unwatch(self) -> None:
        """The socket is no longer blocked."""
        if self.writable is not None:
            self.writable.close()
            self.writable = None


class _Audience:
    """The phones of one channel and what they should have seen."""

    __slots__ = ("is_over", "newest", "phones", "sent_version")

    def __init__(self) -> None:
        self.newest = ChannelMessage(0, b"")
        self.sent_version = 0
        self.is_over = False  # its phones are still to be let go
        self.phones: set[_Phone] = set()


class Feed:
    """Sends the newest message on each channel to all its watchers. Mutable; one per host."""

    def __init__(self, limits: StreamLimits | None = None) -> None:
        """Start without phones; `limits` says how many streams may be open."""
        self.limits = limits or StreamLimits()
        """How many streams may be open."""
        self._audiences: dict[str, _Audience] = {}
        self._changed: deque[_Audience] = deque()  # append and popleft are atomic: no lock needed
        self._streams: Counter[str] = Counter()
        self._open = 0  # all of them: to add them up for each newcomer would take 0.1 ms
        self._turns: list[dict[_Phone, _Audience]] = [{} for _ in range(TURNS)]
        self._next_turn = 0
        self._wake: gevent.hub.loop.async_ | None = None
        self._beat: gevent.hub.loop.timer | None = None
        self._loop: gevent.hub.loop | None = None
        self._also: Callable[[], bytes] = bytes

    # Any thread.

    def beats_also(self, say: Callable[[], bytes]) -> None:
        """Send with each beat what this says then: whole events, for every channel."""
        self._also = say

    def publish(self, channel: str, message: bytes) -> None:
        """Make this the channel's newest message and wake the send loop. Returns at once."""
        audience = self._audience(channel)
        audience.newest = ChannelMessage(audience.newest.version + 1, message)
        self._changed.append(audience)
        if (wake := self._wake) is not None:
            wake.send()

    def newest(self, channel: str) -> ChannelMessage:
        """The channel's newest message; version 0 and no bytes before the first."""
        return self._audience(channel).newest

    def empty(self, channel: str) -> None:
        """Keep no message on this channel; the next one has the next version."""
        audience = self._audience(channel)
        audience.newest = ChannelMessage(audience.newest.version, b"")

    def end(self, channel: str) -> None:
        """Let all its phones go. Whoever asks for it again is told at the door why not."""
        audience = self._audience(channel)
        audience.is_over = True
        self._changed.append(audience)
        if (wake := self._wake) is not None:
            wake.send()

    @property
    def phone_channels(self) -> frozenset[str]:
        """The channels that phones follow."""
        return frozenset(name for name, each in [*self._audiences.items()] if each.phones)

    @property
    def streams(self) -> Mapping[str, int]:
        """Open streams by client address."""
        return MappingProxyType(self._streams)

    def _audience(self, channel: str) -> _Audience:
        return self._audiences.get(channel) or self._audiences.setdefault(channel, _Audience())

    # The hub's thread only.

    def start(self) -> None:
        """Start sending and beating, in this thread's hub."""
        self._loop = gevent.get_hub().loop
        # Only libev's async watcher may be woken from another thread. With `ref=False` it does not
        # keep the loop running by itself.
        self._wake = self._loop.async_(ref=False)
        self._wake.start(self._send_changed)
        self._beat = self._loop.timer(BEAT_S / TURNS, BEAT_S / TURNS, ref=False)
        if self._open:
            self._beat.start(self._beat_in_turn)
        self._wake.send()  # what was published before

    def stop(self) -> None:
        """End every stream at once and stop beating. Harmless if already stopped."""
        for watcher in (self._wake, self._beat):
            if watcher is not None:
                watcher.close()
        self._wake = self._beat = None
        for audience in list(self._audiences.values()):
            for phone in list(audience.phones):
                self._drop(audience, phone)

    def has_room_for(self, address: str) -> bool:
        """Whether one more stream may be opened from this client address."""
        return (
            self._streams[address] < self.limits.per_address and self._open < self.limits.in_total
        )

    def subscribe(
        self, channel: str, stream: socket.socket, address: str, seen: int, first: bytes = b""
    ) -> None:
        """Take over a connected socket whose client has had everything up to version `seen`.

        Or will have had it once it has been sent `first`, the head of the answer included.
        """
        # No greenlet for each phone: gevent's own server with one took 24 ms to tell 1,000 phones,
        # a loop over raw sockets 9 ms, as bare asyncio does.
        stream.setblocking(False)
        _tune(stream)
        self._send_changed()  # to the others first: who has seen it is not sent it again
        # The turn before the next one: a phone that has just come is beaten to last.
        turn = (self._next_turn - 1) % TURNS
        audience, phone = self._audience(channel), _Phone(stream, address, turn)
        audience.phones.add(phone)
        self._turns[turn][phone] = audience
        phone.rest = first  # whole before anything newer, however little the socket takes
        self._streams[address] += 1
        self._open += 1
        if self._open == 1 and self._beat is not None:
            self._beat.start(self._beat_in_turn)
        if first:
            self._settle(audience, phone, first, _push(stream, first))
        version, message = audience.newest
        if seen == version or version != audience.sent_version:  # it is about to be sent to all
            return
        if phone.writable is not None:
            phone.behind = True
        elif phone in audience.phones:
            self._settle(audience, phone, message, _push(stream, message))

    def beat(self) -> None:
        """Send a beat to every phone; drop those that have taken nothing for too long."""
        for _ in range(TURNS):
            self._beat_in_turn()

    def _beat_in_turn(self) -> None:
        turn = self._turns[self._next_turn]
        self._next_turn = (self._next_turn + 1) % TURNS
        beat = BEAT + self._also()
        for phone, audience in list(turn.items()):
            if phone.writable is None:
                self._settle(audience, phone, beat, _push(phone.socket, beat))
            elif phone.blocked_beats >= PATIENCE_BEATS:
                self._drop(audience, phone)
            else:
                phone.blocked_beats += 1

    def _send_changed(self) -> None:
        while self._changed:
            audience = self._changed.popleft()
            if audience.is_over:
                audience.is_over = False
                for phone in [*audience.phones]:
                    self._drop(audience, phone)
            version, message = audience.newest
            if version != audience.sent_version:  # two changes may need only one send
                audience.sent_version = version
                self._send_to_all(audience, message)

    def _send_to_all(self, audience: _Audience, message: bytes) -> None:
        """The hot loop: one system call per phone and nothing else while all is well."""
        # Whatever went wrong is settled after the loop: nobody waits for it, and the set of phones
        # does not change while it is walked.
        size, short = len(message), []
        for phone in audience.phones:
            if phone.writable is not None:
                phone.behind = True
                continue
            sent: int | None
            try:
                sent = phone.socket.send(message)
            except BlockingIOError:
                sent = 0
            except OSError:
                sent = None
            if sent != size:
                short.append((phone, sent))
        for phone, sent in short:
            self._settle(audience, phone, message, sent)

    def _settle(self, audience: _Audience, phone: _Phone, message: bytes, sent: int | None) -> None:
        """After a write: keep the rest of a torn message, let go of a whole one, drop the dead."""
        if sent == len(message):
            phone.rest = b""
            return
        if sent is None:
            self._drop(audience, phone)
            return
        # A torn message is finished before any other: the browser would take the next one for its
        # end.
        if sent or phone.rest:
            phone.rest = message[sent:]
        else:
            phone.behind = phone.behind or not message.startswith(BEAT)
        if phone.writable is None and self._loop is not None:
            phone.writable = self._loop.io(phone.socket.fileno(), _READY_TO_WRITE, ref=False)
            phone.writable.start(self._resume, audience, phone)

    def _resume(self, audience: _Audience, phone: _Phone) -> None:
        """A blocked socket takes bytes again: finish the torn message, then the newest one."""
        phone.blocked_beats = 0
        if phone.rest:
            message = phone.rest
        elif phone.behind:
            phone.behind, message = False, audience.newest.message
        else:
            phone.unwatch()
            return
        self._settle(audience, phone, message, _push(phone.socket, message))

    def _drop(self, audience: _Audience, phone: _Phone) -> None:
        phone.unwatch()
        audience.phones.discard(phone)
        self._turns[phone.turn].pop(phone, None)
        self._streams[phone.address] -= 1
        self._open -= 1
        if not self._open and self._beat is not None:
            self._beat.stop()  # to wake up for nobody is most of what an idle host takes
        if not self._streams[phone.address]:
            del self._streams[phone.address]
        with contextlib.suppress(OSError):  # the peer may have gone first
            phone.socket.shutdown(socket.SHUT_RDWR)
        phone.socket.close()


def _push(stream: socket.socket, message: bytes) -> int | None:
    """Write without waiting; returns the bytes written, 0 if blocked, None if gone."""
    try:
        return stream.send(message)
    except BlockingIOError:
        return 0
    except OSError:
        return None


def _tune(stream: socket.socket) -> None:
    """Small writes at once, little memory when blocked, and an early end for a lost peer."""
    if stream.family in (socket.AF_INET, socket.AF_INET6):
        # Nagle's algorithm would hold a small event back until the one before is acknowledged (RFC
        # 896).
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_MS)
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
