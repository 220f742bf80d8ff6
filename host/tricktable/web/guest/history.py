"""The history pages: one game deal by deal with its scores explained, and the whole evening.

Like the table's page: public, complete without JavaScript. They change nothing.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, abort, render_template

from tricktable.club import correcting
from tricktable.games import blamed
from tricktable.rules.explained import Explained
from tricktable.rules.faults import GameFault
from tricktable.rules.view import view
from tricktable.table.evening import Evening, EveningGame, has_ended
from tricktable.table.past_corrections import NO_CORRECTIONS, PastCorrections, take_corrections
from tricktable.text.language import _
from tricktable.text.sentences import Sentence
from tricktable.web.guest import bg_stats, rare_hands
from tricktable.web.guest.chart import chart
from tricktable.web.guest.explanation import explanations
from tricktable.web.guest.screen import ShownFinding, findings, shown_names
from tricktable.web.guest.standings import Standings, standings
from tricktable.web.site import site
from tricktable.web.tables import SeenTable, off_hub, seen_or_404

if TYPE_CHECKING:
    from tricktable.table.table import Table

blueprint = Blueprint("history", __name__)


class Evenings:
    """Each table's newest evening, kept up with its journal. May be called from any thread."""

    def __init__(self) -> None:
        self._evenings: dict[str, Evening] = {}
        self._one_at_a_time = threading.Lock()

    def games(
        self, table: Table | SeenTable, past: PastCorrections = NO_CORRECTIONS
    ) -> list[EveningGame]:
        """The games of the table's newest evening, as of now, but none whose package fails.

        `past` is what was corrected of games that their tables have left. Raises: Outage.
        """
        with self._one_at_a_time:
            evening = self._evenings.setdefault(table.code, Evening())
            # Only the rows since the last look: a table's journal has thousands.
            evening.take(table.rows(evening.seq))
            # Forks, because a page reads them in its own thread while the next request adds more
            # rows.
            sound = [each for each in evening.games if each.is_sound]
            shown = [replace(each, record=each.record.fork()) for each in sound]
            newest = evening.games[-1].number if evening.games else 0
        return [
            corrected(each, past.get((table.code, each.number), ()))
            if each.number < newest
            else each
            for each in shown
        ]

    def read_again(self, code: str) -> None:
        """Rows of this table have changed, so read all of them again."""
        with self._one_at_a_time:
            self._evenings.pop(code, None)


def corrected(game: EveningGame, lines: tuple[str, ...]) -> EveningGame:
    """The game with these corrections; as it was recorded if its package fails at them."""
    if not lines:
        return game
    after = replace(game, record=game.record.fork())
    try:
        with blamed(game.record.header.rules, may_refuse=False):
            take_corrections(after.record, lines)
    except GameFault:
        return game
    return after if after.is_sound else game


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


def _told(game: EveningGame, code: str) -> Told:
    names = shown_names(game.names)
    now = view(game.record).naming(names)
    stories = explanations(game.record, names)
    return Told(
        kind=now.game,
        title=_(now.title),
        headline=now.phase.headline,
        why=now.phase.why,
        findings=findings(now, names),
        stories=rare_hands.told(game.record, names, stories),
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


def _newest(games: list[EveningGame]) -> WallHistory:
    told = explanations(games[-1].record, shown_names(games[-1].names))
    return WallHistory(standings(games), next((each for each in told if not each.runs), None))


def _evenings() -> Evenings:
    return site().seen_evenings
