"""A host that is late by chance, where LATE says by how many milliseconds at most.

Whatever a test does not wait for is not there yet then: a card that it plays and looks for in the
record, a script that has to say what is chosen, a view of what has happened. Decides nothing.
"""

import os
import random
from collections.abc import Callable, Iterable
from typing import Any, Final

import gevent
from flask import Flask

from tricktable.web.live.feed import Feed

MOST_S: Final = int(os.environ.get("LATE", "0")) / 1000
"""0: nothing is late."""
_chance: Final = random.Random()


def make_late(app: Flask, feed: Feed) -> None:
    """Let this host be late with all that it does and says, if anything is to be late."""
    if not MOST_S:
        return
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = None  # a kept script is never late
    answered = app.wsgi_app

    def late(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        gevent.sleep(_some_s())
        answer: Iterable[bytes] = answered(environ, start)
        if environ["REQUEST_METHOD"] == "POST":  # pages may hear of it before whoever asked for it
            gevent.sleep(_some_s())
        return answer

    app.wsgi_app = late  # type: ignore[assignment,method-assign]
    send = feed._send_changed
    feed._send_changed = lambda: gevent.spawn_later(_some_s(), send)  # type: ignore[method-assign]


def _some_s() -> float:
    return _chance.uniform(0, MOST_S)
