"""Hosts as processes of their own: `tricktable serve` as it is, forked off a process that has read
all of it (rig/forks.py), so that another one serves after a tenth of a second. Test support.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import struct
import sys
import time
from collections.abc import Sequence
from datetime import datetime, tzinfo
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from rig.patience import PATIENCE_S
from rig.program import Script

STEP_S: Final = 0.005
_SERVES: Final = "Ctrl-C ends."
_PORT: Final = re.compile(r"http://localhost:(\d+)/host/")
_SCRIPT: Final = "import sys; from chaos.hosts import serve; serve(*sys.argv[1:])"


class Host:
    """One host, which may be killed and started again. Its data folder and log stay."""

    def __init__(self, home: Path, *words: str) -> None:
        home.mkdir()
        self.home = home
        self.lives = 0
        """How often it was started."""
        self.port: int | None = None
        """Where it serves; None while it does not."""
        self.is_stopped = False
        """Whether it stands still."""
        self.stops = 0
        """How often it has stood still."""
        place = ("--data", str(home / "data"), "--http-host", "127.0.0.1", "--http-port", "0")
        self._words = ("serve", *place, *words)
        self._clock = home / "clock"
        self._log = home / "log"
        self._process: Script | None = None
        self._said_before = 0
        self.shift_clock(0)

    def start(self, *, wait: bool = True) -> None:
        """Start it; with `wait`, return once it serves."""
        self.lives += 1
        self._said_before = len(self.said)
        self._process = Script(_SCRIPT, self._log, self._clock, *self._words)
        if wait:
            self.wait()

    def wait(self) -> None:
        """Return once it serves."""
        assert self._process is not None
        ends = time.monotonic() + PATIENCE_S
        while not self.serves():
            assert not self._process.is_over(), f"it did not start:\n{self.said}"
            assert time.monotonic() < ends, f"it does not serve:\n{self.said}"
            time.sleep(STEP_S)

    def serves(self) -> bool:
        """Whether it has begun to serve."""
        said = self.said[self._said_before :]
        if self.port is None and _SERVES in said:
            found = _PORT.search(said)
            assert found is not None
            self.port = int(found[1])
        return self.port is not None

    @property
    def said(self) -> str:
        """All that it has said in its lives."""
        with contextlib.suppress(FileNotFoundError):
            return self._log.read_text(errors="replace")
        return ""

    def send(self, number: signal.Signals) -> None:
        """Send its process a signal."""
        assert self._process is not None
        if number is signal.SIGSTOP:
            self.stops += 1
        self.is_stopped = number is signal.SIGSTOP
        self._process.send_signal(number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.port, self.is_stopped = None, False
        if self._process is not None:
            self._process.kill()
            self._process = None

    def shift_clock(self, seconds: float) -> None:
        """Let its wall clock differ by so much from now on; other clocks go on as they do."""
        # Replaced as a whole: a host reads it at any moment.
        changed = self.home / "clock.new"
        changed.write_bytes(struct.pack("d", seconds))
        changed.replace(self._clock)


def serve(log: str, clock: str, *words: str) -> None:
    """Be a host until it ends: within a process of its own, told these words."""
    file = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    for name in [*os.environ]:
        if name.startswith("TRICKTABLE_"):
            del os.environ[name]
    import_module("rig.whole_program")  # there already, but where nothing can be forked
    shift(Path(clock), [each for name, each in sys.modules.items() if "tricktable" in name])
    from tricktable.cli import main

    sys.exit(main(words, standalone_mode=True))


def shift(clock: Path, modules: Sequence[ModuleType]) -> None:
    """Let these modules read a wall clock that differs by what the file says, each time anew."""

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Shifted:
            (seconds,) = struct.unpack("d", clock.read_bytes())
            return cls.fromtimestamp(time.time() + seconds, tz)

    for module in modules:
        if getattr(module, "datetime", None) is datetime:
            module.datetime = Shifted  # type: ignore[attr-defined]
