"""Which pages of other origins may read the interface, write with the token, frame guests' pages.

None, unless the setting `allow_origins` names them. Follows Fetch ("CORS protocol") and CSP Level 3
("frame-ancestors"). Never answers `*`, and never allows credentials: the only
cookie opens nothing (`people/marks.py`).
"""

import re
from typing import Final

from flask import Response, request

from tricktable.web.site import site

READ: Final = ("/api/",)
"""What other origins may read begins so; besides, the live streams."""
_STREAMS: Final = ("live.stream", "overlay.stream")
_FRAMED: Final = ("pages.table", "wall.page", "overlay.page")
"""The pages that may be framed: nothing on them can be pressed that changes anything."""
METHODS: Final = "GET, HEAD, POST, PUT, DELETE"
HEADERS: Final = "Content-Type, Idempotency-Key, If-None-Match, X-Host-Token, X-Pen"
"""What a page of another origin may send."""
EXPOSED: Final = "ETag, Retry-After"
"""What it may read of an answer's head, besides what every page may."""
# Without it a browser asks again after 5 s (Fetch, "CORS-preflight cache").
MAX_AGE_S: Final = 600
"""How long a browser need not ask again; after a change of the setting, at most that long."""


def request_origin() -> str:
    """The origin that this request names; empty if it names none. `null` is one, too."""
    return request.headers.get("Origin", "")


def is_another() -> bool:
    """Whether the request says that it comes from a page that is not ours.

    Only the host and the port are compared: a proxy in front may speak HTTPS.
    """
    return "Origin" in request.headers and request_origin().partition("://")[2] != request.host


def may_write() -> bool:
    """Whether a page of this origin may change something, if it sends the host's token.

    A browser asks us first whether a page may send that header, and only these origins get a yes.
    The token is in no browser by itself, as a cookie would be: the page has to know it. So without
    the token everything that changes something stays closed to other origins. The forms of our
    pages stay closed altogether, since they take a token in a field, which needs no asking.
    """
    return _is_allowed() and request.path.startswith(READ)


def _is_allowed() -> bool:
    """Whether the request's origin is one of those allowed, letter by letter.

    Two `Origin` lines arrive as one with a comma, which is no origin.
    """
    return request_origin() in site().settings.allow_origins


def answer_preflight() -> Response | None:
    """Answers a browser's question whether a page may ask; others go their usual way."""
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not (asks and _is_allowed() and request.path.startswith(READ)):
        return None
    return Response(
        status=204,
        headers={
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": HEADERS,
            "Access-Control-Max-Age": str(MAX_AGE_S),
        },
    )


def add_headers(response: Response) -> Response:
    """Tell a browser what other origins may do with this answer; changes our own policy."""
    allowed = site().settings.allow_origins
    if not allowed:
        return response
    if request.path.startswith(READ) or request.endpoint in _STREAMS:
        response.vary.add("Origin")
        if _is_allowed():
            response.headers["Access-Control-Allow-Origin"] = request_origin()
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
    elif request.endpoint in _FRAMED:
        policy = response.headers["Content-Security-Policy"]
        response.headers["Content-Security-Policy"] = _ANCESTORS.sub(
            lambda found: " ".join((found[1] or found[2], *allowed)), policy
        )
        del response.headers["X-Frame-Options"]  # it can name no origin
    return response


_ANCESTORS: Final = re.compile(r"(frame-ancestors 'self')|(frame-ancestors) 'none'")
