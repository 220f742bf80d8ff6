"""What anybody may read: tables, states, entries, games, decks, and the stream of states.

Changes nothing and reveals no secret, except in a record, which only the host may have.
"""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from flask import Blueprint, Response, current_app, request
from msgspec import Meta, Struct

from tricktable.rules import names as people
from tricktable.rules.game import AnyGame
from tricktable.rules.topics import topic_of
from tricktable.store import archive
from tricktable.text.language import _, current
from tricktable.web import guards
from tricktable.web.api import examples, models, states
from tricktable.web.api.described import (
    DECKS,
    ENTRIES,
    EVENTS,
    GAMES,
    IF_NONE_MATCH,
    JSON,
    JSON_LINES,
    TABLES,
    Text,
    parameters,
    route,
)
from tricktable.web.api.problems import Refusal
from tricktable.web.guest.history import past_corrections
from tricktable.web.live import sse
from tricktable.web.tables import (
    all_seen,
    all_shown,
    is_hosts_program,
    off_hub,
    seen_by_program_or_404,
    table_or_404,
)

if TYPE_CHECKING:
    from tricktable.table.views import TableView

RECORD: Final = (
    '{"record": "tricktable/1", "game": …, "players": 4}\n{"kind": "dealt", "dealer": 0}\n'
)
"""The beginning of a record, as an example."""

blueprint = Blueprint("api_reading", __name__, url_prefix="/api/v1")

_LIFE: Final = secrets.token_hex(4)
"""Versions count from the program's start, so this keeps them apart from an earlier run's."""


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """Which entries to list."""

    after: Annotated[int, Meta(ge=0, le=10**9)] = 0
    """Only entries after this number."""


class Secrets(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to include a record that still contains secrets."""

    secrets: Annotated[str, Meta(pattern="^(no|yes)$")] = "no"
    """`yes` for the record of a running game that shows hands."""


@blueprint.get("/tables")
@route("listTables", models.TableListJson, tag=TABLES)
def tables() -> Response:
    """All tables of this host.

    A table that nobody has used for a while gives only the time it was last played.
    """
    there = all_shown() if is_hosts_program() else all_seen()
    return answered(
        models.TableListJson([*map(states.brief, there.views), *map(states.asleep, there.asleep)])
    )


@blueprint.get("/tables/<code>")
@route("readTable", models.StateJson, tag=TABLES, headers=(IF_NONE_MATCH,), problems=("missing",))
def table(code: str) -> Response:
    """One table as anybody in the room may see it.

    Includes the question that it asks, what can be said now (`offers`), and what a card means
    that is laid now (`laying`).
    """
    view = off_hub(seen_by_program_or_404(code).view)
    return _tagged(states.state(view), view)


@blueprint.get("/tables/<code>/live")
@route(
    "followTable",
    Text(
        (EVENTS,),
        "Events `state` with the table's state, `beat` with a number every 2 s, and `hosts` with "
        "the addresses of the database's other hosts. The schema is that of an event's data.",
        examples.of(models.StateJson)["State"]["value"],
        models.TableEvent,
    ),
    tag=TABLES,
    problems=("missing",),
)
def stream(code: str) -> Response:
    """The current state at once, then every newer one on the same connection.

    Server-sent events. Each state is complete, so none that you missed matters.
    """
    states_seen = "STATES" if is_hosts_program() else "SEEN_STATES"
    return sse.answer(current_app.config[states_seen], table_or_404(code).code)


@blueprint.get("/tables/<code>/entries")
@route(
    "listEntries",
    models.EntryListJson,
    tag=ENTRIES,
    query=After,
    headers=(IF_NONE_MATCH,),
    problems=("missing", "unreadable"),
)
def entries(code: str) -> Response:
    """The entries of the running record. The contents of secret entries are hidden."""
    here, asked = seen_by_program_or_404(code), parameters(After)
    now = off_hub(here.followed)
    listed = list(states.entries(now.record, asked.after, now.presumed)) if now.record else []
    seq = now.record.seq if now.record else 0
    return _tagged(models.EntryListJson(now.view.games, seq, listed), now.view)


@blueprint.get("/tables/<code>/games")
@route("listGames", models.GameListJson, tag=GAMES, problems=("missing",))
def games(code: str) -> Response:
    """Every game begun at the table.

    The running game is the last one. `exportRecord` gives the record of each.
    """
    here = seen_by_program_or_404(code)
    kept = off_hub(lambda: [game_of(each) for each in archive.games(here.rows())])
    return answered(models.GameListJson(kept))


@blueprint.get("/tables/<code>/games/<int:number>/record")
@route(
    "exportRecord",
    Text((JSON_LINES,), "The record: a header, then one entry per line.", RECORD),
    tag=GAMES,
    query=Secrets,
    problems=("missing", "unreadable", "not-host", "refused"),
)
def record(code: str, number: int) -> Response:
    """The record of one game, in the form that `tricktable replay` reads. Only for the host."""
    host_or_refused()
    here, asked = table_or_404(code), parameters(Secrets)
    now = off_hub(here.snapshot)
    view, rows = now.view, off_hub(lambda: [*here.rows(until=now.row)])
    lines = list(archive.record_of(rows, number))
    if not lines:
        raise Refusal("missing", _("There is no such game at this table."))
    if number < view.games:
        lines += past_corrections().get((code, number), ())
    running = view.view if number == view.games else None
    is_kept = running is not None and running.status == "playing" and asked.secrets == "no"
    if running and is_kept and any(_is_secret(line, running.rules) for line in lines[1:]):
        raise Refusal(
            "refused",
            _("This game is not over, and its record shows hands. Wait, or ask with ?secrets=yes."),
        )
    return Response("".join(f"{line}\n" for line in lines), mimetype=JSON_LINES)


@blueprint.get("/tables/<code>/decks")
@route("listDecks", models.KnownDecksJson, tag=DECKS, problems=("missing",))
def decks(code: str) -> Response:
    """The decks that the table knows, without their tags' numbers.

    Also the decks that are only partly enrolled, and how many control cards there are.
    """
    here = table_or_404(code)
    known, begun = off_hub(lambda: (here.decks, here.shelf.begun))
    return answered(
        models.KnownDecksJson(
            [
                models.KnownDeckJson(
                    deck.name, deck.colour, deck.kind, len(deck.tags), deck.name == known.in_play
                )
                for deck in known.decks
            ],
            [
                models.BegunDeckJson(deck.name, deck.colour, len(deck.tags), len(deck.order))
                for deck in begun
            ],
            dict(known.controls.counts),
        )
    )


def host_or_refused() -> None:
    """End the request with 403 unless it comes from the host."""
    if not (guards.is_this_machine() or guards.has_token_header()):
        raise Refusal(
            "not-host", _("Only the host's own machine, or a request with its token, may do this.")
        )


def answered(of: Struct, status: int = 200) -> Response:
    """The struct as JSON."""
    return Response(msgspec.json.encode(of), status, mimetype=JSON)


def game_of(kept: archive.ArchivedGame) -> models.GameJson:
    """A game as an entry in the list of games."""
    header = json.loads(kept.header)
    names = header.get("names")
    return models.GameJson(
        number=kept.number,
        began=kept.began,
        game=header["game"],
        players=header["players"],
        options=header.get("options", {}),
        names=names and [people.shown(name, "") for name in names],
        entries=kept.entries,
    )


def _tagged(of: Struct, view: TableView) -> Response:
    """The struct, or 304 if the client already has it."""
    response = answered(of)
    response.set_etag(f"{_LIFE}.{view.version}.{current()}")
    response.headers["Cache-Control"] = "no-cache"  # kept, but asked for (RFC 9111, 5.2.2.4)
    response.headers["Vary"] = "Accept-Language"
    response.make_conditional(request)
    return response


def _is_secret(line: str, rules: AnyGame) -> bool:
    """Whether an entry contains something that only one seat may know."""
    fields = json.loads(line)
    entry = fields["entry"] if fields["kind"] == "corrected" else fields
    if entry["kind"] == "declared":
        return topic_of(rules, entry["topic"]).is_quiet
    return entry["kind"] == "held" or bool(entry.get("cards"))
