"""What the host may do to a table's record: entries, corrections, new games, imported records."""

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
from tricktable.web.api import asked, models, states
from tricktable.web.api.asking import KEY, KEYED, NOT_SAVED, WITH_BODY, ask, done, writable
from tricktable.web.api.described import (
    BYTES,
    ENTRIES,
    GAMES,
    JSON_LINES,
    Text,
    body,
    parameters,
    route,
)
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import RECORD, answered, game_of
from tricktable.web.tables import off_hub

blueprint = Blueprint("api_writing", __name__, url_prefix="/api/v1")

MAX_RECORD_BYTES: Final = 2 * 1024 * 1024
"""Some 30,000 entries; a long evening has 3,000."""

_HAPPENING: Final[Decoder[Struct]] = Decoder(asked.Happening)
_NEW_GAME: Final = Decoder(asked.NewGameJson)
_ADDED: Final = 201
Bytes = Annotated[str, Meta(extra_json_schema={"format": "binary"})]
RECORDS: Final = (JSON_LINES, BYTES)
"""What a record may be sent as."""


class Abandon(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to abandon the running game."""

    abandon: Annotated[str, Meta(pattern="^(no|yes)$")] = "no"
    """`yes` to abandon the running game; otherwise the request is refused."""


@blueprint.post("/tables/<code>/entries")
@route(
    "addEntry",
    models.DoneJson,
    tag=ENTRIES,
    takes=asked.Happening,
    status=_ADDED,
    headers=KEY,
    problems=(*WITH_BODY, "wrong-kind", "no-game", "paused", "tending"),
)
def add(code: str) -> Response:
    """Add an entry to the running record.

    The rules decide: an impossible entry is refused, and one that only breaks a rule is
    accepted and reported as a finding.
    """
    table = writable(code)
    fields = _fields(body(_HAPPENING))
    try:
        return done(ask(table, commands.Enter(fields)), _ADDED)
    except Refusal as refused:
        if refused.name_of_problem != "refused":
            raise
        raise _about_kind(table, fields["kind"], refused) from None


def _about_kind(table: Table, kind: JsonValue, refused: Refusal) -> Refusal:
    """The refusal; if cards of this kind cannot be laid now, it names a kind that can."""
    laying = states.laying(table.view())
    if kind not in states.WAYS or laying is None or kind in laying.ways:
        return refused
    say = _("Send kind `{kind}`.", kind=laying.ways[0])
    return Refusal("wrong-kind", str(refused.description), do=say)


@blueprint.put("/tables/<code>/entries/<int:seq>")
@route(
    "correctEntry",
    models.DoneJson,
    tag=ENTRIES,
    takes=asked.Happening,
    headers=KEY,
    problems=WITH_BODY,
)
def correct(code: str, seq: int) -> Response:
    """Replace an entry that was recorded wrongly. A struck entry counts again."""
    table = writable(code)
    return done(ask(table, correction(seq, body(_HAPPENING))))


@blueprint.delete("/tables/<code>/entries/<int:seq>")
@route("strikeEntry", models.DoneJson, tag=ENTRIES, headers=KEY, problems=KEYED)
def strike(code: str, seq: int) -> Response:
    """Strike an entry that was recorded by mistake.

    Nothing is deleted: the strike is an entry too, and `restoreEntry` takes it back.
    """
    table = writable(code)
    return done(ask(table, commands.Enter({"kind": "struck", "seq": seq})))


@blueprint.post("/tables/<code>/entries/<int:seq>/restore")
@route("restoreEntry", models.DoneJson, tag=ENTRIES, headers=KEY, problems=KEYED)
def restore(code: str, seq: int) -> Response:
    """Restore a struck entry in its latest form.

    That is the form it had after its latest correction.
    """
    table = writable(code)
    return done(ask(table, commands.Restore(seq)))


@blueprint.post("/tables/<code>/games")
@route(
    "beginGame",
    models.GameJson,
    tag=GAMES,
    takes=asked.NewGameJson,
    status=_ADDED,
    headers=KEY,
    problems=(*WITH_BODY, "running"),
)
def begin(code: str) -> Response:
    """Begin a game. A running game is abandoned only on request."""
    table = writable(code)
    new = body(_NEW_GAME)
    names = [people.shown(name, "") for name in new.names]
    plain = commands.NewGame(new.game, new.players, names, new.options, new.dealer, new.abandon)
    return begun(table, ask(table, plain))


@blueprint.post("/tables/<code>/record")
@route(
    "importRecord",
    models.GameJson,
    tag=GAMES,
    takes=Text(RECORDS, "A whole record: a header, then one entry per line.", RECORD, Bytes),
    status=_ADDED,
    query=Abandon,
    headers=KEY,
    problems=(*WITH_BODY, "running", "no-record"),
)
def take_in(code: str) -> Response:
    """Import a record as a new game, all of it or nothing.

    It is judged as `tricktable replay` judges it, and refused with the line at fault.
    """
    table, abandon = writable(code), parameters(Abandon).abandon == "yes"
    if request.mimetype not in RECORDS:
        raise Refusal("media", _("A record must be application/jsonl."))
    request.max_content_length = MAX_RECORD_BYTES
    lines = tuple(replay.lines_of(BytesIO(request.get_data())))
    return begun(table, ask(table, commands.TakeIn(lines, abandon)))


def _fields(entry: Struct) -> Mapping[str, JsonValue]:
    """The entry's fields as records write them."""
    fields: Mapping[str, JsonValue] = msgspec.to_builtins(entry)
    return fields


def correction(seq: int, entry: Struct) -> commands.Request:
    """The request that replaces an entry by this one."""
    return commands.Enter({"kind": "corrected", "seq": seq, "entry": _fields(entry)})


def begun(table: Table, answer: Answer) -> Response:
    """The game as it was when it began, whatever has been played since."""
    games = off_hub(lambda: [*archive.games(table.rows())])
    begun = games[answer.game - 1]._replace(entries=answer.seq)
    return answered(game_of(begun), _ADDED if answer.is_saved else NOT_SAVED)
