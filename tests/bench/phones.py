"""Phones that listen to a table: raw sockets in one epoll, which cost their reader little."""

import select
import socket
import time

WAIT_S = 60
_VIEW = b"event: view\n"


class Phones:
    """This many phones at one table. `heard` says of each when its newest view had come whole."""

    def __init__(self, address: tuple[str, int], table: str, count: int) -> None:
        self._poll = select.epoll()
        self._phones: dict[int, socket.socket] = {}
        self._torn: dict[int, bytes] = {}
        self.heard: dict[int, int] = {}
        """By phone, when a view had come since the last `forget`, in ns."""
        for _ in range(count):
            self._join(address, table)

    def __len__(self) -> int:
        return len(self._phones)

    def watch(self, number: int) -> None:
        """Wake up for this file descriptor too."""
        self._poll.register(number, select.EPOLLIN)

    def forget(self) -> None:
        """What has come so far does not count."""
        self.heard.clear()

    def wait(self, seconds: float) -> bool:
        """Take what comes, at most for so long; whether one of those watched besides is ready."""
        others = False
        for number, _ in self._poll.poll(seconds):
            if number in self._phones:
                self._read(number)
            else:
                others = True
        return others

    def have_all(self) -> bool:
        """Whether every phone has heard."""
        return len(self.heard) == len(self._phones)

    def close(self) -> None:
        """Hang up."""
        for phone in self._phones.values():
            phone.close()
        self._poll.close()

    def _join(self, address: tuple[str, int], table: str) -> None:
        phone = socket.create_connection(address, WAIT_S)
        phone.sendall(f"GET /t/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        got = b""
        while _VIEW not in got or not got.endswith(b"\n\n"):
            more = phone.recv(1 << 16)
            assert more, got
            got += more
        phone.setblocking(False)
        self._phones[phone.fileno()] = phone
        self._poll.register(phone.fileno(), select.EPOLLIN)

    def _read(self, number: int) -> None:
        got = self._torn.pop(number, b"") + self._phones[number].recv(1 << 16)
        if not got.endswith(b"\n\n"):
            self._torn[number] = got
        elif _VIEW in got:
            self.heard[number] = time.monotonic_ns()
