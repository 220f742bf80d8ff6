"""Disks of a test's own, which fill up, fail and turn read-only: real mounts, for those who may."""

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Disk:
    """A mounted disk. Skips the test where nobody may mount one."""

    def __init__(self, at: Path, *words: str) -> None:
        self.at = at
        at.mkdir(exist_ok=True)
        if os.geteuid() != 0 or not done("mount", *words, str(at)):
            pytest.skip("only who may mount can make a disk for a test")

    def becomes(self, mode: str) -> None:
        """Mount it anew: `ro` or `rw`. For `ro` nobody may have a file open for writing."""
        assert done("mount", "-o", f"remount,{mode}", str(self.at))

    def breaks(self) -> None:
        """Let the file system find an error, after which it takes no write any more (ext4)."""
        found = subprocess.run(
            ["findmnt", "-no", "SOURCE", str(self.at)], capture_output=True, text=True, check=True
        )
        device = Path(found.stdout.strip()).name
        Path(f"/sys/fs/ext4/{device}/trigger_fs_error").write_text("1")

    def loses_power(self) -> None:
        """Let nothing more reach the disk, not even what was written and not yet flushed (ext4).

        What programs still write fails, as if the plug had been pulled; see `mount` for what is
        left.
        """
        import fcntl  # POSIX only

        folder = os.open(self.at, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, _SHUTDOWN, struct.pack("I", _WITHOUT_FLUSHING))
        except OSError as fault:
            pytest.skip(f"this kernel cannot cut a disk off: {fault.strerror}")
        finally:
            os.close(folder)


_SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN, fs/ext4/ext4.h
_WITHOUT_FLUSHING = 2  # EXT4_GOING_FLAGS_NOLOGFLUSH


@contextmanager
def memory(at: Path, size: str = "16m") -> Iterator[Disk]:
    """A disk in memory."""
    disk = Disk(at, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")
    try:
        yield disk
    finally:
        assert done("umount", str(at))


@contextmanager
def image(at: Path, file: Path) -> Iterator[Disk]:
    """A disk in a file, with the file system that an SD card of a Raspberry Pi has.

    Used again it is another file with the same in it: while a program elsewhere has all mounts of
    its time (`unshare --mount`), the same file would still be the disk that has lost its power.
    """
    if file.exists():
        another = file.with_suffix(".again")
        shutil.copyfile(file, another)
        another.replace(file)
    else:
        with file.open("wb") as made:
            made.truncate(16 * 2**20)
        if not done("mkfs.ext4", "-q", str(file)):
            pytest.skip("there is no mkfs.ext4 to make a disk with")
    disk = Disk(at, "-o", "loop,errors=remount-ro", str(file))
    try:
        yield disk
    finally:
        assert done("umount", str(at))


def done(*command: str) -> bool:
    """Whether the command ended well; False too if there is none of that name."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
