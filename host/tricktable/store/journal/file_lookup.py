"""Looks up the file behind a name without asking for its times.

Since Linux 6.13, asking for a file's times makes the next write record a new time, which the
next flush then has to bring to the disk: done after every commit, it made each a third slower
(https://docs.kernel.org/filesystems/multigrain-ts.html). `os.stat` always asks for them.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Final, NamedTuple


class FileIdentity(NamedTuple):
    """The file behind a name."""

    device: int
    inode: int
    size: int
    """Bytes."""

    def is_one_with(self, other: FileIdentity | None) -> bool:
        """Whether both are the same file, even if it has grown or shrunk meanwhile."""
        return other is not None and self[:2] == other[:2]


class _Statx(ctypes.Structure):
    """`struct statx` of statx(2), as far as it is used here."""

    _fields_ = (
        ("_mask_to_mode", ctypes.c_uint8 * 32),
        ("inode", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
        ("_blocks_to_rdev", ctypes.c_uint8 * 88),
        ("dev_major", ctypes.c_uint32),
        ("dev_minor", ctypes.c_uint32),
        ("_spare", ctypes.c_uint8 * 112),
    )


_HERE: Final = -100  # AT_FDCWD
_INODE_AND_SIZE: Final = 0x100 | 0x200  # STATX_INO, STATX_SIZE


def _with_stat(name: str) -> FileIdentity | None:
    try:
        seen = os.stat(name)  # noqa: PTH116 - Path.stat takes longer, after every commit
    except OSError:
        return None
    return FileIdentity(seen.st_dev, seen.st_ino, seen.st_size)


def _with_statx(library: ctypes.CDLL) -> Callable[[str], FileIdentity | None]:
    statx = library.statx
    statx.argtypes = (
        ctypes.c_int,
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.POINTER(_Statx),
    )

    def look(name: str) -> FileIdentity | None:
        seen = _Statx()
        if statx(_HERE, os.fsencode(name), 0, _INODE_AND_SIZE, seen):
            return _with_stat(name)  # a kernel before 4.11, or there is none
        return FileIdentity(os.makedev(seen.dev_major, seen.dev_minor), seen.inode, seen.size)

    return look


def _best() -> Callable[[str], FileIdentity | None]:
    try:
        return _with_statx(ctypes.CDLL(None))
    except (OSError, TypeError, AttributeError):  # not Linux, or an old C library
        return _with_stat


find: Final = _best()
"""The file behind a name; None if there is none."""
