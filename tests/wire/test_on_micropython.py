"""The wire's portable tests and bad cables once more, under a real MicroPython."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from rig.patience import output_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PORTABLE = [
    *("frame", "messages", "ring", "credit", "newest", "checkup", "upload"),
    *("board", "host", "sealed"),
]
BOARD_HEAP = "192k"
# The other end, its journal and all that passed share this heap, and are no part of a board.
PAIR_HEAP = "4m"


def micropython(heap: str, *arguments: str) -> str:
    """What the runner prints; it ended well."""
    program = shutil.which("micropython", path=f"{Path(sys.executable).parent}:{os.defpath}")
    if program is None:
        pytest.skip("there is no MicroPython for this machine on the registry")
    done = output_of(
        [program, "-X", f"heapsize={heap}", str(HERE / "run_on_micropython.py"), *arguments],
        env={"MICROPYPATH": f"{ROOT / 'firmware/portable'}:{HERE.parent}:.frozen"},
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    return done.stdout


def count(name: str) -> int:
    """How many tests a file has."""
    return (HERE / f"test_{name}.py").read_text().count("\ndef test_")


@pytest.mark.parametrize("name", PORTABLE)
def test_portable_tests_pass_in_a_boards_heap(name):
    assert micropython(BOARD_HEAP, f"test_{name}").endswith(f"\n{count(name)} passed\n")


def test_both_ends_talk_to_each_other():
    done = micropython(PAIR_HEAP, "test_session")
    assert done.endswith(f"\n{count('session')} passed\n")


def test_bad_cables_end_in_agreement():
    seeds = range(1, 21)
    done = micropython(PAIR_HEAP, "seeds=" + ",".join(map(str, seeds)))
    assert done.endswith(f"\n{len(seeds)} passed\n")
