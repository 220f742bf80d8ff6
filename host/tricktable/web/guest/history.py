"""The history pages: one game deal by deal with its scores explained, and the whole evening.

Like the table's page: public, complete without JavaScript. They change nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from tricktable.club import game_corrections
from tricktable.rules.explanation import Explanation
from tricktable.rules.page import Gain, final_score
from tricktable.rules.view import AnyView, view
from tricktable.store import archive
from tricktable.store.journal import Row
from tricktable.table.scorebook import (
    NO_CORRECTIONS,
    PastCorrections,
    Scorebooks,
    Scoresheet,
    has_ended,
)
from tricktable.text.language import ENGLISH, _, speaking
from tricktable.text.sentences import Sentence, figure, spoken
from tricktable.web.guest import bg_stats, fragment, picture, rare_hands
from tricktable.web.guest.chart import chart
from tricktable.web.guest.explanation import explanations
from tricktable.web.guest.screen import ShownFinding, findings, shown_names
from tricktable.web.guest.sentences import reason, review_question
from tricktable.web.guest.standings import Standings, date_of, standings
from tricktable.web.site import site
from tricktable.web.tables import SeenTable, off_hub, seen_or_404
from tricktable.web.visitors import visitor

blueprint = Blueprint("history", __name__)
MOST_LISTED: Final = 100
"""Earlier evenings: two years, one a week."""
MOST_SEARCHED: Final = 8
"""Games of an evening in which a puzzle is looked for, the newest ones: each takes seconds."""


def past_corrections() -> PastCorrections:
    """What was corrected of games that their tables have left, as the club has it now."""
    club = site().club
    return game_corrections.corrections(club.view()) if club else NO_CORRECTIONS


def record_of(code: str, rows: Callable[[], Iterable[Row]], number: int) -> list[str]:
    """The record of one game from its table's rows, as corrected since; empty if there is none."""
    corrected = past_corrections().get((code, number), ())
    return off_hub(lambda: [*archive.record_of(rows(), number, corrected)])


@blueprint.get("/t/<code>/game")
@blueprint.get("/t/<code>/game/<int:number>")
def game(code: str, number: int | None = None) -> str:
    """One game, of any evening: the newest, unless its number at this table is given."""
    table = seen_or_404(code)
    found = game_of_table(table, number)
    if number is not None and found is None:
        abort(404, _("There is no such game at this table."))
    told = off_hub(_report, found, table.code) if found else None
    return render_template("game.html", code=table.code, it=told)


def game_of_table(table: SeenTable, number: int | None) -> Scoresheet | None:
    """The table's game with this number, of any evening, or its newest; None if there is none."""
    if number is not None:
        return off_hub(_evenings().game, table, number, past_corrections())
    games = games_of_evening(table)
    return games[-1] if games else None


class GameReport(NamedTuple):
    """One game as its page shows it."""

    kind: str
    title: str
    headline: Sentence
    why: Sentence
    findings: tuple[ShownFinding, ...]
    stories: tuple[Explanation, ...]
    number: int
    """Of all games at its table."""
    is_over: bool
    has_replay: bool
    """Whether anything has happened in it."""
    review: str
    """What somebody can ask of it; empty if there is nothing."""
    bg_stats: str
    """The link that adds it to the BG Stats app; empty before its end."""


def _report(game: Scoresheet, code: str) -> GameReport:
    names = shown_names(game.names)
    now = view(game.record).with_names(names)
    stories = explanations(game.record, names)
    return GameReport(
        kind=now.game,
        title=_(now.title),
        headline=now.phase.headline,
        why=reason(now.phase.headline, now.phase.why),
        findings=findings(now, names),
        stories=rare_hands.deals(game.record, names, stories),
        number=game.number,
        is_over=game.is_over,
        has_replay=game.record.last is not None,
        review=review_question(now),
        bg_stats=bg_stats.link(game, code),
    )


class EarlierEvening(NamedTuple):
    """An evening to look back at."""

    first: int
    """Its first game, by its number at the table."""
    date: str
    titles: str
    """The games that were played, each once."""


@blueprint.get("/t/<code>/evening")
@blueprint.get("/t/<code>/evening/<int:first>")
def evening(code: str, first: int = 0) -> str:
    """All games of an evening, the newest unless its first game is given: who won, and the scores.

    Lists the earlier evenings of the table.
    """
    table = seen_or_404(code)
    games = games_of_evening(table, first)
    if first and not games:
        abort(404, _("No evening at this table began with that game."))
    is_past = first > 0 or has_ended(games, datetime.now(UTC))
    told = off_hub(standings, games, is_past) if games else None
    charts = [chart(each) for each in told.courses] if told else []
    return render_template(
        "evening.html",
        code=table.code,
        it=told,
        charts=charts,
        is_past=is_past,
        is_newest=not first,
        first=first or None,
        puzzle=_puzzle_link(puzzle_games(games)),
        earlier=[_earlier(each) for each in off_hub(_evenings().earlier, table)][:MOST_LISTED],
    )


def puzzle_games(games: Sequence[Scoresheet]) -> list[Scoresheet]:
    """The games in which a puzzle is looked for: finished ones that all win together."""
    kinds = [each for each in games if each.rules.is_cooperative and each.rules.goal is not None]
    return [each for each in kinds if each.is_over][-MOST_SEARCHED:]


def puzzle_key(game: Scoresheet) -> str:
    """What the puzzle of a game is kept by: another one after each correction."""
    return f"{game.table} {game.number} {game.newest_at} {game.record.seq}"


def _puzzle_link(games: Sequence[Scoresheet]) -> str:
    """What leads to the puzzle: a question until it is known, and nothing if there is none."""
    kept = [site().reviews.kept_puzzle(puzzle_key(each)) for each in games]
    if any(told and told.puzzle and told.puzzle.is_hard for told in kept):
        return _("The nicest hand, as a puzzle")
    is_open = any(told is None or told.is_cut_short for told in kept)
    return _("Is one of these hands a puzzle?") if is_open else ""


def games_of_evening(table: SeenTable, first: int = 0) -> list[Scoresheet]:
    """The games of the table's newest evening, or of the one that began with that game."""
    return off_hub(_evenings().games, table, past_corrections(), first)


def _earlier(games: Sequence[Scoresheet]) -> EarlierEvening:
    titles = dict.fromkeys(_(each.rules.title) for each in games)
    return EarlierEvening(games[0].evening, date_of(games[0].began), ", ".join(titles))


@blueprint.get("/t/<code>/game.png")
@blueprint.get("/t/<code>/game/<int:number>.png")
def game_picture(code: str, number: int | None = None) -> Response:
    """How a game ended, to share: the evening's newest that is over, or the one asked for."""
    table = seen_or_404(code)
    if number is None:
        games = games_of_evening(table)
        found = next((each for each in reversed(games) if each.is_over), None)
    else:
        found = game_of_table(table, number)
    if found is None or not found.is_over:
        abort(404, _("No such game has ended at this table."))
    return picture_of(partial(of_game, found))


@blueprint.get("/t/<code>/evening.png")
def evening_picture(code: str) -> Response:
    """How the evening ended, or stands, to share."""
    table = seen_or_404(code)
    games = games_of_evening(table)
    if not any(each.is_over for each in games):
        abort(404, _("No game has ended this evening."))
    return picture_of(lambda: of_evening(_standings(games), code))


def of_game(game: Scoresheet) -> picture.SharedPicture:
    """The picture of a finished game."""
    now = view(game.record).with_names(shown_names(game.names))
    return picture.SharedPicture(
        title=_(now.title),
        headline=spoken(now.phase.headline),
        why=spoken(reason(now.phase.headline, now.phase.why)),
        rows=tuple((spoken(each.who), each.amount) for each in final_score(now) or _tricks(now)),
        table=_("Table {code}", code=game.table),
        date=date_of(game.began),
        won=sum(seats[0] in (now.winner or ()) for seats in now.owners),
    )


def _tricks(now: AnyView) -> Iterator[Gain]:
    """The tricks of each seat where all win together: no score tells them apart."""
    for name, taken in zip(now.names, now.tally if now.rules.is_cooperative else (), strict=False):
        yield Gain((name,), figure(taken))


def of_evening(told: Standings, code: str) -> picture.SharedPicture:
    """The picture of an evening with a finished game."""
    return picture.SharedPicture(
        title=_("This evening"),
        headline=spoken(told.lead),
        why=spoken(told.closest),
        rows=tuple((spoken(row.head), spoken(row.cells[0])) for row in told.wins.rows),
        table=_("Table {code}", code=code),
        date=told.date,
    )


def _standings(games: list[Scoresheet]) -> Standings:
    return standings(games, has_ended(games, datetime.now(UTC)))


def picture_of(of: Callable[[], picture.SharedPicture]) -> Response:
    """As a PNG; one is drawn at a time, and none twice while it is remembered."""
    markup = off_hub(lambda: picture.svg(of()))
    tag = fragment.tag(markup)
    is_known = request.if_none_match.contains(tag)
    response = Response(status=304 if is_known else 200, mimetype="image/png")
    response.set_etag(tag)
    response.cache_control.no_cache = True
    if is_known:
        return response
    try:
        with site().picture_queue.turn_or_busy(visitor(), each_s=1):
            response.set_data(off_hub(_png, markup, of))
    except picture.Undrawn:
        abort(503, _("The picture could not be drawn. Take a picture of the screen instead."))
    return response


def _png(markup: str, of: Callable[[], picture.SharedPicture]) -> bytes:
    """In English with names in Latin letters, if this computer lacks others. Raises: Undrawn.

    Emoji that it lacks are left out, in whatever language.
    """
    try:
        return picture.png_of(markup)
    except picture.LettersLacking as fault:
        with speaking(ENGLISH) if picture.has_latin(fault.letters) else nullcontext():
            return picture.png_of(picture.svg(picture.spelt(of(), fault.letters)))


class WallHistory(NamedTuple):
    """What the big screen shows of games played so far."""

    evening: Standings | None = None
    """The newest evening's standings; None before its first game."""
    scored: Explanation | None = None
    """The newest finished deal of the newest game."""


def newest(table: SeenTable) -> WallHistory:
    """The table's history as of now."""
    games = games_of_evening(table)
    return off_hub(_newest, games) if games else WallHistory()


def _newest(games: list[Scoresheet]) -> WallHistory:
    told = explanations(games[-1].record, shown_names(games[-1].names))
    return WallHistory(standings(games), next((each for each in told if not each.runs), None))


def _evenings() -> Scorebooks:
    return site().seen_evenings
