"""Files that somebody broke on purpose, and what replaying any file has to keep.

The tests try some of them in each run. Many more:

    PYTHONPATH=tests .venv/bin/python -m records.reader_fuzz --inputs 1000000 --seed 1
    PYTHONPATH=tests .venv/bin/python -m records.reader_fuzz --atheris -runs=1000000

The second needs atheris, which watches the code that each input reaches (`pip install atheris`).
"""

import argparse
import inspect
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random
from types import FunctionType
from typing import Any

from players.every_game import KINDS, by_chance
from tricktable.rules import codec
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.store import replay

LONGEST_MESSAGE = 600
Lines = list[bytes]

# --- what replaying keeps -----------------------------------------------------------------------


def replayed(data: bytes) -> int:
    """Replay the bytes as a file; returns the exit code. Raises: AssertionError, or any bug."""
    try:
        record = replay.replay(replay.lines_of(BytesIO(data)))
    except replay.RecordRefused as refused:
        _is_well_told(refused, data)
        return refused.exit_code
    _can_be_told(record)
    return 0


def _is_well_told(refused: replay.RecordRefused, data: bytes) -> None:
    """The refusal names a line of the file and can be printed."""
    message = str(refused)
    assert refused.exit_code in (replay.MALFORMED, replay.IMPOSSIBLE), message
    assert 1 <= refused.line <= data.count(b"\n") + 1, message
    assert message.startswith(f"line {refused.line}: "), message
    assert message.isprintable(), message
    assert len(message) <= LONGEST_MESSAGE, message


def _can_be_told(record: Record) -> None:
    """Whoever looks gets JSON, and what was read can be written and read again."""
    for viewpoint in (PUBLIC, REFEREE, 0):
        told = replay.as_json(record, viewpoint)
        assert told.isascii()
        assert json.loads(told)["seq"] == record.seq
    if last := record.last:
        line = codec.write_entry(last.entry)
        assert codec.read_entry(line, record.header, last.seq) == last.entry, line


# --- breaking files -----------------------------------------------------------------------------

DEEP: Any = []
for _ in range(60):
    DEEP = [DEEP]
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        12,
        13,
        14,
        51,
        52,
        99,
        100,
        -1,
        10**30,
        -(10**18),
        10**4299,
    ),
    *(0.0, 1.0, 0.5, 1e308, float("nan"), float("inf"), -float("inf")),
    *(
        "",
        "\0",
        "\ud800",
        "\u2028",
        "\x1b[31m",
        "x" * 1000,
        "TH",
        "2C",
        "7R",
        "8R",
        "X1",
        "X9",
        "th",
    ),
    *("hand", "stack", "draw", "discard", "kitty", "own", "stock", "C", "S", "R", "CD", "pass"),
    *(
        "5",
        "7N",
        "12L",
        "13",
        "7NN",
        "-7",
        "none",
        "on",
        "off",
        "yes",
        "no",
        "base",
        "saskatchewan",
    ),
    *("dealt", "held", "shown", "played", "moved", "declared", "struck", "corrected"),
    *("leader", "stacks", "pairing", "prize", "bid", "trump", "misdeal", "target", "ace"),
    *("kische", "tredici", "torite", "triatri", "etori", "troika", "tricktable/1", "tricktable/2"),
    *([], {}, [[]], [1, 2, 3, 4], [[1, 2], [3, 4]], [[13, 0, 0, 0]] * 4, [[0, 1], [2, 3]], DEEP),
    *({"colour": "R", "from": "own"}, {"colour": ["R"], "from": {}}, ["TH", "TH"], ["2C", "3C"]),
    {"kind": "struck", "seq": 1},
    {"kind": "played", "seat": 0, "card": "2C"},
)
KEYS = (
    *("kind", "seat", "card", "seq", "entry", "dealer", "topic", "value", "from", "to", "count"),
    *("cards", "record", "game", "players", "options", "names", "teams", "variant", "hand_size"),
)
TOKENS = (
    *(
        b"1e999",
        b"-0",
        b"0x10",
        b"01",
        b"NaN",
        b"-Infinity",
        b"9" * 5_000,
        b"[" * 3_000,
        b"\xef\xbb\xbf",
    ),
    *(
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        b"\\ud800",
        b"\r",
        b"\n",
        b"\r\n",
        b" ",
        b'"',
        b"{",
        b"}",
        b",",
    ),
    *(
        b"null",
        b"true",
        b'"kind": "held", ',
        b'"seat": 1, ',
        b'"seq": 1, ',
        b"\xe2\x80\xa8",
        b"x" * 70_000,
    ),
)


def sources(seed: int = 0, longest: int = 60) -> list[Lines]:
    """The first lines of games of every kind."""
    files = []
    for kind in KINDS:
        for number in range(2):
            game = by_chance(Random(f"{seed}/{kind}/{number}"), *kind)
            lines = [codec.write_header(game.header), *map(json.dumps, game.lines[:longest])]
            files.append([line.encode() for line in lines])
    return files


def broken(chance: Random, files: list[Lines]) -> bytes:
    """A file that was good until one to three things happened to it."""
    lines = list(chance.choice(files))
    del lines[1 + chance.randrange(len(lines)) :]
    for _ in range(chance.choice((1, 1, 2, 3))):
        chance.choice(WAYS)(chance, lines, files)
    data = b"\n".join(lines) + b"\n" * chance.choice((0, 1, 1, 1, 2))
    return data[: chance.randrange(len(data) + 1)] if chance.random() < 0.05 else data


def _break_value(chance: Random, lines: Lines, _: list[Lines]) -> None:
    """Something in a line has another value, or another name, or is missing."""
    at = chance.randrange(len(lines))
    try:
        fields = json.loads(lines[at])
    except (ValueError, RecursionError):
        return
    inner: Any = fields
    while isinstance(inner, (dict, list)) and inner:
        keys: list[Any] = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = chance.choice(keys)
        if isinstance(inner[key], (dict, list)) and chance.random() < 0.6:
            inner = inner[key]
            continue
        act = chance.random()
        if act < 0.1:
            del inner[key]
        elif act < 0.2 and isinstance(inner, dict):
            inner[chance.choice(KEYS)] = chance.choice(VALUES)
        elif act < 0.4 and isinstance(inner[key], int):
            inner[key] += chance.choice((-1, 1, 10**9))
        else:
            inner[key] = chance.choice(VALUES)
        break
    lines[at] = json.dumps(fields).encode()


def _break_bytes(chance: Random, lines: Lines, _: list[Lines]) -> None:
    """Bytes are put in, taken out or changed."""
    at = chance.randrange(len(lines))
    line = bytearray(lines[at])
    place = chance.randrange(len(line) + 1)
    act = chance.randrange(3)
    if act == 0:
        line[place:place] = chance.choice(TOKENS)
    elif act == 1:
        del line[place : place + chance.randrange(1, 20)]
    else:
        line[place : place + 1] = bytes([chance.randrange(256)])
    lines[at] = bytes(line)


def _swap(chance: Random, lines: Lines, _: list[Lines]) -> None:
    """Two lines stand in each other's place."""
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _repeat(chance: Random, lines: Lines, _: list[Lines]) -> None:
    """A line stands there again, or many times, or not at all."""
    at = chance.randrange(len(lines))
    lines[at : at + 1] = [lines[at]] * chance.choice((0, 2, 2, 30))
    if not lines:
        lines.append(b"")


def _borrow(chance: Random, lines: Lines, files: list[Lines]) -> None:
    """Lines of another record stand among these, which may be of another game."""
    other = chance.choice(files)
    start = chance.randrange(len(other))
    at = chance.randrange(len(lines) + 1)
    lines[at:at] = other[start : start + chance.choice((1, 1, 2, 8))]


def _reword(chance: Random, lines: Lines, files: list[Lines]) -> None:
    """Some entry is struck or corrected."""
    seq = chance.choice((*range(1, len(lines) + 1), 0, -1, 10**9))
    word: dict[str, object] = {"kind": "struck", "seq": seq}
    if chance.random() < 0.6:
        said = chance.choice(chance.choice((lines, chance.choice(files))))
        try:
            word = {"kind": "corrected", "seq": seq, "entry": json.loads(said)}
        except (ValueError, RecursionError):
            return
    lines.append(json.dumps(word).encode())


WAYS: tuple[Callable[[Random, Lines, list[Lines]], None], ...] = (
    *(_break_value, _break_value, _break_bytes, _swap, _repeat, _borrow, _reword, _reword),
)


# --- many of them -------------------------------------------------------------------------------


def inputs(seed: int, count: int) -> Iterator[bytes]:
    """This many broken files."""
    chance = Random(seed)
    files = sources(seed)
    for _ in range(count):
        yield broken(chance, files)


def try_many(seed: int, count: int) -> None:
    """Try this many files and print how they ended and how long the slowest took."""
    codes: Counter[int] = Counter()
    slowest = 0.0
    began = time.process_time()
    for data in inputs(seed, count):
        start = time.process_time()
        try:
            codes[replayed(data)] += 1
        except BaseException:
            sys.stderr.buffer.write(data + b"\n")
            raise
        slowest = max(slowest, time.process_time() - start)
    taken = time.process_time() - began
    print(f"{count} files in {taken:.0f} s, the slowest {1e3 * slowest:.0f} ms; exit codes:")
    for code, times in sorted(codes.items()):
        print(f"  {code}: {times}")


def _functions() -> Iterator[FunctionType]:
    """Every function of ours that reads, folds and judges."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tricktable."):
            for owner in (module, *filter(inspect.isclass, vars(module).values())):
                for each in vars(owner).values():
                    if isinstance(each, FunctionType) and each.__module__ == name:
                        yield each


def guided(words: list[str]) -> None:
    """Let atheris search: it keeps what reaches new code, and breaks that further."""
    import atheris

    files = sources()

    def breed(data: bytes, most: int, seed: int) -> bytes:
        chance = Random(seed)
        lines = data.split(b"\n") if data.startswith(b"{") else list(chance.choice(files))
        chance.choice(WAYS)(chance, lines, files) if chance.random() < 0.8 else None
        return b"\n".join(lines)[:most]

    for each in _functions():
        atheris.instrument_func(each)
    atheris.Setup(
        [sys.argv[0], "-max_len=16000", *words],
        lambda data: (replayed(data), None)[1],
        custom_mutator=breed,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--atheris", action="store_true", help="what follows is for atheris")
    chosen, more = parser.parse_known_args()
    guided(more) if chosen.atheris else try_many(chosen.seed, chosen.inputs)
