"""Replaying: a record file in, the judged record out. Keeps nothing and prints nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import Entry, Impossible, Malformed
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, Viewpoint

MALFORMED, IMPOSSIBLE = 2, 3
"""Exit codes of a record that is refused."""


class Refused(Exception):
    """Raised if a record is refused: the message names the line, `exit_code` the kind of fault."""

    def __init__(self, line: int, reason: str, exit_code: int) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.exit_code = exit_code


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a record, without line feeds; one that is far too long comes in pieces."""
    while line := file.readline(codec.MAX_LINE_BYTES + 2):
        yield line[:-1] if line.endswith(b"\n") else line


def read(lines: Iterable[bytes]) -> tuple[Header, Iterator[Entry]]:
    """The header, and the entries as they are read. Raises: Refused, also while iterating."""
    numbered = enumerate(lines, start=1)
    try:
        header = codec.read_header(next(numbered, (1, b""))[1], GAMES)
    except Malformed as fault:
        raise Refused(1, fault.reason, MALFORMED) from None

    def entries() -> Iterator[Entry]:
        for number, line in numbered:
            try:
                yield codec.read_entry(line, header, number - 1)
            except Malformed as fault:
                raise Refused(number, fault.reason, MALFORMED) from None

    return header, entries()


def replay(
    lines: Iterable[bytes],
    each: Callable[[Record], None] | None = None,
    viewpoint: Viewpoint = PUBLIC,
) -> Record:
    """The record that the lines make; `each` is called after every entry.

    Raises: Refused, also for a viewpoint that is no seat of this game.
    """
    header, entries = read(lines)
    if viewpoint >= header.seats:
        raise Refused(1, f"there is no seat {viewpoint} in this game", MALFORMED)
    record = Record(header)
    for entry in entries:
        try:
            record.add(entry)
        except Impossible as fault:
            raise Refused(record.seq + 2, fault.reason, IMPOSSIBLE) from None
        if each:
            each(record)
    return record


def as_json(record: Record, viewpoint: Viewpoint) -> str:
    """The summary as one line of JSON."""
    return json.dumps(record.summary(viewpoint))
