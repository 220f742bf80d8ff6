"""Makes the flash file system of a board, by MicroPython's own littlefs. Runs under MicroPython.

Usage: micropython flash_image.py IMAGE BLOCK_BYTES BLOCKS FOLDER ...
Every folder's Python files and those of its packages are put at the root.
"""
# ruff: noqa: PTH102, PTH123 - MicroPython has no pathlib

import os
import sys

import vfs


class Flash:
    """A block device in memory."""

    def __init__(self, block_bytes, blocks):
        self.block_bytes = block_bytes
        self.data = bytearray(b"\xff" * (block_bytes * blocks))

    def readblocks(self, block, buf, offset=0):
        """Fill a buffer."""
        start = block * self.block_bytes + offset
        buf[:] = self.data[start : start + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        """Take a buffer."""
        start = block * self.block_bytes + offset
        self.data[start : start + len(buf)] = buf

    def ioctl(self, op, arg):
        """Tell the geometry, or erase a block: MicroPython's vfs.AbstractBlockDev."""
        if op == 4:  # number of blocks
            return len(self.data) // self.block_bytes
        if op == 5:
            return self.block_bytes
        if op == 6:  # erase
            self.writeblocks(arg, b"\xff" * self.block_bytes)
        return 0


def copy(folder, target):
    """Copy Python files and packages."""
    for name, kind, *_ in os.ilistdir(folder):
        if kind == 0x4000 and not name.startswith("_"):
            os.mkdir(target + "/" + name)
            copy(folder + "/" + name, target + "/" + name)
        elif name.endswith(".py"):
            with open(folder + "/" + name, "rb") as file:
                data = file.read()
            with open(target + "/" + name, "wb") as file:
                file.write(data)


image, block_bytes, blocks = sys.argv[1:4]
flash = Flash(int(block_bytes), int(blocks))
vfs.VfsLfs2.mkfs(flash, progsize=256)
vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")
for folder in sys.argv[4:]:
    copy(folder, "/flash")
vfs.umount("/flash")
with open(image, "wb") as file:
    file.write(flash.data)
