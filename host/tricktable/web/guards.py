"""Who may ask for what: the headers on every answer, the same-origin check, the host's door.

Knows no table. Decides everything from the connection and the headers alone.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import Final, ParamSpec, TypeVar

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import Forbidden, SecurityError
from werkzeug.sansio.utils import host_is_trusted

from tricktable.text.language import _
from tricktable.web import other_origins, this_machine
from tricktable.web.site import site

P = ParamSpec("P")
R = TypeVar("R")

TOKEN_HEADER: Final = "X-Host-Token"
TOKEN_FIELD: Final = "host_token"
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# The content types that a browser sends to another origin without a preflight (Fetch,
# "CORS-safelisted request-header"). A request without a body has none.
_SENT_UNASKED: Final = (
    "",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
)
CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
POLICY: Final = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    # For browsers that do not know `frame-ancestors` (CSP Level 2).
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""The headers of every answer, unless a page sets its own header of that name."""
PARTS: Final = frozenset({"text/css", "text/javascript", "font/woff2"})
"""Types of files that pages load and no browser reads as a page."""
PART_POLICY: Final = {
    **{
        name: said
        for name, said in POLICY.items()
        if name not in ("Cross-Origin-Opener-Policy", "X-Frame-Options")
    },
    # Whoever opens one sees text, with nothing to press. A phone loads some fifteen of them, each
    # with its headers: what only a page needs was 3 kB of the 60 that it may load.
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
}
"""The headers of such a file: it may do nothing at all, and opens nothing."""


def init_app(app: Flask) -> None:
    """Guard every request and every answer of this app."""
    app.before_request(_refuse_other_names)
    app.before_request(other_origins.answer_preflight)
    app.before_request(_refuse_other_origins)
    app.after_request(other_origins.add_headers)  # the last one first: it changes what ours sets
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    is_part = request.endpoint == "static" and response.mimetype in PARTS
    for name, said in (PART_POLICY if is_part else POLICY).items():
        response.headers.setdefault(name, said)
    return response


def _refuse_other_names() -> None:
    """Refuses other host names: a page elsewhere must not reach us by its own (DNS rebinding).

    Werkzeug's own check, `TRUSTED_HOSTS`, does not recognise our IPv6 addresses.
    """
    ours = site().settings.trusted_hosts
    if not (_is_among(ours) or _is_among(this_machine.newest())):
        raise SecurityError


def _is_among(ours: tuple[str, ...]) -> bool:
    """Whether the request is for one of these names, on any port."""
    if request.host.startswith("["):
        literal = request.host[: request.host.index("]") + 1].lower()
        return literal in map(_literal, ours)
    # An empty list would trust everybody: that of a computer on no network.
    return bool(ours) and host_is_trusted(request.host, ours)


def _literal(name: str) -> str:
    """An IPv6 address as browsers write it (WHATWG URL, "IPv6 serializer"); else the name."""
    try:
        return f"[{IPv6Address(name.strip('[]'))}]"
    except ValueError:
        return name


class _UnknownOrigin(Forbidden):
    """Refused for where it comes from, or does not say that it comes from."""

    name_of_problem = "origin"


def _refuse_other_origins() -> None:
    """Refuses forms from other pages (CSRF). Browsers send Origin with every POST."""
    if request.method in SAFE_METHODS:
        return
    if "Origin" not in request.headers:
        if not (has_token_header() or _is_asked_for_first()):  # a script, not a browser
            if request.mimetype and request.path.startswith(other_origins.READ):
                abort(415)  # no form of ours: there it is the type alone that is wrong
            raise _UnknownOrigin(_("This request does not say where it comes from."))
    elif other_origins.is_another() and not (other_origins.may_write() and has_token_header()):
        raise _UnknownOrigin(_("This request comes from another page."))


def _is_asked_for_first() -> bool:
    """Whether a browser would first ask us, and be refused, before it sent this for another page.

    True for all methods and content types except the CORS-safelisted ones (Fetch, "CORS-preflight
    fetch").
    """
    return request.method != "POST" or request.mimetype not in _SENT_UNASKED


def has_token_header() -> bool:
    """Whether the request has the host's token in its header."""
    return _has_token(request.headers.get(TOKEN_HEADER, ""))


def _has_token(given: str) -> bool:
    token = site().settings.host_token
    # Takes the same time however much of it is right: `==` would reveal it byte by byte.
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def given_token() -> str:
    """The host's token as the request gives it, or an empty string."""
    return request.headers.get(TOKEN_HEADER, "") or request.form.get(TOKEN_FIELD, "")


def token_to_repeat() -> str:
    """The token for the page's own forms; empty on this machine, which needs none."""
    return "" if is_this_machine() else given_token()


def is_this_machine() -> bool:
    """Whether the other end of the socket is on this machine.

    Headers that name the sender are ignored, since anybody can write them. A request that says it
    was forwarded came through a proxy, so its sender is somewhere else. One from a page of another
    origin is that page's, though the browser may be here: it could read what only the host may.
    """
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    if other_origins.is_another():
        return False
    try:
        address = ip_address(request.environ.get("REMOTE_ADDR", ""))
    except ValueError:
        return False  # a socket without an address is not known to be here
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback


def is_host() -> bool:
    """Whether this request may act for the table."""
    return is_this_machine() or _has_token(given_token())


def host_only(view: Callable[P, R]) -> Callable[P, R | Response]:
    """Decorates a view for the host only; anybody else gets the door page with status 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        if is_host():
            return view(*args, **kwargs)
        page = render_template("door.html", path=request.path, was_given=bool(given_token()))
        return allow_forms(Response(page, 403))

    return guarded


def allow_forms(response: Response) -> Response:
    """Let a page's forms name their origin.

    Under `no-referrer` a browser sends `Origin: null` with a form (Fetch, "append a request Origin
    header"), and the check above must refuse that.
    """
    response.headers["Referrer-Policy"] = "same-origin"
    return response
