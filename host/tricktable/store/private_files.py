"""Files that only their owner may read or write (0600, on systems with such modes), and folders."""

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

# Rows hold secrets, decks hold tags, and a board's key opens its door (docs/explanation/safety.md).
_MODE: Final = 0o600
_OTHERS: Final = 0o077  # whatever a group or anybody else may do with a file


def new(path: Path) -> int:
    """Create a file that does not exist yet, private from the start, and open it for writing.

    Raises: OSError, FileExistsError among them.
    """
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)


def save(path: Path, text: str, mode: int = _MODE) -> None:
    """Write a file at `path`, private until it is whole; a power cut leaves the old or the new one.

    Raises: OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(new(part), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.chmod(mode)
    # Flushed before it is renamed, or a power cut could leave the new name without content; then
    # the folder, since a rename is durable only with it.
    part.replace(path)
    sync(path.parent)


def is_private(mode: int) -> bool:
    """Whether only the owner may use a file of this mode."""
    return os.name != "posix" or not stat.S_IMODE(mode) & _OTHERS


def keep(path: Path) -> None:
    """Make a file private, if it exists and is ours."""
    with contextlib.suppress(OSError):  # another's, gone meanwhile, or the disk can only be read
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and not is_private(mode):
            path.chmod(_MODE)


def sync(folder: Path) -> None:
    """Make a folder's list of files durable; Windows does so by itself. Raises: OSError."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
