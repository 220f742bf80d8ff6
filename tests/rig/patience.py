"""How long tests wait for what is sure to come, and how."""

import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE_S = 60
"""What has not happened by then never will, however busy the computer is.

No test promises a time of its own.
"""
HANG_S = 120
"""A test that takes longer hangs: what it waits for by itself it has given up before.

pytest ends it (pyproject.toml); who may take longer is named in tests/rig/test_patience.py.
"""
STEP_S = 0.01


def until(is_so: Callable[[], object], why: Callable[[], object] = str) -> None:
    """Wait until it is so; `why` says what there is instead, once patience has ended."""
    ends_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < ends_s, f"it never came to be: {why()}"
        threading.Event().wait(STEP_S)  # tests may have taken `time.sleep` away


def output_of(
    command: Sequence[str | Path], *, timeout: float | None = PATIENCE_S, **how: Any
) -> subprocess.CompletedProcess[str]:
    """How this program ends, and the text that it prints until then."""
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=timeout, **how
    )
