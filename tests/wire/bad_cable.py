"""Two real sessions joined by a cable that does its worst, in virtual time. Never waits, no chance.

Runs under CPython and MicroPython. All that happens follows from the seed.

The port of the board is a FIFO that only a host that reads can empty. Opening the port anew drains
it, as a driver does until the host's first `W` is at the board: what it held is lost, or reaches
the new opening first, its pieces in any order. What lay in the other direction reaches the board
before the port is open again.
"""

from tablewire.limits import CREDIT_BYTES, RING_EVENTS
from tablewire.messages import CARD, Event, Hello, Picture
from tablewire.session import BoardSession, HostSession, Restarted

HAS = "readers=4,keys=20,seats=4,lights=4,display=128x64,buzzer=1"
BOARD = "E6614103E7452D2F"
FIFO_BYTES = 256  # of a Pico's USB port


class Dice:
    """Chance that repeats itself (xorshift32), the same under both Pythons."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2654435761 + 88172645) & 0xFFFFFFFF or 1
        for _ in range(8):
            self.below(2)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return x % n

    def of(self, per_mille: int) -> bool:
        """True this many times in a thousand."""
        return self.below(1000) < per_mille

    def hex8(self) -> str:
        """Eight hex digits."""
        return f"{self.below(0xFFFF0000) + 1:08X}"


class BadCable:
    """What was written at one end and not read at the other, and what becomes of it on the way.

    `harm`: how often, per mille of the pieces read, a piece is spoilt.
    """

    def __init__(self, dice: Dice, harm: int, bytewise: bool) -> None:
        self.dice = dice
        self.harm = harm
        self.bytewise = bytewise
        self.cut = False
        self.fifo = b""  # board to host, in the board's port
        self.stale = b""  # of earlier openings, on the host's side
        self.to_board = b""
        self.peak = 0  # most bytes that lay in the port

    def board_writes(self, data: bytes) -> None:
        """The board's write: unplugged, it goes nowhere."""
        if not self.cut:
            self.fifo += data
            self.peak = max(self.peak, len(self.fifo))

    def host_writes(self, data: bytes) -> None:
        """The host's write."""
        if not self.cut:
            self.to_board += data

    def host_reads(self) -> bytes:
        """What the host reads now: a piece of what there is."""
        if self.stale:
            data, self.stale = self.stale, b""
            return self._spoil(data)
        data = self._piece(self.fifo)
        self.fifo = self.fifo[len(data) :]
        return self._spoil(data)

    def board_reads(self) -> bytes:
        """What the board reads now."""
        data = self._piece(self.to_board)
        self.to_board = self.to_board[len(data) :]
        return self._spoil(data)

    def unplug(self) -> None:
        """Both directions lose what they hold."""
        self.cut = True
        self.fifo = self.stale = self.to_board = b""

    def reopen(self) -> bytes:
        """The host closes the port and opens it; gives what the board reads of the old opening."""
        self.cut = False
        late = self._shuffle(self.to_board) if self.dice.of(500) else b""
        left = self.stale + self.fifo
        self.stale = self._shuffle(left) if self.dice.of(500) else b""
        self.fifo = self.to_board = b""
        return late

    def drained(self) -> None:
        """The `W` of a new opening is at the board: its driver took what was sent before."""
        self.stale += self.fifo
        self.fifo = b""

    def _piece(self, data: bytes) -> bytes:
        if self.bytewise:
            return data[: 1 + self.dice.below(3)]
        return data if self.dice.of(700) else data[: self.dice.below(len(data) + 1)]

    def _shuffle(self, data: bytes) -> bytes:
        pieces: list[bytes] = []
        while data:
            size = 1 + self.dice.below(90)
            pieces.insert(self.dice.below(len(pieces) + 1), data[:size])
            data = data[size:]
        return b"".join(pieces)

    def _spoil(self, data: bytes) -> bytes:
        if not data or not self.dice.of(self.harm):
            return data
        at = self.dice.below(len(data))
        end = at + 1 + self.dice.below(len(data) - at)
        how = self.dice.below(5)
        if how == 0:
            flipped = data[at] ^ (1 << self.dice.below(8))
            return data[:at] + bytes([flipped]) + data[at + 1 :]
        if how == 1:
            return data[:at] + data[end:]  # lost
        if how == 2:
            return data[:end] + data[at:]  # doubled
        if how == 3:
            return data[:at] + b"\r\nOSError: [Errno 5] EIO\r\n" + data[at:]
        rubbish = bytes([self.dice.below(256) for _ in range(1 + self.dice.below(60))])
        return data[:at] + rubbish + data[at:]


def words(text: str) -> str:
    """A picture that says this."""
    return '{"p":"words","q":"' + text + '"}'


class Trial:
    """One table for half a minute of bad cable, and then a good one until both ends agree.

    The journal is a list; committing takes a while, and a host that dies forgets all but it.
    `run()` gives "" or says in one sentence what is wrong.
    """

    def __init__(self, seed: int, steps: int = 700) -> None:
        dice = Dice(seed)
        self.dice = dice
        self.steps = steps
        self.cable = BadCable(dice, (0, 30, 120, 300)[seed % 4], seed % 7 == 3)
        self.now_ms = 1000 + dice.below(5000)
        self.kept: dict[
            str, list[tuple[str, tuple[str, ...]]]
        ] = {}  # boot -> events that its ring took, in order
        self.over: list[str] = []  # boots that ended
        self.journal: list[tuple[str, Event]] = []  # (boot, event)
        self.committing: list[tuple[int, str, Event]] = []  # (ready_ms, boot, event)
        self.told: list[str] = []  # boots that the host said are over
        self.lazy_until_ms = 0
        self.down_until_ms = 0
        self.flood = 12 if seed % 10 else 600  # cards a burst: more than the ring holds
        self.wrong = ""
        self.shown = ""
        self.newest = ""
        self.host_lives = 0
        self.start_board()
        self.start_host()

    def run(self) -> str:
        """Bad times, then good ones."""
        for _ in range(self.steps):
            self.mischief()
            self.step()
        self.cable.harm = 0
        self.cable.bytewise = False
        self.lazy_until_ms = 0
        if self.cable.cut:
            self.reopen()
        for _ in range(2000):
            if self.wrong or self.agreed():
                break
            self.step()
        return self.wrong or self.judge()

    def start_board(self) -> None:
        """A board starts, with nothing but a new boot id."""
        self.boot = self.dice.hex8()
        self.kept[self.boot] = []
        self.board = BoardSession(BOARD, self.boot, "0.1.0", HAS)
        self.shown = ""

    def start_host(self) -> None:
        """A host starts, with nothing but its journal."""
        self.host_lives += 1
        self.committing = []
        self.host = HostSession(self.dice.hex8())
        self.last_boot = self.journal[-1][0] if self.journal else ""
        self.host.show(words(self.newest or "hello"))
        self.newest = self.newest or "hello"
        self.reopen()

    def reopen(self) -> None:
        """The host opens the port anew; the board has read what was left before that."""
        self.board_hears(self.cable.reopen())
        self.host.opened(self.now_ms)

    def mischief(self) -> None:
        """What may happen between two steps."""
        dice = self.dice
        if dice.of(60):
            for _ in range(1 + dice.below(self.flood)):
                self.lay()
        if dice.of(30):
            self.newest = f"news {dice.below(10000)} ~"
            self.host.show(words(self.newest))
        if dice.of(4):
            self.lazy_until_ms = self.now_ms + dice.below(9000)
        if dice.of(4):
            self.cable.unplug()
            self.down_until_ms = self.now_ms + dice.below(6000)
        if dice.of(4):
            self.start_host()
        if dice.of(2):
            self.over.append(self.boot)
            self.start_board()
            self.cable.fifo = b""

    def lay(self) -> None:
        """A card is laid."""
        n = len(self.kept[self.boot])
        uid = f"{self.dice.below(0xFFFF0000):014X}"
        if self.board.emit(self.now_ms, CARD, n % 4, uid):
            self.kept[self.boot].append((CARD, (str(n % 4), uid)))
        elif self.board.backlog < RING_EVENTS:
            self.wrong = f"refused with {self.board.backlog} pending"

    def step(self) -> None:
        """A few milliseconds pass; each end reads, and writes what is due."""
        self.now_ms += 2 + self.dice.below(60)
        if self.cable.cut and self.now_ms >= self.down_until_ms:
            self.reopen()
        self.board_hears(self.cable.board_reads())
        if self.now_ms >= self.lazy_until_ms:
            self.host_hears(self.cable.host_reads())
        self.commit()
        if self.host.reopen_due(self.now_ms) and not self.cable.cut:
            self.reopen()
        self.cable.host_writes(self.host.due(self.now_ms))
        self.watch()

    def board_hears(self, data: bytes) -> None:
        """The board's loop, once."""
        opening = self.board.host_opening
        for message in self.board.receive(data, self.now_ms):
            if isinstance(message, Picture):
                self.shown = message.json
                self.board.note_picture(message.id)
        if self.board.host_opening != opening:
            self.cable.drained()
        self.cable.board_writes(self.board.due(self.now_ms, 100000))

    def host_hears(self, data: bytes) -> None:
        """The host's loop, once: what its line and its table do."""
        for message in self.host.receive(data, self.now_ms):
            if isinstance(message, Hello):
                self.greet(message)
            elif isinstance(message, Restarted):
                self.told.append(message.boot)
            elif isinstance(message, Event):
                boot = self.last_boot
                if self.dice.of(20):  # the disk is full for a moment
                    self.host.again(boot, message.seq)
                    break
                ready_ms = self.now_ms + self.dice.below(6000 if self.dice.of(10) else 3)
                self.committing.append((ready_ms, boot, message))

    def greet(self, hello: Hello) -> None:
        """The table looks into its journal, as after each hello."""
        known = [event.seq for boot, event in self.journal if boot == hello.boot]
        if self.last_boot and self.last_boot != hello.boot:
            self.told.append(self.last_boot)
        self.last_boot = hello.boot
        if self.host.knows(hello.boot, known[-1] if known else 0):
            self.wrong = "the board forgot what was not committed"

    def commit(self) -> None:
        """Make durable what is ready, in order."""
        while self.committing and self.committing[0][0] <= self.now_ms:
            _, boot, event = self.committing.pop(0)
            self.journal.append((boot, event))
            self.host.commit(boot, event.seq)

    def watch(self) -> None:
        """What must hold at each moment."""
        if self.board.unread > CREDIT_BYTES:
            self.wrong = f"{self.board.unread} bytes of credit in use"
        if self.cable.peak > FIFO_BYTES:
            self.wrong = f"{self.cable.peak} bytes in the port"

    def agreed(self) -> bool:
        """Nothing is on its way, and the display shows the newest picture."""
        if self.board.backlog or self.committing or not self.host.alive(self.now_ms):
            return False
        return self.newest.replace("~", "\\u007e") in self.shown and self.heard_all()

    def heard_all(self) -> bool:
        """The host has heard of the last refusal."""
        return self.host.events_lost == self.board.lost

    def judge(self) -> str:
        """Nothing lost, nothing twice, in order; what a restarted board lost was reported."""
        if not self.agreed():
            return f"no agreement: {self.board.backlog} pending, shown {self.shown}"
        for boot, kept in self.kept.items():
            took = [event for b, event in self.journal if b == boot]
            if [event.seq for event in took] != list(range(1, len(took) + 1)):
                return f"boot {boot}: committed {[event.seq for event in took]}"
            if [(event.what, event.args) for event in took] != kept[: len(took)]:
                return f"boot {boot}: other events than laid"
            if len(took) < len(kept) and boot not in self.over:
                return f"boot {boot}: {len(took)} of {len(kept)} came"
            if took and boot in self.over and boot not in self.told:
                return f"boot {boot}: nobody was told that it ended"
        return ""
