"""A process that has read the whole program, and runs of the program that are forked off it.

What a run does from its first own line on is the same, and so is how it ends: it has its own
environment, folder, streams and limits. Only reading the program, a second of a processor's time,
is done once for all of them. One that finds other packages on its path reads the program itself,
and is forked off a process that has read nothing but what the program imports from elsewhere. A run
that must read all of it by itself is started as ever.
"""

import atexit
import contextlib
import io
import json
import os
import select
import selectors
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

TESTS: Final = Path(__file__).parents[1]
READ_AT_START: Final = ("PYTHON", "LC_", "LANG")
"""What Python itself looks at before the program's first line, by how their names begin."""
ENVIRONMENT: Final = {**os.environ}
"""As it was before any test changed it: that of the process that reads."""
_LENGTH: Final = struct.Struct("!I")
_STATUS: Final = struct.Struct("!i")
_STREAMS: Final = 3


class Asked(NamedTuple):
    """What run somebody wants."""

    words: Sequence[str]
    environment: Mapping[str, str]
    folder: str
    files: Sequence[int] | None
    """How many files it may open, and may raise that to; None for as many as everybody."""
    source: str | None = None
    """A program that is run in place of ours, as `python -c` runs it."""


class Forked:
    """A run of the program, as whoever started it sees it. Its names are those of `Popen`."""

    def __init__(self, life: socket.socket) -> None:
        self._life = life
        self._code: int | None = None
        self.pid: int = _LENGTH.unpack(_all(life, _LENGTH.size))[0]
        """Its process id."""

    def wait(self, timeout: float) -> int:
        """Its exit code, once it is gone, or below 0 its signal. Raises: TimeoutError."""
        if self._code is None:
            self._life.settimeout(timeout)
            self._code = _STATUS.unpack(_all(self._life, _STATUS.size))[0]
            self._life.close()
        return self._code

    def poll(self) -> int | None:
        """Its exit code as `wait` says it, or None while it goes on."""
        if self._code is None and not select.select([self._life], [], [], 0)[0]:
            return None
        return self.wait(0)

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it is gone."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)


def can_fork(environment: Mapping[str, str]) -> bool:
    """Whether a run with this environment begins as one of the readers here did."""
    return sys.platform == "linux" and _at_start(environment) == _at_start(ENVIRONMENT)


def fork(asked: Asked, streams: Sequence[int]) -> Forked:
    """A run of the program with these open files as its standard streams."""
    mine, theirs = socket.socketpair()
    others = {*_path(asked.environment)} - {*_path(ENVIRONMENT), str(TESTS)}
    with theirs:
        _reader("rig.outside_imports" if others else "rig.whole_program").fork(theirs, streams)
    said = json.dumps(asked).encode()
    mine.sendall(_LENGTH.pack(len(said)) + said)
    return Forked(mine)


def _at_start(environment: Mapping[str, str]) -> dict[str, str]:
    own = {"PYTHONUNBUFFERED": "1"}  # what every run has (`rig.program.environment`)
    found = {key: text for key, text in environment.items() if key.startswith(READ_AT_START)}
    return {key: text for key, text in (own | found).items() if key != "PYTHONPATH"}


def _path(environment: Mapping[str, str]) -> list[str]:
    """Where a run with this environment looks for packages first."""
    return [each for each in environment.get("PYTHONPATH", "").split(os.pathsep) if each]


class _Reader:
    """The process that has read the program, or this module, as this one sees it."""

    def __init__(self, module: str) -> None:
        self._asking, theirs = socket.socketpair()
        self._lock = threading.Lock()
        path = os.pathsep.join([str(TESTS), *_path(ENVIRONMENT)])
        told = (theirs.fileno(), str(TESTS), module)
        script = f"from rig.forks import serve; serve(*{told!r})"
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", script],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1", "PYTHONPATH": path},
                pass_fds=[theirs.fileno()],
            )

    def fork(self, life: socket.socket, streams: Sequence[int]) -> None:
        """Let it fork a run off, which is told more through `life`."""
        with self._lock:
            socket.send_fds(self._asking, [b"."], [life.fileno(), *streams])

    def close(self) -> None:
        """End it; runs that go on are left alone."""
        self._asking.close()
        self._process.wait()


@cache
def _reader(module: str) -> _Reader:
    made = _Reader(module)
    atexit.register(made.close)
    return made


def _all(source: socket.socket, size: int) -> bytes:
    """This many bytes. Raises: EOFError if they end before."""
    found = b""
    while len(found) < size:
        more = source.recv(size - len(found))
        if not more:
            raise EOFError("the process that runs are forked off has ended")
        found += more
    return found


# --- within the process that reads ----------------------------------------------------------------


def serve(number: int, own: str, module: str) -> None:
    """Import the module, and fork off what is asked for at this socket until that is closed.

    Returns in the process that was forked off, once it has run the program, to end as it says.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the tests is for whoever started us
    import_module(module)
    sys.path.remove(own)
    with socket.socket(fileno=number) as asking:
        asked, streams = _next(asking)
    _become(asked, streams)
    if asked.source is None:
        import tricktable.__main__ as program

        sys.argv = [str(program.__file__), *asked.words]
        program.start()
    else:
        sys.argv = ["-c", *asked.words]
        exec(compile(asked.source, "<string>", "exec"), {"__name__": "__main__"})


def _next(asking: socket.socket) -> tuple[Asked, list[int]]:
    """What somebody asked for, in a process of its own; the other one goes on till the end."""
    woken, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    before = signal.set_wakeup_fd(wakes.fileno())
    lives: dict[int, socket.socket] = {}
    with selectors.DefaultSelector() as selector:
        selector.register(asking, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        while True:
            ready = [key.fileobj for key, _ in selector.select()]
            if woken in ready:
                woken.recv(4096)
                _bury(lives)
            if asking not in ready:
                continue
            said, files, _, _ = socket.recv_fds(asking, 1, 1 + _STREAMS)
            if not said:
                os._exit(0)
            life, streams = socket.socket(fileno=files[0]), files[1:]
            asked = Asked(*json.loads(_all(life, _LENGTH.unpack(_all(life, _LENGTH.size))[0])))
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(before)
                for each in (life, woken, wakes, *lives.values()):
                    each.close()
                return asked, streams
            for stream in streams:
                os.close(stream)
            with contextlib.suppress(OSError):  # whoever asked is gone
                life.sendall(_LENGTH.pack(pid))
            lives[pid] = life


def _bury(lives: dict[int, socket.socket]) -> None:
    """Say of all that have ended how they did."""
    for pid in [*lives]:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            with lives.pop(pid) as life, contextlib.suppress(OSError):  # nobody wants to know
                life.sendall(_STATUS.pack(os.waitstatus_to_exitcode(status)))


def _become(asked: Asked, streams: Sequence[int]) -> None:
    """Be a process that was started so."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in streams:
        os.close(stream)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        text = _text(number, getattr(sys, name))
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)
    os.environ.clear()
    os.environ.update(asked.environment)
    time.tzset()
    os.chdir(asked.folder)
    sys.path[:0] = [each for each in _path(asked.environment) if each not in sys.path]
    invalidate_caches()
    if asked.files is not None:
        limit(*asked.files)


def _text(number: int, before: TextIO) -> io.TextIOWrapper:
    """A standard stream over the file that has this number now, as Python opens it."""
    mode, buffering = ("rb", -1) if number == 0 else ("wb", 0)
    file: Any = open(number, mode, buffering, closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(file, before.encoding, before.errors, "\n", write_through=number > 0)


def limit(files: int, most: int) -> None:
    """Let this process open this many files, and raise that to this many and no more."""
    import resource  # POSIX only

    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
