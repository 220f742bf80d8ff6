"""What a host may ask of a table: entries, their correction, new games, whole records.

Every request goes to the table, which decides. What is answered with success is durable, unless the
answer says that it is not.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, request

from tricktable import archive, replay, requests
from tricktable.language import _
from tricktable.rules import names as people
from tricktable.service import limits
from tricktable.service.api import models
from tricktable.service.api.described import JSON_LINES, KEY_HEADER, Text, body, route
from tricktable.service.api.problems import Refusal
from tricktable.service.api.reading import answered, game_of, host_or_refused
from tricktable.service.tables import off_hub, table_or_404
from tricktable.showing import Answer
from tricktable.table import Table

blueprint = Blueprint("api_writing", __name__, url_prefix="/api/v1")

MAX_RECORD_BYTES: Final = 2 * 1024 * 1024
"""Some 30,000 entries; a long evening has 3,000."""

_PROBLEMS: Final = ("unreadable", "not-host", "missing", "refused", "too-long", "media")
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_KEY_WORDS: Final = (
    "Yours, for this entry alone: 8 to 64 letters, digits, - or _. Sent again, it adds nothing."
)
_ADDED: Final = 201
_NOT_SAVED: Final = 202


@blueprint.post("/tables/<code>/entries")
@route(
    "add",
    models.Added,
    takes=models.Happening,
    status=_ADDED,
    headers=((KEY_HEADER, _KEY_WORDS),),
    problems=_PROBLEMS,
)
def add(code: str) -> Response:
    """Add an entry to the running record."""
    table = _writable(code)
    key = request.headers.get(KEY_HEADER, "")
    if key and not _KEY.fullmatch(key):
        raise Refusal("unreadable", _("The key has not 8 to 64 letters, digits, - or _."))
    fields = _fields(body(models.Happening))
    answer = off_hub(table.ask, requests.Enter(fields), key)
    if not answer.is_repeated:
        return _added(table, answer, _ADDED)
    found = off_hub(lambda: archive.entry_from(table.rows(), table.source_of(key)))
    if found is None or any(fields.get(name) != said for name, said in found.fields.items()):
        raise Refusal("refused", _("This key was sent with another entry before."))
    return _told(table, found.game, found.seq, _ADDED)


@blueprint.put("/tables/<code>/entries/<int:seq>")
@route("correct", models.Added, takes=models.Happening, problems=_PROBLEMS)
def correct(code: str, seq: int) -> Response:
    """Put this in the place of an entry that was recorded wrongly; it counts, if it was struck."""
    table = _writable(code)
    fields = _fields(body(models.Happening))
    word = requests.Enter({"kind": "corrected", "seq": seq, "entry": fields})
    return _added(table, off_hub(table.ask, word))


@blueprint.delete("/tables/<code>/entries/<int:seq>")
@route("strike", models.Added, problems=("not-host", "missing", "refused"))
def strike(code: str, seq: int) -> Response:
    """Strike an entry that was a mistake of recording."""
    table = _writable(code)
    return _added(table, off_hub(table.ask, requests.Enter({"kind": "struck", "seq": seq})))


@blueprint.post("/tables/<code>/entries/<int:seq>/restore")
@route("restore", models.Added, problems=("not-host", "missing", "refused"))
def restore(code: str, seq: int) -> Response:
    """Let a struck entry count again, as it was last worded."""
    table = _writable(code)
    return _added(table, off_hub(table.ask, requests.Restore(seq)))


@blueprint.post("/tables/<code>/games")
@route("begin", models.Game, takes=requests.NewGame, status=_ADDED, problems=_PROBLEMS)
def begin(code: str) -> Response:
    """Begin a game; what was played before stays in the journal."""
    table = _writable(code)
    asked: requests.NewGame = body(requests.NewGame)
    names = [people.shown(name, "") for name in asked.names]
    return _begun(table, off_hub(table.ask, msgspec.structs.replace(asked, names=names)))


@blueprint.post("/tables/<code>/record")
@route(
    "import",
    models.Game,
    takes=Text(JSON_LINES, "A whole record, as docs/reference/record.md states it."),
    status=_ADDED,
    problems=(*_PROBLEMS, "no-record"),
)
def take_in(code: str) -> Response:
    """Begin a game with a record that was written elsewhere; whole, or not at all."""
    table = _writable(code)
    if request.mimetype != JSON_LINES:
        raise Refusal("media", _("A record must be application/jsonl."))
    request.max_content_length = MAX_RECORD_BYTES
    lines = tuple(replay.lines_of(BytesIO(request.get_data())))
    answer = off_hub(_taken_in, table, lines)
    if isinstance(answer, replay.Refused):
        raise Refusal("no-record", f"{answer}.")
    return _begun(table, answer)


def _taken_in(table: Table, lines: tuple[bytes, ...]) -> Answer | replay.Refused:
    try:
        return table.ask(requests.TakeIn(lines))
    except replay.Refused as fault:  # here: gevent prints what leaves a native thread
        return fault


def _writable(code: str) -> Table:
    """The table, for a host that does not ask too often."""
    limits.count("write")
    host_or_refused()
    return table_or_404(code)


def _fields(entry: msgspec.Struct) -> dict[str, Any]:
    """The entry as records write it."""
    fields: dict[str, Any] = msgspec.to_builtins(entry)
    return fields


def _added(table: Table, answer: Answer, status: int = 200) -> Response:
    _insist(answer)
    return _told(table, table.view().games, answer.seq, status)


def _told(table: Table, game: int, seq: int, status: int) -> Response:
    is_saved = table.view().trouble is None
    return answered(models.Added(game, seq, is_saved), status if is_saved else _NOT_SAVED)


def _begun(table: Table, answer: Answer) -> Response:
    _insist(answer)
    newest = off_hub(lambda: [*archive.games(table.rows())][-1])
    return answered(game_of(newest), _ADDED)


def _insist(answer: Answer) -> None:
    if not answer.is_done:
        raise Refusal("refused", answer.reason)
