"""What lies between a host and its database, and whatever a network can do there. Test support."""

import contextlib
import selectors
import socket
import threading
import time
from pathlib import Path
from typing import Final

UP, DOWN = "up", "down"
"""From the host to the database, and back."""
_STEP_S: Final = 0.01
_MOST: Final = 1 << 16
_ROW: Final = b"INTO journal "
_NOTIFICATION: Final = ord("A")
_HEAD: Final = 5
"""A message's kind, and its length without that."""


class _Link:
    """One connection through the wire."""

    def __init__(self, host: socket.socket, server: socket.socket) -> None:
        self.ends = {UP: host, DOWN: server}
        """By direction, the end that what goes there comes from."""
        self.waiting: dict[str, list[tuple[float, bytes]]] = {UP: [], DOWN: []}
        """What is on its way, and when it is due."""
        self.rest = b""
        """A message of the server's that has not come whole."""
        self.cuts_after_answer = False

    def other(self, way: str) -> socket.socket:
        """Where what goes this way goes to."""
        return self.ends[DOWN if way == UP else UP]


class Wire(threading.Thread):
    """A port of this computer that leads to the server whose socket is in `folder`.

    What it withholds it does not lose: it comes later, as from a network that has come back, even
    if whoever sent it has long hung up.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(name="wire", daemon=True)
        self.leads_to = folder
        self.held: set[str] = set()
        """The directions in which nothing gets through."""
        self.delay_s = 0.0
        """How long everything takes."""
        self.refuses = False
        """Whether nobody is let in anew."""
        self.mutes = False
        """Whether the server's notifications get lost."""
        self.muted = 0
        """How many were."""
        self.cuts = ""
        """`before` or `after` the server has answered the next row; empty for neither."""
        self.refuses_once_cut = False
        """Whether nobody is let in anew after that. Before, a host must be, or it writes no row."""
        self.dropped = 0
        """How many connections were cut."""
        self.withheld = 0
        """How much that was sent had to wait because nothing got through."""
        self.slowed = 0
        """How much that was sent took longer."""
        self._links: list[_Link] = []
        self._lock = threading.Lock()
        self._is_on = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self._watched = selectors.DefaultSelector()
        self._watched.register(self._listener, selectors.EVENT_READ)
        self.start()

    def url(self, database: str) -> str:
        """The URL of a database of the server, through this wire."""
        # Else the server's first byte, which refuses to encrypt, is no whole message.
        plain = "sslmode=disable&gssencmode=disable"
        return f"postgresql://club@127.0.0.1:{self.port}/{database}?{plain}"

    def cut(self, refuses: bool = False) -> int:
        """Cut every connection; what was on its way is lost. Returns how many there were.

        If there were any, nobody is let in anew with `refuses`.
        """
        with self._lock:
            links = [*self._links]
            self.refuses = self.refuses or (refuses and bool(links))
            for link in links:
                self._cut(link)
            return len(links)

    def close(self) -> None:
        """End it."""
        self._is_on = False
        self.join()
        self.cut()
        self._listener.close()
        self._watched.close()

    def run(self) -> None:
        """Carry what comes, and what is due."""
        while self._is_on:
            ready = self._watched.select(_STEP_S if self._is_busy() else 5 * _STEP_S)
            with self._lock:
                for key, _ in ready:
                    if key.fileobj is self._listener:
                        self._accept()
                    elif key.data[0] in self._links:
                        self._take(*key.data)
                for link in [*self._links]:
                    self._deliver(link)

    def _is_busy(self) -> bool:
        with self._lock:
            return any(some for link in self._links for some in link.waiting.values())

    def _accept(self) -> None:
        host, _ = self._listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            if self.refuses:
                raise ConnectionRefusedError
            server.connect(str(self.leads_to / ".s.PGSQL.5432"))
        except OSError:
            host.close()
            server.close()
            return
        host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = _Link(host, server)
        self._links.append(link)
        for way, end in link.ends.items():
            self._watched.register(end, selectors.EVENT_READ, (link, way))

    def _take(self, link: _Link, way: str) -> None:
        try:
            said = link.ends[way].recv(_MOST)
        except OSError:
            said = b""
        if not said:
            # Nobody is there to tell it to; what was sent before still goes its way.
            self._watched.unregister(link.ends[way])
            link.waiting[way].append((self._due(), b""))
            return
        if way == UP and self.cuts and _ROW in said:
            if self.cuts == "before":
                self.cuts = ""
                self._cut_at_a_row(link)
                return
            self.cuts, link.cuts_after_answer = "", True
        elif way == DOWN and link.cuts_after_answer:
            self._cut_at_a_row(link)
            return
        elif way == DOWN and self.mutes:
            said = self._without_notifications(link, said)
        if said:
            self.withheld += way in self.held
            self.slowed += self.delay_s > 0
            link.waiting[way].append((self._due(), said))

    def _due(self) -> float:
        return time.monotonic() + self.delay_s

    def _deliver(self, link: _Link) -> None:
        now = time.monotonic()
        for way, some in link.waiting.items():
            while some and way not in self.held and some[0][0] <= now:
                said = some.pop(0)[1]
                try:
                    if not said:
                        raise BrokenPipeError
                    link.other(way).sendall(said)
                except OSError:
                    self._drop(link)
                    return

    def _without_notifications(self, link: _Link, said: bytes) -> bytes:
        """What is left, in whole messages."""
        said = link.rest + said
        kept, at = b"", 0
        while len(said) - at >= _HEAD:
            end = at + 1 + int.from_bytes(said[at + 1 : at + _HEAD], "big")
            if end > len(said):
                break
            if said[at] == _NOTIFICATION:
                self.muted += 1
            else:
                kept += said[at:end]
            at = end
        link.rest = said[at:]
        return kept

    def _cut_at_a_row(self, link: _Link) -> None:
        self.refuses = self.refuses_once_cut
        self._cut(link)

    def _cut(self, link: _Link) -> None:
        self.dropped += 1
        self._drop(link)

    def _drop(self, link: _Link) -> None:
        self._links.remove(link)
        for end in link.ends.values():
            with contextlib.suppress(KeyError, ValueError):
                self._watched.unregister(end)
            end.close()
