"""Games to choose from, a table's past games and their records, and new games."""

import json
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from typing import Annotated, Final

import msgspec
from flask import Response, request
from msgspec import Meta
from werkzeug.datastructures import MultiDict

from tricktable.club import game_corrections
from tricktable.games import GAMES as KNOWN
from tricktable.games import blame_game
from tricktable.rules import names as people
from tricktable.rules.entries import BadLine
from tricktable.rules.game import AnyGame
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.options import TEAMS, Form, Option, listable_values
from tricktable.rules.topics import DEALT, topic_of
from tricktable.rules.values import JsonValue, bounded
from tricktable.store import replay
from tricktable.store.reviews import as_json, claim_outlook_as_json
from tricktable.table import commands
from tricktable.table.scorebook import Scorebook
from tricktable.text.language import _, message
from tricktable.text.unfit import FORM
from tricktable.web.api import bodies, models, states
from tricktable.web.api.bodies import StrictJson
from tricktable.web.api.competition_shapes import PastCorrectionJson
from tricktable.web.api.dispatch import (
    JournalRoute,
    NewGameRoute,
    ReadRoute,
    done_answer,
    done_or_refused,
)
from tricktable.web.api.enums import GameName
from tricktable.web.api.guide_shapes import GuideJson, guide_of
from tricktable.web.api.problems import Refusal
from tricktable.web.api.route import ANYBODY, GAMES, HOST, RouteCall
from tricktable.web.api.shapes import (
    BYTES,
    CSV,
    JSON_LINES,
    NOTHING,
    FileBody,
    Json,
    Parameters,
    Text,
    body,
)
from tricktable.web.competition.lookup import club_or_404
from tricktable.web.guest.claim_page import standing_claim
from tricktable.web.guest.history import record_of
from tricktable.web.guest.review_page import reviewed_deals
from tricktable.web.host import export, printout
from tricktable.web.host import new_game as new_game_form
from tricktable.web.tables import all_tables, off_hub, seen_by_program_or_404

MAX_RECORD_BYTES: Final = 2 * 1024 * 1024
"""Some 30,000 entries; a long evening has 3,000."""
YesNo = Annotated[str, Meta(pattern="^(no|yes)$", extra={FORM: message("yes or no")})]
Bytes = Annotated[str, Meta(extra_json_schema={"format": "binary"})]
_LINES: Final = (
    '{"record": "tricktable/1", "game": …, "players": 4}\n{"kind": "dealt", "dealer": 0}\n'
)
"""The beginning of a record, as an example."""
_RECORD: Final = Text((JSON_LINES,), "The record: a header, then one entry per line.", _LINES)
_WHOLE_RECORD: Final = Text(
    (JSON_LINES, BYTES), "A whole record: a header, then one entry per line.", _LINES, Bytes
)
_SCORES: Final = Text(
    (CSV,),
    "A header line, then a line for each seat of each game of the evening.",
    "table,game,…",
)


class Players(StrictJson, frozen=True):
    """How many people play."""

    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    """How many people play."""


class GameAndPlayers(StrictJson, frozen=True):
    """Which game, and for how many players."""

    game: GameName
    """The game's name."""
    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    """How many people play."""


class Secrets(StrictJson, frozen=True):
    """Whether to include a record that still contains secrets."""

    secrets: YesNo = "no"
    """`yes` for the record of a running game that shows hands."""


class Abandon(StrictJson, frozen=True):
    """Whether to abandon the running game."""

    abandon: YesNo = "no"
    """`yes` to abandon the running game; otherwise the request is refused."""


# --- games to choose from ------------------------------------------------------------------------


def _known_games(_call: RouteCall[None]) -> models.KnownGamesJson:
    listed = [
        models.KnownGameJson(each.name, _(each.title), _(each.portrait.line), sorted(each.players))
        for each in KNOWN.values()
    ]
    return models.KnownGamesJson(listed)


def _game_rules(call: RouteCall[Players]) -> models.GameRulesJson:
    players = call.read.players
    game = _game(call.code, players)
    try:
        options = game.options(players, game.usual(players))
    except BadLine:
        options = {}
    return models.GameRulesJson(
        game.name,
        _(game.title),
        players,
        game.seats(players),
        [_option(each) for each in options.values()],
        [
            models.TopicJson(each.name, _(each.title), str(each.form), each.is_quiet)
            for each in (DEALT, *game.topics)
        ],
        list(game.awaits),
    )


def _guide(call: RouteCall[None]) -> GuideJson:
    game = KNOWN.get(call.code)
    if game is None:
        raise Refusal("missing", _("There is no such game here."))
    with blame_game(game, may_refuse=False):
        return guide_of(game)


def _game(name: str, players: int) -> AnyGame:
    game = KNOWN.get(name)
    if game is None or players not in game.players:
        raise Refusal("missing", _("There is no such game for that many players."))
    return game


def _option(option: Option) -> models.OptionJson:
    bounds, others = bounded(listable_values(option.values))
    values = others if bounds is None or option.default in others else (option.default, *others)
    forms = [str(each) for each in option.values if isinstance(each, Form)]
    return models.OptionJson(
        option.name,
        _(option.title),
        [models.ChoiceJson(value, str(option.meaning(value))) for value in values],
        "; ".join(forms),
        bounds and models.BoundsJson(*bounds),
        [*option.rulings],
    )


# --- new games -----------------------------------------------------------------------------------


def _prefill(call: RouteCall[GameAndPlayers]) -> models.PrefilledJson:
    table, wanted = call.table, call.read
    _game(wanted.game, wanted.players)
    now = off_hub(table.snapshot)
    form = new_game_form.start(MultiDict({"new": f"{wanted.game}:{wanted.players}"}), now)
    if form is None:
        raise Refusal("missing", _("There is no such game for that many players."))
    game = models.NewGamePrefilledJson(
        form.game, form.players, list(form.names), _house_rules(form), form.dealer
    )
    lineups = [list(each.names) for each in form.lineups]
    return models.PrefilledJson(game, lineups, list(form.people))


def _house_rules(form: new_game_form.Start) -> dict[str, JsonValue]:
    """The house rules that differ from the game's defaults."""
    chosen: dict[str, JsonValue] = {
        rule.key: json.loads(value.json)
        for rule in form.options
        for value in rule.values
        if value.is_chosen and value.json
    }
    chosen |= {rule.key: int(rule.number) for rule in form.options if rule.number}
    if form.teams:
        numbers = sorted(set(form.teams))
        chosen[TEAMS] = [
            [seat for seat, team in enumerate(form.teams) if team == number] for number in numbers
        ]
    return chosen


def _new_game(call: RouteCall[bodies.NewGameJson]) -> commands.NewGame:
    new = call.read
    names = [people.safe_name(name, "") for name in new.names]
    return commands.NewGame(new.game, new.players, names, new.options, new.dealer, new.abandon)


def _import(call: RouteCall[Abandon]) -> commands.TakeIn:
    abandon = call.read.abandon == "yes"
    request.max_content_length = MAX_RECORD_BYTES
    return commands.TakeIn(tuple(replay.lines_of(BytesIO(request.get_data()))), abandon)


# --- past games ----------------------------------------------------------------------------------


def _games(call: RouteCall[None]) -> models.GameListJson:
    here = seen_by_program_or_404(call.code)
    book = off_hub(lambda: Scorebook(here.code, here.rows()))
    return models.GameListJson(
        [states.game(each.number, each.began_at, each.header, each.entries) for each in book.sheets]
    )


def _record(call: RouteCall[Secrets]) -> Response:
    here, number = call.table, call.number
    secrets = call.read.secrets
    now = off_hub(here.snapshot)
    view = now.view
    lines = record_of(call.code, partial(here.rows, until=now.row), number)
    if not lines:
        raise Refusal("missing", _("There is no such game at this table."))
    running = view.view if number == view.games else None
    is_kept = running is not None and running.status == "playing" and secrets == "no"
    if running and is_kept and any(_is_secret(line, running.rules) for line in lines[1:]):
        raise Refusal(
            "refused",
            _("This game is not over, and its record shows hands. Wait, or ask with ?secrets=yes."),
        )
    return Response("".join(f"{line}\n" for line in lines), mimetype=JSON_LINES)


def _review(call: RouteCall[None]) -> models.GameReviewJson:
    here = seen_by_program_or_404(call.code)
    begun = off_hub(lambda: [*Scorebook(here.code, here.rows()).sheets])
    kind = next((each.kind for each in begun if each.number == call.number), None)
    if kind is None:
        raise Refusal("missing", _("There is no such game at this table."))
    if kind not in KNOWN:
        raise Refusal("missing", _("This game is not installed here."))
    deals = reviewed_deals(here, call.number)
    if deals is None:
        raise Refusal("busy", _("There was no time to find out. Try again in a minute."), 60)
    return models.GameReviewJson(kind, [as_json(each) for each in deals])


def _claim(call: RouteCall[None]) -> models.ClaimJson:
    claim = standing_claim(seen_by_program_or_404(call.code))
    if claim is None:
        raise Refusal("missing", _("Nobody claims what is left of a hand here."))
    is_open = claim.search is not None
    outlook = claim.search() if claim.search else None
    told = None if outlook is None else claim_outlook_as_json(outlook)
    return models.ClaimJson(claim.seat, claim.is_shared, [*claim.waits], is_open, told)


def _is_secret(line: str, rules: AnyGame) -> bool:
    """Whether an entry contains something that only one seat may know."""
    fields = json.loads(line)
    entry = fields["entry"] if fields["kind"] == "corrected" else fields
    if entry["kind"] == "declared":
        return topic_of(rules, entry["topic"]).is_quiet
    return entry["kind"] == "held" or bool(entry.get("cards"))


def _correct(call: RouteCall[PastCorrectionJson]) -> models.DoneJson:
    table, club, tables = call.table, club_or_404(), all_tables()
    entry: Mapping[str, JsonValue] = msgspec.to_builtins(call.read.entry)
    answer = off_hub(game_corrections.correct, club, tables, table.code, call.number, entry)
    return done_answer(done_or_refused(answer, table))


def _scores(call: RouteCall[None]) -> Response:
    table = call.table
    text = off_hub(printout.scores, table.code, export.evening_of(table))
    return Response(text, mimetype=CSV)


_GAME: Final = "/tables/<code>/games/<int:number>"

ROUTES: Final = (
    ReadRoute(ANYBODY, "GET /tables/<code>/games", "listGames", GAMES,
        "Every game begun at the table. The running game is the last one. `exportRecord` gives "
        "the record of each.",
        NOTHING, Json(models.GameListJson), _games),
    ReadRoute(HOST, f"GET {_GAME}/record", "exportRecord", GAMES,
        "The record of one game, in the form that `tricktable replay` reads. Only for the host.",
        Parameters(Secrets), _RECORD, _record, problems=("refused",)),
    ReadRoute(ANYBODY, f"GET {_GAME}/review", "reviewGame", GAMES,
        "What the deals of a game could have become, with all cards open. Only deals that are over "
        "and whose every card was seen are searched, which takes seconds; the answer is kept.",
        NOTHING, Json(models.GameReviewJson), _review, problems=("busy",)),
    ReadRoute(ANYBODY, "GET /tables/<code>/claim", "readClaim", GAMES,
        "A claim on what is left of the running hand. Whether it holds however the cards lie is "
        "looked at once it lies open, and not before.",
        NOTHING, Json(models.ClaimJson), _claim),
    ReadRoute(ANYBODY, "GET /games", "listKnownGames", GAMES,
        "The games that can be played here. With the numbers of players that each can have. "
        "`readGameRules` describes one of them.",
        NOTHING, Json(models.KnownGamesJson), _known_games),
    ReadRoute(ANYBODY, "GET /games/<name>", "readGameRules", GAMES,
        "A game's house rules for this many players, its announcements and its steps. House rules "
        "come with all their values, the default first. They depend on the number of players.",
        Parameters(Players), Json(models.GameRulesJson), _game_rules),
    ReadRoute(ANYBODY, "GET /games/<name>/rules", "readGuide", GAMES,
        "How a game is played, for people who have never seen it. The text of the page that guests "
        "open under *Rules*, in the language asked for. `readGameRules` has the house rules.",
        NOTHING, Json(GuideJson), _guide),
    ReadRoute(HOST, "GET /tables/<code>/new-game", "prefillGame", GAMES,
        "A new game, prefilled from what the table remembers. Only for the host.",
        Parameters(GameAndPlayers), Json(models.PrefilledJson), _prefill),
    ReadRoute(HOST, "GET /tables/<code>/scores", "exportScores", GAMES,
        "The evening's scores as a spreadsheet. Only for the host.",
        NOTHING, _SCORES, _scores),
    JournalRoute(HOST, f"POST {_GAME}/corrections", "correctPast", GAMES,
        "Strike or correct an entry of any game of the table, also of an earlier one. All that is "
        "counted from the game follows: the evening, the season and people's own pages.",
        body(PastCorrectionJson), Json(models.DoneJson), _correct),
    NewGameRoute(HOST, "POST /tables/<code>/games", "beginGame", GAMES,
        "Begin a game. A running game is abandoned only on request.",
        body(bodies.NewGameJson), _new_game),
    NewGameRoute(HOST, "POST /tables/<code>/record", "importRecord", GAMES,
        "Import a record as a new game, all of it or nothing. It is judged as `tricktable replay` "
        "judges it, and refused with the line at fault.",
        FileBody(_WHOLE_RECORD, Abandon, message("A record must be application/jsonl.")), _import,
        problems=("no-record",)),
)  # fmt: skip
