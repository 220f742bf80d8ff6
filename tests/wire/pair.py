"""A real board session and a real host session back to back on a good cable. Never loses by chance.

Runs under CPython and MicroPython. What is to get lost is said by kind: `lose_up`, `lose_down`.
"""

from tablewire.messages import Event, Hello, Picture
from tablewire.session import BoardSession, HostSession

BOARD = "E6614103E7452D2F"
BOOT = "1A2B3C4D"
HAS = "readers=4,keys=20,seats=4,lights=4,display=128x64,buzzer=1,health=1,holds=1"
UID = "04A3C6CAE26180"


def new_board(boot: str = BOOT, lo: int = 1, hi: int = 1) -> BoardSession:
    """A board that has just started."""
    return BoardSession(BOARD, boot, "0.1.0", HAS, lo, hi)


def raises(error: type[Exception], call: object, *args: object) -> bool:
    """Does this call raise this error?"""
    try:
        call(*args)  # type: ignore[operator]
    except error:
        return True
    return False


class Pair:
    """The two ends, what each told its program, and every frame that passed.

    `committing`: commit each event as it comes. `reading`: the host reads its port.
    """

    def __init__(self, board: BoardSession | None = None, host: HostSession | None = None) -> None:
        self.board = board or new_board()
        self.host = host or HostSession("5F3A11C2")
        self.now_ms = 60_000
        self.saved: dict[str, int] = {}
        self.committing = True
        self.reading = True
        self.lose_up = ""  # kinds of frames that get lost on the way to the host
        self.lose_down = ""
        self.heard: list[object] = []  # what the host's program was given
        self.shown: list[object] = []  # what the board's program was given
        self.passed: list[tuple[str, str, int]] = []  # ("up" or "down", line, when in ms)
        self.unread = b""  # written by the board, not read by the host

    def open(self) -> "Pair":
        """The host opens the port, anew or for the first time; its driver drains it."""
        self.unread = b""
        self.host.opened(self.now_ms)
        return self.exchange()

    def exchange(self) -> "Pair":
        """Pass bytes to and fro until both have said all for now."""
        while True:
            down = self._pass("down", self.host.due(self.now_ms), self.lose_down)
            self._show(down)
            self.unread += self.board.due(self.now_ms, 100_000)
            up = b""
            if self.reading:
                up = self._pass("up", self.unread, self.lose_up)
                self.unread = b""
            self._hear(up)
            if not down and not up:
                return self

    def wait(self, ms: int, step_ms: int = 50) -> "Pair":
        """Let time pass, both ends at work."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms:
            self.now_ms = min(self.now_ms + step_ms, until_ms)
            self.exchange()
        return self

    def lay(self, reader: int = 0, uid: str = UID) -> bool:
        """A card is laid."""
        return self.board.emit(self.now_ms, "C", reader, uid)

    def events(self) -> list[int]:
        """The numbers of the events that the host's program was given."""
        return [thing.seq for thing in self.heard if isinstance(thing, Event)]

    def kinds(self, way: str) -> str:
        """The kinds of the frames that passed this way, in order."""
        return "".join([line[1] for passed, line, _ in self.passed if passed == way])

    def _pass(self, way: str, data: bytes, lost: str) -> bytes:
        kept = b""
        for line in data.decode().split("\n")[:-1]:
            if line[1] not in lost:
                kept += line.encode() + b"\n"
                self.passed.append((way, line, self.now_ms))
        return kept

    def _show(self, data: bytes) -> None:
        for thing in self.board.receive(data, self.now_ms):
            self.shown.append(thing)
            if isinstance(thing, Picture):
                self.board.note_picture(thing.id)

    def _hear(self, data: bytes) -> None:
        for thing in self.host.receive(data, self.now_ms):
            self.heard.append(thing)
            if isinstance(thing, Hello):
                self.host.knows(thing.boot, self.saved.get(thing.boot, 0))
            elif isinstance(thing, Event) and self.committing and self.host.board is not None:
                self.saved[self.host.board.boot] = thing.seq
                self.host.commit(self.host.board.boot, thing.seq)
