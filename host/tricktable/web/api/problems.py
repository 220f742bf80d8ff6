"""Problem responses (RFC 9457), with an extra member that says what to do.

Every problem that the API can answer with is listed here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import msgspec
from flask import Response, request
from msgspec import UNSET, Struct, UnsetType
from werkzeug.exceptions import HTTPException

from tricktable.text.language import _, message
from tricktable.web.api.enums import one_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed.wsgi import WSGIEnvironment

PREFIX: Final = "/api/"
"""Requests below this path get their problems in this form."""
MIMETYPE: Final = "application/problem+json"
URN: Final = "urn:tricktable:problem:"
SOON_S: Final = 1
"""When to ask again while the journal is out of reach: a host tries each second."""


class Kind(NamedTuple):
    """One kind of problem."""

    status: int
    title: str
    do: str


KINDS: Final = {
    "unreadable": Kind(400, message("The request cannot be read"),
        message("Compare it with /api/v1/openapi.json.")),
    "not-host": Kind(403, message("Only the host may do this"),
        message("Ask from the host's own machine, or send its token in the X-Host-Token header.")),
    "origin": Kind(403, message("Refused because of where it comes from"),
        message("From a program, send Content-Type: application/json, or the host's token. From "
                "a page of another origin, allow it in the setting allow_origins, and send the "
                "token.")),
    "missing": Kind(404, message("Not found"), message("See /api/v1/tables for what there is.")),
    # One for both, so that nobody learns whose games are kept.
    "no-word": Kind(404, message("No games are kept under this name with this word"),
        message("Send the name and the word chosen on the seat's phone.")),
    "method": Kind(405, message("Method not allowed"),
        message("Use a method from the Allow header.")),
    "refused": Kind(409, message("Not possible as things are"),
        message("Read what is there now, and send something that is possible.")),
    "running": Kind(409, message("A game is running"),
        message('Let it end, or abandon it: send "abandon": true, or ?abandon=yes with a record.')),
    "wrong-kind": Kind(409, message("A card means something else now"),
        message("Send one of the kinds that the table's `laying` lists.")),
    "no-game": Kind(409, message("No game has begun"),
        message("Begin one: POST …/games, or …/record with a whole record.")),
    "paused": Kind(409, message("The game is paused"), message("Resume it first: POST …/resume.")),
    "tending": Kind(409, message("A deck is being enrolled or checked"),
        message('Finish that, or stop it: POST …/decks/tend with "do": "stop".')),
    "moved-on": Kind(409, message("The table has moved on"),
        message("Read the table again and answer the question that it asks now, if any.")),
    "lapsed": Kind(409, message("It fell away"),
        message("Read the table again. If it still applies, send it with a new key.")),
    "pen": Kind(409, message("Somebody else keeps the score"),
        message("Take the pen over: PUT …/pen. Or send no X-Pen.")),
    "unsure": Kind(409, message("Say the name twice"),
        message("Send the same name as `name` and `again`: it is deleted for good.")),
    # As draft-ietf-httpapi-idempotency-key-header has it (2.7), like 422 for `reused`.
    "under-way": Kind(409, message("The same request is still being processed"),
        message("Wait the seconds given in Retry-After, then send it again with the same key.")),
    "too-long": Kind(413, message("The request is too long"),
        message("Send less at once, or a shorter record.")),
    "media": Kind(415, message("Unsupported content type"),
        message("Send application/json, or a record as application/jsonl.")),
    "unfit": Kind(422, message("These values do not fit"),
        message("Change what is named here; /api/v1/games lists what each game takes.")),
    "no-record": Kind(422, message("This record cannot be accepted"),
        message("Fix the line given here; `tricktable replay` checks a file without a host.")),
    "reused": Kind(422, message("This key was used for another request"),
        message("Use a new key for each request; reuse it only to send the same request again.")),
    "slowly": Kind(429, message("Too many requests"),
        message("Wait the seconds given in Retry-After.")),
    "away": Kind(503, message("The journal is out of reach"),
        message("Wait the seconds given in Retry-After, then send it again, with the same key if "
                "it has one.")),
    "busy": Kind(503, message("The host is busy"),
        message("Wait the seconds given in Retry-After.")),
    "fault": Kind(500, message("The host has failed"),
        message("See what it printed, and tell us.")),
}  # fmt: skip

ProblemType = Annotated[str, one_of("ProblemType", *(URN + name for name in KINDS))]


class Problem(Struct, frozen=True):
    """What went wrong, and what to do about it."""

    type: ProblemType
    """The kind of problem, as listed in the reference."""
    title: str
    status: int
    detail: str
    """This case, in words for people."""
    do: str
    """What you can do about it."""
    possible: str | UnsetType = UNSET
    """Of an act that the game refuses: what those whose turn it is may do, in a sentence."""


_BY_STATUS: Final = {kind.status: name for name, kind in reversed(KINDS.items())}
"""The first kind for each status."""


class Refusal(HTTPException):
    """Raised to end a request with this problem."""

    def __init__(
        self,
        name: str,
        detail: str,
        retry_after_s: int | None = None,
        do: str = "",
        possible: str = "",
    ) -> None:
        """This kind of problem, described by `detail`; `do` replaces the kind's own advice."""
        super().__init__(detail)
        self.possible = possible
        self.do = do
        self.code = KINDS[name].status
        self.name_of_problem = name
        self._retry_after_s = retry_after_s

    def get_headers(
        self, environ: WSGIEnvironment | None = None, _: Mapping[str, object] | None = None
    ) -> list[tuple[str, str]]:
        """The answer's headers, with the seconds to wait if waiting helps."""
        wait_s = self._retry_after_s
        more = [] if wait_s is None else [("Retry-After", str(wait_s))]
        return [*super().get_headers(environ), *more]


def is_due() -> bool:
    """Whether this request gets its problems in this form."""
    return request.path.startswith(PREFIX)


def answer(error: HTTPException) -> Response:
    """The problem response for this error, whatever raised it."""
    name = getattr(error, "name_of_problem", "") or _name(error.code or 500)
    kind = KINDS[name]
    is_plain = error.description in (None, type(error).description)  # the web server's own words
    detail = f"{_(kind.title)}." if is_plain else str(error.description)
    do = getattr(error, "do", "") or _(kind.do)
    possible = getattr(error, "possible", "") or UNSET
    problem = Problem(URN + name, _(kind.title), kind.status, detail, do, possible)
    told = [each for each in error.get_headers() if each[0] != "Content-Type"]
    return Response(msgspec.json.encode(problem), kind.status, told, mimetype=MIMETYPE)


def of_a_fault() -> bytes:
    """The problem for an internal error, in English: translation might not work any more."""
    return msgspec.json.encode(example("fault"))


def example(name: str) -> Problem:
    """A problem of this kind, in English."""
    kind = KINDS[name]
    return Problem(URN + name, kind.title, kind.status, f"{kind.title}.", kind.do)


def _name(status: int) -> str:
    return _BY_STATUS.get(status, "fault" if status >= 500 else "unreadable")
