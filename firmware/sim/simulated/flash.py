"""The board's flash: a block device in a file, and the file system that the board's boot mounts.

Only MicroPython has littlefs. What power cuts leave behind is littlefs' own business.
"""

import os

from micropython import const

BLOCK_BYTES = const(4096)
_BLOCKS = const(352)  # of a Pico's 2 MiB: MicroPython 1.28, ports/rp2, MICROPY_HW_FLASH_STORAGE
_PAGE_BYTES = const(256)
_ERASED = b"\xff" * _PAGE_BYTES


class Flash:
    """Blocks of a file; what was never written reads as erased."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open(path, "r+b")  # noqa: SIM115 - as long as the board
        except OSError:
            self._file = open(path, "w+b")  # noqa: SIM115

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        """Fill a buffer."""
        self._file.seek(block * BLOCK_BYTES + offset)
        count = self._file.readinto(buf) or 0
        for place in range(count, len(buf)):
            buf[place] = 0xFF

    def writeblocks(self, block: int, buf, offset: int = 0) -> None:
        """Take a buffer, for bytes that are erased."""
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.write(buf)

    def ioctl(self, op: int, arg: int) -> int:
        """Tell the geometry, or erase a block: MicroPython's vfs.AbstractBlockDev."""
        if op == 3:  # what was written is on the chip
            self._file.flush()
        elif op == 4:
            return _BLOCKS
        elif op == 5:
            return BLOCK_BYTES
        elif op == 6:
            self._file.seek(arg * BLOCK_BYTES)
            for _ in range(BLOCK_BYTES // _PAGE_BYTES):  # no block's worth of a board's memory
                self._file.write(_ERASED)
        return 0


def mount(path: str) -> None:
    """Make this flash all that the program sees of files, as ports/rp2/modules/_boot.py does."""
    import vfs

    flash = Flash(path)
    try:
        files = vfs.VfsLfs2(flash, progsize=256)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        files = vfs.VfsLfs2(flash, progsize=256)
    vfs.umount("/")
    vfs.mount(files, "/")
    os.chdir("/")
