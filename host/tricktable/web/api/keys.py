"""A request's `Idempotency-Key`: its form, its owner, and one request at a time for each key.

Follows draft-ietf-httpapi-idempotency-key-header-07. The table remembers what came of a request;
this module knows only the requests under way.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

from flask import Flask, current_app, request

from tricktable.text.language import _
from tricktable.web.api.problems import Refusal
from tricktable.web.guards import is_this_machine

HEADER: Final = "Idempotency-Key"
WORDS: Final = (
    "A key that you make up for this request: 8 to 64 letters, digits, - or _. "
    "A second request with it changes nothing."
)
WAIT_S: Final = 1
"""When it is worth asking again."""
_KEY: Final = re.compile(r'("?)([A-Za-z0-9_-]{8,64})\1')  # a string of RFC 9651 has quotes


class UnderWay:
    """The keys of all unanswered requests. From any thread."""

    def __init__(self) -> None:
        self._held: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    @contextmanager
    def alone(self, code: str, key: str) -> Iterator[None]:
        """Be the only request with this key at the table. Raises: Refusal, if there is one."""
        with self._lock:
            if (code, key) in self._held:
                raise Refusal("under-way", _("The first one has not been answered yet."), WAIT_S)
            self._held.add((code, key))
        try:
            yield
        finally:
            with self._lock:
                self._held.discard((code, key))


def init_app(app: Flask) -> None:
    """Let this app's requests come one at a time."""
    app.config["UNDER_WAY"] = UnderWay()


@contextmanager
def one_at_a_time(code: str) -> Iterator[str]:
    """The request's key at the table, unique for each kind of caller; empty if it has none.

    Keys belong to the host, recognised by this machine or by the token. That makes two kinds of
    caller, however many addresses they use, because a caller that asks again may have a new one.
    Raises: Refusal.
    """
    key = _of_request()
    under_way: UnderWay = current_app.config["UNDER_WAY"]
    with under_way.alone(code, key) if key else nullcontext():
        yield key


def _of_request() -> str:
    given = request.headers.get(HEADER)
    if given is None:
        return ""
    found = _KEY.fullmatch(given)
    if found is None:
        raise Refusal("unreadable", _("The key must be 8 to 64 letters, digits, - or _."))
    return f"{'here' if is_this_machine() else 'token'}.{found[2]}"
