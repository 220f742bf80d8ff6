"""Opens the stream of a table's views: one request, then the feed owns the socket. Never loops."""

from typing import Final, NamedTuple

from flask import Blueprint, Response, request
from werkzeug.exceptions import TooManyRequests

from tricktable.text.language import _, current
from tricktable.web import limits
from tricktable.web.live.broadcast import Broadcast, V
from tricktable.web.live.feed import BEAT
from tricktable.web.site import site
from tricktable.web.tables import table_or_404
from tricktable.web.visitors import visitor

blueprint = Blueprint("live", __name__)

STREAM: Final = "tricktable.stream"
"""WSGI environment key of a `StreamHandover`."""
ONCE: Final = "once"
"""In a page's address: the newest event alone, for pages beyond a browser's connections."""
CONTENT_TYPE: Final = "text/event-stream; charset=utf-8"
FIELDS: Final = {
    "Connection": "close",  # the answer has no length: it ends with the stream
    "X-Accel-Buffering": "no",  # for a proxy that would collect events
}
"""What the head of a stream says, besides what every answer says."""
RETRY_S: Final = 15
"""The longest a page waits before it opens the stream again by itself."""


class StreamHandover(NamedTuple):
    """A stream whose first message was sent with its answer."""

    channel: str
    """The feed's channel that continues it."""
    version: int
    """The version of that first message."""


@blueprint.get("/t/<code>/live")
def stream(code: str) -> Response:
    """The newest view at once, then every newer one on the same connection.

    With `has`, the tag of a view that the page has, that view is not sent again.

    A server that does not know `STREAM` ends the answer after the first view. Browsers then ask
    again after the event's `retry`, so the page still updates.
    """
    return answer(site().seen_views, table_or_404(code).code)


def unknown(message: bytes, has: str) -> bytes:
    """What of the newest message a page has not got: a beat alone, if `has` is that view's tag."""
    if has and _tag_in(message.partition(b"\n")[0].decode()) == f"id: {_tag_in(has)}":
        return message.partition(b"event:")[0] + BEAT
    return message


def _tag_in(name: str) -> str:
    """What tells a view from others, whichever host drew it: its version is one host's own."""
    return name.partition(".")[0]


def answer(views: Broadcast[V], code: str) -> Response:
    """The answer that opens a stream of this table's views, in the request's language."""
    limits.count("join")
    is_once = ONCE in request.args
    if not (is_once or views.feed.has_room_for(visitor())):
        words = _("Too many pages are open from this address. Close one, then open this one again.")
        raise TooManyRequests(words, retry_after=RETRY_S)
    # Read before the socket is handed over: the feed gets the version, and sends whatever came in
    # between.
    newest = views.newest(code, current())
    # A page names the view it was drawn with in the address, and a browser that has lost a stream
    # the newest event that came over it, in a header (HTML, "the Last-Event-ID header").
    has = request.headers.get("Last-Event-ID") or request.args.get("has", "")
    if not is_once:
        request.environ[STREAM] = StreamHandover(views.channel(code, current()), newest.version)
    response = Response([unknown(newest.message, has)], content_type=CONTENT_TYPE)
    response.automatically_set_content_length = False
    response.headers.update(FIELDS)
    return response
