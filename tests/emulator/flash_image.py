"""Makes and reads the flash of a board, by MicroPython's own littlefs. Runs under MicroPython.

Usage: micropython flash_image.py make IMAGE BLOCK_BYTES BLOCKS FOLDER   all of the folder's files
       micropython flash_image.py read IMAGE BLOCK_BYTES BLOCKS FILE     prints the file
"""
# ruff: noqa: PTH102, PTH123 - MicroPython has no pathlib

import os
import sys

import vfs


class Flash:
    """A block device in memory."""

    def __init__(self, data, block_bytes):
        self.block_bytes = block_bytes
        self.data = data

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
    """Copy a folder's files and folders."""
    for name, kind, *_ in os.ilistdir(folder):
        if kind == 0x4000:
            os.mkdir(target + "/" + name)
            copy(folder + "/" + name, target + "/" + name)
        else:
            with open(folder + "/" + name, "rb") as file:
                data = file.read()
            with open(target + "/" + name, "wb") as file:
                file.write(data)


what, image, block_bytes, blocks, path = sys.argv[1:]
size = int(block_bytes) * int(blocks)
data = bytearray(b"\xff" * size)
if what == "read":
    with open(image, "rb") as file:
        old = file.read()
        data[: len(old)] = old
flash = Flash(data, int(block_bytes))
if what == "make":
    vfs.VfsLfs2.mkfs(flash, progsize=256)
vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")
if what == "make":
    copy(path, "/flash")
    vfs.umount("/flash")
    with open(image, "wb") as file:
        file.write(flash.data)
else:
    with open("/flash/" + path, "rb") as file:
        sys.stdout.buffer.write(file.read())
