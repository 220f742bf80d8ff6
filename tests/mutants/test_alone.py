"""What is run in a process of its own: it may end well, badly, or never."""

import os
import signal

import psutil
import pytest

from mutants.alone import run_alone
from rig.patience import PATIENCE_S


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
    told = tmp_path / "pid"

    def waits():
        if started := os.fork():
            told.write_text(str(started))
        while True:
            signal.pause()

    assert run_alone(waits, 2.0) is None
    started = int(told.read_text())
    assert not psutil.pid_exists(started) or psutil.Process(started).status() == "zombie"


def test_what_allocates_for_ever_fails_by_itself():
    def grows():
        bytearray(1 << 40)
        return 0

    assert run_alone(grows, PATIENCE_S) == 1
