"""The program itself as a process: started, read line by line, told to end. No wait is endless."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rig import forks, other_games
from rig.patience import PATIENCE_S

COMMAND = (sys.executable, "-m", "tricktable")
"""Who gives this as the command has a Python of its own, which reads the whole program first."""


def environment(home: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of somebody whose home folder is `home` and who has set nothing."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("TRICKTABLE_")}
    kept.pop("XDG_DATA_HOME", None)
    return {**kept, "HOME": str(home), "PYTHONUNBUFFERED": "1", **(more or {})}


def run(
    home: Path,
    *words: str,
    given: bytes = b"",
    more: Mapping[str, str] | None = None,
    command: Sequence[str] = (),
) -> subprocess.CompletedProcess[bytes]:
    """What a command that ends by itself says: the program, or whatever the command is."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as warned:
        with tempfile.TemporaryFile() as told:
            told.write(given)
            told.seek(0)
            streams = (told.fileno(), said.fileno(), warned.fileno())
            process = started(words, environment(home, more), streams, command=command)
        try:
            code = process.wait(PATIENCE_S)
        finally:
            process.kill()
        said.seek(0)
        warned.seek(0)
        return subprocess.CompletedProcess(words, code, said.read(), warned.read())


def started(
    words: Sequence[str],
    environment: Mapping[str, str],
    streams: Sequence[int],
    files: int | None = None,
    command: Sequence[str] = (),
) -> subprocess.Popen[bytes] | forks.Forked:
    """The program with these words, or the command, with these standard streams.

    Without a command it is forked off a process that has read the program, where that can be.
    """
    limits = None if files is None else (files, files)
    if not command and forks.can_fork(environment):
        return forks.fork(forks.Asked(words, environment, str(Path.cwd()), limits), streams)
    return _cold([*(command or COMMAND), *words], environment, streams, limits)


def _cold(
    command: Sequence[str],
    environment: Mapping[str, str],
    streams: Sequence[int],
    limits: tuple[int, int] | None,
) -> subprocess.Popen[bytes]:
    stdin, stdout, stderr = streams
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env=environment,
        preexec_fn=None if limits is None else lambda: forks.limit(*limits),
    )


class Script:
    """A few lines of Python as a process of its own, which may import the program and the tests.

    It says little: nobody reads its streams meanwhile. A context manager: it never outlives that.
    """

    def __init__(
        self,
        source: str,
        *words: object,
        more: Mapping[str, str] | None = None,
        files: tuple[int, int] | None = None,
        is_warm: bool = True,
    ) -> None:
        """Start it, told these words, with more in its environment.

        It may open this many files, and raise that to this many. Unless it is warm, it reads all
        that it imports by itself.
        """
        self.returncode: int | None = None
        """Its exit code, once it has ended."""
        kept = {**os.environ, "PYTHONUNBUFFERED": "1", **(more or {})}
        kept["PYTHONPATH"] = other_games.before(forks.TESTS)
        source, told = textwrap.dedent(source), [*map(str, words)]
        reading, writing = os.pipe()
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the rest
        with Path(os.devnull).open("rb") as nothing, os.fdopen(writing, "wb") as saying:
            streams = (nothing.fileno(), saying.fileno(), self._stderr.fileno())
            if is_warm and forks.can_fork(kept):
                asked = forks.Asked(told, kept, str(Path.cwd()), files, source)
                self._process: subprocess.Popen[bytes] | forks.Forked = forks.fork(asked, streams)
            else:
                self._process = _cold([sys.executable, "-c", source, *told], kept, streams, files)

    def __enter__(self) -> Script:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End it as a power cut would, unless it has ended."""
        if self.returncode is None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
        self.stdout.close()
        self._stderr.close()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def end(self, timeout_s: float = PATIENCE_S) -> tuple[str, str]:
        """Wait until it ends; what it then has said on both streams that nobody has read."""
        self.returncode = self._process.wait(timeout_s)
        self._stderr.seek(0)
        return self.stdout.read(), self._stderr.read().decode()


class Program:
    """A command that goes on until it is told to end. A context manager: it never outlives that."""

    def __init__(
        self,
        home: Path,
        *words: str,
        files: int | None = None,
        command: Sequence[str] = (),
    ) -> None:
        """Start it, or whatever the command is.

        It may open this many files, and cannot raise that.
        """
        self.lines: list[str] = []
        """All that it has said so far, as far as it was waited for."""
        self._said: queue.Queue[str | None] = queue.Queue()
        reading, writing = os.pipe()
        self._stdout = os.fdopen(reading, encoding="utf-8", errors="backslashreplace")
        with Path(os.devnull).open("rb") as nothing, os.fdopen(writing, "wb") as saying:
            streams = (nothing.fileno(), saying.fileno(), saying.fileno())
            self._process = started(words, environment(home), streams, files, command)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._stdout.closed:  # it goes on, or has ended by itself
            self.kill()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def until(self, pattern: str) -> re.Match[str]:
        """The first line from here on that the pattern is found in."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._said.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            assert line is not None, f"it never said {pattern!r}, only: {self.lines}"
            self.lines.append(line)
            found = re.search(pattern, line)
            if found:
                return found

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._end()

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Ask it to end; its exit code. The rest of what it says is in `lines`."""
        self._process.send_signal(number)
        return self._end()

    def _end(self) -> int:
        code = self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        self._stdout.close()
        while not self._said.empty():
            line = self._said.get_nowait()
            if line is not None:
                self.lines.append(line)
        return code

    def _read(self) -> None:
        for line in self._stdout:
            self._said.put(line.rstrip("\n"))
        self._said.put(None)
