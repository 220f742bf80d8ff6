"""Replaying: a record file in, the judged record out. Keeps nothing and prints nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from tricktable.games import GAMES, blame_game
from tricktable.rules import codec
from tricktable.rules.entries import BadLine, Entry, Impossible
from tricktable.rules.faults import GameFault
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, Viewpoint
from tricktable.text.outage import reason
from tricktable.text.sentences import in_signs

STANDARD_INPUT: Final = "-"
MALFORMED, IMPOSSIBLE, FAULTY = 2, 3, 5
"""Exit codes for refused records; FAULTY if nothing is wrong with it, but with its game."""
MAX_ENTRIES: Final = 100_000
"""A longer record is malformed: at one entry a second it would last more than a day."""
# A record that alternated the wording of its first entries took 300 times as long as another of its
# length.
MAX_REDONE: Final = 2_000_000
"""How many entries may be folded or judged again because earlier ones were struck or corrected;
a game of 500 entries can have its first one corrected 4,000 times."""


class RecordRefused(Exception):
    """Raised if a record is refused: the message names the line, `exit_code` the kind of fault."""

    def __init__(self, line: int, reason: str, exit_code: int) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.exit_code = exit_code


def at_fault(fault: GameFault, line: int) -> RecordRefused:
    """The record cannot be judged, because its game fails at this line."""
    return RecordRefused(line, of_game(fault), FAULTY)


def of_game(fault: GameFault) -> str:
    """What is wrong with the game, as a sentence without its full stop."""
    return f"{fault.title} has a fault: {fault}"


class FileUnreadable(Exception):
    """Raised if a file or folder cannot be read: the message says why, without its name."""

    def __init__(self, fault: OSError | str) -> None:
        super().__init__(fault if isinstance(fault, str) else reason(fault))


@contextmanager
def open_lines(name: str) -> Iterator[Iterator[bytes]]:
    """The lines of the file, or of standard input for `-`. Raises: FileUnreadable, even later."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise FileUnreadable("standard input is closed")
        yield lines_of(sys.stdin.buffer)
        return
    if not name:
        raise FileUnreadable("the file name is empty")
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - what goes wrong later is not this file's fault
    except OSError as fault:
        raise FileUnreadable(fault) from None
    with file:
        yield lines_of(file)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a record, without line feeds; a far too long one comes in pieces.

    Raises: FileUnreadable, if the file cannot be read to its end.
    """
    while True:
        try:
            line = file.readline(codec.MAX_LINE_BYTES + 2)
        except OSError as fault:
            raise FileUnreadable(fault) from None
        if not line:
            return
        yield line[:-1] if line.endswith(b"\n") else line


def read(lines: Iterable[bytes]) -> tuple[Header, Iterator[Entry]]:
    """The header and a lazy iterator of entries. Raises: RecordRefused, even later."""
    numbered = enumerate(lines, start=1)
    try:
        with blame_game(None):
            header = codec.read_header(next(numbered, (1, b""))[1], GAMES)
    except BadLine as fault:
        raise RecordRefused(1, fault.reason, MALFORMED) from None
    except GameFault as fault:
        raise at_fault(fault, 1) from fault

    def entries() -> Iterator[Entry]:
        for number, line in numbered:
            if number > MAX_ENTRIES + 1:
                raise RecordRefused(
                    number, f"a record has at most {MAX_ENTRIES} entries", MALFORMED
                )
            try:
                yield codec.read_entry(line, header, number - 1)
            except BadLine as fault:
                raise RecordRefused(number, fault.reason, MALFORMED) from None

    return header, entries()


def replay(
    lines: Iterable[bytes],
    each: Callable[[Record], None] | None = None,
    viewpoint: Viewpoint = PUBLIC,
) -> Record:
    """The record made of these lines; calls `each` after every entry.

    Raises: RecordRefused, even if the viewpoint is not a seat of this game.
    """
    header, entries = read(lines)
    if viewpoint >= header.seats:
        raise RecordRefused(1, f"there is no seat {viewpoint} in this game", MALFORMED)
    return fold(header, entries, each)


def fold(
    header: Header, entries: Iterable[Entry], each: Callable[[Record], None] | None = None
) -> Record:
    """The record made of these entries; calls `each` after every one.

    Raises: RecordRefused.
    """
    line = 1
    try:
        with blame_game(header.rules):
            record = Record(header)
            for line, entry in enumerate(entries, start=2):
                record.add(entry)
                if record.redone > MAX_REDONE:
                    reason = "its strikes and corrections mean judging too many entries again"
                    raise RecordRefused(line, reason, IMPOSSIBLE)
                if each:
                    each(record)
    except Impossible as fault:
        raise RecordRefused(line, in_signs(fault.reason), IMPOSSIBLE) from None
    except GameFault as fault:
        raise at_fault(fault, line) from fault
    return record


def as_json(record: Record, viewpoint: Viewpoint, file: str | None = None) -> str:
    """The summary as one line of JSON, with the file's name in front if it is given."""
    named = {} if file is None else {"file": file}
    return json.dumps(named | record.summary(viewpoint))
