"""A frame: one line of printable ASCII with a CRC. Bytes to bodies and back; knows no message.

    ~E 12 83417 C 2 04A3C6CAE26180*88588F14\n
    ||                            ||       line feed
    ||                            |CRC-32 (as zlib's) of the body, 8 upper-case hex digits
    ||                            always 9 characters before the line feed
    |body: printable ASCII without `~`
    a frame begins

No byte below 0x20 but the line feed is ever sent: 0x03 would stop a MicroPython program. Tracebacks
and other prints share the port with frames; they are noise, a value for the log and no error.
"""

from binascii import crc32

from tablewire.limits import MAX_LINE_BYTES

STRAY = "stray"  # text that is no frame: a print, a traceback
BROKEN = "broken"  # began as a frame, but its CRC or its length is wrong
UNREAD = "unread"  # a right frame, but no message that this end knows

NOISE_KEPT_BYTES = 80  # of a noisy line, so much is kept for the log
_TAIL_BYTES = 9  # `*` and eight digits
_SHORTEST_BYTES = 2 + _TAIL_BYTES  # `~`, one character, tail


class Noise:
    """Bytes that were no message. `data`: the first 80 of them; `why`: STRAY, BROKEN or UNREAD."""

    __slots__ = ("data", "why")

    def __init__(self, data: bytes, why: str) -> None:
        self.data = data
        self.why = why

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Noise) and self.data == other.data and self.why == other.why

    def __hash__(self) -> int:
        return hash((self.data, self.why))

    def __repr__(self) -> str:
        return "Noise(%r, %r)" % (self.data, self.why)


def encode(body: str) -> bytes:
    """Make the frame of a body of printable ASCII.

    Raises ValueError for a body that would break the line: empty, with `~` or a line feed or a
    character outside ASCII, or longer than MAX_LINE_BYTES allows. That no other control character
    is in it is for those to see who take in text: it costs more than all the rest.
    """
    data = body.encode()
    if not body or "~" in body or "\n" in body or len(data) != len(body):
        raise ValueError("not a body: %r" % body)
    frame = b"~%s*%08X\n" % (data, crc32(data))
    if len(frame) > MAX_LINE_BYTES:
        raise ValueError("frame of %d bytes" % len(frame))
    return frame


class Decoder:
    """Takes the bytes of a port in pieces of any size, gives bodies and noise.

    Holds one line at most: MAX_LINE_BYTES, and NOISE_KEPT_BYTES for the log. How the bytes are cut
    into pieces makes no difference to what comes out. Each byte is looked at a few times, never
    once more for each piece that follows.
    """

    def __init__(self) -> None:
        self._line = bytearray(MAX_LINE_BYTES)
        self._held = 0  # bytes of _line in use: a frame that has begun, its `~` first
        self._stray = b""  # the first bytes of this line that belong to no frame
        self._broken = False  # a frame began on this line and came to nothing

    def feed(self, data: bytes | bytearray) -> list[str | Noise]:
        """Take what was read; give what is complete, in order: bodies, one Noise a noisy line."""
        found: list[str | Noise] = []
        start = 0
        end = data.find(b"\n")
        while end >= 0:
            body = None if self._held or self._stray else _body(data, start, end)
            if body is None:
                self._keep(data[start:end])
                self._finish(found)
            else:
                found.append(body)
            start = end + 1
            end = data.find(b"\n", start)
        if start < len(data):
            self._keep(data[start:])
        return found

    def _keep(self, piece: bytes | bytearray) -> None:
        """Keep a piece of a line that is not complete yet, from its last `~` on."""
        begin = piece.rfind(b"~")
        if begin >= 0:
            self._give_up()
            self._spoil(piece[:begin])
            piece = piece[begin:]
        held = self._held + len(piece)
        if begin < 0 and not self._held:
            self._spoil(piece)
        elif held >= MAX_LINE_BYTES:  # no room for the line feed: too long for a frame
            self._give_up()
            self._spoil(piece)
        else:
            self._line[self._held : held] = piece
            self._held = held

    def _give_up(self) -> None:
        """What is held turns out to be no frame."""
        if self._held:
            self._spoil(self._line[: min(self._held, NOISE_KEPT_BYTES)])
            self._held = 0

    def _spoil(self, piece: bytes | bytearray) -> None:
        """Count a piece of the line as noise; keep its beginning for the log."""
        if b"~" in piece:
            self._broken = True
        self._stray += bytes(piece[: NOISE_KEPT_BYTES - len(self._stray)])

    def _finish(self, found: list[str | Noise]) -> None:
        """The line feed came: give the noise of the line, then its frame."""
        body = None
        if self._held:
            body = _body(self._line, 0, self._held)
            if body is None:
                self._give_up()
            self._held = 0
        if self._stray.strip():  # an empty line says nothing
            found.append(Noise(self._stray, BROKEN if self._broken else STRAY))
        if body is not None:
            found.append(body)
        self._stray = b""
        self._broken = False


def _body(data: bytes | bytearray, start: int, end: int) -> str | None:
    """The body of the line data[start:end] if that is one right frame and nothing else."""
    if end - start < _SHORTEST_BYTES or end - start >= MAX_LINE_BYTES:
        return None
    if data.rfind(b"~", start, end) != start:
        return None
    tail = end - _TAIL_BYTES
    body = data[start + 1 : tail]
    # Compared as text: reading the digits as a number would let a flipped bit turn `A` into `a`.
    if data[tail:end] != b"*%08X" % crc32(body):
        return None
    try:
        text = str(body, "ascii")
    except UnicodeError:
        return None
    return text if len(text) == len(body) else None  # MicroPython decodes UTF-8 whatever it is told
