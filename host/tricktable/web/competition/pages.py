"""A competition's pages for everybody: your guide card, the standings, the wall, and paper.

They show what the tables' records say now and change nothing.
"""

import re

import msgspec
from flask import Blueprint, Response, abort, render_template, request, url_for
from markupsafe import Markup

from tricktable.club.competition.played_games import Standing
from tricktable.club.competition.state import Competition
from tricktable.games import GAMES
from tricktable.text.language import _
from tricktable.web import invites, this_machine
from tricktable.web.api import competition_shapes
from tricktable.web.competition import exports, lookup, screens
from tricktable.web.tables import all_tables, off_hub

blueprint = Blueprint("competition", __name__, url_prefix="/competition")


def _now() -> Standing:
    return lookup.standings(lookup.competition_or_404(), is_host=False)


def codes(it: Competition) -> tuple[str, ...]:
    """The codes of the tables by number, from 1."""
    return it.tables or tuple(all_tables())


@blueprint.get("")
def page() -> str:
    """Choose your name: where you sit, round by round; and how everybody stands."""
    standing = _now()
    it = standing.competition
    who = request.args.get("who", type=int)
    card = None
    if who is not None:
        if not 1 <= who <= len(it.contest.entrants):
            abort(404, _("Nobody has entered as number {number}.", number=who))
        (card,) = off_hub(screens.cards, standing, codes(it), (who,))
    return render_template("competition.html", card=card, **_fields(standing))


@blueprint.get("/wall")
def wall() -> str:
    """The round and the standings for a big screen."""
    join = f"{this_machine.guests_url().rstrip('/')}{url_for('competition.page')}"
    qr = Markup(invites.svg(join))
    standing = _now()
    shown = _fields(standing) | {"sheets": off_hub(screens.standings, standing, False)}
    return render_template("competition_wall.html", join=join, qr=qr, **shown)


@blueprint.get("/cards")
def cards() -> str:
    """Everybody's guide card to print."""
    standing = _now()
    listed = off_hub(screens.cards, standing, codes(standing.competition))
    return render_template("competition_cards.html", cards=listed, **_fields(standing))


@blueprint.get("/result")
def result() -> str:
    """The result on paper."""
    return render_template("competition_result.html", **_fields(_now()))


@blueprint.get("/result.csv")
def as_csv() -> Response:
    """The result for a spreadsheet."""
    standing = _now()
    return _file(exports.standings_csv(standing), "text/csv", standing, "csv")


@blueprint.get("/result.json")
def as_json() -> Response:
    """The whole competition as the interface for programs has it."""
    standing = _now()
    whole = off_hub(competition_shapes.competition, standing, 0, True, [])
    return _file(msgspec.json.encode(whole).decode(), "application/json", standing, "json")


def _file(text: str, kind: str, standing: Standing, ending: str) -> Response:
    answer = Response(text, mimetype=kind)
    name = re.sub(r"[^A-Za-z0-9-]+", "-", standing.competition.title).strip("-") or "competition"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return answer


def _fields(standing: Standing) -> dict[str, object]:
    it = standing.competition
    game = GAMES.get(it.game)
    return {
        "it": it,
        "game": _(game.title) if game else it.game,
        "date": it.at.astimezone().date().isoformat(),
        "heading": off_hub(screens.heading, it),
        "tables": off_hub(screens.tables_now, standing),
        "out": screens.sitting_out(it),
        "sheets": off_hub(screens.standings, standing),
    }
