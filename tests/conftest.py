"""What holds for every test: our games alone, no deadline, what is compiled once, and Ctrl-C."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from rig import answers, costs, locks, other_games
from rig.postgres import Postgres, running
from rig.preparations import compile_addresses_once, compile_firmware_once, compile_statements_once
from thorough import LEAST

other_games.hide()
answers.watch()
locks.watch()

# Else each run rewrites the asserts of five hundred files, half of the time that collecting takes,
# and each of the hundred programs that the tests start compiles all that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadline, and no complaint of slowness: a verdict must not depend on how busy the machine is.
# CI draws the same examples each time, so that a verdict is the same again; everywhere else the
# search goes on. Of a change that is tried (`make mutants`) only that it fails matters, not the
# smallest example of it.
IS_TRIED = "TRIAL_OF_A_CHANGE" in os.environ
settings.register_profile(
    "tricktable",
    deadline=None,
    derandomize=IS_TRIED or "CI" in os.environ,
    phases=[Phase.explicit, Phase.generate] if IS_TRIED else settings.default.phases,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=max(settings.default.max_examples, LEAST),
)
settings.load_profile("tricktable")

# What every game must do says as much as a test where it fails.
pytest.register_assert_rewrite("games.every_game")

# Most tests of pages have an app of their own, and none of them its own addresses.
compile_addresses_once()
compile_statements_once()
compile_firmware_once()

# A shell's background job ignores Ctrl-C, and so would all that it starts: here it is heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


ROOM_BYTES = 2 << 30
"""So much memory must be free for files: all tests side by side take a fraction at a time."""


def pytest_configure(config: pytest.Config) -> None:
    """Add up what tests cost, and keep what they write in memory: a flush costs nothing there.

    Each card of a game is flushed to the disk. A test that asks for a disk makes one
    (tests/rig/disk.py), and `--basetemp` names any other place.
    """
    costs.pytest_configure(config)
    memory = Path("/dev/shm")
    if config.getoption("basetemp") or not memory.is_dir() or not os.access(memory, os.W_OK):
        return
    if shutil.disk_usage(memory).free > ROOM_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


MANY_FILES = 300
"""This many open files make it worth to look for those that nobody holds any more."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Close what only garbage keeps open: select() can wait for no file above 1,023."""
    try:
        return (yield)
    finally:
        left_open, open_files = answers.left_open(), 0
        with suppress(OSError):  # Linux only
            open_files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - for every test
        if open_files > MANY_FILES:
            gc.collect()
        assert left_open == [], "this test hung up, and left what was answered open: close it"
        # By whichever thread, perhaps of a test before: it waits for no test that is about it.
        assert locks.news() == [], "see docs/explanation/locks.md"


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a test that waits for a program leaves one idle."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor ever among them: they stay to the end.

    Nor as often afterwards as Python does by itself: that took a twentieth of the tests' time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home where table 7KQ has been played at."""
    from rig.host import play_at  # the whole program, which most tests do without

    return play_at(tmp_path)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server for one file: to start one takes seconds."""
    with running() as server:
        yield server
