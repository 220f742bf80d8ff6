"""What a host may ask of a table: entries, corrections, new games, whole records.

Every request goes to the table, which decides. A successful answer means that the change is
durable, unless the answer says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Annotated, Final

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta, Struct
from msgspec.json import Decoder

from tricktable.rules import names as people
from tricktable.rules.values import JsonValue
from tricktable.store import archive, replay
from tricktable.table import commands
from tricktable.table.answering import Answer
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.web import limits
from tricktable.web.api import keys, models
from tricktable.web.api.described import JSON_LINES, Text, body, parameters, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered, game_of, host_or_refused
from tricktable.web.tables import off_hub, table_or_404

blueprint = Blueprint("api_writing", __name__, url_prefix="/api/v1")

MAX_RECORD_BYTES: Final = 2 * 1024 * 1024
"""Some 30,000 entries; a long evening has 3,000."""

_KEYED: Final = ("unreadable", "not-host", "missing", "refused", "under-way", "reused")
_PROBLEMS: Final = (*_KEYED, "too-long", "media")
_KEY: Final = ((keys.HEADER, keys.WORDS),)
_HAPPENING: Final[Decoder[Struct]] = Decoder(models.Happening)
_NEW_GAME: Final = Decoder(models.NewGameJson)
_ADDED: Final = 201
_NOT_SAVED: Final = 202


class Abandon(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a game that runs is given up."""

    abandon: Annotated[str, Meta(pattern="^(no|yes)$")] = "no"


@blueprint.post("/tables/<code>/entries")
@route(
    "add",
    models.AddedJson,
    takes=models.Happening,
    status=_ADDED,
    headers=_KEY,
    problems=_PROBLEMS,
)
def add(code: str) -> Response:
    """Add an entry to the running record."""
    table = _writable(code)
    word = commands.Enter(_fields(body(_HAPPENING)))
    return _added(_ask(table, word), _ADDED)


@blueprint.put("/tables/<code>/entries/<int:seq>")
@route("correct", models.AddedJson, takes=models.Happening, headers=_KEY, problems=_PROBLEMS)
def correct(code: str, seq: int) -> Response:
    """Put this in the place of an entry that was recorded wrongly; it counts, if it was struck."""
    table = _writable(code)
    fields = _fields(body(_HAPPENING))
    return _added(_ask(table, commands.Enter({"kind": "corrected", "seq": seq, "entry": fields})))


@blueprint.delete("/tables/<code>/entries/<int:seq>")
@route("strike", models.AddedJson, headers=_KEY, problems=_KEYED)
def strike(code: str, seq: int) -> Response:
    """Strike an entry that was a mistake of recording."""
    table = _writable(code)
    return _added(_ask(table, commands.Enter({"kind": "struck", "seq": seq})))


@blueprint.post("/tables/<code>/entries/<int:seq>/restore")
@route("restore", models.AddedJson, headers=_KEY, problems=_KEYED)
def restore(code: str, seq: int) -> Response:
    """Let a struck entry count again, as it was last worded."""
    table = _writable(code)
    return _added(_ask(table, commands.Restore(seq)))


@blueprint.post("/tables/<code>/games")
@route(
    "begin",
    models.GameJson,
    takes=models.NewGameJson,
    status=_ADDED,
    headers=_KEY,
    problems=(*_PROBLEMS, "running"),
)
def begin(code: str) -> Response:
    """Begin a game; one that runs is given up only if that is said."""
    table = _writable(code)
    asked = body(_NEW_GAME)
    names = [people.shown(name, "") for name in asked.names]
    new = commands.NewGame(
        asked.game, asked.players, names, asked.options, asked.dealer, asked.abandon
    )
    return _begun(table, _ask(table, new))


@blueprint.post("/tables/<code>/record")
@route(
    "import",
    models.GameJson,
    takes=Text(JSON_LINES, "A whole record, as docs/reference/record.md describes it."),
    status=_ADDED,
    query=Abandon,
    headers=_KEY,
    problems=(*_PROBLEMS, "running", "no-record"),
)
def take_in(code: str) -> Response:
    """Begin a game with a record that was written elsewhere; whole, or not at all."""
    table, abandon = _writable(code), parameters(Abandon).abandon == "yes"
    if request.mimetype != JSON_LINES:
        raise Refusal("media", _("A record must be application/jsonl."))
    request.max_content_length = MAX_RECORD_BYTES
    lines = tuple(replay.lines_of(BytesIO(request.get_data())))
    return _begun(table, _ask(table, commands.TakeIn(lines, abandon)))


def _writable(code: str) -> Table:
    """The table, for a host within its rate limit."""
    limits.count("write")
    host_or_refused()
    return table_or_404(code)


def _ask(table: Table, word: commands.Request) -> Answer:
    """The table's answer if it does it, or did it before. Raises: Refusal."""
    with keys.one_at_a_time(table.code) as key:
        answer = off_hub(_asked, table, word, key)
    if isinstance(answer, replay.RecordRefused):
        raise Refusal("no-record", f"{answer}.")
    if not answer.is_done:
        raise Refusal(answer.because or "refused", answer.reason)
    return answer


def _asked(table: Table, word: commands.Request, key: str) -> Answer | replay.RecordRefused:
    try:
        return table.ask(word, key)
    except replay.RecordRefused as fault:  # here, because gevent prints what leaves a native thread
        return fault


def _fields(entry: Struct) -> Mapping[str, JsonValue]:
    """The entry's fields as records write them."""
    fields: Mapping[str, JsonValue] = msgspec.to_builtins(entry)
    return fields


def _added(answer: Answer, status: int = 200) -> Response:
    added = models.AddedJson(answer.game, answer.seq, answer.is_saved)
    return answered(added, status if answer.is_saved else _NOT_SAVED)


def _begun(table: Table, answer: Answer) -> Response:
    """The game as it began, whatever was played since."""
    games = off_hub(lambda: [*archive.games(table.rows())])
    begun = games[answer.game - 1]._replace(entries=answer.seq)
    return answered(game_of(begun), _ADDED)
