"""What the service notes for the host's terminal: one line each, one of a kind a minute.

A line never repeats what somebody sent: it may hold a token, or paint a terminal. A fault is told
by its kind and place.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

QUIET_MS: Final = 60_000


class OneLine(logging.Filter):
    """Makes a record one line, and lets through one of a kind a minute. Mutable."""

    def __init__(
        self, now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000
    ) -> None:
        super().__init__()
        self._now_ms = now_ms
        self._told: dict[str, tuple[int, int]] = {}
        """By kind: when it was told last, and how often it came since. Few: kinds are ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is told; it is one line then."""
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
    """The kind of a fault and where it was raised: never what it says."""
    frames = traceback.extract_tb(fault.__traceback__) if fault else []
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(fault).__name__}{where}"


def new_log() -> logging.Logger:
    """Where one service notes what it does: below `tricktable`, and calm."""
    log = logging.Logger("tricktable.web")
    log.parent = logging.getLogger("tricktable")
    log.addFilter(OneLine())
    return log
