"""A network between a browser and a host that can be pulled: bytes wait, and nothing says why.

A browser's own offline switch leaves the streams open that it has; a Wi-Fi that is gone does not.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from rig.patience import PATIENCE_S


class Network:
    """Carries all that goes to one address, while it is plugged in. A context manager."""

    def __init__(self, url: str, source: str = "127.0.0.1") -> None:
        """`source` is the address from which the host is asked; only Linux has more than one."""
        address = urlsplit(url)
        assert address.hostname
        assert address.port
        self._target = (address.hostname, address.port)
        self._source = source
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._plugged = threading.Event()
        self._plugged.set()
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        """Where the host is found through this network."""

    def __enter__(self) -> Network:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._plugged.set()
        for each in (self._listener, *self._open):
            _hang_up(each)
        for thread in self._threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
        for each in (self._listener, *self._open):
            each.close()

    def pull(self) -> None:
        """Nothing comes through any more, in either direction."""
        self._plugged.clear()

    def plug(self) -> None:
        """Everything comes through again, what waited first."""
        self._plugged.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return  # hung up
            self._plugged.wait()
            try:
                far = socket.create_connection(self._target, source_address=(self._source, 0))
            except OSError:  # the host is away
                near.close()
                continue
            self._open += (near, far)
            for source, target in ((near, far), (far, near)):
                thread = threading.Thread(target=self._carry, args=(source, target))
                self._threads.append(thread)
                thread.start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # one of the two has hung up
            while block := source.recv(65536):
                self._plugged.wait()
                target.sendall(block)
        _hang_up(target)


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):  # the other end was quicker
        line.shutdown(socket.SHUT_RDWR)
