"""Another process of the same program, forked so that a test can have hundreds of them."""

import os
import pickle
import signal
import warnings
from collections.abc import Callable
from typing import NamedTuple, NoReturn


class Child(NamedTuple):
    """A running child; what it writes to its pipe is read from `pipe`."""

    pid: int
    pipe: int

    def kill(self) -> bytes:
        """Kill it at once, as a power cut would, and return what was left in the pipe."""
        os.kill(self.pid, signal.SIGKILL)
        return self.wait(-signal.SIGKILL)

    def wait(self, exit_code: int = 0) -> bytes:
        """Return all that it still writes, once it has ended with `exit_code`."""
        with os.fdopen(self.pipe, "rb") as pipe:
            written = pipe.read()
        _, status = os.waitpid(self.pid, 0)
        ended = os.waitstatus_to_exitcode(status)
        assert ended == exit_code, f"the child ended with {ended}: {written!r}"
        return written


def start(work: Callable[[int], object]) -> Child:
    """Run `work(pipe)` in a child process. No other thread of ours may be running."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Where tests run side by side a thread listens for the next one; the child asks it nothing.
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12, multi-threaded fork()
        pid = os.fork()
    if pid == 0:
        os.close(reading)
        _run(work, writing)
    os.close(writing)
    return Child(pid, reading)


def elsewhere(work: Callable[[], object]) -> object:
    """What `work()` returns or raises in another process."""

    def report(pipe: int) -> None:
        try:
            answer = work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shall see it
            answer = error
        os.write(pipe, pickle.dumps(answer))

    return pickle.loads(start(report).wait())


def _run(work: Callable[[int], object], pipe: int) -> NoReturn:
    exit_code = 1
    try:
        work(pipe)
        exit_code = 0
    finally:
        os._exit(exit_code)  # never back into pytest
