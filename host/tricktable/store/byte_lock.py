"""Whether another program has locked a byte of a file, as each system tells it. Waits for nobody.

SQLite locks such bytes of a journal's index (UNIX_SHM_DMS in os_unix.c, WIN_SHM_DMS in os_win.c).
"""

import errno
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Final

_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)

if sys.platform == "win32":
    import msvcrt

    def is_locked(file: BinaryIO, place: int) -> bool:
        """Whether another program has locked the byte at `place`; the file is open for writing."""
        file.seek(place)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return True
        file.seek(place)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        return False

else:

    def is_locked(file: BinaryIO, place: int) -> bool:
        """Whether another program has locked the byte at `place`; the file is open for writing.

        False where the system cannot tell.
        """
        try:
            import fcntl
        except ImportError:
            return False
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):
            return True  # EAGAIN or EACCES: POSIX leaves open which one says that it is locked
        except OSError:
            return False  # a file system without locks (ENOLCK)
        fcntl.lockf(file, fcntl.LOCK_UN, 1, place)
        return False


def lock_reason(folder: Path) -> str:
    """Why SQLite finds a file in this folder locked, and what to do: the end of a sentence."""
    if has_locks(folder):
        return "is being written by another program, which has not finished in time; stop that one"
    return (
        f"cannot be written safely: the disk of {folder} has no locks, like some network drives; "
        "choose a folder on this computer with --data or --database"
    )


def has_locks(folder: Path) -> bool:
    """Whether the disk of this folder can lock a file; True where nobody can tell."""
    try:
        import fcntl
    except ImportError:
        return True  # Windows locks files by itself, on shares too
    try:
        with TemporaryFile(dir=folder) as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return True
    except OSError as fault:
        return fault.errno not in _NO_LOCKS
    return True
