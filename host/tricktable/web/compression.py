"""Sends scripts, styles and the pages that everybody may see packed, each packed once.

Other pages never are: the length of one that holds a secret beside what somebody sent tells how
alike the two are (BREACH).
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

PACKED: Final = frozenset({"text/css", "text/javascript", "image/svg+xml"})
"""What shrinks; fonts and pictures are packed already."""
PUBLIC: Final = frozenset(
    {"pages.index", "pages.table", "past.game", "past.evening", "seat.page", "wall.page"}
)
"""Pages without any secret, the host's own token included."""


def init_app(app: Flask) -> None:
    """Pack what this app may pack, for whoever takes it so."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    is_file = request.endpoint == "static" and response.mimetype in PACKED
    if not is_file and request.endpoint not in PUBLIC:
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code == 200 and request.accept_encodings["gzip"]:
        response.direct_passthrough = False  # the file is read after all
        response.set_data(_compressed(response.get_data()))
        response.content_encoding = "gzip"
        # It repeats the address's last part: 50 bytes for each of ten files.
        response.headers.pop("Content-Disposition", None)
        tag, _ = response.get_etag()
        if tag:
            response.set_etag(tag, weak=True)  # the same file in other bytes (RFC 9110, 8.8.1)
    return response


@lru_cache(maxsize=64)
def _compressed(content: bytes) -> bytes:
    # Without the time the same content is the same bytes.
    return gzip.compress(content, mtime=0)
