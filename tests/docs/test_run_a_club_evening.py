"""The how-to of several computers is followed to the letter: each computer is a home of its own.

Every line of its shell blocks is run as it stands, by a shell, with a real PostgreSQL. Three things
stand for what is not here: `server` is this computer, `pip` only notes what is asked of it, and so
does `sudo`, which does nothing for real but create the database.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rig.host import Host
from rig.patience import PATIENCE_S, until
from rig.ports import free_port
from rig.postgres import Postgres, programs, running
from rig.program import Program, environment

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "howto" / "run-a-club-evening.md"
BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```", re.DOTALL | re.MULTILINE)


def lines() -> list[str]:
    """The lines to run, in order."""
    section = PAGE.read_text().split("## Several computers, one club\n")[1].split("\n## ")[0]
    return [line.strip() for block in BLOCK.findall(section) for line in block.splitlines()]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """A PostgreSQL without databases, which is reached as `server` from everywhere."""
    port = str(free_port())
    with running(None, "listen_addresses=127.0.0.1", f"port={port}") as server:
        monkeypatch.setenv("PGHOSTADDR", "127.0.0.1")
        monkeypatch.setenv("PGPORT", port)
        yield server


@pytest.fixture
def computers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two homes, each with this program and a port of its own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    pip = folder / "pip"
    pip.write_text('#!/bin/sh\necho "$@" >> "$HOME/pip"\n')
    pip.chmod(0o755)
    sudo = folder / "sudo"
    sudo.write_text(
        '#!/bin/sh\necho "$@" >> "$HOME/sudo"\n[ "$3" = createdb ] || exec cat\n'
        'shift 2\nexec "$@" --username club\n'  # who may do everything at this server
    )
    sudo.chmod(0o755)
    command = folder / "tricktable"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m tricktable "$@"\n')
    command.chmod(0o755)
    where = programs()
    assert where is not None
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{where}{os.pathsep}{os.environ['PATH']}")
    homes = [tmp_path / "near", tmp_path / "far"]
    for home in homes:
        data = home / ".local" / "share" / "tricktable"
        data.mkdir(parents=True)
        (home / "tricktable").mkdir()
        (home / "tricktable" / "bin").symlink_to(folder)
        (data / "settings.toml").write_text('http_port = 0\nhttp_host = "127.0.0.1"\n')
    return homes


class Started(Host):
    """A host that was started with a line of the page."""

    def __init__(self, home: Path, line: str) -> None:
        Program.__init__(self, home, command=("sh", "-c", f"exec {line}"))


def done(home: Path, line: str) -> None:
    """Run a line that ends by itself."""
    told = subprocess.run(
        ["sh", "-c", line],
        env=environment(home),
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert told.returncode == 0, told


def codes(host: Host) -> list[str]:
    tables = host.ask("tables")["tables"]
    assert isinstance(tables, list)
    return [each["code"] for each in tables]


@pytest.mark.skipif(os.name != "posix", reason="the page is for a shell")
@pytest.mark.usefixtures("server")
def test_the_page_leads_from_two_empty_homes_to_one_club(computers):
    user, create, listen, allow, restart, install, password, lock, copy, serve = lines()
    near, far = computers
    with Started(near, "tricktable serve") as before:  # somebody has played already
        old = codes(before.ready())
        before.end()
    for line in (user, create, listen, allow, restart):
        done(near, line)
    noted = (near / "sudo").read_text()
    assert all(name in noted for name in ("createuser", "listen_addresses", "restart postgresql"))
    for home in computers:
        done(home, install)
        done(home, password)
        done(home, lock)
        assert (home / ".pgpass").stat().st_mode & 0o777 == 0o600  # libpq reads no other
        assert (home / ".pgpass").read_text().startswith("server:*:club:club:")
        asked = (home / "pip").read_text().split()
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        name, extra = re.fullmatch(r"(\w+)\[(\w+)\]", asked[1]).groups()  # type: ignore[union-attr]
        assert (asked[0], name) == ("install", project["name"])
        assert any("psycopg" in each for each in project["optional-dependencies"][extra])
    done(near, copy)
    with ExitStack() as stack:
        one, other = (stack.enter_context(Started(home, serve)).ready() for home in (near, far))
        assert codes(one) == codes(other) == old
        (code,) = old
        new = {"game": "torite", "players": 4, "names": ["Ann", "Bo", "Cy", "Di"]}
        one.ask(f"tables/{code}/games", new)
        one.ask(f"tables/{code}/entries", {"kind": "dealt", "dealer": 0})
        until(lambda: other.ask(f"tables/{code}")["names"] == new["names"])
        one.kill()
        led = {"kind": "declared", "seat": 1, "topic": "leader"}
        assert other.ask(f"tables/{code}/entries", led)["is_saved"]
        assert other.end() == 0
