"""Whether another program has locked a byte of a file, as each system tells it. Waits for nobody.

SQLite locks such bytes of a journal's index (UNIX_SHM_DMS in os_unix.c, WIN_SHM_DMS in os_win.c).
"""

from __future__ import annotations

import sys
from typing import BinaryIO

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
