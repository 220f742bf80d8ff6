"""Whether a byte of a file is locked, as POSIX and as Windows tell it."""

import importlib
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tricktable.store import byte_lock

PLACE = 128
HOLDER = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_SH, 1, 128)
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path):
    there = tmp_path / "index"
    there.write_bytes(bytes(200))
    return there


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX only: fcntl")
def test_another_programs_lock_is_seen(path):
    with path.open("r+b") as file:
        assert not byte_lock.is_locked(file, PLACE)
        with subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as holder:
            assert holder.stdout.readline() == b"held\n"
            assert byte_lock.is_locked(file, PLACE)
            assert not byte_lock.is_locked(file, PLACE + 1)
            holder.communicate()
        assert not byte_lock.is_locked(file, PLACE)


class Locks:
    """Windows' msvcrt, as far as locks go: a lock is at the place where the file stands."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self, file, taken):
        self.file = file
        self.taken = taken
        self.own = set()

    def locking(self, number, mode, size):
        assert number == self.file.fileno()
        places = {*range(self.file.tell(), self.file.tell() + size)}
        if mode == self.LK_UNLCK:
            assert places <= self.own
            self.own -= places
        elif places & self.taken:
            raise PermissionError(13, "Permission denied")
        else:
            self.own |= places


@pytest.mark.parametrize("taken", [set(), {PLACE}, {PLACE + 1}])
def test_windows_is_asked_its_own_way(path, taken, monkeypatch):
    with path.open("r+b") as file:
        locks = Locks(file, taken)
        monkeypatch.setitem(sys.modules, "msvcrt", locks)
        monkeypatch.setattr("sys.platform", "win32")
        there = SimpleNamespace(**vars(importlib.reload(byte_lock)))
        monkeypatch.undo()
        importlib.reload(byte_lock)
        assert there.is_locked(file, PLACE) == (PLACE in taken)
        assert not locks.own
