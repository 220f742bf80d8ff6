"""The thread between a simulated board's process, its cable and its watchers. Decides nothing.

Moves bytes both ways, makes the board wait if its host does not read, and passes on its news.
"""

import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from tricktable.board.link.cable import HAS_PTY, PtyCable, UsbCable
from tricktable.board.link.loopback import TcpCable
from tricktable.board.link.process import News, Process

_LOOK_AGAIN_S: Final = 0.002  # at a cable whose reader does not fetch: nothing else announces it

_BOTH: Final = selectors.EVENT_READ | selectors.EVENT_WRITE
# Not select(2) where there is another: it knows no files above 1023, and phones may have those.
_Selector: Final = getattr(selectors, "PollSelector", selectors.SelectSelector)


def plugged_in() -> UsbCable:
    """A new cable: a pseudo-terminal, or TCP over loopback where there is none. Raises: OSError."""
    return PtyCable() if HAS_PTY else TcpCable()


class Watcher(Protocol):
    """Is told what happens, always from the switchboard's own thread."""

    def take_news(self, news: Sequence[News]) -> None:
        """Take in a message from the board's process."""

    def broke(self, last_words: str) -> None:
        """Note that the process ended by itself."""


class Switchboard(threading.Thread):
    """Serves from `start` to `stop`. Mutable."""

    def __init__(self, process: Process, watcher: Watcher) -> None:
        super().__init__(name="simulated board", daemon=True)
        self.cable: UsbCable | None = plugged_in()
        """The cable, or None while it is unplugged."""
        self._process = process
        self._watcher = watcher
        self._running = True
        self._broken = False
        self._lock = threading.Lock()  # guards what wakes the thread
        self._jobs: deque[tuple[Callable[[], None], threading.Event]] = deque()
        self._waker, self._waked = socket.socketpair()

    def tell(self, command: Mapping[str, object]) -> None:
        """Send a command to the board's process. From any thread."""
        self._process.tell(command)

    def do(self, job: Callable[[], None]) -> None:
        """Have the thread do a job between two events; returns when it is done. From any thread.

        After `stop` nothing is done.
        """
        if threading.current_thread() is self:
            job()
            return
        done = threading.Event()
        with self._lock:
            if not self._running:
                return
            self._jobs.append((job, done))
            self._waker.send(b"!")
        done.wait()

    def stop(self) -> None:
        """Kill the process, pull the cable and end the thread; returns when all that is done."""
        self.do(self._leave)
        self.join()

    # From here on: on the thread itself.

    def exchange(self, process: Process) -> None:
        """Reset the board: kill the process and continue with a new one."""
        self._process.kill()
        self._process = process
        self._broken = False
        if self.cable:
            self.cable.forget()
        else:
            self.tell({"do": "usb", "plugged": False})

    def unplug(self) -> None:
        """Pull the cable, if it is plugged in."""
        if self.cable:
            self.cable.close()
            self.cable = None
            self.tell({"do": "usb", "plugged": False})

    def replug(self) -> None:
        """Plug the cable in, if it is not."""
        if not self.cable:
            self.cable = plugged_in()
            self.tell({"do": "usb", "plugged": True})

    def run(self) -> None:
        """Serve until `stop`."""
        try:
            while self._running:
                self._serve()
        finally:
            self._clear()

    def _serve(self) -> None:
        """Wait for events and serve them."""
        with _Selector() as selector:
            for fd, (events, handler) in self._handlers().items():
                selector.register(fd, events, handler)
            ready = selector.select(_LOOK_AGAIN_S if self._held_up else None)
        if any(key.fd == self._waked.fileno() for key, _ in ready):
            self._work()  # it may change what the others are about
            return
        for handler in dict.fromkeys(key.data for key, _ in ready):
            handler()
        if self._held_up:
            self._push(b"")

    @property
    def _held_up(self) -> bool:
        return self.cable is not None and self.cable.is_held_up

    def _handlers(self) -> dict[int, tuple[int, Callable[[], None]]]:
        """The events that can be served now, each with its handler."""
        handlers: dict[int, tuple[int, Callable[[], None]]] = {
            self._waked.fileno(): (selectors.EVENT_READ, self._work)
        }
        if self._broken:
            return handlers
        process = self._process
        handlers[process.control.fileno()] = selectors.EVENT_READ, self._control
        if process.has_unsent:
            handlers[process.cable.fileno()] = _BOTH, self._both_ways
        else:
            handlers[process.cable.fileno()] = selectors.EVENT_READ, self._from_board
        if self.cable and not process.has_unsent:
            for fd in self.cable.filenos():
                handlers[fd] = selectors.EVENT_READ, self._from_host
        return handlers

    def _work(self) -> None:
        self._waked.recv(1)
        job, done = self._jobs.popleft()
        try:
            job()
        finally:
            done.set()

    def _leave(self) -> None:
        self._running = False

    def _clear(self) -> None:
        """Leave nothing behind, and nobody waiting."""
        with self._lock:
            self._running = False
            self._waker.close()
            self._waked.close()
        self._process.kill()
        if self.cable:
            self.cable.close()
            self.cable = None
        for _, done in self._jobs:
            done.set()

    def _control(self) -> None:
        news = self._process.news()
        if news is None:
            self._broken = True
            self._watcher.broke(self._process.kill())
        else:
            self._watcher.take_news(news)

    def _from_board(self) -> None:
        self._push(self._process.fetch())

    def _both_ways(self) -> None:
        self._process.send()
        self._from_board()

    def _from_host(self) -> None:
        if self.cable and (data := self.cable.pull()):
            self._process.send(data)

    def _push(self, data: bytes) -> None:
        """Pass bytes to the host, and tell the board how many it took."""
        if self.cable and (count := self.cable.push(data)):
            self.tell({"do": "usb", "fetched": count})
