"""Whether a byte of a file is locked, as POSIX and as Windows tell it."""

import importlib
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from rig.patience import output_of
from rig.program import COMMAND, environment
from tricktable.store import byte_lock
from tricktable.store.byte_lock import has_locks
from tricktable.store.journal import Outage, Row, open_journal

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


# --- disks without locks --------------------------------------------------------------------------

# What a server of NFS or SMB without locks says to each question for one (fcntl(2), ENOLCK).
LOCKLESS = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>
static int refused(int fd, int what, void *more) {
  if (what == F_SETLK || what == F_SETLKW) { errno = ENOLCK; return -1; }
  return syscall(SYS_fcntl, fd, what, more);
}
int fcntl(int fd, int what, ...) {
  va_list list; va_start(list, what); void *more = va_arg(list, void *); va_end(list);
  return refused(fd, what, more);
}
int fcntl64(int fd, int what, ...) {
  va_list list; va_start(list, what); void *more = va_arg(list, void *); va_end(list);
  return refused(fd, what, more);
}
"""


@pytest.fixture
def lockless(tmp_path: Path) -> str:
    """A library under which no file can be locked."""
    if sys.platform != "linux" or not shutil.which("cc"):
        pytest.skip("needs Linux and a C compiler")
    source, made = tmp_path / "lockless.c", tmp_path / "lockless.so"
    source.write_text(LOCKLESS)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source], check=True)
    return str(made)


@pytest.mark.parametrize("command", ["serve", "backup", "people list"])
def test_a_journal_on_a_disk_without_locks_says_which_and_what_to_do(tmp_path, lockless, command):
    data = tmp_path / "share"
    if command != "serve":
        open_journal(data / "journal.db").close()
    done = output_of(
        [*COMMAND, *command.split(), "--data", data],
        env=environment(tmp_path, {"LD_PRELOAD": lockless}),
    )
    assert done.returncode == 1, done
    (line,) = done.stderr.splitlines()
    assert f"the disk of {data} has no locks, like some network drives" in line


def test_a_backup_without_a_journal_says_so(tmp_path, lockless):
    """Where no host could write one, too: the disk has no locks."""
    for preload in ({}, {"LD_PRELOAD": lockless}):
        data = tmp_path / f"data{len(preload)}"
        data.mkdir()
        done = output_of([*COMMAND, "backup", "--data", data], env=environment(tmp_path, preload))
        assert done.returncode == 0, done
        first, *rest = done.stderr.splitlines()
        assert first == f"There is no journal {data / 'journal.db'}: this backup holds no games."
        assert len(rest) == len(preload)
        assert all(f"the disk of {data} has no locks" in line for line in rest)


def test_a_journal_that_another_program_locks_says_so(tmp_path, monkeypatch):
    path = tmp_path / "journal.db"
    monkeypatch.setattr("tricktable.store.journal.connections.BUSY_TIMEOUT_S", 0.1)
    with closing(open_journal(path)) as journal, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Outage, match="is being written by another program"):
            journal.append([Row("7KQ", 1, "now", None, "note", "{}")])
        other.rollback()
    assert has_locks(tmp_path)
