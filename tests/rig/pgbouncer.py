"""PgBouncer before a test's PostgreSQL: it lends each transaction one of few connections.

Skips where there is no PgBouncer.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import make_url

from rig.patience import PATIENCE_S
from rig.postgres import ACCOUNT, Postgres

CONNECTIONS: Final = 2
"""This many it has to its server for each database, for however many come."""
_STEP_S: Final = 0.02
_SOCKET: Final = ".s.PGSQL.5432"
_CONFIG: Final = """
[databases]
* = host={server}
[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = 5432
auth_type = trust
auth_file = {folder}/users
pool_mode = {mode}
default_pool_size = {connections}
logfile = {folder}/pgbouncer.log
server_login_retry = 1
"""


def program() -> str:
    """Where PgBouncer is: Debian puts it where only root looks. Skips without it."""
    found = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if found is None:
        pytest.skip("there is no PgBouncer here (Debian: apt-get install pgbouncer)")
    return found


class PgBouncer:
    """One pool before this server, or before what stands in its place. Not running yet."""

    def __init__(self, folder: Path, server: Path, mode: str) -> None:
        self._program = program()
        self.folder = folder
        """Where its socket is."""
        (folder / "users").write_text('"club" ""\n')
        words = {"server": server, "folder": folder, "mode": mode, "connections": CONNECTIONS}
        (folder / "pgbouncer.ini").write_text(_CONFIG.format(**words))
        if ACCOUNT:
            shutil.chown(folder, ACCOUNT)
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, direct: str) -> str:
        """The URL through it of the database with this one."""
        return f"postgresql://club@/{make_url(direct).database}?host={self.folder}"

    def start(self) -> None:
        """Start it; returns when it takes connections."""
        # It refuses to be root; anybody else runs it as themselves.
        self._process = subprocess.Popen(
            [self._program, "--quiet", self.folder / "pgbouncer.ini"],
            user=ACCOUNT,
            env={"PATH": os.environ["PATH"]},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ends = time.monotonic() + PATIENCE_S
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(str(self.folder / _SOCKET)) == 0:
                    return
            assert time.monotonic() < ends, "PgBouncer did not start"
            assert self._process.poll() is None, "PgBouncer ended by itself"
            time.sleep(_STEP_S)

    def stop(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
            self._process = None


@contextlib.contextmanager
def pgbouncer(server: Postgres | Path, mode: str = "transaction") -> Iterator[PgBouncer]:
    """A pool that runs before this server, or the folder of a socket that leads there."""
    # A socket's path is short.
    folder = Path(tempfile.mkdtemp(prefix="pb"))
    pool = PgBouncer(folder, server if isinstance(server, Path) else server.folder, mode)
    pool.start()
    try:
        yield pool
    finally:
        pool.stop()
        shutil.rmtree(folder)
