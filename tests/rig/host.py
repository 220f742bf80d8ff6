"""A host of a test's own: the program itself, and a journal in which somebody has the lead."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import Request, urlopen

from rig.patience import PATIENCE_S
from rig.postgres import Postgres
from rig.program import Program
from rig.table import Rig
from tricktable.cli import main


class Host(Program):
    """The program as a host, and what programs ask of it."""

    def __init__(self, home: Path, *words: str) -> None:
        place = ("--data", str(home / "data"), "--http-host", "127.0.0.1", "--http-port", "0")
        super().__init__(home, "serve", *place, *words)

    def ready(self) -> Host:
        """Once it serves."""
        found = self.until(r"Host, on this computer: +(\S+)/host/")
        self.url = found[1]
        return self

    def ask(
        self, path: str, body: object = None, method: str | None = None, pen: str = ""
    ) -> dict[str, object]:
        """What it answers under `/api/v1`; with a body it is a POST, or this method."""
        request = Request(f"{self.url}/api/v1/{path}", method=method)
        if pen:
            request.add_header("X-Pen", pen)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        with urlopen(request, timeout=PATIENCE_S) as answer:
            found = json.load(answer)
        assert isinstance(found, dict)
        return found


def path_in(home: Path) -> Path:
    """Its journal."""
    return home / "data" / "journal.db"


def play_at(home: Path) -> Path:
    """Play at table 7KQ of this home: four rows and a lead."""
    (home / "data").mkdir(exist_ok=True)
    rig = Rig(home / "data")
    rig.begin(leader=1)
    rig.journal.close()
    return home


def database_of(home: Path, server: Postgres | None) -> str:
    """The address of its journal: the file, or a copy of it in this server."""
    if server is None:
        return f"sqlite:///{path_in(home)}"
    url = server.database()
    assert main(["journal", "copy", str(path_in(home)), url], standalone_mode=False) is None
    return url
