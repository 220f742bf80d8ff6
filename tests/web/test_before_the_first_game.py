"""Whatever is written at a table before its first game, every page can be read after a restart."""

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from rig.evening import Cables, house
from tricktable.app import House
from tricktable.store.archive import ENTRIES
from tricktable.store.journal import Row, open_journal
from tricktable.table import commands, idempotency, story
from tricktable.table.desk import seats
from tricktable.table.table import Table
from web.room import ask
from web.safety.routes import reads

AT: Final = datetime(2026, 3, 1, 19, tzinfo=UTC).isoformat()


ACTS: Final[Mapping[str, Callable[[Table], object]]] = {
    story.OPENED: lambda table: table.view(),
    "desk": lambda table: ask(table, commands.AddPlayer("Ann")),
    idempotency.ASKED: lambda table: table.ask(commands.Lock(), "a-key"),
}
"""What writes a row of each kind at a table that has just been opened."""
ROWS: Final = {
    "act": {"name": "undo", "entries": 0},
    story.NAMES: {"names": ["Ann", "East", "South", "West"]},
    seats.SEAT: {"what": "let_in", "seat": 0},
    story.LOST: {},
    story.CLOSED: {},
}
"""Kinds of rows that nothing but a host writes by itself, that end the table, or of old."""


def written(made: House, folder: Path, kind: str) -> str:
    """Write a row of this kind; the code of its table, which has the rows of no game."""
    (code,) = made.tables
    if kind in ACTS:
        ACTS[kind](made.tables[code])
    else:
        with closing(open_journal(folder / "journal.db")) as journal:
            seq = len([*journal.read(code)])
            journal.append([Row(code, seq + 1, AT, None, kind, json.dumps(ROWS[kind]))])
    return code


def test_every_kind_of_row_is_tried_here():
    silent = {story.OPENED, seats.SEAT, idempotency.ASKED}
    assert silent == {*story._SILENT}
    assert {*ACTS, *ROWS} == silent | {"act", "desk", story.NAMES, story.CLOSED, story.LOST}
    assert not {*ACTS, *ROWS} & {story.GAME, *ENTRIES}


@pytest.mark.parametrize("delay_s", [0, 20])
@pytest.mark.parametrize("kind", [*ACTS, *ROWS])
def test_every_page_can_be_read_after_a_restart(tmp_path, kind, delay_s):
    with house(tmp_path, Cables(), delay_s=delay_s) as made:
        code = written(made, tmp_path, kind)
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        assert kind in {row.kind for row in journal.read(code)}
        assert story.GAME not in {row.kind for row in journal.read(code)}
    with house(tmp_path, Cables(), delay_s=delay_s) as made:
        app = made.app()
        here, guest = app.test_client(), app.test_client()
        guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}
        for path in reads(app):
            if not path.endswith("/live"):
                for client in (here, guest):
                    answer = client.get(path.replace("7KQ", code))
                    assert answer.status_code < 500, (path, answer.text)
                    answer.close()
