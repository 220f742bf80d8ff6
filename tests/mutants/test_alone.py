"""What is run in a process of its own: it may end well, badly, or never."""

import gc
import itertools
import os
import signal
import time

import psutil
import pytest

from mutants.alone import run_alone
from rig.patience import PATIENCE_S


def has_ended(process: psutil.Process) -> bool:
    """Within the tests' patience: a signal's work is done a moment after it is sent."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return True  # nobody has asked for its exit code
            process.wait(0.05)
        except psutil.NoSuchProcess:
            return True
        except psutil.TimeoutExpired:
            continue
    return False


@pytest.mark.parametrize("code", [0, 1, 77])
def test_the_exit_code_is_told(code):
    assert run_alone(lambda: code, PATIENCE_S) == code


def test_what_is_raised_ends_it(capfd):
    def fails():
        raise SystemExit("nobody is told")

    assert run_alone(fails, PATIENCE_S) == 1
    assert capfd.readouterr() == ("", "")
    assert run_alone(fails, PATIENCE_S, is_quiet=False) == 1
    assert "nobody is told" in capfd.readouterr().err


def test_a_signal_is_no_good_end():
    assert run_alone(lambda: os.kill(os.getpid(), signal.SIGKILL) or 0, PATIENCE_S) == -9


def test_what_waits_for_ever_without_using_the_processor_is_ended_with_all_it_started(tmp_path):
    told, begun = tmp_path / "pid", tmp_path / "pid.part"
    started: list[psutil.Process] = []
    gives_up = time.monotonic() + PATIENCE_S
    readings = itertools.count()

    def waits():
        if pid := os.fork():
            begun.write_text(str(pid))
            begun.rename(told)
        while True:
            signal.pause()

    def now():
        """Time is over as soon as the second process runs, or will never run.

        It begins at 0 even if that process is quicker than the first look at the clock.
        """
        if next(readings) == 0:
            return 0.0
        if not started and told.exists():
            started.append(psutil.Process(int(told.read_text())))
        return 1.0 if started or time.monotonic() > gives_up else 0.0

    assert run_alone(waits, 1.0, now=now) is None
    assert started, "the second process never ran"
    assert has_ended(started[0])


def test_what_allocates_for_ever_fails_by_itself():
    def grows():
        bytearray(1 << 40)
        return 0

    assert run_alone(grows, PATIENCE_S) == 1


def test_the_parents_garbage_is_not_finalised_in_the_child():
    parent = os.getpid()
    finalised_in = []

    class WaitsForAnotherThread:
        def __init__(self):
            self.itself = self

        def __del__(self):
            finalised_in.append(os.getpid())

    def collects():
        gc.collect()
        return len(finalised_in)

    gc.collect()
    WaitsForAnotherThread()
    assert run_alone(collects, PATIENCE_S) == 0
    gc.collect()
    assert finalised_in == [parent]
