"""A table as parts to lay over a video, for OBS and the like: transparent, public, and chosen.

Each part is asked for by name in the address. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Blueprint, abort, render_template, request

from tricktable.rules.score import row_mark
from tricktable.text.language import _
from tricktable.text.sentences import Sentence, figure, team
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import Screen, clean_names, screen
from tricktable.web.live import sse
from tricktable.web.locale import FIELD
from tricktable.web.site import site, site_of
from tricktable.web.tables import off_hub, seen_or_404, table_or_404

if TYPE_CHECKING:
    from flask import Flask, Response

    from tricktable.table.views import TableView

blueprint = Blueprint("overlay", __name__)

KIND: Final = "overlay"
"""Keeps the stream of overlays apart from the pages' stream."""
PARTS: Final = ("game", "turn", "trick", "trump", "scores", "proof")
"""What can be shown: the game's name, whose turn it is, the cards of the trick, trump or what the
trick is for, the scores, and what the newest card has proved."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "size": ("medium", "small", "large", "huge"),
    "side": ("left", "centre", "right"),
    "light": ("dark", "light"),
}
"""The other choices, each with its values; the first one is used unless you choose another."""


class Side(NamedTuple):
    """One side of the game, and how it stands."""

    who: Sentence
    total: str
    mark: str
    """As in `SheetRow`: `won`, `due`, `out` or empty."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything that an overlay can show."""

    screen: Screen
    sides: tuple[Side, ...]


def overlay(table: TableView) -> Overlay:
    """The parts of this table."""
    view = table.view and table.view.with_names(clean_names(table))
    if view is None:
        return Overlay(screen(table), ())
    score = view.rules.score(view)
    # A game that is won together has no total: then the newest count, such as tricks.
    known = [each for each in score.figures if any(value is not None for value in each.values)]
    totals = (known[-1] if known else score.total).values
    sides = (
        Side(
            team(seats, view.names),
            "" if totals[owner] is None else figure(totals[owner] or 0),
            row_mark(view, score, owner),
        )
        for owner, seats in enumerate(view.owners)
    )
    return Overlay(screen(table), tuple(sides))


def encode(table: TableView) -> bytes:
    """The parts as one server-sent event, the same for every overlay of the table."""
    return fragment.event(fragment.render_line("_overlay.html", overlay(table)))


def init_app(app: Flask) -> None:
    """Serve overlays of this app's tables, as spectators see them."""
    site_of(app).overlays = site_of(app).seen_views.also(encode, KIND)
    app.register_blueprint(blueprint)


@blueprint.get("/t/<code>/overlay")
def page(code: str) -> str:
    """The parts that the address names; all of them if it names none."""
    view = off_hub(seen_or_404(code).view)
    classes = _classes()
    return render_template(
        "overlay.html",
        code=view.code,
        heading=screen(view).heading,
        classes=" ".join(classes),
        fragment=fragment.render_line("_overlay.html", overlay(view)),
    )


@blueprint.get("/t/<code>/overlay/live")
def stream(code: str) -> Response:
    """The newest parts at once, then every newer one on the same connection."""
    return sse.answer(site().overlays, table_or_404(code).code)


def _classes() -> list[str]:
    """The page's classes, from its address; ends the request with 400 if that makes no sense."""
    known = ("parts", *CHOICES, FIELD)
    for name in request.args:
        if name not in known:
            abort(400, _no_choice(name, known[:-1]))
    parts = [each for each in request.args.get("parts", ",".join(PARTS)).split(",") if each]
    for part in parts or [""]:
        if part not in PARTS:
            abort(400, _no_choice(f"parts={part}", PARTS))
    classes = [f"with-{part}" for part in PARTS if part in parts]
    for name, values in CHOICES.items():
        value = request.args.get(name, values[0])
        if value not in values:
            abort(400, _no_choice(f"{name}={value}", values))
        classes.append(f"is-{value}")
    return classes


def _no_choice(what: str, those: tuple[str, ...]) -> str:
    """What the address asks for in vain, and what it can."""
    return _(
        "{what} is not a choice here. Choose from {those}.", what=what[:40], those=", ".join(those)
    )
