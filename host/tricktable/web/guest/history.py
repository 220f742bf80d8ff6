"""The history pages: one game deal by deal with its scores explained, and the whole evening.

Like the table's page: public, complete without JavaScript. They change nothing.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, abort, render_template

from tricktable.club import correcting
from tricktable.rules.explained import Explained
from tricktable.rules.view import view
from tricktable.table.scorebook import (
    NO_CORRECTIONS,
    PastCorrections,
    Scorebooks,
    Scoresheet,
    has_ended,
)
from tricktable.text.language import _
from tricktable.text.sentences import Sentence
from tricktable.web.guest import bg_stats, rare_hands
from tricktable.web.guest.chart import chart
from tricktable.web.guest.explanation import explanations
from tricktable.web.guest.screen import ShownFinding, findings, shown_names
from tricktable.web.guest.standings import Standings, standings
from tricktable.web.site import site
from tricktable.web.tables import SeenTable, off_hub, seen_or_404

blueprint = Blueprint("history", __name__)


def past_corrections() -> PastCorrections:
    """What was corrected of games that their tables have left, as the club has it now."""
    club = site().club
    return correcting.corrections(club.view()) if club else NO_CORRECTIONS


@blueprint.get("/t/<code>/game")
@blueprint.get("/t/<code>/game/<int:number>")
def game(code: str, number: int | None = None) -> str:
    """One game of the evening: the newest, unless its number at this table is given."""
    table = seen_or_404(code)
    games = off_hub(_evenings().games, table, past_corrections())
    found = [each for each in games if number in (None, each.number)]
    if number is not None and not found:
        abort(404, _("That game was not played this evening."))
    told = off_hub(_told, found[-1], table.code) if found else None
    return render_template("game.html", code=table.code, it=told)


class Told(NamedTuple):
    """One game as its page shows it."""

    kind: str
    title: str
    headline: Sentence
    why: Sentence
    findings: tuple[ShownFinding, ...]
    stories: tuple[Explained, ...]
    bg_stats: str
    """The link that adds it to the BG Stats app; empty before its end."""


def _told(game: Scoresheet, code: str) -> Told:
    names = shown_names(game.names)
    now = view(game.record).naming(names)
    stories = explanations(game.record, names)
    return Told(
        kind=now.game,
        title=_(now.title),
        headline=now.phase.headline,
        why=now.phase.why,
        findings=findings(now, names),
        stories=rare_hands.deals(game.record, names, stories),
        bg_stats=bg_stats.link(game, code),
    )


@blueprint.get("/t/<code>/evening")
def evening(code: str) -> str:
    """All games of the evening: who won, and how the scores developed."""
    table = seen_or_404(code)
    games = off_hub(_evenings().games, table, past_corrections())
    is_past = has_ended(games, datetime.now(UTC))
    told = off_hub(standings, games, is_past) if games else None
    charts = [chart(each) for each in told.courses] if told else []
    return render_template("evening.html", code=table.code, it=told, charts=charts, is_past=is_past)


class WallHistory(NamedTuple):
    """What the big screen shows of games played so far."""

    evening: Standings | None = None
    """The newest evening's standings; None before its first game."""
    scored: Explained | None = None
    """The newest finished deal of the newest game."""


def newest(table: SeenTable) -> WallHistory:
    """The table's history as of now."""
    games = off_hub(_evenings().games, table, past_corrections())
    return off_hub(_newest, games) if games else WallHistory()


def _newest(games: list[Scoresheet]) -> WallHistory:
    told = explanations(games[-1].record, shown_names(games[-1].names))
    return WallHistory(standings(games), next((each for each in told if not each.runs), None))


def _evenings() -> Scorebooks:
    return site().seen_evenings
