"""One client's requests, one after another, until the connection ends or becomes a stream.

Reads head and body here, strictly and against deadlines; pywsgi writes the answer. What is refused
here never reaches a page. Every answer carries the security policy.
"""

from __future__ import annotations

import socket as sockets
import time
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from logging import Logger
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from gevent.pywsgi import WSGIHandler, format_date_time

from tricktable.web.api import problems
from tricktable.web.captive import LOCAL_ADDRESS
from tricktable.web.guards import POLICY
from tricktable.web.http import head
from tricktable.web.http.body import Body
from tricktable.web.http.connection import Connection, Late, Socket, TooLong
from tricktable.web.http.hang_up import HAS_GONE
from tricktable.web.http.head import Head, RequestRefused
from tricktable.web.live.sse import STREAM, StreamHandover

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

    from tricktable.web.http.server import Server

Address = tuple[str | int, ...]
"""A client's host and port; for IPv6, two more numbers."""

# nginx keeps one for 75 s (keepalive_timeout); here an address may have 64 of them.
IDLE_S: Final = 15.0
"""A connection is closed after this long without a new request."""
HEAD_S: Final = 10.0
"""A head must be complete this soon after its first byte."""
LINGER_S: Final = 2.0
"""How long we keep reading what a client sends after the last answer. If we hung up at once, the
client might never read that answer (RFC 9112, 9.6)."""
LINGER_BYTES: Final = 256 * 1024
"""How much of it at most: eight of the longest forms. Whoever goes on is cut off."""
HELD_BYTES: Final = 32 * 1024
"""So much of a body is here before its page is asked: every form that is accepted."""
_READ_BYTES: Final = 16 * 1024
_TEXT: Final = "text/plain; charset=utf-8"
_NO_ROOM: Final = RequestRefused(503, "too many come from there")
_TRY_AGAIN: Final = b"Too many at once; try again.\n"
_FAULT: Final = RequestRefused(
    500, "Something went wrong. Try again; the host's terminal may say more."
)


class Handler(WSGIHandler):  # type: ignore[misc]  # gevent.pywsgi has no types
    """One connection. Belongs to a greenlet of its own, which nobody needs to wait for. Mutable."""

    socket: Socket | None

    def __init__(
        self, sock: Socket, address: Address, server: Server, connection: Connection
    ) -> None:
        """For this client, whose connection has the same socket."""
        self.connection = connection
        self._local = plain(sock.getsockname()[:2])  # in addresses of pages, links mean nothing
        super().__init__(sock, (plain(address), *address[1:]), server, rfile=connection)

    def handle(self) -> None:
        """Answer every request that comes. The caller closes the socket."""
        while self.socket is not None and self._answer_next() and self.server.started:
            self.server.crowd.ask_again(self.connection)

    def turn_away(self) -> None:
        """Answer that there is no room. The caller closes the socket at once."""
        with suppress(OSError):  # it has gone
            self._refuse(_NO_ROOM, _TRY_AGAIN)

    def _refuse(
        self, refused: RequestRefused, words: bytes = b"The request cannot be read.\n"
    ) -> None:
        _note(self.server.logger, self.client_address[0], refused.why)
        self._say(refused.status, words, _TEXT)

    def _answer_next(self) -> bool:
        """Answer the next request. Returns whether another may follow."""
        try:
            found = self._next_head()
            if isinstance(found, RequestRefused):
                self._refuse(found)
                self._linger()
            if not isinstance(found, Head) or self._has_joined(found):
                return False
            self._ask(found)
            # A page takes up to a hundred times as long as it takes to read its form, so nobody's
            # is begun while half of the form is still on its way.
            self.body.gather(HELD_BYTES)
            if self.connection.is_cut:
                return False
            if not self.server.has_turn(self.connection):
                self.turn_away()
                return False
            self.handle_one_response()
            return self.socket is not None and self._is_ready_for_more()
        except OSError:  # it has gone, or accepts nothing
            return False

    # --- the request ------------------------------------------------------------------------------

    def _next_head(self) -> Head | RequestRefused | None:
        """The next request's head, or why it is refused; None if there is none. Raises: OSError."""
        self.connection.within(IDLE_S)
        if not self.connection.has_begun():
            return None
        self.connection.within(HEAD_S)
        lines: list[bytes] = []
        try:
            return head.read(lines) if self._are_all(lines) else None
        except Late:
            return RequestRefused(408, "its head came too slowly")
        except TooLong:
            return RequestRefused(431 if lines else 414, "its head is too long")

    def _are_all(self, lines: list[bytes]) -> bool:
        """Add the head's lines. Returns whether it was complete. Raises: Late, TooLong, OSError."""
        while (line := self.connection.line(head.LINE_BYTES)) != b"\r\n" or not lines:
            if not line.endswith(b"\n"):
                return False
            lines.append(line)
            if not line.endswith(b"\r\n") or line == b"\r\n":
                break  # malformed, so the blank line may never come
            if len(lines) > head.FIELDS + 1 or sum(map(len, lines)) > head.HEAD_BYTES:
                raise TooLong
        return True

    def _ask(self, asked: Head) -> None:
        self.command, self.path = asked.method, asked.path
        self.request_version, self.close_connection = asked.version, asked.is_last
        self.body = Body(self.connection, asked.length, asked.expects_continue)
        self.environ = self._environment(asked)
        self.application = self._answer

    def _environment(self, asked: Head) -> dict[str, object]:
        """The request as a WSGI environment (PEP 3333)."""
        address, port = self.client_address[:2]
        given: dict[str, object] = {
            **self.server.get_environ(),
            "REQUEST_METHOD": asked.method,
            "SCRIPT_NAME": "",
            # Bytes as latin-1: PEP 3333 wants all text of a request that way, and Flask decodes it.
            "PATH_INFO": unquote(asked.path, "latin-1"),
            "QUERY_STRING": asked.query,
            "SERVER_PROTOCOL": asked.version,
            LOCAL_ADDRESS: self._local,
            HAS_GONE: self.connection.has_gone,
            "REMOTE_ADDR": address,
            "REMOTE_PORT": str(port),
            "wsgi.input": self.body,
            # Without this, Werkzeug reads no body without a Content-Length, such as a chunked one.
            "wsgi.input_terminated": True,
        }
        for name, said in asked.fields:
            if "_" in name:  # it would pass for the same name with dashes
                continue
            key = name.replace("-", "_").upper()
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            # One list of values, in order of arrival (RFC 9110, 5.3); cookies have their own
            # separator (RFC 6265, 4.2.1).
            between = "; " if name == "cookie" else ","
            given[key] = f"{given[key]}{between}{said}" if key in given else said
        return given

    def _is_ready_for_more(self) -> bool:
        """Whether the next request can follow: this one's body has been read to its end."""
        if self.body.is_over or self.body.drain(LINGER_BYTES, LINGER_S):
            return not self.close_connection
        self._linger()
        return False

    def _linger(self) -> None:
        self.connection.end()
        self.connection.within(LINGER_S)
        left = LINGER_BYTES
        while left > 0 and (data := self.connection.read(_READ_BYTES)):
            left -= len(data)

    def _answer(self, environ: dict[str, object], start_response: StartResponse) -> Iterable[bytes]:
        """The app's answer. What takes it is over before the client takes the answer."""
        with self.server.rota.at_work(self.connection):
            answer: Iterable[bytes] = self.server.application(environ, start_response)
            return answer

    # --- the answer -------------------------------------------------------------------------------

    def handle_one_response(self) -> None:
        """Answer the request; if it is a stream, hand its socket to the feed. Raises: OSError."""
        self.status = self.result = None
        self.headers_sent = self.response_use_chunked = self.connection_upgraded = False
        self.response_length = 0
        try:
            self.run_application()
        except (ConnectionError, TimeoutError):
            raise
        except Exception:  # noqa: BLE001 - a bug of ours, which must not take others along
            self._fail()
        begun = self.environ.pop(STREAM, None)
        if isinstance(begun, StreamHandover) and self.code == 200 and self.command == "GET":
            self._hand_over(begun)

    def _has_joined(self, asked: Head) -> bool:
        """Answer a page that asks for its stream, if the app need not be asked; returns that."""
        joined = self.server.joining.join(asked, self.connection.address)
        if joined is not None:
            date = b"Date: %s\r\n\r\n" % format_date_time(time.time())
            self._hand_over(joined.handover, joined.head + date + joined.first)
        return joined is not None

    def _hand_over(self, begun: StreamHandover, first: bytes = b"") -> None:
        """Give the socket to the feed, which sends it `first` and then whatever is newer."""
        if self.socket is None:
            return
        # Detached: gevent no longer closes the socket, nor keeps a greenlet for it.
        raw = sockets.socket(self.server.family, sockets.SOCK_STREAM, fileno=self.socket.detach())
        self.socket = None
        address = self.connection.address
        self.server.feed.subscribe(begun.channel, raw, address, begun.version, first)

    def finalize_headers(self) -> None:
        """Add headers that only the server knows. A stream is unframed: it ends its connection."""
        if STREAM in self.environ and self.code == 200:
            self.response_headers.append((b"Date", format_date_time(time.time())))
        else:
            super().finalize_headers()
        if self.command == "HEAD":
            self.response_use_chunked = False  # not even a last chunk follows
        # Last, so that answers from outside the app have the policy too. What comes with one went
        # through the app's guards, and what they leave out is left out.
        has = {name.lower() for name, _ in self.response_headers}
        self.close_connection |= self.body.is_broken
        if self.close_connection and b"connection" not in has:
            self.response_headers.append((b"Connection", b"close"))
        if b"content-security-policy" not in has:
            self.response_headers += [each for each in _POLICY if each[0].lower() not in has]

    def _sendall(self, data: bytes | bytearray) -> None:
        self.connection.send(data)
        self.response_length += len(data)

    def _fail(self) -> None:
        """The app itself, or a file being sent, failed midway."""
        self.server.logger.error("An answer broke off:", exc_info=True)
        self.close_connection = True
        if self.headers_sent:
            return  # leave it cut off: its length or its chunks show that
        if self.path.startswith(problems.PREFIX):
            self._say(500, problems.of_a_fault(), problems.MIMETYPE)
        else:
            self._say(500, f"{_FAULT.why}\n".encode(), _TEXT)

    def _say(self, status: int, words: bytes, mimetype: str) -> None:
        """Send this connection's last answer, without the app."""
        self.connection.send(_last(status, words, mimetype, is_head=self.command == "HEAD"))


def no_room(log: Logger, address: str) -> bytes:
    """The whole answer to a client that has not been heard, for want of room; that is logged."""
    _note(log, address, _NO_ROOM.why)
    return _last(_NO_ROOM.status, _TRY_AGAIN, _TEXT)


def _note(log: Logger, address: str, why: str) -> None:
    log.warning("A request from %s was refused: %s.", address, why)


def _last(status: int, words: bytes, mimetype: str, is_head: bool = False) -> bytes:
    """The last answer on a connection, without the app."""
    fields = [
        (b"Content-Type", mimetype.encode()),
        (b"Content-Length", b"%d" % len(words)),
        (b"Connection", b"close"),
        (b"Date", format_date_time(time.time())),
        *_POLICY,
    ]
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode())]
    lines += [b"%s: %s" % each for each in fields]
    return b"\r\n".join(lines) + b"\r\n\r\n" + (b"" if is_head else words)


def plain(address: Address) -> str:
    """The host alone; of IPv4 also on a socket for both versions (RFC 4291, 2.5.5.2).

    With its link where it counts on that link alone: `fe80::9%2`. Two devices on two links may
    have one such address (RFC 4007, 11).
    """
    host, link = str(address[0]), address[3] if len(address) > 3 else 0
    if link and "%" not in host:
        return f"{host}%{link}"
    return host.removeprefix("::ffff:") if "." in host else host


_POLICY: Final = tuple((name.encode(), said.encode()) for name, said in POLICY.items())
