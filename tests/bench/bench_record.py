"""What others notice of a record of 1.8 MB that is all strikes and corrections.

It is imported at a real host while entries are written there and at another table; then the host
is started with it. Beside it stands a plain record of the same length: games of the same kind, in
which nothing was struck, one after another, as no single one is that long.
"""

import json
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from urllib.request import urlopen

from bench.bench_club import DISK
from bench.measure import LEAST_RUNS, median_of, percentile
from bench.report import Row
from games.case import Played
from records.hostile import alternating, file_of, long_game
from rig.program import COMMAND, Program
from tricktable.rules import codec

LENGTH: Final = 1_800_000
"""Of both records, in bytes."""
EACH_S: Final = 0.02
"""From one entry of a writer to its next, if it was answered by then."""
ADDRESSES: Final = 4
"""This many has each writer: the host takes 20 entries a second from one."""
MOST_WAIT: Final = 2
"""At most so many times what an entry waits alone: an import rests as long as it works."""
MOST_RATIO: Final = 10
PATIENCE_S: Final = 120
TOKEN: Final = "record-of-strikes-and-corrections"


def rows() -> Iterator[Row]:
    """The imports, then the starts."""
    game = long_game(Random(7), "troika", 4)
    worded = [b"\n".join(corrected(game))]
    plain = [b"\n".join(file_of(game, iter(()), 0))] * (LENGTH // _length(game))
    with tempfile.TemporaryDirectory(dir=DISK) as name:
        homes = Path(name, "worded"), Path(name, "plain")
        of_worded = imported(homes[0], game, worded)
        of_plain = imported(homes[1], game, plain, is_written=False)
        yield from _waits(of_worded)
        yield _beside("imported", of_worded.seconds, of_plain.seconds)
        starts = [
            median_of(partial(started_s, home, each.code), LEAST_RUNS)
            for home, each in zip(homes, (of_worded, of_plain), strict=True)
        ]
        yield _beside("a start of its host, to the table's first page", *starts)


class Imported(NamedTuple):
    """An import, and how long each entry waited meanwhile, in ms."""

    code: str
    seconds: float
    here: Sequence[float]
    """At the table that takes the record in."""
    elsewhere: Sequence[float]
    alone: Sequence[float]
    """At both, before it came and after it."""


def _waits(worded: Imported) -> Iterator[Row]:
    for where, waits in (("to its table", worded.here), ("to another table", worded.elsewhere)):
        p95_ms, its_p95_ms = percentile(waits, 95), percentile(worded.alone, 95)
        longest, p95 = max(waits) / max(worded.alone), p95_ms / its_p95_ms
        yield Row(
            f"an entry {where} while a record of {LENGTH / 1e6:.1f} MB of corrections is imported",
            f"longest {longest:.1f} x, p95 {p95:.1f} x",
            f"both <= {MOST_WAIT} x",
            max(longest, p95) <= MOST_WAIT,
            f"{max(waits):.0f} and {p95_ms:.0f} ms of {len(waits)} entries; before it and after "
            f"it {max(worded.alone):.0f} and {its_p95_ms:.0f} ms of {len(worded.alone)}",
        )


def _beside(what: str, worded_s: float, plain_s: float) -> Row:
    return Row(
        f"a record of {LENGTH / 1e6:.1f} MB of corrections: {what}",
        f"{worded_s / plain_s:.1f} x",
        f"<= {MOST_RATIO} x",
        worded_s <= MOST_RATIO * plain_s,
        f"{worded_s:.2f} s, plain games of the same length {plain_s:.2f} s",
    )


def _length(game: Played) -> int:
    return sum(len(line) + 1 for line in file_of(game, iter(()), 0))


def corrected(game: Played) -> Iterator[bytes]:
    """The game, and words about what changes most of it until it is long enough."""
    yield from file_of(game, iter(()), 0)
    left = LENGTH - _length(game)
    for word in alternating(Random(8), game):
        line = codec.write_entry(word).encode()
        left -= len(line) + 1
        if left < 0:
            return
        yield line


# --- a host and its callers ---------------------------------------------------------------------


def imported(
    home: Path, game: Played, records: Sequence[bytes], is_written: bool = True
) -> Imported:
    """Import the records one after another at a new host, while others write if `is_written`."""
    home.mkdir()
    with ExitStack() as stack:
        _, port = _serving(stack, home)
        caller = Caller(port, "127.0.0.1")
        codes = [json.loads(caller.call("POST", "", b"{}"))["code"] for _ in range(2)]
        begin = json.dumps({"game": "troika", "players": 4}).encode()
        for code in codes:
            caller.call("POST", f"/{code}/games", begin)
        writers = [Writer(port, code, game, number) for number, code in enumerate(codes)]
        for writer in writers if is_written else ():
            writer.start()
            time.sleep(50 * EACH_S)
        began_s = time.monotonic()
        for record in records:
            caller.call("POST", f"/{codes[0]}/record?abandon=yes", record, "application/jsonl")
        over_s = time.monotonic()
        for writer in writers if is_written else ():
            time.sleep(50 * EACH_S)
            writer.stop()
        here, elsewhere = (each.waits(began_s, over_s) for each in writers)
        apart = (0, began_s), (over_s, time.monotonic())
        alone = [ms for each in writers for when in apart for ms in each.waits(*when)]
    return Imported(codes[0], over_s - began_s, here, elsewhere, alone)


def started_s(home: Path, code: str) -> float:
    """How long a host takes that starts with what is there, until it has answered for the table."""
    with ExitStack() as stack:
        began_s = time.monotonic()
        _, port = _serving(stack, home)
        with urlopen(f"http://127.0.0.1:{port}/t/{code}", timeout=PATIENCE_S) as page:
            page.read()
        return time.monotonic() - began_s


def _serving(stack: ExitStack, home: Path) -> tuple[Program, int]:
    words = ("serve", "--http-port", "0", "--host-token", TOKEN)
    program = stack.enter_context(Program(home, *words, command=COMMAND))
    return program, int(program.until(r"localhost:(\d+)/").group(1))


class Caller:
    """A program with the host's token, at an address of its own."""

    def __init__(self, port: int, address: str) -> None:
        self._line = HTTPConnection(
            "127.0.0.1", port, timeout=PATIENCE_S, source_address=(address, 0)
        )

    def call(self, method: str, path: str, body: bytes, kind: str = "application/json") -> bytes:
        """The answer's body, of a request about the tables that is done."""
        status, said = self.ask(method, path, body, kind)
        assert status == 201, said
        return said

    def ask(
        self, method: str, path: str, body: bytes, kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """The answer, whatever it says."""
        words = {"X-Host-Token": TOKEN, "Content-Type": kind}
        self._line.request(method, f"/api/v1/tables{path}", body, words)
        answer = self._line.getresponse()
        return answer.status, answer.read()


class Writer(threading.Thread):
    """Adds a game's entries to a table, one each 20 ms; begins another game after the last one.

    A table that has just taken a record in may refuse one, and answers all the same.
    """

    def __init__(self, port: int, code: str, game: Played, number: int) -> None:
        super().__init__(daemon=True)
        first = 2 + number * ADDRESSES
        self._callers = [Caller(port, f"127.0.0.{first + each}") for each in range(ADDRESSES)]
        self._path, self._game = f"/{code}/entries", game
        self._stopping = threading.Event()
        self._waited: list[tuple[float, float]] = []
        """When each entry was sent (s), and how long it waited (ms)."""

    def run(self) -> None:
        """Write until it shall stop."""
        callers = cycle(self._callers)
        for line in cycle(self._game.lines):
            sent_s = time.monotonic()
            next(callers).ask("POST", self._path, json.dumps(line).encode())
            took_s = time.monotonic() - sent_s
            self._waited.append((sent_s, 1000 * took_s))
            if self._stopping.wait(max(0, EACH_S - took_s)):
                return

    def stop(self) -> None:
        """Write no more, and return when the last entry is answered."""
        self._stopping.set()
        self.join(PATIENCE_S)

    def waits(self, since_s: float, until_s: float) -> list[float]:
        """How long the entries waited that were sent then."""
        return [ms for sent_s, ms in self._waited if since_s <= sent_s < until_s]
