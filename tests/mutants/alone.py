"""Runs something in a process of its own, which may block, eat memory or never end."""

import gc
import os
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Final

MOST_BYTES: Final = 6 << 30
"""No suite needs as much; a program that allocates for ever would take the machine with it."""
_LOOK_S: Final = 0.02


def run_alone(
    work: Callable[[], int],
    most_s: float,
    is_quiet: bool = True,
    now: Callable[[], float] = time.monotonic,
) -> int | None:
    """The exit code of `work`, run in a fork of this process; None if it did not end in time.

    Whatever it has started and not moved to a session of its own is killed with it. `now` is the
    wall's clock in seconds: whoever waits for ever uses no processor.
    """
    child = os.fork()
    if not child:
        _run(work, is_quiet)
    ends = now() + most_s
    while now() < ends:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _kill(child)  # what it left behind
            return os.waitstatus_to_exitcode(status)
        time.sleep(_LOOK_S)
    _kill(child)
    os.waitpid(child, 0)
    return None


def _run(work: Callable[[], int], is_quiet: bool) -> None:
    """In the new process; never returns."""
    code = 1
    # What is garbage here belongs to the parent: finalising it could wait for a lock that a thread
    # of the parent held at the fork, and no thread of its is here to let it go.
    gc.freeze()
    try:
        import resource  # POSIX only, like a fork

        os.setsid()
        if is_quiet:
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        os.environ["TRIAL_OF_A_CHANGE"] = "yes"
        code = work()
    except BaseException:  # noqa: BLE001 - nobody above this would tell it
        if not is_quiet:
            traceback.print_exc()
    finally:
        os._exit(code)


def _kill(child: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
