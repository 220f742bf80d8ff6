"""A folder of modules in one file, from which they are imported. Never writes.

littlefs looks for a file by reading all of its folder: of thirty modules in folders that takes a
second and a half, of a pack ten milliseconds. Made by host/tricktable/board/flash/firmware.py:

    two bytes: how long the index is, the lower one first
    the index, JSON: for each path of a file where it begins and its length, for a folder's []
    the files
"""

import io
import json
import os

from micropython import const

_FOLDER = const(0x4000)  # st_mode of a stat
_FILE = const(0x8000)
_NO_FILE = const(2)  # ENOENT


def mount(folder: str) -> None:
    """Mount the pack beside a folder in its place; without one, the folder is what it is."""
    try:
        file = open(folder + ".pack", "rb")  # noqa: SIM115 - as long as it is mounted
    except OSError:
        return
    os.mount(Pack(file), folder)


class Pack:
    """What a MicroPython imports from, read only: vfs.mount."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        # In one piece: MicroPython marks what lives by a stack of 64 (py/gc.c). A dict with more
        # objects overflows it, and each sweep then walks the whole heap again: four times as long.
        self._index = file.read(int.from_bytes(file.read(2), "little"))

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Be mounted."""

    def umount(self) -> None:
        """Be let go."""

    def stat(self, path: str) -> tuple[int, ...]:
        """Return what there is. Raises: OSError for nothing."""
        place = self._place(path)
        return (_FILE if place else _FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path: str, _: str) -> io.BytesIO:
        """Return a file, which `stat` has found."""
        begin, size = self._place(path)
        self._file.seek(begin)
        return io.BytesIO(self._file.read(size))

    def _place(self, path: str) -> list[int]:
        begin = self._index.find(('"' + path + '":').encode())
        if begin < 0:
            raise OSError(_NO_FILE)
        begin = self._index.find(b"[", begin)
        place: list[int] = json.loads(self._index[begin : self._index.find(b"]", begin) + 1])
        return place
