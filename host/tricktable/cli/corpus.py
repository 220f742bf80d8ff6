"""Replays many records in turn: finds their files, prints results, returns the exit code.

Judges nothing itself: `store.replay` judges each record, and a bad one does not stop the others.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from tricktable.games import blame_game
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.rules.verdicts import Viewpoint
from tricktable.store import replay
from tricktable.store.replay import STANDARD_INPUT, FileUnreadable, RecordRefused
from tricktable.table.report import report
from tricktable.text.characters import printable

UNREADABLE: Final = 1
"""Exit code of a file that cannot be read."""
SUFFIX: Final = ".jsonl"
NOT_A_RECORD: Final = ".each.jsonl"
"""The output of `replay --each` may lie beside its records."""


class PrintOptions(NamedTuple):
    """What to print of each record."""

    viewpoint: Viewpoint
    as_json: bool = False
    each: bool = False
    """After every entry, not only at the end; always as JSON."""
    with_file: bool = False
    """Whether JSON objects begin with the file's name."""


def replay_all(names: Sequence[str], wish: PrintOptions) -> int:
    """Replay the records that the names stand for and print what `wish` asks for.

    Returns the highest exit code.
    """
    return _Reader(names, wish).read_all(names)


class _Reader:
    def __init__(self, names: Sequence[str], wish: PrintOptions) -> None:
        self._wish = wish
        self._has_several = len(names) > 1 or any(map(_is_folder, names))
        is_watched = self._has_several and sys.stderr.isatty() and not sys.stdout.isatty()
        self._progress = ProgressLine(sys.stderr, time.monotonic()) if is_watched else None

    def read_all(self, names: Sequence[str]) -> int:
        worst = 0
        for name in names:
            try:
                for file in files(name):
                    entries, exit_code = self._read(file)
                    worst = max(worst, exit_code)
                    if self._progress:
                        self._progress.count(entries, time.monotonic())
            except FileUnreadable as fault:
                self._complain(name, fault)
                worst = max(worst, UNREADABLE)
        if self._progress:
            self._progress.wipe()
        return worst

    def _read(self, name: str) -> tuple[int, int]:
        """Replay one record; returns how many entries were read, and the exit code."""
        wish = self._wish

        def say(record: Record) -> None:
            file = name if wish.with_file else None
            sys.stdout.write(replay.as_json(record, wish.viewpoint, file) + "\n")

        try:
            with replay.open_lines(name) as lines:
                record = replay.replay(lines, say if wish.each else None, wish.viewpoint)
            with blame_game(record.header.rules, may_refuse=False):
                if not wish.as_json:
                    heading = f"== {printable(name)} ==\n" if self._has_several else ""
                    sys.stdout.write(f"{heading}{report(record, wish.viewpoint)}\n")
                elif not wish.each:
                    say(record)
        except RecordRefused as refused:
            self._complain(name if self._has_several else None, refused)
            return refused.line, refused.exit_code
        except GameFault as fault:
            self._complain(name if self._has_several else None, replay.of_game(fault))
            return record.seq, replay.FAULTY
        except FileUnreadable as fault:
            self._complain(name, fault)
            return 0, UNREADABLE
        return record.seq, 0

    def _complain(self, name: str | None, fault: Exception | str) -> None:
        if self._progress:
            self._progress.wipe()
        where = "" if name is None else f"{printable(name)}: "
        sys.stdout.flush()
        sys.stderr.write(f"{where}{fault}\n")


def files(name: str) -> Iterator[str]:
    """The files that a name stands for: itself, or the records in and below that folder, sorted.

    Raises: FileUnreadable, for a folder without records.
    """
    if not _is_folder(name):
        yield name
        return
    is_empty = True
    for each in _in_folder(str(Path(name))):
        is_empty = False
        yield each
    if is_empty:
        raise FileUnreadable(f"there is no *{SUFFIX} file in this folder")


def _is_folder(name: str) -> bool:
    return name not in ("", STANDARD_INPUT) and stat.S_ISDIR(_mode(name))


def _mode(path: str) -> int:
    """The file's mode; 0 if it cannot be read, for opening it will say why."""
    try:
        return Path(path).stat().st_mode
    except OSError:
        return 0


def _in_folder(top: str) -> Iterator[str]:
    """The records, and the folders that cannot be read, for opening those will say why.

    Remembers only the folders on the way, so that no tree is too large or too deep.
    """
    ahead = [(top, True)]  # the next one last
    while ahead:
        path, is_folder = ahead.pop()
        if is_folder:
            try:
                ahead += reversed(_entries(path))
            except OSError:
                yield path
        elif path.endswith(SUFFIX) and not path.endswith(NOT_A_RECORD):
            mode = _mode(path)
            if mode == 0 or stat.S_ISREG(mode):  # a pipe might never answer
                yield path


def _entries(folder: str) -> list[tuple[str, bool]]:
    """A folder's entries, sorted, with whether each is a folder; links, which may loop, are not."""
    with os.scandir(folder) as entries:
        return sorted((each.path, each.is_dir(follow_symlinks=False)) for each in entries)


class ProgressLine:
    """One line of progress on a terminal, once it takes long. Times in seconds. Mutable."""

    PATIENCE_S: Final = 1.0
    """Nothing is shown before; how long a person waits without wondering (Nielsen, 1993)."""
    EVERY_S: Final = 0.2
    _WIPE: Final = "\r\x1b[K"

    def __init__(self, stream: TextIO, now_s: float) -> None:
        self._stream = stream
        self._began, self._due = now_s, now_s + self.PATIENCE_S
        self._records = self._entries = 0
        self._is_shown = False

    def count(self, entries: int, now_s: float) -> None:
        """Count one more record with that many entries."""
        self._records += 1
        self._entries += entries
        if now_s >= self._due:
            rate = self._entries / (now_s - self._began)
            line = f"{self._records:,} records, {rate:,.0f} entries a second"
            self._stream.write(f"{self._WIPE}{line}")
            self._stream.flush()
            self._due, self._is_shown = now_s + self.EVERY_S, True

    def wipe(self) -> None:
        """Clear the line so that something else can be written there."""
        if self._is_shown:
            self._stream.write(self._WIPE)
            self._stream.flush()
            self._is_shown = False
