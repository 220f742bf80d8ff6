"""Lets a page's stream begin without the app: thousands of phones come back at once to a host.

Handles the plain request of a page of ours for a table that is in memory, and leaves every other
one to the app: what is refused, asked for in another way or must be waited for. Makes the same
checks as the app in the same order, and gives the same answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.house.open_tables import OpenTables
from tricktable.web import guards, locale
from tricktable.web.live import sse
from tricktable.web.site import site_of

if TYPE_CHECKING:
    from flask import Flask

    from tricktable.table.table import Table
    from tricktable.web.http.head import Head

_HOST: Final = re.compile(r"([0-9A-Za-z.-]+)(?::[0-9]{1,5})?")
"""Those in capitals and of IPv6 are left to the app, too."""
_PATH: Final = re.compile(r"/t/([0-9A-Za-z]+)/live")
_QUERY: Final = re.compile(rf"(?:has=([0-9a-f.]*))?(?:(?:^|&){locale.FIELD}=([a-z]+))?")
"""As our pages write it."""
_TAG: Final = re.compile(r"[0-9a-f.]*")
_READ: Final = ("host", "accept-language", "last-event-id")
"""The fields that matter; a request has each of them once at most."""
_LEFT: Final = ("origin", "expect", "transfer-encoding")
"""A request with one of these is left to the app."""


class StreamStart(NamedTuple):
    """A stream that begins."""

    head: bytes
    """The head of the answer, but for its date."""
    first: bytes
    """What the page has not got yet of the newest view."""
    handover: sse.StreamHandover


class StreamDoor:
    """The door of one app's streams. Belongs to the hub's thread, and never waits."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def join(self, asked: Head, address: str) -> StreamStart | None:
        """The stream for this request from this address, which is counted; None: ask the app."""
        found = _PATH.fullmatch(asked.path) if _is_plain(asked) else None
        named = _QUERY.fullmatch(asked.query) if found else None
        said = _fields(asked) if named else None
        if not (found and named and said is not None and self._is_ours(said["host"])):
            return None
        has = said.get("last-event-id") or named[1] or ""
        if self._table(found[1]) is None or not _TAG.fullmatch(has):
            return None
        language = locale.preferred_language(named[2] or "", said.get("accept-language", ""))
        return self._begin(found[1], language, has, address)

    def _is_ours(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        service = site_of(self._app).settings
        own = site_of(self._app).own
        if found is None:
            return False
        return found[1] in service.trusted_hosts or found[1] in own.newest()

    def _table(self, code: str) -> Table | None:
        """The table with just this code, if it is in memory; then somebody has come to it."""
        tables = site_of(self._app).tables
        return tables.present(code) if isinstance(tables, OpenTables) else tables.get(code)

    def _begin(self, code: str, language: str, has: str, address: str) -> StreamStart | None:
        site = site_of(self._app)
        views = site.seen_views
        if not (views.feed.has_room_for(address) and site.limits.allows("join", address)):
            return None
        newest = views.newest(code, language)
        site.metrics.count_answer(200)
        return StreamStart(
            _HEADS[bool(site.settings.allow_origins)],
            sse.unknown(newest.message, has),
            sse.StreamHandover(views.channel(code, language), newest.version),
        )


def _is_plain(asked: Head) -> bool:
    return asked.method == "GET" and asked.version == "HTTP/1.1" and asked.length == 0


def _fields(asked: Head) -> dict[str, str] | None:
    """The fields that matter; None if the request is not like a page's."""
    found: dict[str, str] = {}
    for name, said in asked.fields:
        if name in _LEFT or name in found:
            return None
        if name in _READ:
            found[name] = said
    return found


def _head(has_friends: bool) -> bytes:
    """`has_friends`: pages of other origins may read streams, so caches must tell them apart."""
    fields = {"Content-Type": sse.CONTENT_TYPE, **({"Vary": "Origin"} if has_friends else {})}
    lines = {**fields, **sse.FIELDS, **guards.POLICY}.items()
    return "".join(
        ["HTTP/1.1 200 OK\r\n", *(f"{name}: {said}\r\n" for name, said in lines)]
    ).encode()


_HEADS: Final = {has_friends: _head(has_friends) for has_friends in (False, True)}
