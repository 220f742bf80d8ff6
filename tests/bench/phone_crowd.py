"""Phones by the thousand at one host, each from an address of its own: sockets in one epoll.

One thread reads them all and notes when each view had come whole; nothing is drawn.
"""

import select
import socket
import threading
import time
from array import array
from collections.abc import Sequence
from itertools import count

AGAIN_S = 1.0
"""A page whose connection was refused or cut asks again after so long (`retry` in its stream)."""
_VIEW = b"event: view\n"
_END = b"\n\n"
_MOST = 1 << 16
_addresses = count()


class _Phone:
    """One phone's socket."""

    def __init__(self, table: str) -> None:
        number = next(_addresses)
        self.home = f"127.{1 + number // 60_000}.{number // 240 % 250}.{1 + number % 240}"
        self.asks = f"GET /t/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        self.heard = array("q")
        self.socket: socket.socket | None = None
        self.torn = b""
        self.has_asked = False


class Crowd(threading.Thread):
    """This many phones at each of these tables of one host. `start` it, then `join_all`."""

    def __init__(self, address: tuple[str, int], tables: Sequence[str], each: int) -> None:
        super().__init__(name="phones", daemon=True)
        self._address = address
        self._poll = select.epoll()
        phones = {table: [_Phone(table) for _ in range(each)] for table in tables}
        self._phones = [phone for some in phones.values() for phone in some]
        self.heard: dict[str, list[Sequence[int]]] = {
            table: [phone.heard for phone in some] for table, some in phones.items()
        }
        """By table: when each of its phones had another view, in ns."""
        self._by_file: dict[int, _Phone] = {}
        self._again: list[tuple[float, _Phone]] = []
        self._waiting = [*reversed(self._phones)]
        self._at_once = 0
        self._joining = 0
        self.live = 0
        """How many have had a view since they came."""
        self.cut = 0
        """How often one was refused or cut off."""
        self.processor_s = 0.0
        """What this thread has taken of a processor."""
        self._is_on = True

    def __len__(self) -> int:
        return len(self._phones)

    def come(self, at_once: int = 100) -> None:
        """Let them join, this many at once; returns at once."""
        self._at_once = at_once

    def close(self) -> None:
        """Hang up."""
        self._is_on = False
        self.join()
        for phone in self._phones:
            if phone.socket is not None:
                phone.socket.close()
        self._poll.close()

    def run(self) -> None:
        """Read what comes."""
        while self._is_on:
            for number, what in self._poll.poll(0.05, 1000):
                phone = self._by_file.get(number)
                if phone is None:
                    continue
                if not phone.has_asked and what & select.EPOLLOUT:
                    self._ask(phone)
                elif what & (select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR):
                    self._read(phone)
            now = time.monotonic()
            while self._again and self._again[0][0] <= now:
                self._waiting.append(self._again.pop(0)[1])
            while self._waiting and self._joining < self._at_once:
                self._join(self._waiting.pop())
            self.processor_s = time.thread_time()

    def _join(self, phone: _Phone) -> None:
        phone.socket = one = socket.socket()
        one.setblocking(False)
        one.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: ports are for each pair
        one.bind((phone.home, 0))
        phone.torn, phone.has_asked = b"", False
        self._joining += 1
        self._by_file[one.fileno()] = phone
        one.connect_ex(self._address)
        self._poll.register(one.fileno(), select.EPOLLOUT)

    def _ask(self, phone: _Phone) -> None:
        assert phone.socket is not None
        try:
            phone.socket.send(phone.asks)
        except OSError:
            self._lose(phone)
            return
        phone.has_asked = True
        self._poll.modify(phone.socket.fileno(), select.EPOLLIN)

    def _read(self, phone: _Phone) -> None:
        assert phone.socket is not None
        try:
            got = phone.socket.recv(_MOST)
        except BlockingIOError:
            return
        except OSError:
            got = b""
        if not got:
            self._lose(phone)
            return
        if phone.torn:
            got = phone.torn + got
        if not got.endswith(_END):
            phone.torn = got
            return
        phone.torn = b""
        if _VIEW in got:
            if phone.has_asked and not phone.heard:
                self._joining -= 1
                self.live += 1
            phone.heard.append(time.monotonic_ns())

    def _lose(self, phone: _Phone) -> None:
        assert phone.socket is not None
        self._by_file.pop(phone.socket.fileno(), None)
        self._poll.unregister(phone.socket.fileno())
        phone.socket.close()
        phone.socket = None
        self.cut += 1
        if phone.heard:
            self.live -= 1
            del phone.heard[:]
        else:
            self._joining -= 1
        self._again.append((time.monotonic() + AGAIN_S, phone))
