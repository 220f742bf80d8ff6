"""No key waits for what else a board does: counted is also its computing, with CPython's steps."""

import json
import os
import sys
from pathlib import Path

from rig.patience import output_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("firmware/sim", "firmware/sim/cpython", "firmware/portable", "firmware/pico", "tests")
MOST_UNSEEN_MS = 20


def test_no_more_than_20_ms_pass_without_a_look_at_the_keys_however_much_a_host_says():
    done = output_of(
        [sys.executable, "-s", "-B", str(Path(__file__).with_name("virtual_looks.py")), "4", "1"],
        env={"PYTHONPATH": os.pathsep.join(str(ROOT / folder) for folder in FOLDERS)},
    )
    assert "TOLD " in done.stdout, done.stdout + done.stderr
    told = json.loads(done.stdout.split("TOLD ")[1])
    assert 0 < told["steady"] <= MOST_UNSEEN_MS
    assert 0 < told["start"] <= MOST_UNSEEN_MS
