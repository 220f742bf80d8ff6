"""Compresses scripts, styles and public pages, each of them once.

Packed scripts and styles come without their comments, a fifth of a script, and without space that
separates nothing. A script's lines keep their numbers, and whoever takes no packed file gets it as
it was written.

Other pages are never compressed: when a page holds both a secret and something a stranger sent, its
compressed length reveals how alike the two are (BREACH).
"""

import gzip
import hashlib
import re
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

PACKED: Final = frozenset({"text/css", "text/javascript", "image/svg+xml"})
"""Types that compression shrinks; fonts and pictures are compressed already."""
COMMENTS: Final = {
    "text/javascript": re.compile(
        rb"""^[ \t]*(?://[^\n]*|/\*\*.*?\*/)$"""
        rb"""|^((?:[^"'`\n]|"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)*?[;{},]) // [^\n]*$""",
        re.MULTILINE | re.DOTALL,
    ),
    "text/css": re.compile(rb"/\*.*?\*/()", re.DOTALL),
}
"""Comments. Of a line with one behind its statement, the first group is the statement."""
SPACE: Final = {
    "text/javascript": re.compile(rb"^()[ \t]+", re.MULTILINE),
    "text/css": re.compile(rb"\s*([{};])\s*|(?<=,)\s+|(?<=[a-z]:)\s+"),
}
"""The space that separates nothing: a script's indents, for no text goes on in its next line."""
VENDOR: Final = "vendor/"
"""The folder of what others wrote: their comments say whose it is."""
PUBLIC: Final = frozenset(
    {
        "pages.index",
        "pages.table",
        "history.game",
        "history.evening",
        "replay.of_game",
        "attempt.of_game",
        "seat.page",
        "wall.page",
        "competition.page",
        "competition.wall",
    }
)
"""Pages without any secret, not even the host's token; none in parts (search_page.py)."""


def init_app(app: Flask) -> None:
    """Compress what this app may compress, for clients that accept it."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if request.endpoint == "static":
        # It repeats the last part of the address: 50 bytes for each of a dozen files.
        response.headers.pop("Content-Disposition", None)
    is_file = request.endpoint == "static" and response.mimetype in PACKED
    if not is_file and request.endpoint not in PUBLIC:
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code == 200 and request.accept_encodings["gzip"]:
        response.direct_passthrough = False  # the file has to be read after all
        filename = (request.view_args or {}).get("filename", VENDOR)
        mimetype = "" if filename.startswith(VENDOR) else response.mimetype
        response.set_data(_compress(response.get_data(), mimetype))
        response.content_encoding = "gzip"
        # A part of the file is no part of the packed one.
        response.headers.pop("Accept-Ranges", None)
        if is_file:
            # By its content: a file may have the time and the length of the version before.
            content = hashlib.blake2b(response.get_data(), digest_size=6)
            response.set_etag(content.hexdigest())
            response.headers.pop("Last-Modified", None)  # the tag goes first (RFC 9110, 13.2.2)
            response.make_conditional(request)
    return response


# Some forty scripts and styles, and the pages that a whole room asks for at once: of a competition
# everybody has a page of their own, and asks for it every 10 s.
@lru_cache(maxsize=160)
def _compress(content: bytes, mimetype: str) -> bytes:
    if mimetype in COMMENTS:
        content = COMMENTS[mimetype].sub(
            lambda found: (found[1] or b"") + b"\n" * found[0].count(b"\n"), content
        )
        content = SPACE[mimetype].sub(rb"\1", content)
    # Without the time, the same content always gives the same bytes.
    return gzip.compress(content, mtime=0)
