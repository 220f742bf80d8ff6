"""The words of the wire as a board needs them: what it says, and what it hears. Never sends.

`parse(body)` gives a message of a host or Noise; `str(message)` is its body. `kind` is the first
word of a body, `fields` names the further words in order. The first two fields of H, all of W and
of N stay as they are in every protocol to come: two ends of any age can find out that they do not
understand each other. What only a host must know of them is tablewire.messages'.
"""

from tablewire.frame import UNREAD, Noise

PROTOCOL_LO = 1  # oldest protocol that this source speaks
PROTOCOL_HI = 1  # newest

CARD = "C"  # a card was laid
CROWD = "X"  # two cards at once
UNREADABLE = "U"  # an id that could not be read whole
READER = "R"  # a reader died or came back
KEY = "K"  # a key was pressed
SEAT = "S"  # a seat's button was pressed
CONSENT = "Y"  # a seat's button was held, in answer to what the picture asked of that seat
FAULT = "F"  # the firmware caught an error of its own

EVENTS = {  # what may happen on a board, and the words that say more
    CARD: ("reader", "uid"),
    CROWD: ("reader",),
    UNREADABLE: ("reader", "reason"),
    READER: ("reader", "dead|ok"),
    KEY: ("key",),
    SEAT: ("seat", "short|long"),
    CONSENT: ("seat", "word"),
    FAULT: ("text",),
}

PROGRAM = "program"  # what a host may send for the flash: this, or one of
SETTINGS = ("board.json", "table.json")  # the files of settings

NO_OPENING = "00000000"  # in a hello: nobody has asked since this board started
MAX_PLAIN_CHARS = 80  # of a text that a person wrote or a program failed with
MAX_DIGITS = 12  # of a number: milliseconds of thirty years


class Message:
    """What all kinds share: a body, by which two are equal, and which a log shows."""

    fields: tuple[str, ...] = ()
    kind = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        words = [self.kind]
        words.extend([str(getattr(self, name)) for name in self.fields])
        return " ".join(words)

    def __repr__(self) -> str:
        return "<%s>" % self

    @classmethod
    def _read(cls, words: list[str]) -> "Message":
        """The message of the words of a body. Raises ValueError or IndexError if they are none."""
        raise NotImplementedError


class Hello(Message):
    """Board: who I am. It ends a greeting, and is the only answer to `W`.

    `lo`, `hi`: protocols spoken. `board`: the chip's id, hex. `boot`: 8 hex digits, others at each
    start. `opening`: that of the `W` this answers, or NO_OPENING. `mark`: see Beat. `first`: the
    oldest event kept. `next`: the number the next event will get. `version`: of the firmware.
    `has`: the board's parts, `readers=4,keys=20,...`. Of a hello in a protocol that this source
    does not speak only `lo` and `hi` are read.
    """

    fields = ("lo", "hi", "board", "boot", "opening", "mark", "first", "next", "version", "has")
    kind = "H"

    def __init__(
        self,
        lo: int,
        hi: int,
        board: str,
        boot: str,
        opening: str,
        mark: int,
        first: int,
        next: int,
        version: str,
        has: str,
    ) -> None:
        self.lo = lo
        self.hi = hi
        self.board = board
        self.boot = boot
        self.opening = opening
        self.mark = mark
        self.first = first
        self.next = next
        self.version = version
        self.has = has

    def parts(self) -> dict[str, str]:
        """`has` by name: {"readers": "4", "display": "128x64", ...}."""
        return dict([part.split("=", 1) for part in self.has.split(",") if "=" in part])


class Beat(Message):
    """Board: I live. Each second while a host is heard, and when it must know what was read.

    `mark`: counts hellos and beats; the host's tick repeats the last one it read, so the board
    knows that all it sent before has been read. `ms`: the board's clock. `picture`: id of the
    picture shown, 0 for none. `next`: the number the next event will get. `lost`: events refused
    since the start because the ring was full. `free`: bytes of free heap.
    """

    fields = ("mark", "ms", "picture", "next", "lost", "free")
    kind = "B"

    def __init__(self, mark: int, ms: int, picture: int, next: int, lost: int, free: int) -> None:
        self.mark = mark
        self.ms = ms
        self.picture = picture
        self.next = next
        self.lost = lost
        self.free = free


class Who(Message):
    """Host: who are you?

    `lo`, `hi`: protocols spoken. `opening`: 8 hex digits, others each time the port is opened.
    """

    fields = ("lo", "hi", "opening")
    kind = "W"

    def __init__(self, lo: int, hi: int, opening: str) -> None:
        self.lo = lo
        self.hi = hi
        self.opening = opening

    @classmethod
    def _read(cls, words: list[str]) -> "Who":
        _, lo, hi, opening = words[:4]  # a later protocol may say more
        return cls(number(lo), number(hi), hexadecimal(opening, 8))


class Ack(Message):
    """Host: the events of `boot` up to `seq` are committed; forget them.

    The first one after a hello also says: now send the others. `seq` 0: none is committed.
    """

    fields = ("boot", "seq")
    kind = "A"

    def __init__(self, boot: str, seq: int) -> None:
        self.boot = boot
        self.seq = seq

    @classmethod
    def _read(cls, words: list[str]) -> "Ack":
        _, boot, seq = words
        return cls(hexadecimal(boot, 8), number(seq))


class Tick(Message):
    """Host: I live, each second. `mark`: the last one read from a hello or beat of `boot`."""

    fields = ("boot", "mark")
    kind = "T"

    def __init__(self, boot: str, mark: int) -> None:
        self.boot = boot
        self.mark = mark

    @classmethod
    def _read(cls, words: list[str]) -> "Tick":
        _, boot, mark = words
        return cls(hexadecimal(boot, 8), number(mark))


class Picture(Message):
    """Host: the newest state of display, lights and sound. The highest `id` of an opening wins.

    `json`: one JSON object in ASCII, without `~`; it may contain blanks and ends the line.
    """

    fields = ("id", "json")
    kind = "P"

    def __init__(self, id: int, json: str) -> None:
        self.id = id
        self.json = json

    @classmethod
    def _read(cls, words: list[str]) -> "Picture":
        return cls(number(words[1]), " ".join(words[2:]))


class Ask(Message):
    """Host: how are you? `number`: repeated in the answer. `test`: 1, try all parts first."""

    fields = ("number", "test")
    kind = "G"

    def __init__(self, number: int, test: int) -> None:
        self.number = number
        self.test = test

    @classmethod
    def _read(cls, words: list[str]) -> "Ask":
        return cls(number(words[1]), number(words[2]))


class Update(Message):
    """Host: something new for your flash. `number`: repeated in the answer.

    `words`: `begin` what size digest, `data` at base64, `check`, or `try`.
    """

    fields = ("number", "words")
    kind = "U"

    def __init__(self, number: int, words: list[str]) -> None:
        self.number = number
        self.words = words

    def __str__(self) -> str:
        return "U %d %s" % (self.number, " ".join(self.words))

    @classmethod
    def _read(cls, words: list[str]) -> "Update":
        return cls(number(words[1]), words[2:])


class Refused(Message):
    """Host: I will not work with this board. `reason`: words joined by `_`, for its display."""

    fields = ("reason",)
    kind = "N"

    def __init__(self, reason: str) -> None:
        self.reason = reason

    @classmethod
    def _read(cls, words: list[str]) -> "Refused":
        return cls(plain(" ".join(words[1:])))


class Leave(Message):
    """Host: end your program, somebody wants MicroPython's console: new firmware comes."""

    fields = ("boot",)
    kind = "L"

    def __init__(self, boot: str) -> None:
        self.boot = boot

    @classmethod
    def _read(cls, words: list[str]) -> "Leave":
        _, boot = words
        return cls(hexadecimal(boot, 8))


_HEARD: dict[str, type[Message]] = {
    kind.kind: kind for kind in (Who, Ack, Tick, Picture, Refused, Ask, Update, Leave)
}


def parse(body: str) -> Message | Noise:
    """The message of a host that a body says; Noise (UNREAD) if it says none. Never raises."""
    # Of a picture not each word, which takes a board some 10 ms.
    words = body.split(" ", 2) if body.startswith("P ") else body.split(" ")
    kind = _HEARD.get(words[0])
    if kind is not None:
        try:
            return kind._read(words)
        except (ValueError, IndexError):
            pass
    return Noise(body.encode(), UNREAD)


def event_body(seq: int, ms: int, what: str, args: tuple[str, ...]) -> str:
    """The body of an event, without making an Event first: what a board does for each card."""
    return "E %d %d %s %s" % (seq, ms, what, " ".join(args))


def plain(text: str, limit: int = MAX_PLAIN_CHARS) -> str:
    """`text` as one word: printable ASCII, all else as `_`, cut at `limit`, not empty."""
    kept = [c if "!" <= c < "~" else "_" for c in text[:limit]]
    return "".join(kept) or "_"


def number(word: str) -> int:
    """The number that a word says. Raises ValueError."""
    if len(word) > MAX_DIGITS or not word.isdigit():
        raise ValueError(word)
    return int(word)


def hexadecimal(word: str, digits: int) -> str:
    """The word, if it is this many hex digits. Raises ValueError."""
    if not word or len(word) != digits or [c for c in word if c not in "0123456789ABCDEF"]:
        raise ValueError(word)
    return word
