"""No key and no card waits for what else a board does: its computing is counted, too.

In CPython's steps.
"""

import json
import os
import sys
from pathlib import Path

from rig.patience import output_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("firmware/sim", "firmware/sim/cpython", "firmware/portable", "firmware/pico", "tests")
MOST_UNSEEN_MS = 20
MOST_CARD_US = 35_000


def told(*words):
    """What virtual_looks.py tells."""
    done = output_of(
        [sys.executable, "-s", "-B", str(Path(__file__).with_name("virtual_looks.py")), *words],
        env={"PYTHONPATH": os.pathsep.join(str(ROOT / folder) for folder in FOLDERS)},
    )
    assert "TOLD " in done.stdout, done.stdout + done.stderr
    return json.loads(done.stdout.split("TOLD ")[1])


def test_no_more_than_20_ms_pass_without_a_look_at_the_keys_however_much_a_host_says():
    looks = told("4", "1", "talks")
    assert 0 < looks["steady"] <= MOST_UNSEEN_MS
    assert 0 < looks["start"] <= MOST_UNSEEN_MS


def test_each_card_on_the_reader_of_a_breadboard_is_told_within_35_ms():
    assert max(told("1", "16", "listens")["cards_us"]) <= MOST_CARD_US
