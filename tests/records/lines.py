"""Records for tests: from entries as JSON objects to what the rules core makes of them."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from players.torite import PAIRED, Game, played
from referees.torite import PUBLIC, Referee
from referees.witness import Line
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import Entry, Impossible
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.store import replay


def header(players: int, game: str = "torite", **options: object) -> Header:
    """The header of a game."""
    line = {"record": codec.FORMAT, "game": game, "players": players, "options": options}
    return codec.read_header(json.dumps(line), GAMES)


def entry(record: Record, line: Line) -> Entry:
    """The line as the record's next entry."""
    return codec.read_entry(json.dumps(line), record.header, record.seq + 1)


def record_of(
    players: int, lines: Iterable[Line] = (), game: str = "torite", **options: object
) -> Record:
    """The record that these entries make in a game of its own."""
    return record_with(header(players, game, **options), lines)


def record_with(header: Header, lines: Iterable[Line]) -> Record:
    """The record of these entries. Raises: Impossible."""
    record = Record(header)
    for line in lines:
        record.add(entry(record, line))
    return record


def growth(header: Header, lines: Iterable[Line]) -> Iterator[Record]:
    """One record after each of these entries."""
    record = Record(header)
    for line in lines:
        record.add(entry(record, line))
        yield record


def dummy(*lines: Line) -> Record:
    """One player; the dummy shows QS 7H AD 9C (entries 3 to 6), hearts are led, then `lines`."""
    up = [played("shown", 1, code) for code in ("QS", "7H", "AD", "9C")]
    return record_of(1, [*PAIRED, *up, played("played", 0, "2H"), *lines])


def refused(record: Record, line: Line) -> bool:
    """Whether the line is impossible now; the record stays as it is in any case."""
    try:
        record.check(entry(record, line))
    except Impossible:
        return True
    return False


def findings(record: Record, viewpoint: int = PUBLIC) -> list[tuple[object, ...]]:
    """The findings as (rule, grade, seat, seq, proof)."""
    found = record.findings(viewpoint)
    return [(each.rule, each.grade, each.seat, each.seq, each.proof) for each in found]


def summary(game: Game, **options: object) -> dict[str, Any]:
    """What a whole game means to all; the referee agrees."""
    told = record_of(game.players, game.lines, "torite", **options).summary()
    assert told == Referee(game.players, game.lines, options).summary()
    return told


def detail(game: Game, **options: object) -> dict[str, Any]:
    """The game's own part of that."""
    found: dict[str, Any] = summary(game, **options)["detail"]
    return found


def lost(game: Game) -> dict[str, Any]:
    """The same of a game that must be lost."""
    told = summary(game)
    assert (told["status"], told["winner"]) == ("finished", [])
    assert (told["detail"]["won"], told["detail"]["score"]) == (False, None)
    return detail(game)


def refusal(*lines: bytes | str | Line) -> replay.RecordRefused | None:
    """Why a file of these lines, header first, is refused; None if it is not."""
    try:
        replay.replay(_bytes(line) for line in lines)
    except replay.RecordRefused as refused:
        return refused
    return None


def _bytes(line: bytes | str | Line) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()
