"""The virtual table's page, its stream of scenes, and the door for what hands do there.

Carries nothing out: acts are handed to the stage, which has a thread of its own. Served only
where there is a stage; the host's real tables have none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from tricktable.demo.acts import Act
from tricktable.feed import Feed
from tricktable.language import _
from tricktable.service.broadcast import Broadcast
from tricktable.service.fragment import RETRY_MS
from tricktable.service.guards import CSP
from tricktable.service.live import answer
from tricktable.service.scene import as_json, games

if TYPE_CHECKING:
    from tricktable.demo.stage import Scene

ACTS_PER_S: Final = 25
"""More than two hands can do; a script that does more is asked to wait."""
BURST: Final = 50
MAX_ADDRESSES: Final = 256
"""From more addresses at once nobody plays at one table."""
MAX_ACT_BYTES: Final = 300

_FRAMED: Final = CSP.replace("frame-ancestors 'none'", "frame-ancestors 'self'")

_decode = msgspec.json.Decoder(Act).decode
_encode = msgspec.json.Encoder().encode


class Stage(Protocol):
    """The virtual table, as its page needs it."""

    code: str

    def do(self, act: Act) -> None:
        """Have the act carried out soon. Returns at once."""


class Allowance:
    """So many acts a second from each address, and a burst: the oldest way to say "slowly"."""

    def __init__(self, per_s: int, burst: int) -> None:
        self._per_ms, self._burst = per_s / 1000, float(burst)
        self._left: dict[str, tuple[float, int]] = {}
        """By address: how many acts were left, and when."""

    def has_one(self, address: str, now_ms: int) -> bool:
        """Whether one more may be done now; if so, it is counted."""
        if len(self._left) >= MAX_ADDRESSES and address not in self._left:
            self._left = {
                each: left
                for each, left in self._left.items()
                if self._now(*left, now_ms) < self._burst
            }
        left = self._now(*self._left.get(address, (self._burst, now_ms)), now_ms)
        is_one = left >= 1 and (address in self._left or len(self._left) < MAX_ADDRESSES)
        if is_one:
            self._left[address] = (left - 1, now_ms)
        return is_one

    def _now(self, left: float, then_ms: int, now_ms: int) -> float:
        return min(self._burst, left + (now_ms - then_ms) * self._per_ms)


def scenes(feed: Feed) -> Broadcast[Scene]:
    """Sends each scene that it is shown to every page that watches it. From any thread."""
    return Broadcast(feed, encode, "demo")


def encode(scene: Scene) -> bytes:
    """The scene as one server-sent event."""
    return b"retry: %d\nevent: scene\ndata: %s\n\n" % (RETRY_MS, _encode(as_json(scene)))


def blueprint(stage: Stage, scenes: Broadcast[Scene], now_ms: Callable[[], int]) -> Blueprint:
    """The virtual table of this stage, to be registered in a demo.

    Args:
        stage: carries acts out.
        scenes: what the stage is shown through.
        now_ms: a clock that never goes back.
    """
    made = Blueprint("demo", __name__)
    allowance = Allowance(ACTS_PER_S, BURST)

    @made.get("/demo")
    def page() -> str:
        """The virtual table; everything on it comes over the stream."""
        return render_template("demo.html", code=stage.code, games=games())

    @made.get("/demo/live")
    def stream() -> Response:
        """The newest scene at once, and every newer one on the same connection."""
        return answer(scenes, stage.code)

    @made.post("/demo/act")
    def act() -> tuple[str, int]:
        """One act of a hand, as JSON; 202 once it is on its way to the board."""
        if not allowance.has_one(request.environ.get("REMOTE_ADDR", ""), now_ms()):
            abort(429, _("Slowly, please: that was more than two hands can do."))
        if request.mimetype != "application/json" or (request.content_length or 0) > MAX_ACT_BYTES:
            abort(415, _("An act is a short JSON object."))
        try:
            stage.do(_decode(request.get_data()))
        except msgspec.DecodeError as fault:
            abort(400, _("That is no act: {fault}", fault=fault))
        return "", 202

    made.after_app_request(_let_guests_be_framed)
    return made


def _let_guests_be_framed(response: Response) -> Response:
    """The virtual table shows a guest's page beside it, as on a phone; nobody else may."""
    if request.endpoint == "demo.page":
        response.headers["Content-Security-Policy"] = f"{CSP}; frame-src 'self'"
    elif request.endpoint == "pages.table":
        response.headers["Content-Security-Policy"] = _FRAMED
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response
