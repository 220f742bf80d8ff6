"""The board's end of the wire: keeps events until the host has committed them. No I/O, no clock.

Times are milliseconds of one clock that never goes back and never wraps.
"""

from tablewire.credit import Credit
from tablewire.frame import Decoder, Noise, encode
from tablewire.limits import (
    BEAT_MS,
    CREDIT_BYTES,
    EVENT_CREDIT_BYTES,
    FAULT_BYTES,
    MAX_EVENT_BYTES,
    MAX_HELLO_BYTES,
    RESEND_MS,
    RING_BYTES,
    SILENT_MS,
)
from tablewire.ring import Ring
from tablewire.words import (
    EVENTS,
    FAULT,
    NO_OPENING,
    PROTOCOL_HI,
    PROTOCOL_LO,
    Ack,
    Ask,
    Beat,
    Hello,
    Leave,
    Message,
    Picture,
    Refused,
    Tick,
    Update,
    Who,
    event_body,
    hexadecimal,
    parse,
    plain,
)

_HELLO_WORDS = 1 + len(Hello.fields)
_GROWTH = 3 * 6  # characters by which the three counts of a hello may grow: a million events


class BoardSession:
    """Events in, bytes out; bytes in, pictures out. Bounded: ring, one line, CREDIT_BYTES.

    `board_id`: the chip's id, upper-case hex. `boot_id`: 8 upper-case hex digits, random at each
    start. `has`: the parts, `readers=4,keys=20,...`. `mark`: the last one that this board has used
    before. Call `receive` with what was read, and `due`
    after it and at least each 50 ms; write what it gives, whole and in order.
    Raises ValueError if these make no hello: a bug of the caller.
    """

    def __init__(
        self,
        board_id: str,
        boot_id: str,
        version: str,
        has: str,
        lo: int = PROTOCOL_LO,
        hi: int = PROTOCOL_HI,
        mark: int = 0,
    ) -> None:
        hello = Hello(
            PROTOCOL_LO, PROTOCOL_HI, board_id, boot_id, NO_OPENING, 1, 1, 1, version, has
        )
        hexadecimal(board_id, len(board_id))
        hexadecimal(boot_id, 8)
        body = str(hello)
        if len(encode(body)) > MAX_HELLO_BYTES - _GROWTH or len(body.split()) != _HELLO_WORDS:
            raise ValueError("no hello: %s" % hello)
        hello.lo = lo
        hello.hi = hi
        self._hello = hello
        self.boot = boot_id
        self._decoder = Decoder()
        self._credit = Credit()
        self.ring = Ring(RING_BYTES)
        self.first = 1  # oldest event that is not committed
        self.next = 1  # number of the next event
        self._send = 1  # next event to go out
        self._send_at = self.ring.begin  # its place in the ring
        self._progress_ms = 0  # when an acknowledgement last moved, or the oldest event went out
        self._heard_ms: int | None = None
        self.mark = mark
        self._hello_due = False
        self._known = False  # the host has said what it has of this boot: events may flow
        self._beat_at_ms = 0
        self._picture = 0  # newest picture id taken in this opening
        self._shown = 0
        self._answers: list[bytes] = []  # frames that tell how the board is, the next one first
        self.protocol = 0  # the one both speak; 0 before a host has asked, and if there is none
        self.is_left = False  # the host wants the program to end
        self.lost = 0  # events refused because the ring was full
        self.resent = 0  # events sent again
        self.bad_frames = 0  # lines that were no message of a host

    @property
    def backlog(self) -> int:
        """Events kept that the host has not committed."""
        return self.next - self.first

    @property
    def unread(self) -> int:
        """Bytes sent that the host has not shown to have read: never more than CREDIT_BYTES."""
        return self._credit.unread

    @property
    def host_opening(self) -> str:
        """The host's opening of the port that this end answers to; NO_OPENING before the first."""
        return self._hello.opening

    def host_heard(self, now_ms: int) -> bool:
        """Was a host heard in the last SILENT_MS?"""
        return self._heard_ms is not None and now_ms - self._heard_ms < SILENT_MS

    def emit(self, now_ms: int, what: str, *args: object) -> bool:
        """Keep an event, with the words that EVENTS names; False: the ring is full, it was refused.

        Raises KeyError or ValueError for an event that EVENTS does not describe: the caller's bug.
        """
        if len(args) != len(EVENTS[what]):
            raise ValueError("%s needs %s" % (what, EVENTS[what]))
        words = (plain(str(args[0])),) if what == FAULT else tuple([str(arg) for arg in args])
        frame = encode(event_body(self.next, now_ms, what, words))
        if len(frame) > MAX_EVENT_BYTES or " " in "".join(words) or min(frame[:-1]) < 0x20:
            raise ValueError("not the words of an event: %r" % frame)
        is_kept = self.ring.put(frame, 0 if what == FAULT else FAULT_BYTES)
        if is_kept:
            self.next += 1
        else:
            self.lost += 1
        self.note(now_ms)
        return is_kept

    def note(self, now_ms: int) -> None:
        """Note beside the events what a start after a reset has to know of this one."""
        self.ring.note(self.boot, self.first, self.lost, self.mark, now_ms)

    def note_picture(self, picture_id: int) -> None:
        """The display shows this picture, 0 for none: the next beat says so, at once."""
        if picture_id != self._shown:
            self._shown = picture_id
            self._beat_at_ms = 0

    def owes(self, now_ms: int) -> bool:
        """Say whether `due` may give something now that is not sent again."""
        has_more = self._send < self.next or self._answers or self._hello_due
        return bool(has_more or now_ms >= self._beat_at_ms) and self.host_heard(now_ms)

    def tells(self, now_ms: int) -> bool:
        """Say whether `due` may tell now that a picture is shown: have a look before."""
        return bool(self._shown) and self.owes(now_ms)

    def answer(self, number: int, parts: list[str]) -> None:
        """Tell the host how the board is: each part and its words, as Health has them.

        What takes an update is such a part, too.
        """
        self._answers = [encode("V %d %s" % (number, part)) for part in parts]

    def receive(
        self, data: bytes | bytearray, now_ms: int
    ) -> list[Picture | Refused | Ask | Update]:
        """Take what was read from the port.

        Gives what to show, the newest Picture or Refused, and what is to be answered, the newest
        Ask or Update.
        """
        out: list[Picture | Refused | Ask | Update] = []
        asked: list[Picture | Refused | Ask | Update] = []
        for found in self._decoder.feed(data):
            message = found if isinstance(found, Noise) else parse(found)
            if isinstance(message, Noise):
                self.bad_frames += 1
                continue
            self._heard_ms = now_ms
            shows = self._hear(message, now_ms)
            if isinstance(shows, (Ask, Update)):
                asked = [shows]
            elif shows is not None:
                out = [shows]  # what came later replaces what came before
        return out + asked

    def due(self, now_ms: int, free: int = 0) -> bytes:
        """The bytes to write now, often none. `free`: bytes of free heap, told to the host."""
        if not self.host_heard(now_ms):
            return b""
        out: list[bytes] = []
        mark = self.mark
        if self._hello_due:
            self._say_hello(out)
        if self.protocol:
            starved = self._known and not self._say_events(now_ms, out)
            starved = self._has_more_to_answer(out) or starved
            self._say_beat(now_ms, free, starved, out)
        if self.mark != mark:
            self.note(now_ms)
        return b"".join(out)

    def _hear(self, message: Message, now_ms: int) -> Picture | Refused | Ask | Update | None:
        if isinstance(message, Who):
            return self._answer(message)
        if self._hello.opening == NO_OPENING:
            self._hello_due = True  # a host that talks to the board as it was before it restarted
        elif isinstance(message, Ack):
            self._forget(message, now_ms)
        elif isinstance(message, Tick):
            if message.boot == self.boot:
                self._credit.take_mark(message.mark)
        elif isinstance(message, Picture):
            return self._take(message)
        elif isinstance(message, (Refused, Ask, Update)):
            return message
        elif isinstance(message, Leave):
            self.is_left = self.is_left or message.boot == self.boot
        return None

    def _answer(self, who: Who) -> Refused | None:
        self._hello_due = True
        if who.opening == self._hello.opening:
            return None
        self._hello.opening = who.opening
        self._credit.reset()
        self._known = False
        self._rewind()
        self._picture = 0
        self._shown = 0
        self.protocol = common(self._hello, who)
        if self.protocol:
            return None
        mine = "%d_to_%d" % (self._hello.lo, self._hello.hi)
        return Refused("board_speaks_%s_host_%d_to_%d" % (mine, who.lo, who.hi))

    def _forget(self, ack: Ack, now_ms: int) -> None:
        """Drop what is committed. One that acknowledges what never was speaks of another boot."""
        if ack.boot != self.boot or ack.seq >= self.next:
            return
        self._known = True
        if ack.seq < self.first:
            return
        while self.first <= ack.seq:
            self.ring.drop()
            self.first += 1
        self.note(now_ms)
        if self._send < self.first:
            self._rewind()
        self._progress_ms = now_ms

    def _take(self, picture: Picture) -> Picture | None:
        if picture.id > self._picture:
            self._picture = picture.id
            return picture
        self._beat_at_ms = 0  # the host sends it again: it has not read that it is shown
        return None

    def _fits(self, size: int, limit: int) -> bool:
        return self._credit.unread + size <= limit

    def _say_hello(self, out: list[bytes]) -> None:
        hello = self._hello
        hello.mark = self.mark + 1
        hello.first = self.first
        hello.next = self.next
        frame = encode(str(hello))
        if self._fits(len(frame), CREDIT_BYTES):
            self._say_mark(frame, out)
            self._hello_due = False

    def _say_events(self, now_ms: int, out: list[bytes]) -> bool:
        """Send what is waiting; False if something had to stay behind."""
        if self._send > self.first and now_ms - self._progress_ms >= RESEND_MS:
            self.resent += self._send - self.first
            self._rewind()
        while self._send < self.next:
            frame = self.ring.get(self._send_at)
            if not self._fits(len(frame), EVENT_CREDIT_BYTES):
                return False
            if self._send == self.first:
                self._progress_ms = now_ms
            out.append(frame)
            self._credit.spend(len(frame))
            self._send += 1
            self._send_at = self.ring.after(self._send_at)
        return True

    def _has_more_to_answer(self, out: list[bytes]) -> bool:
        """Send of the answers what finds credit, as events do; return whether some must wait."""
        while self._answers and self._fits(len(self._answers[0]), EVENT_CREDIT_BYTES):
            frame = self._answers.pop(0)
            out.append(frame)
            self._credit.spend(len(frame))
        return bool(self._answers)

    def _rewind(self) -> None:
        """The oldest event is the next to go out."""
        self._send = self.first
        self._send_at = self.ring.begin

    def _say_beat(self, now_ms: int, free: int, starved: bool, out: list[bytes]) -> None:
        """Beat each second; ask for credit when events wait for it, at once and each RESEND_MS."""
        age_ms = now_ms - (self._beat_at_ms - BEAT_MS)
        asks = starved and (not self._credit.has_mark_out or age_ms >= RESEND_MS)
        if now_ms < self._beat_at_ms and not asks:
            return
        beat = Beat(self.mark + 1, now_ms, self._shown, self.next, self.lost, free)
        frame = encode(str(beat))
        if self._fits(len(frame), CREDIT_BYTES):
            self._say_mark(frame, out)
            self._beat_at_ms = now_ms + BEAT_MS

    def _say_mark(self, frame: bytes, out: list[bytes]) -> None:
        self.mark += 1
        out.append(frame)
        self._credit.spend(len(frame))
        self._credit.mark(self.mark)


def common(mine: Hello | Who, theirs: Hello | Who) -> int:
    """The newest protocol that both speak, 0 if there is none."""
    newest = min(mine.hi, theirs.hi)
    return newest if newest >= max(mine.lo, theirs.lo) else 0
