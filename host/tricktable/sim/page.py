"""A virtual table's page, its stream of scenes, and the entrance for what hands do there.

Carries out nothing: it passes acts to the stage, which has a thread of its own. Served only
if there is a stage; the host's real tables have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from markupsafe import Markup

from tricktable.sim.acts import Act
from tricktable.sim.scene import as_json, backs, faces, games, pictured_games
from tricktable.sim.stage import Scene
from tricktable.text.language import _
from tricktable.web import invites, limits, this_machine
from tricktable.web.guards import CSP
from tricktable.web.guest.fragment import RETRY_MS
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.live.sse import answer
from tricktable.web.tables import no_table

MAX_ACT_BYTES: Final = 300
"""The longest act of our games, the suit counts of four stacks, has 114."""
TABLE: Final = "table"
"""Selects a virtual table if there are several; by default, the first."""

_FRAMED: Final = CSP.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

_decode = msgspec.json.Decoder(Act).decode
_encode = msgspec.json.Encoder().encode


class Stagehand(Protocol):
    """Carries out acts at one virtual table; `Stage` is one."""

    code: str

    def do(self, act: Act) -> None:
        """Have the act carried out soon. Returns at once."""


def scenes(feed: Feed) -> Broadcast[Scene]:
    """Sends each scene to every page that watches it. From any thread."""
    return Broadcast(feed, encode, "demo")


def encode(scene: Scene) -> bytes:
    """The scene as one server-sent event."""
    return b"retry: %d\nevent: scene\ndata: %s\n\n" % (RETRY_MS, _encode(as_json(scene)))


def blueprint(
    stages: Sequence[Stagehand], scenes: Broadcast[Scene], is_under_cpython: bool = False
) -> Blueprint:
    """The blueprint for the virtual tables of these stages.

    Args:
        stages: carry acts out; at least one.
        scenes: what the stages are shown through.
        is_under_cpython: whether the boards' files run without MicroPython, which the page says.
    """
    made = Blueprint("demo", __name__)
    by_code = {stage.code: stage for stage in stages}

    def meant() -> Stagehand:
        code = request.args.get(TABLE, stages[0].code)
        return by_code.get(code) or abort(404, no_table(code))

    @made.get("/demo")
    def page() -> str:
        """One virtual table; everything on it comes over the stream."""
        stage = meant()
        return render_template(
            "demo.html",
            code=stage.code,
            others=[code for code in by_code if code != stage.code],
            games=games(),
            pictured=pictured_games(),
            qr=Markup(invites.svg(invites.address(this_machine.guests_url(), stage.code))),
            cards=faces(),
            backs=backs(),
            is_under_cpython=is_under_cpython,
        )

    @made.get("/demo/live")
    def stream() -> Response:
        """The newest scene at once, and every newer one on the same connection."""
        return answer(scenes, meant().code)

    @made.post("/demo/act")
    def act() -> tuple[str, int]:
        """One act of a hand, as JSON; 202 once it is on its way to the board."""
        limits.count("act")
        if request.mimetype != "application/json" or (request.content_length or 0) > MAX_ACT_BYTES:
            abort(415, _("An action is a short JSON object."))
        try:
            meant().do(_decode(request.get_data()))
        except msgspec.DecodeError:
            abort(400, _("The request must be JSON as the page sends it."))
        return "", 202

    made.after_app_request(_let_guests_be_framed)
    return made


def _let_guests_be_framed(response: Response) -> Response:
    """Let the virtual table show a guest's page beside it, as on a phone; nobody else may."""
    if request.endpoint == "demo.page":
        response.headers["Content-Security-Policy"] = f"{CSP}; frame-src 'self'"
    elif request.endpoint == "pages.table":
        response.headers["Content-Security-Policy"] = _FRAMED
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response
