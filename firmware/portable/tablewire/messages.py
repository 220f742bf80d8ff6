"""The messages of the wire as a host needs them: bodies to values and back. No board loads it.

`parse(body)` gives a message or Noise; `str(message)` is its body. What a board needs of them too
is tablewire.words', and can be had here.
"""

from tablewire.frame import UNREAD, Noise
from tablewire.words import (
    CARD,
    CONSENT,
    CROWD,
    EVENTS,
    FAULT,
    KEY,
    MAX_DIGITS,
    MAX_PLAIN_CHARS,
    NO_OPENING,
    PROTOCOL_HI,
    PROTOCOL_LO,
    READER,
    SEAT,
    UNREADABLE,
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
    number,
    plain,
)
from tablewire.words import parse as parse_of_a_host

__all__ = [
    "CARD",
    "CONSENT",
    "CROWD",
    "EVENTS",
    "FAULT",
    "KEY",
    "KEYS",
    "KINDS",
    "MAX_PLAIN_CHARS",
    "NO_OPENING",
    "PROTOCOL_HI",
    "PROTOCOL_LO",
    "READER",
    "SEAT",
    "UNREADABLE",
    "Ack",
    "Ask",
    "Beat",
    "Event",
    "Health",
    "Hello",
    "Leave",
    "Message",
    "Picture",
    "Refused",
    "Tick",
    "Update",
    "Who",
    "event_body",
    "parse",
    "plain",
]

KEYS = tuple("2 3 4 5 6 7 8 9 T J Q K A C D H S OK UNDO MENU".split())


class Event(Message):
    """Board: something happened. Kept and sent again until the host has committed it.

    `seq`: 1, 2, 3, ... within a boot. `ms`: the board's clock. `what`: a key of EVENTS, or a word
    of a newer firmware. `args`: the words that EVENTS names, as text.
    """

    fields = ("seq", "ms", "what", "args")
    kind = "E"

    def __init__(self, seq: int, ms: int, what: str, args: tuple[str, ...]) -> None:
        self.seq = seq
        self.ms = ms
        self.what = what
        self.args = args

    def __str__(self) -> str:
        return event_body(self.seq, self.ms, self.what, self.args)

    @classmethod
    def _read(cls, words: list[str]) -> "Event":
        seq = words[1]
        ms = words[2]
        # As number() does, without its two calls: events are most of what is read.
        if not (seq.isdigit() and ms.isdigit()) or len(seq) > MAX_DIGITS or len(ms) > MAX_DIGITS:
            raise ValueError(words)
        args = words[4:] if words[3] != FAULT else [plain(" ".join(words[4:]))]
        return cls(int(seq), int(ms), words[3], tuple(args))


class Health(Message):
    """Board: how one of its parts is, or what it takes for its flash. `number`: the question's.

    `words`: by part, see checkup and upload.
    """

    fields = ("number", "part", "words")
    kind = "V"

    def __init__(self, number: int, part: str, words: tuple[str, ...]) -> None:
        self.number = number
        self.part = part
        self.words = words

    def __str__(self) -> str:
        return "V %d %s %s" % (self.number, self.part, " ".join(self.words))

    @classmethod
    def _read(cls, words: list[str]) -> "Health":
        return cls(number(words[1]), words[2], tuple(words[3:]))


KINDS: dict[str, type[Message]] = {
    kind.kind: kind
    for kind in (Hello, Event, Beat, Who, Ack, Tick, Picture, Refused, Ask, Update, Health, Leave)
}


def parse(body: str) -> Message | Noise:
    """The message that a body says; Noise (UNREAD) if it says none. Never raises."""
    words = body.split(" ")
    read = _TOLD.get(words[0])
    if read is None:
        return parse_of_a_host(body)
    try:
        return read(words)
    except (ValueError, IndexError):
        return Noise(body.encode(), UNREAD)


def _hello(words: list[str]) -> Message:
    lo = number(words[1])
    hi = number(words[2])
    if hi < PROTOCOL_LO or lo > PROTOCOL_HI:
        return Hello(lo, hi, "", "", NO_OPENING, 0, 0, 0, "", "")
    _, _, _, board, boot, opening, mark, first, next_, version, has = words
    if plain(version) != version or plain(has, len(has)) != has:
        raise ValueError(version, has)
    return Hello(
        lo,
        hi,
        hexadecimal(board, len(board)),
        hexadecimal(boot, 8),
        hexadecimal(opening, 8),
        number(mark),
        number(first),
        number(next_),
        version,
        has,
    )


def _beat(words: list[str]) -> Message:
    _, mark, ms, picture, next_, lost, free = words
    return Beat(
        number(mark), number(ms), number(picture), number(next_), number(lost), number(free)
    )


_TOLD = {Hello.kind: _hello, Event.kind: Event._read, Beat.kind: _beat, Health.kind: Health._read}
