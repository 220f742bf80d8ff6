"""Which games can be played here, with which house rules; and what a table's host sees of it."""

from __future__ import annotations

import json
from typing import Annotated

from flask import Blueprint, Response
from msgspec import Meta, Struct
from werkzeug.datastructures import MultiDict

from tricktable.games import GAMES as KNOWN
from tricktable.rules.entries import Malformed
from tricktable.rules.game import AnyGame
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.options import TEAMS, Form, Option
from tricktable.rules.topics import DEALT
from tricktable.rules.values import JsonValue
from tricktable.text.language import _
from tricktable.web.api import models
from tricktable.web.api.closed_sets import GameName
from tricktable.web.api.described import CSV, GAMES, TABLES, Text, parameters, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered, host_or_refused
from tricktable.web.host import export, new_game, printout, tables_overview
from tricktable.web.tables import off_hub, table_or_404

blueprint = Blueprint("api_games", __name__, url_prefix="/api/v1")


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many people play."""

    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    """How many people play."""


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Which game, and for how many players."""

    game: GameName
    """The game's name."""
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    """How many people play."""


@blueprint.get("/games")
@route("listKnownGames", models.KnownGamesJson, tag=GAMES)
def known_games() -> Response:
    """The games that can be played here.

    With the numbers of players that each can have. `readGameRules` describes one of them.
    """
    listed = [
        models.KnownGameJson(each.name, _(each.title), _(each.portrait.line), sorted(each.players))
        for each in KNOWN.values()
    ]
    return answered(models.KnownGamesJson(listed))


@blueprint.get("/games/<name>")
@route(
    "readGameRules",
    models.GameRulesJson,
    tag=GAMES,
    query=Players,
    problems=("missing", "unreadable"),
)
def game_rules(name: str) -> Response:
    """A game's house rules for this many players, its announcements and its steps.

    House rules come with all their values, the default first. They depend on the number of
    players.
    """
    asked = parameters(Players)
    return answered(_rules(_game(name, asked.players), asked.players))


def _game(name: str, players: int) -> AnyGame:
    game = KNOWN.get(name)
    if game is None or players not in game.players:
        raise Refusal("missing", _("There is no such game for that many players."))
    return game


def _rules(game: AnyGame, players: int) -> models.GameRulesJson:
    try:
        options = game.options(players, game.usual(players))
    except Malformed:
        options = {}
    return models.GameRulesJson(
        game.name,
        _(game.title),
        players,
        game.seats(players),
        [_option(each) for each in options.values()],
        [
            models.TopicJson(each.name, _(each.title), each.form.words, each.is_quiet)
            for each in (DEALT, *game.topics)
        ],
        list(game.awaits),
    )


def _option(option: Option) -> models.OptionJson:
    listed = [
        models.ChoiceJson(value, str(option.meaning(value)))
        for value in dict.fromkeys(new_game.listed(option.values))
    ]
    forms = [each.words for each in option.values if isinstance(each, Form)]
    return models.OptionJson(option.name, _(option.title), listed, "; ".join(forms))


@blueprint.get("/tables/<code>/new-game")
@route(
    "prefillGame",
    models.PrefilledJson,
    tag=GAMES,
    query=Wanted,
    problems=("missing", "unreadable", "not-host"),
)
def prefilled(code: str) -> Response:
    """A new game, prefilled from what the table remembers. Only for the host."""
    host_or_refused()
    table, wanted = table_or_404(code), parameters(Wanted)
    _game(wanted.game, wanted.players)
    now = off_hub(table.snapshot)
    form = new_game.start(MultiDict({"new": f"{wanted.game}:{wanted.players}"}), now)
    if form is None:
        raise Refusal("missing", _("There is no such game for that many players."))
    game = models.NewGamePrefilledJson(
        form.game, form.players, list(form.names), _chosen(form), form.dealer
    )
    lineups = [list(each.names) for each in form.lineups]
    return answered(models.PrefilledJson(game, lineups, list(form.people)))


def _chosen(form: new_game.Start) -> dict[str, JsonValue]:
    """The house rules that differ from the game's defaults."""
    chosen: dict[str, JsonValue] = {
        rule.key: json.loads(value.json)
        for rule in form.options
        for value in rule.values
        if value.is_chosen and value.json
    }
    if form.teams:
        numbers = sorted(set(form.teams))
        chosen[TEAMS] = [
            [seat for seat, team in enumerate(form.teams) if team == number] for number in numbers
        ]
    return chosen


@blueprint.get("/tables/<code>/scores")
@route(
    "exportScores",
    Text(
        (CSV,),
        "A header line, then a line for each seat of each game of the evening.",
        "table,game,…",
    ),
    tag=GAMES,
    problems=("missing", "not-host"),
)
def scores(code: str) -> Response:
    """The evening's scores as a spreadsheet. Only for the host."""
    host_or_refused()
    table = table_or_404(code)
    text = off_hub(printout.scores, table.code, export.evening_of(table))
    return Response(text, mimetype=CSV)


@blueprint.get("/tables/<code>/console")
@route("readConsole", models.ConsoleJson, tag=TABLES, problems=("missing", "not-host"))
def console(code: str) -> Response:
    """What only the host's console shows about a table. Only for the host."""
    host_or_refused()
    table = table_or_404(code)
    now = off_hub(table.snapshot)
    panel = tables_overview.panel(now.view)
    boards = off_hub(lambda: tables_overview.registry_or_404().boards) if panel else {}
    seats = [
        models.SeatJson(
            seat, now.view.names[seat], each.is_taken, each.number or None, each.can_be_given_back
        )
        for seat, each in enumerate(now.places)
    ]
    return answered(
        models.ConsoleJson(
            seats,
            can_undo=now.history.done is not None or now.left is not None,
            can_redo=now.history.undone is not None,
            is_kept=now.writer is not None,
            fault=now.fault or None,
            board_id=boards.get(table.code),
            can_close=panel is not None and panel.can_close,
        )
    )
