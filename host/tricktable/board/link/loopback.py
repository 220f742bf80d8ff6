"""A simulated USB cable as a TCP connection, for systems without pseudo-terminals.

Listens on 127.0.0.1 only and joins one host at a time, which proves that it knows the secret in
the port's address; the cable proves the same in return, so that no other user of the computer can
sit at either end. Parses none of the bytes that pass.

To the host: bytes as they are. To the board: chunks, each after a byte with its length; a length
of 0, and then a byte that says how many bytes the host's program has fetched.
"""

import contextlib
import errno
import hmac
import re
import secrets
import socket
import time
from typing import Final, Self

import serial

from tricktable.board.link.cable import FIFO_BYTES

HERE: Final = "127.0.0.1"
_PROOF_BYTES: Final = 16  # 128 bits, which no other program on this computer guesses
_ADDRESS: Final = re.compile(
    rf"socket://{re.escape(HERE)}:(\d{{1,5}})#([0-9a-f]{{{4 * _PROOF_BYTES}}})"
)
_FREE, _TAKEN = b"\0", b"\1"
_COMERS: Final = 8
"""How many may be proving themselves at once; one more pushes out the first."""
_CHUNK_BYTES: Final = 255  # what the length byte before each chunk can say
_LARGEST_READ_BYTES: Final = 1024
_GREETING_S: Final = 2.0  # a program at that port that says nothing is none of ours


def is_cable(url: str) -> bool:
    """Whether this is the address of such a cable."""
    return _ADDRESS.fullmatch(url) is not None


def without_secret(url: str) -> str:
    """A port's address without the secret that the address of such a cable holds."""
    return url.partition("#")[0] if is_cable(url) else url


class TcpCable:
    """A cable that is plugged in: the board's end. `close` unplugs it. Mutable."""

    def __init__(self) -> None:
        """Raises: OSError if this computer has no loopback."""
        secret = secrets.token_bytes(2 * _PROOF_BYTES)
        self._hosts, self._own = secret[:_PROOF_BYTES], secret[_PROOF_BYTES:]
        self._listener = listening_socket()
        self.port = f"socket://{HERE}:{self._listener.getsockname()[1]}#{secret.hex()}"
        self._comers: list[tuple[socket.socket, bytearray]] = []
        self._host: socket.socket | None = None
        self._heard = bytearray()
        self._waiting = b""
        self._leaving = b""  # counted as passed on, not yet sent
        self._ahead = 0  # bytes passed on that the host's program has not fetched yet

    def filenos(self) -> list[int]:
        """The files that become readable when there is something to `pull`."""
        comers = [comer.fileno() for comer, _ in self._comers]
        host = [self._host.fileno()] if self._host else []
        return [self._listener.fileno(), *comers, *host]

    def close(self) -> None:
        """Unplug the cable."""
        self._listener.close()
        for comer, _ in self._comers:
            comer.close()
        self._comers.clear()
        self._part()

    @property
    def is_held_up(self) -> bool:
        """Whether bytes wait because the reader has not fetched earlier ones."""
        return bool(self._waiting or (self._host and self._leaving))

    def push(self, data: bytes = b"") -> int:
        """Pass bytes to the reader, as far as it fetches them; the rest waits for a next push.

        Returns how many were passed on.
        """
        self._waiting += data
        room = FIFO_BYTES - self._ahead
        passed, self._waiting = self._waiting[:room], self._waiting[room:]
        self._leaving += passed
        self._ahead += len(passed)
        self._send()
        return len(passed)

    def forget(self) -> None:
        """Drop the waiting bytes: the board that sent them was reset."""
        self._waiting = b""

    def pull(self) -> bytes:
        """Take what the host wrote; b"" when there is nothing. Lets a new host in."""
        self._hear()
        data = self._chunks()
        if not data:
            self._welcome()
        return data

    def _send(self) -> None:
        if self._host is None or not self._leaving:
            return
        try:
            self._leaving = self._leaving[self._host.send(self._leaving) :]
        except BlockingIOError:
            pass  # the host reads slowly: the rest stays here, as in a board's own buffer
        except OSError:
            self._part()

    def _hear(self) -> None:
        """Take in what the host has sent, or that it has gone."""
        if self._host is None:
            return
        try:
            data = self._host.recv(_LARGEST_READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""  # cut off, which is an end like any other
        if data:
            self._heard += data
        else:
            self._part()

    def _chunks(self) -> bytes:
        """The bytes of all whole chunks, after taking note of what was fetched."""
        data = b""
        while len(self._heard) >= 2:
            length = self._heard[0]
            if length == 0:
                self._ahead -= self._heard[1]
                del self._heard[:2]
            elif len(self._heard) > length:
                data += self._heard[1 : 1 + length]
                del self._heard[: 1 + length]
            else:
                break
        return data

    def _part(self) -> None:
        """Let go of a host that has closed its port; what it has not fetched is lost."""
        if self._host is not None:
            self._host.close()
            self._host = None
        self._heard.clear()
        self._leaving, self._ahead = b"", 0

    def _welcome(self) -> None:
        """Look at those who have come and are not let in yet."""
        with contextlib.suppress(OSError):  # it has gone again
            while True:
                comer, _ = self._listener.accept()
                comer.setblocking(False)
                comer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._comers.append((comer, bytearray()))
        while len(self._comers) > _COMERS:
            self._comers.pop(0)[0].close()
        self._comers = [each for each in self._comers if not self._is_settled(*each)]

    def _is_settled(self, comer: socket.socket, proof: bytearray) -> bool:
        """Whether it is no longer a comer: let in, sent away, or gone."""
        try:
            data = comer.recv(_PROOF_BYTES - len(proof))
            proof += data
            if data and len(proof) < _PROOF_BYTES:
                return False
            if not data or not hmac.compare_digest(proof, self._hosts):
                comer.close()
                return True
            comer.send(self._own + (_FREE if self._host is None else _TAKEN))
        except BlockingIOError:
            return False
        except OSError:
            comer.close()
            return True
        if self._host is None:
            self._host = comer
            self._send()
        else:
            comer.close()
        return True


class TcpPort:
    """The host's end of such a cable; like serial.Serial for a line. Not open yet. Mutable."""

    def __init__(self, url: str, timeout_s: float, write_timeout_s: float) -> None:
        """Take the address of a cable; a read waits up to `timeout_s` for its first byte."""
        found = _ADDRESS.fullmatch(url)
        if found is None:
            raise ValueError("not the address of a simulated board's cable")
        self._address = HERE, int(found[1])
        self._secret = bytes.fromhex(found[2])
        self._timeout_s, self._write_timeout_s = timeout_s, write_timeout_s
        self._socket: socket.socket | None = None
        self._unread = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Connect. Raises: OSError; with EBUSY if another program has the port open."""
        opened = socket.create_connection(self._address, timeout=_GREETING_S)
        try:
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            opened.sendall(self._secret[:_PROOF_BYTES])
            answer = _exactly(opened, _PROOF_BYTES + 1)
            if not hmac.compare_digest(answer[:-1], self._secret[_PROOF_BYTES:]):
                raise ConnectionRefusedError(errno.ECONNREFUSED, "this is no simulated board")
            if answer[-1:] == _TAKEN:
                raise OSError(errno.EBUSY, "another program has the port open")
        except BaseException:
            opened.close()
            raise
        self._socket = opened

    def close(self) -> None:
        """Disconnect; harmless if it is closed."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once. Raises: serial.SerialException."""
        self._fetch(0)
        return len(self._unread)

    def read(self, size: int = 1, /) -> bytes:
        """Read up to `size` bytes, waiting for the first. Raises: serial.SerialException."""
        ends_s = time.monotonic() + self._timeout_s
        while len(self._unread) < size:
            left_s = 0 if self._unread else ends_s - time.monotonic()
            if not self._fetch(max(0, left_s)):
                break
        data, self._unread = self._unread[:size], self._unread[size:]
        for start in range(0, len(data), _CHUNK_BYTES):
            self._put_on_wire(bytes((0, len(data[start : start + _CHUNK_BYTES]))))
        return data

    def write(self, data: bytes, /) -> None:
        """Send bytes. Raises: serial.SerialException."""
        for start in range(0, len(data), _CHUNK_BYTES):
            chunk = data[start : start + _CHUNK_BYTES]
            self._put_on_wire(bytes((len(chunk),)) + chunk)

    def _fetch(self, timeout_s: float) -> bool:
        """Fetch what has arrived, waiting up to `timeout_s`; returns whether anything has."""
        try:
            opened = self._open_socket()
            opened.settimeout(timeout_s)
            data = opened.recv(_LARGEST_READ_BYTES)
        except (BlockingIOError, TimeoutError):
            return False
        except OSError as gone:
            raise serial.SerialException(_PULLED) from gone
        if not data:
            raise serial.SerialException(_PULLED)
        self._unread += data
        return True

    def _put_on_wire(self, data: bytes) -> None:
        try:
            opened = self._open_socket()
            opened.settimeout(self._write_timeout_s)
            opened.sendall(data)
        except OSError as gone:
            raise serial.SerialException(_PULLED) from gone

    def _open_socket(self) -> socket.socket:
        if self._socket is None:
            raise serial.PortNotOpenError
        return self._socket


_PULLED: Final = "the simulated board's cable was pulled"


def listening_socket() -> socket.socket:
    """A socket that listens on loopback, at a port that the system chooses. Raises: OSError."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    with contextlib.ExitStack() as unfinished:
        unfinished.callback(listener.close)
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # or Windows lets another program share it
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        listener.bind((HERE, 0))
        listener.listen(_COMERS)
        listener.setblocking(False)
        unfinished.pop_all()
    return listener


def _exactly(opened: socket.socket, size: int) -> bytes:
    """This many bytes. Raises: OSError."""
    data = b""
    while len(data) < size:
        more = opened.recv(size - len(data))
        if not more:
            raise ConnectionResetError(errno.ECONNRESET, "the simulated board hung up")
        data += more
    return data
