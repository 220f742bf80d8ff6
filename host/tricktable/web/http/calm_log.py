"""What the web side logs to the host's terminal: one line per message, one a minute per kind.

A line never repeats what somebody sent, which may hold a token or repaint a terminal. An error is
described by its kind and place.
"""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tricktable.store.clock import monotonic_ms

QUIET_MS: Final = 60_000
"""A fault that every phone runs into is one line a minute, and says how often it came."""


class OneLine(logging.Filter):
    """Shortens each log record to one line, and lets one of each kind through a minute. Mutable."""

    def __init__(self, now_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__()
        self._now_ms = now_ms
        self._told: dict[str, tuple[int, int]] = {}
        """By kind: when it was last logged, and how often it came since. Few, as the kinds are
        ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is logged; if so, it has become one line."""
        place = _place(record.exc_info[1]) if record.exc_info else ""
        kind = f"{record.msg}{place}"
        now_ms = self._now_ms()
        told_ms, left_out = self._told.get(kind, (now_ms - QUIET_MS, 0))
        if now_ms - told_ms < QUIET_MS:
            self._told[kind] = told_ms, left_out + 1
            return False
        self._told[kind] = now_ms, 0
        words = " ".join(filter(None, (record.getMessage(), place)))
        record.msg = f"{words} ({left_out} more like it since the last line)" if left_out else words
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


def _place(fault: BaseException | None) -> str:
    """The kind of an error and where it was raised, never its message."""
    frames = traceback.extract_tb(fault.__traceback__) if fault else []
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(fault).__name__}{where}"


def new_log() -> logging.Logger:
    """The log of one app: below `tricktable`, and calm."""
    log = logging.Logger("tricktable.web")
    log.parent = logging.getLogger("tricktable")
    log.addFilter(OneLine())
    return log
