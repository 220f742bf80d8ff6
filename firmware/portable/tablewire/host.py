"""The host's end of the wire: takes each event of a board once and in order. No I/O, no clock.

The order of calls for one opened port:

    opened(now)                         the port is open; due(now) asks who is there
    receive(data, now) -> [Hello]       then knows(hello.boot, what the journal has of it)
    receive(data, now) -> [Event, ...]  each once and in order; when durable: committed(boot, seq)
    due(now)                            after each receive, and each 100 ms: bytes to write
    reopen_due(now)                     True: close the port, open it again, opened(now)

A host that forgets all but its journal loses nothing: what is not committed is still on the board.
A port delivers in order, and what an earlier opening left behind comes before the hello that names
this one; so an event belongs to the boot of the last hello taken.

Times are milliseconds of one clock that never goes back.
"""

from tablewire.board import common
from tablewire.checkup import Checkup
from tablewire.frame import STRAY, UNREAD, Decoder, Noise, encode
from tablewire.limits import BEAT_MS, SILENT_MS
from tablewire.messages import (
    NO_OPENING,
    PROTOCOL_HI,
    PROTOCOL_LO,
    Ack,
    Beat,
    Event,
    Health,
    Hello,
    Refused,
    Tick,
    Who,
    parse,
)
from tablewire.newest import Newest
from tablewire.upload import UPDATE_PART, Upload

WHO_MS = 500  # `who are you?` is asked so often until a hello answers
GREETING_MS = 1500  # no hello for so long: open the port again


class Mismatch:
    """The board speaks no protocol that the host speaks. `lo`, `hi`: what it speaks."""

    reason = ""  # for the board's display

    def __init__(self, lo: int, hi: int) -> None:
        self.lo = lo
        self.hi = hi


class TooOld(Mismatch):
    """The board's firmware is older than this host can talk to."""

    reason = "too_old:_update_this_board"


class TooNew(Mismatch):
    """The board's firmware is newer than this host can talk to."""

    reason = "too_new:_update_the_host"


class Restarted:
    """The board started anew and forgot what it kept. Given before the new Hello.

    `board`: its id. `boot`: the boot that is over. `missing`: events it is known to have had and
    that never came; what happened in its last second may be missing besides.
    """

    def __init__(self, board: str, boot: str, missing: int) -> None:
        self.board = board
        self.boot = boot
        self.missing = missing


class HostSession:
    """Bytes in, events out, each once and in order. Bounded: one line and one picture.

    `host_id`: 8 upper-case hex digits, random for each run of the host.
    """

    def __init__(self, host_id: str, lo: int = PROTOCOL_LO, hi: int = PROTOCOL_HI) -> None:
        self._who = Who(lo, hi, NO_OPENING)
        self._first_opening = int(host_id, 16)
        self._decoder = Decoder()
        self._is_open = False
        self._greeted = False
        self._known = False  # the journal was asked: events may be taken
        self._since_ms = 0  # the present greeting began
        self._heard_ms: int | None = None
        self._who_at_ms = 0
        self._tick_at_ms = 0
        self._next = 1  # the event to take next
        self._committed = 0
        self._exists = 1  # number of the board's next event, as far as is known
        self._ack_due = False
        self._mark = 0
        self._mark_due = False
        self._picture = Newest()
        self._checkup = Checkup(self._first_opening)
        self.upload: Upload | None = None
        """What was sent last for the board's flash, or is on its way there."""
        self.board: Hello | None = None  # the last hello taken
        self.beat: Beat | None = None  # the last beat of this board
        self._beat_at_ms = 0
        self.mismatch: Mismatch | None = None  # why the board is refused
        self.protocol = 0  # the protocol both speak
        self.openings = 0
        self.bad_frames = 0  # lines that began as a frame and were none, or that no board says
        self.strays = 0  # lines that were no frame: prints, tracebacks
        self.doubles = 0  # events that had come before
        self.gaps = 0  # events that came before their turn, or before the greeting was over

    @property
    def resent(self) -> int:
        """Pictures sent again."""
        return self._picture.resent

    @property
    def events_lost(self) -> int:
        """Events that the board refused because its ring was full, since it started."""
        return self.beat.lost if self.beat is not None else 0

    @property
    def events_missing(self) -> int:
        """Events that the board is known to have and that have not come yet."""
        return max(0, self._exists - self._next)

    def opened(self, now_ms: int) -> None:
        """The port was opened, for the first time or again: ask who is there."""
        self.openings += 1
        self._who.opening = "%08X" % ((self._first_opening + self.openings) & 0xFFFFFFFF)
        if self._who.opening == NO_OPENING:
            self.openings += 1
            self._who.opening = "00000001"
        self._is_open = True
        self.mismatch = None
        self._greet_again(now_ms)

    def alive(self, now_ms: int) -> bool:
        """Is there a board that was greeted and heard in the last SILENT_MS?"""
        return self._greeted and self.silence_ms(now_ms) < SILENT_MS

    def silence_ms(self, now_ms: int) -> int:
        """Since when nothing was heard of a board; since the port was opened if never."""
        return now_ms - (self._heard_ms if self._heard_ms is not None else self._since_ms)

    def age_ms(self, event: Event, now_ms: int) -> int:
        """How long ago this happened, by the board's clock; 0 before its first beat."""
        if self.beat is None:
            return 0
        return max(0, self.beat.ms + now_ms - self._beat_at_ms - event.ms)

    def reopen_due(self, now_ms: int) -> bool:
        """Is it time to close the port and open it again? That also ends any want of credit."""
        if not self._is_open or self.mismatch is not None:
            return False
        if self._greeted:
            return self.silence_ms(now_ms) >= SILENT_MS
        return now_ms - self._since_ms >= GREETING_MS

    def receive(self, data: bytes | bytearray, now_ms: int) -> list[object]:
        """Take what was read from the port; give what happened, in order.

        Each is a Hello, an Event, a TooOld or TooNew, a Restarted, or Noise for the log.
        """
        out: list[object] = []
        for found in self._decoder.feed(data):
            message = found if isinstance(found, Noise) else parse(found)
            if isinstance(message, Hello):
                self._meet(message, now_ms, out)
            elif isinstance(message, Event):
                self._take(message, now_ms, out)
            elif isinstance(message, Beat):
                self._feel(message, now_ms)
            elif isinstance(message, Health):
                self._take_health(message)
            elif isinstance(message, Noise):
                self._count(message, out)
            else:  # our own words: the port echoes
                self._count(Noise(str(message).encode(), UNREAD), out)
        return out

    def knows(self, boot: str, seq: int) -> int:
        """Answer to a Hello: the journal has the events of `boot` up to `seq` (0: none); go on.

        Gives the number of events that neither the journal nor the board has any more: 0, unless a
        journal was put back to an older state. Never gives out again what this session gave out.
        """
        if not self._greeted or self.board is None or boot != self.board.boot:
            return 0
        self._committed = max(self._committed, seq)
        self._next = max(self._next, seq + 1)
        missing = max(0, self.board.first - self._next)
        self._next += missing
        self._known = True
        self._ack_due = True
        return missing

    def commit(self, boot: str, seq: int) -> None:
        """All events of `boot` up to `seq` are durable: the board may forget them."""
        if self.board is not None and boot == self.board.boot and seq > self._committed:
            self._committed = seq
            self._ack_due = True

    def again(self, boot: str, seq: int) -> None:
        """Event `seq` could not be committed: give it and what follows again when repeated.

        Leave alone the rest of the list that it came in. The board repeats after RESEND_MS.
        """
        if self.board is not None and boot == self.board.boot and seq > self._committed:
            self._next = min(self._next, seq)

    def show(self, picture_json: str) -> int:
        """Make this JSON object (ASCII) the newest picture, to be sent until shown; gives its id.

        Raises ValueError if it does not fit a line: a bug of the caller.
        """
        return self._picture.show(picture_json)

    def ask(self, test: bool = False) -> bool:
        """Ask how the board is, after trying all its parts if `test`; False: it cannot tell."""
        if self.board is None or "health" not in self.board.parts():
            return False
        self._checkup.ask(test)
        return True

    def send(self, what: str, data: bytes) -> bool:
        """Send this for the board's flash (see Upload); False: the board takes nothing."""
        if self.board is None or "updates" not in self.board.parts():
            return False
        self.upload = Upload(what, data, self._first_opening % 1_000_000_000)
        return True

    @property
    def is_asking(self) -> bool:
        """Is an answer to `ask` awaited?"""
        return self._checkup.is_open

    @property
    def health(self) -> dict[str, tuple[str, ...]] | None:
        """The answer to the last `ask`, None before it is whole: the words of HEALTH by part."""
        return self._checkup.parts

    def due(self, now_ms: int) -> bytes:
        """The bytes to write now, often none."""
        if not self._is_open:
            return b""
        out: list[bytes] = []
        if self.mismatch is not None:
            self._say_refused(now_ms, out)
        elif not self._greeted:
            self._say_who(now_ms, out)
        else:
            self._say_tick(now_ms, out)
            out.append(self._picture.due(now_ms))
            out.append(self._checkup.due(now_ms))
            if self.upload is not None:
                out.append(self.upload.due(now_ms))
        return b"".join(out)

    def _take_health(self, health: Health) -> None:
        if health.part != UPDATE_PART:
            self._checkup.take(health)
        elif self.upload is not None:
            self.upload.take(health)

    def _greet_again(self, now_ms: int) -> None:
        self._greeted = False
        self._known = False
        self._since_ms = now_ms
        self._who_at_ms = now_ms

    def _meet(self, hello: Hello, now_ms: int, out: list[object]) -> None:
        protocol = common(self._who, hello)
        if not protocol:
            self._refuse(hello, now_ms, out)
        elif hello.opening != self._who.opening:
            # The hello of an earlier opening, or of a board that started after our question.
            if self._greeted or self.mismatch is not None or hello.opening == NO_OPENING:
                self.mismatch = None
                self._greet_again(now_ms)
        elif self._greeted and self.board is not None and self.board.boot == hello.boot:
            # It has heard our question twice, and perhaps not our answer.
            self._hear_mark(hello.mark, now_ms)
            self._ack_due = self._known
        else:
            self.protocol = protocol
            self._greet(hello, now_ms, out)

    def _refuse(self, hello: Hello, now_ms: int, out: list[object]) -> None:
        self._heard_ms = now_ms
        if self.mismatch is None:
            old = hello.hi < self._who.lo
            self.mismatch = TooOld(hello.lo, hello.hi) if old else TooNew(hello.lo, hello.hi)
            self._greeted = False
            self._tick_at_ms = now_ms
            out.append(self.mismatch)

    def _greet(self, hello: Hello, now_ms: int, out: list[object]) -> None:
        before = self.board
        if before is None or before.boot != hello.boot:
            if before is not None and before.board == hello.board:
                out.append(Restarted(before.board, before.boot, self.events_missing))
            self._next = 1
            self._committed = 0
            self._exists = 1
            self.beat = None
        self.board = hello
        self._exists = max(self._exists, hello.next)
        self.mismatch = None
        self._greeted = True
        self._known = False
        self._picture.reset()
        if self.upload is not None:
            self.upload.reset()
        self._tick_at_ms = now_ms
        self._mark = 0
        self._hear_mark(hello.mark, now_ms)
        out.append(hello)

    def _take(self, event: Event, now_ms: int, out: list[object]) -> None:
        if not self._known:
            self.gaps += 1
            return
        self._heard_ms = now_ms
        self._exists = max(self._exists, event.seq + 1)
        if event.seq == self._next:
            self._next += 1
            out.append(event)
            return
        self._ack_due = True  # the board may not have heard the last one
        if event.seq < self._next:
            self.doubles += 1
        else:
            self.gaps += 1

    def _feel(self, beat: Beat, now_ms: int) -> None:
        if self._greeted:
            self.beat = beat
            self._beat_at_ms = now_ms
            self._picture.note_shown(beat.picture)
            self._exists = max(self._exists, beat.next)
            self._hear_mark(beat.mark, now_ms)

    def _hear_mark(self, mark: int, now_ms: int) -> None:
        self._heard_ms = now_ms
        self._mark = max(self._mark, mark)
        self._mark_due = True

    def _count(self, noise: Noise, out: list[object]) -> None:
        if noise.why == STRAY:
            self.strays += 1
        else:
            self.bad_frames += 1
        out.append(noise)

    def _say_refused(self, now_ms: int, out: list[bytes]) -> None:
        if self.mismatch is not None and now_ms >= self._tick_at_ms:
            self._tick_at_ms = now_ms + BEAT_MS
            out.append(encode(str(Refused(self.mismatch.reason))))

    def _say_who(self, now_ms: int, out: list[bytes]) -> None:
        if now_ms >= self._who_at_ms:
            self._who_at_ms = now_ms + WHO_MS
            out.append(encode(str(self._who)))

    def _say_tick(self, now_ms: int, out: list[bytes]) -> None:
        """Acknowledge and tick when there is something new, and each second as they get lost."""
        boot = self.board.boot if self.board is not None else ""
        tick = now_ms >= self._tick_at_ms
        if self._known and (self._ack_due or tick):
            out.append(encode(str(Ack(boot, self._committed))))
            self._ack_due = False
        if self._mark_due or tick:
            out.append(encode(str(Tick(boot, self._mark))))
            self._mark_due = False
            self._tick_at_ms = now_ms + BEAT_MS
