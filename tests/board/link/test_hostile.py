"""Whatever is well framed, from a port on which anybody may be: no line of a table ends by it."""

import sys
from random import Random
from types import TracebackType
from typing import Final, Self

import serial
from hypothesis import given
from hypothesis import strategies as st

from table.desk.hostile import ODD, Evening
from tablewire.frame import Decoder, encode
from tablewire.limits import MAX_LINE_BYTES
from tablewire.messages import EVENTS, KEYS, Ack, Ask, Who
from tablewire.words import parse
from thorough import examples
from tricktable.board.checkup.bundle import bundle
from tricktable.board.checkup.remarks import remark_lines, remarks
from tricktable.board.link.line import Line
from tricktable.board.picture import picture
from tricktable.table.desk.desk import READERS
from tricktable.table.views import TableView
from tricktable.web import invites

JOIN: Final = invites.board_page("http://10.0.0.5:8080/t/7KQ")
PARTS: Final = (
    "readers=4,keys=20,seats=4,lights=4,display=128x64,buzzer=1,health=1,holds=1",
    *("safe=", "safe=no_program", "safe=x,health=1", "health=1", "holds", "=,=,,", "readers=many"),
    *("{who}=%s", "health=1,readers=-1", "x" * 900, "a=" + "=" * 50),
)
NUMBERS: Final = ("0", "1", "2", "3", "7", "255", "9999999999", "-1", "1e9", "", "00000000001", "x")
WORDS: Final = (*ODD, *NUMBERS, *KEYS, "92", "00", "ok", "dead", "bad", "none", "-", "Q,seat2")
COUNTS: Final = {"r0": 8, "r1": 8, "r7": 8, "display": 1, "keys": 1, "board": 3, "x": 2}


class Stranger:
    """A port at whose other end is anything but a board; it ends after this many frames."""

    def __init__(self, chance: Random, frames: int) -> None:
        self._chance, self._left = chance, frames
        self._opening, self._asked = "00000000", 1
        self._boot, self._board, self._seq = "0A1B2C3D", "E6614C311B7E6F35", 0
        self._decoder = Decoder()
        self._waiting = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: object, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """See serial.Serial."""

    @property
    def in_waiting(self) -> int:
        """See serial.Serial."""
        return len(self._waiting)

    def read(self, size: int = 1) -> bytes:
        """See serial.Serial; what it reads was never said before."""
        if not self._waiting:
            if self._left <= 0:
                raise serial.SerialException("gone")
            self._left -= 1
            self._waiting = encode(self._body()[: MAX_LINE_BYTES - 20])
        data, self._waiting = self._waiting[:size], self._waiting[size:]
        return data

    def write(self, data: bytes) -> None:
        """See serial.Serial; what the host asks is remembered, to be answered."""
        for body in self._decoder.feed(data):
            message = parse(body) if isinstance(body, str) else None
            if isinstance(message, Who):
                self._opening = message.opening
            elif isinstance(message, Ask):
                self._asked = message.number
            elif isinstance(message, Ack) and message.boot == self._boot:
                self._seq = message.seq

    def _body(self) -> str:
        say = self._chance.choices(
            (self._hello, self._event, self._beat, self._health, self._anything),
            (8, 50, 15, 20, 7),
        )[0]
        return say()

    def _number(self, right: int) -> str:
        return str(right) if self._chance.random() < 0.9 else self._chance.choice(NUMBERS)

    def _hello(self) -> str:
        chance = self._chance
        if chance.random() < 0.1:
            self._boot, self._seq = f"{chance.randrange(2**32):08X}", 0
        if chance.random() < 0.1:
            self._board = chance.choice(("0", "F" * 200, "E6614C311B7E6F35", "xyz", ""))
        opening = self._opening if chance.random() < 0.9 else "00000000"
        lo, hi = self._number(1), self._number(1)
        counts = f"{self._number(1)} {self._number(1)} {self._number(self._seq + 1)}"
        version = chance.choice(("0.1.0", "0.0.9", "9.9.9", "x", "1.", "{who}", "0.1.0-dev", "-1"))
        who = f"{self._board} {self._boot} {opening}"
        return f"H {lo} {hi} {who} {counts} {version} {chance.choice(PARTS)}"

    def _event(self) -> str:
        chance = self._chance
        self._seq += 1
        what = chance.choice([*EVENTS, "Z", ""])
        count = len(EVENTS.get(what, "12"))
        if chance.random() < 0.5:
            what, words = "K", [chance.choice(KEYS)]
        else:
            words = chance.choices(WORDS, k=max(0, count + chance.choice((0, 0, 0, 0, -1, 1))))
        return f"E {self._number(self._seq)} {self._number(1000)} {what} {' '.join(words)}"

    def _beat(self) -> str:
        numbers = (self._number(each) for each in (2, 1000, 1, self._seq + 1, 0, 100_000))
        return f"B {' '.join(numbers)}"

    def _health(self) -> str:
        chance = self._chance
        part = chance.choice([*COUNTS])
        words = chance.choices(WORDS, k=max(0, COUNTS[part] + chance.choice((0, 0, 0, -1, 1))))
        if part == "board":
            words[:1] = chance.choice(("1", "2", "3", "4", "x"))
        return f"V {self._number(self._asked)} {part} {' '.join(words)}"

    def _anything(self) -> str:
        chance = self._chance
        kind = chance.choice((*"HEBVWATPNGL", "Q", "_"))
        return " ".join((kind, *chance.choices(WORDS, k=chance.randrange(12))))


def converse(chance: Random, frames: int) -> None:
    """A table's line talks with a stranger; whoever asks how the board is gets an answer."""
    evening = Evening(chance)

    def draw(now: TableView, before: TableView | None) -> str:
        facts = line.facts()
        if chance.random() < 0.1:
            list(remark_lines(remarks(facts)))
            bundle(facts)
        return picture(now, before, JOIN, facts)

    line = Line(evening.table, lambda: ["port"], draw, lambda _: Stranger(chance, frames))  # type: ignore[arg-type,return-value]
    if chance.random() < 0.5:
        evening.hear("K", "4")
        evening.table.hear("0", 1, "K", ["MENU"])
        evening.hear("K", "6")
        evening.hear("K", "6")
        assert evening.table.view().desk.page in ("table", READERS)
    line._try("port")
    evening.sit()  # and the journal of it can be read


@given(st.integers(min_value=0, max_value=2**32))
@examples(5)
def test_nothing_that_is_well_framed_ends_a_line(seed):
    converse(Random(seed), 300)


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        converse(Random(number + int(sys.argv[2])), 1000)
