"""Whatever is written at a table before its first game, every page can be read after a restart.

And where the package of a game that was played there has been removed meanwhile.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from rig.evening import TOKEN, Cables, house
from tricktable.app import House
from tricktable.store.archive import ENTRIES
from tricktable.store.journal import Row, open_journal
from tricktable.table import commands, idempotency, story
from tricktable.table.desk import seats
from tricktable.table.table import Table
from web.room import NAMES, ask
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
        read_all(made, code)


def read_all(made: House, code: str) -> None:
    """Read every page of the house and of this table, as its host and as a guest."""
    app = made.app()
    here, guest = app.test_client(), app.test_client()
    guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}
    for path in reads(app):
        if not path.endswith("/live"):
            for client in (here, guest):
                answer = client.get(path.replace("7KQ", code))
                assert answer.status_code < 500, (path, answer.text)
                answer.close()


@pytest.mark.parametrize("is_newest", [True, False])
def test_a_game_whose_package_was_removed_is_kept_and_breaks_no_page(tmp_path, is_newest):
    def play(made: House) -> str:
        (code,) = made.tables
        ask(made.tables[code], commands.NewGame("torite", 4, [*NAMES], dealer=0))
        return code

    with house(tmp_path, Cables()) as made:
        code = play(made)
    said = {"record": "tricktable/1", "game": "gone", "players": 4, "names": [*NAMES]}
    rows = [said, {"kind": "declared", "seat": 0, "topic": "colour", "value": 1}]
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        newest, now = len([*journal.read(code)]), datetime.now(UTC).isoformat()
        for seq, (kind, body) in enumerate(zip(("game", "entry"), rows, strict=True), newest + 1):
            journal.append([Row(code, seq, now, None, kind, json.dumps(body))])
    with house(tmp_path, Cables()) as made:
        if not is_newest:
            play(made)
        read_all(made, code)
        here = made.app().test_client()
        table = f"/api/v1/tables/{code}"
        record = here.get(f"{table}/games/2/record").text
        assert [json.loads(line) for line in record.splitlines()] == rows
        assert here.get(f"{table}/games/2/review").status_code == 404
        card = {"kind": "played", "seat": 1, "card": "2C"}
        answer = here.post(f"{table}/entries", json=card, headers={"X-Host-Token": TOKEN})
        if is_newest:
            told = "Gone is not installed here. Begin another game."
            assert (answer.status_code, answer.json["detail"]) == (409, told)
        else:
            assert answer.status_code == 201
