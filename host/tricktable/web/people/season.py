"""The season's table: everybody who keeps games, over a span of days. Public, changes nothing.

Nobody is in it who did not ask for it, and nobody is who was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from tricktable.club import season
from tricktable.club.people.season import SeasonLine, lines
from tricktable.club.season import DeclareSeason
from tricktable.text.language import _, message
from tricktable.web import spreadsheet
from tricktable.web.people import keepers
from tricktable.web.people.keepers import Keepers
from tricktable.web.people.person_page import day, number, rank
from tricktable.web.tables import is_hosts_program, off_hub, spectators

blueprint = Blueprint("season", __name__)

SORTS: Final[Mapping[str, str]] = {
    "wins": message("games won"),
    "share": message("share of games won"),
    "rank": message("mean rank"),
    "games": message("games played"),
}
COLUMNS: Final = ("place", "name", "games", "won", "mean_rank")
"""Of the file; as `SeasonLine` has them, with the name for the person."""


class NamedLine(NamedTuple):
    """One line of the table with its name."""

    name: str
    line: SeasonLine


class SeasonRow(NamedTuple):
    """One line of the table as its page shows it."""

    place: str
    name: str
    games: str
    wins: str
    rank: str


@blueprint.get("/season")
def page() -> str:
    """The season that was declared, or the span that is asked for."""
    kept = keepers.of_host_or_404()
    asked, refusal = _season_in_request(kept)
    found = table(kept, asked) if asked else ()
    return render_template(
        "season.html",
        asked=asked,
        first=day(asked.first) if asked else "",
        last=day(asked.last) if asked else "",
        sorts=SORTS,
        rows=[
            SeasonRow(
                number(each.line.place),
                each.name,
                number(each.line.games),
                number(each.line.wins),
                rank(each.line.mean_rank, each.line.wins, each.line.games),
            )
            for each in found
        ],
        refusal=refusal,
    )


@blueprint.get("/season.csv")
def csv_file() -> Response:
    """The same for a spreadsheet (RFC 4180)."""
    kept = keepers.of_host_or_404()
    asked, refusal = _season_in_request(kept)
    if refusal or asked is None:
        abort(404, refusal or _("No season has been declared."))
    rows = (
        (
            *(line.place, name, line.games, line.wins),
            "" if line.mean_rank is None else f"{float(line.mean_rank):.3f}",
        )
        for name, line in table(kept, asked)
    )
    answer = Response(spreadsheet.csv_text([COLUMNS, *rows]), mimetype="text/csv")
    name = f"season-{asked.first}-{asked.last}.csv"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def declared_season(kept: Keepers) -> DeclareSeason | None:
    """The season that was declared; None if none was."""
    return kept.club.view().of(season.PART).now


def table(kept: Keepers, asked: DeclareSeason) -> tuple[NamedLine, ...]:
    """The season's lines with their names. Raises: Outage, if nothing can be read."""
    known, corrections, until = kept.consents, kept.corrections, _seen_until()

    def worked_out() -> tuple[SeasonLine, ...]:
        played = kept.careers.games(known.evenings, corrections)
        seen = (each for each in played if datetime.fromisoformat(each.ended) <= until)
        return lines(seen, asked.first, asked.last, asked.by, asked.least)

    found: Iterable[SeasonLine] = off_hub(worked_out)
    return tuple(NamedLine(known.people[each.person].name, each) for each in found)


def _seen_until() -> datetime:
    """Games that ended later are not for whoever asks, yet: a broadcast shows tables late."""
    later, now = spectators(), datetime.now(UTC)
    return now if later is None or is_hosts_program() else now - timedelta(seconds=later.delay_s)


def _season_in_request(kept: Keepers) -> tuple[DeclareSeason | None, str]:
    """The span that is asked for, or declared; and why it cannot be read."""
    known = declared_season(kept)
    given = {
        name: said for name in DeclareSeason.__struct_fields__ if (said := request.args.get(name))
    }
    if not given:
        return known, ""
    before = msgspec.to_builtins(known) if known else {}
    try:
        asked = msgspec.convert({**before, **given}, DeclareSeason, strict=False)
    except msgspec.ValidationError:
        return None, _("Choose the first and the last day, as in 2026-09-01.")
    reason = season.refusal(asked)
    return (None, reason) if reason else (asked, "")
