"""Records for tests: from entries as JSON objects to what the rules core makes of them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tricktable import replay
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import Entry
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from witness import Line


def header(players: int, **options: object) -> Header:
    """The header of a game of The Torite."""
    line = {"record": codec.FORMAT, "game": "torite", "players": players, "options": options}
    return codec.read_header(json.dumps(line), GAMES)


def entry(record: Record, line: Line) -> Entry:
    """The line as the record's next entry."""
    return codec.read_entry(json.dumps(line), record.header, record.seq + 1)


def record_of(players: int, lines: Iterable[Line] = (), **options: object) -> Record:
    """The record that these entries make."""
    record = Record(header(players, **options))
    for line in lines:
        record.add(entry(record, line))
    return record


def refusal(*lines: bytes | str | Line) -> replay.Refused | None:
    """Why a file of these lines, header first, is refused; None if it is not."""
    try:
        replay.replay(_bytes(line) for line in lines)
    except replay.Refused as refused:
        return refused
    return None


def _bytes(line: bytes | str | Line) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()
