"""A journal's place: its file and those beside it, and whether they are still the same ones.

Looks only at names, sizes and modes. A program that opens a file of an SQLite database by itself,
and closes it, drops all the locks that SQLite holds on it
(https://sqlite.org/howtocorrupt.html, 2.2).
"""

import os
from datetime import datetime
from pathlib import Path
from typing import Final

from tricktable.store import private_files
from tricktable.store.byte_lock import is_locked
from tricktable.store.journal.errors import Outage
from tricktable.store.journal.file_lookup import FileIdentity, find

BESIDE: Final = ("-wal", "-shm", "-tally")
"""The endings of the files beside a journal: its log, the log's index and its tally."""

MISSING, REPLACED = "missing", "replaced"
"""Under the journal's name there is no file, or another one."""
# UNIX_SHM_DMS and WIN_SHM_DMS of SQLite's os_unix.c and os_win.c: (22 + 8) * 4 bytes, then a byte
# for each of eight locks.
_ALIVE: Final = 128
LOGLESS, CUT = "logless", "cut"
"""The log or its index is missing or another one; the file or the log has become shorter."""


class JournalFiles:
    """The files of one journal. Mutable: remembers those that were opened."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # SQLite keeps the log beside the file that a link leads to
        self.log, self.index, self.tally = (beside(self.path, each) for each in BESIDE)
        self._names = str(self.path), str(self.log), str(self.index)
        self._opened: tuple[FileIdentity | None, ...] = (None, None, None)

    def keep_private(self) -> None:
        """Make them all private: rows hold secrets. SQLite gives new files the same mode."""
        for path in (self.path, self.log, self.index, self.tally):
            private_files.keep(path)

    def remember(self) -> None:
        """Remember the present files as those that were opened."""
        self._opened = tuple(map(find, self._names))

    @property
    def is_same(self) -> bool:
        """Whether file and log are still there under their names, neither of them cut short.

        Asked after each commit: it does no more than it must.
        """
        file, log, _ = self._opened
        return (
            file is not None  # else it was gone before it could be remembered
            and _is_same(file, find(self._names[0]))
            and _is_same(log, find(self._names[1]))
        )

    def change(self) -> str | None:
        """What has happened to the files that were opened; None if they are the same.

        Then their present sizes are remembered.
        """
        # One look for all: files that are deleted one by one must not seem to be cut short.
        now = tuple(map(find, self._names))
        if now[0] is None:
            return MISSING
        if not _is_one(self._opened[0], now[0]):
            return REPLACED
        if not all(map(_is_one, self._opened[1:], now[1:])):
            return LOGLESS
        if not all(map(_is_same, self._opened[:2], now[:2])):
            return CUT
        # What was looked at, not what another look would find: files that are deleted in between
        # would be remembered as missing, and then nobody would miss them.
        self._opened = now
        return None

    def clear(self) -> None:
        """Remove the log and the index that belong to the file that was opened.

        SQLite would take them for those of the file that has replaced it.
        """
        for path, before in zip((self.log, self.index), self._opened[1:], strict=True):
            if before is not None and _is_one(before, find(str(path))):
                if path == self.log and size(path):
                    path.replace(beside(path, ".left"))
                else:
                    path.unlink()

    @property
    def is_missing(self) -> bool:
        """Whether there is no journal."""
        return find(self._names[0]) is None

    @property
    def is_writable(self) -> bool:
        """Whether the disk and the file permissions allow writing."""
        return os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)


def _is_one(before: FileIdentity | None, now: FileIdentity | None) -> bool:
    return before is now if before is None else before.is_one_with(now)


def _is_same(before: FileIdentity | None, now: FileIdentity | None) -> bool:
    if before is None or now is None:
        return before is now
    return before.is_one_with(now) and before.size <= now.size


def size(path: Path) -> int:
    """Bytes; 0 if there is no such file."""
    found = find(str(path))
    return found.size if found else 0


def beside(path: Path, ending: str) -> Path:
    """The file beside a journal with this ending."""
    return path.with_name(path.name + ending)


def appear(part: Path, path: Path) -> None:
    """Move a complete journal, written as `part`, to `path`, unless there is one.

    Raises: OSError.
    """
    try:
        os.link(part, path)
    except FileExistsError:
        pass  # another program was first
    except OSError:  # a disk without links, as cameras and phones format them
        if not path.exists():
            part.rename(path)
    part.unlink(missing_ok=True)


def is_in_use(path: Path) -> bool:
    """Whether another program has this journal open; False where the system cannot tell.

    Each connection holds the lock of one byte of the index. Only for a program that has not
    opened the journal itself.
    """
    try:
        with beside(path.resolve(), "-shm").open("r+b", buffering=0) as index:
            return is_locked(index, _ALIVE)
    except PermissionError:
        return True
    except OSError:
        return False  # no index: whoever closes a journal last removes it (sqlite.org/wal.html)


def stamp(now: datetime) -> str:
    """A time, as written in the names of files set aside."""
    return f"{now:%Y-%m-%dT%H-%M-%SZ}"


def set_aside(path: Path, when: str) -> Path:
    """Rename a journal and the files beside it; returns its new path, which ends in `when`.

    Deletes and overwrites nothing. The tally goes last: until then it says what is missing.
    Raises: Outage, if another program has it open; OSError.
    """
    path = path.resolve()
    if is_in_use(path):
        raise Outage(f"another program is using the journal {path}; stop it first")
    aside = beside(path, f".{when}")
    number = 1
    while any(beside(aside, each).exists() for each in ("", *BESIDE)):
        number += 1
        aside = beside(path, f".{when}-{number}")
    for ending in ("", *BESIDE):
        if beside(path, ending).exists():
            beside(path, ending).rename(beside(aside, ending))
    return aside
