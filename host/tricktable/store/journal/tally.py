"""The tally: how many rows each table had, written beside the journal after every commit.

SQLite reads its log up to the first bad byte and ignores the rest silently, so a log that is
lost or damaged looks like a journal that never had more. The tally tells the difference. It is
never flushed for a commit and may lag behind the journal after a power cut; it is never ahead.
"""

import contextlib
import os
import weakref
import zlib
from collections.abc import Mapping
from io import FileIO
from pathlib import Path

import msgspec


def read(path: Path) -> dict[str, int]:
    """The newest row of each table, by the table's code; empty if there is no tally.

    One torn by a power cut counts as missing.
    """
    try:
        checksum, _, rows = path.read_bytes().partition(b"\n")[0].partition(b" ")
        if int(checksum, 16) == zlib.crc32(rows):
            return msgspec.json.decode(rows, type=dict[str, int])
    except (OSError, ValueError, msgspec.DecodeError):
        pass
    return {}


class Tally:
    """The tally of an open journal. Mutable; locked by its journal.

    Raises nothing: it is a witness, and no row waits for it.
    """

    def __init__(self, path: Path, newest: Mapping[str, int]) -> None:
        """Record the newest row of each table from `newest`, which stays current."""
        self._newest = newest
        self._file: FileIO | None = None
        with contextlib.suppress(OSError):
            path.touch(0o600)
            self._file = path.open("r+b", buffering=0)
            self._end = weakref.finalize(self, self._file.close)
        self.write()
        self._flush()

    def write(self) -> None:
        """Write its present state, without flushing."""
        if self._file is None:
            return
        # Written in place, with a checksum: one torn by a power cut counts as none, and no second
        # file is needed.
        rows = msgspec.json.encode(self._newest)
        try:  # contextlib would cost as much as the writing, after every commit
            self._file.seek(0)
            self._file.write(b"%08x %b\n" % (zlib.crc32(rows), rows))
        except OSError:
            pass

    def close(self) -> None:
        """Flush and close it."""
        self._flush()
        if self._file is not None:
            self._file = None
            self._end()

    def _flush(self) -> None:
        with contextlib.suppress(OSError):
            if self._file is not None:
                os.fsync(self._file)
