"""Files that nobody but their owner may read or write: 0600, where a system has such modes."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

# Rows hold secrets, decks hold tags, and a board's key opens its door (docs/explanation/safety.md).
_MODE: Final = 0o600
_OTHERS: Final = 0o077


def new(path: Path) -> int:
    """Make a file that was not there, private from its first moment; it is open to be written.

    Raises: OSError, FileExistsError among them.
    """
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)


def is_private(mode: int) -> bool:
    """Whether a file of this mode is its owner's alone."""
    return os.name != "posix" or not stat.S_IMODE(mode) & _OTHERS


def keep(path: Path) -> None:
    """Take a file from all others, if it is there and is ours to take."""
    with contextlib.suppress(OSError):  # another's, gone meanwhile, or the disk can only be read
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and not is_private(mode):
            path.chmod(_MODE)
