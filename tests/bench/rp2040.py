"""Measures on an emulated RP2040, in a process of its own. Needs a MicroPython image: PICO_UF2."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests", "firmware/pico", "firmware/sim", "firmware/sim/cpython")
UF2 = os.environ.get("PICO_UF2", "")
WITHOUT = "PICO_UF2 names no MicroPython image for a Pico"
EMULATED = f"RP2040 emulated by rp2040py, {Path(UF2).stem}"


def on_rp2040(what: str, files: Path, *counts: int) -> Mapping[str, Any]:
    """What emulator/start.py measures of a board with these files on its flash."""
    folders = os.pathsep.join(str(ROOT / folder) for folder in FOLDERS)
    done = subprocess.run(
        [sys.executable, "-m", "emulator.start", what, str(files), *map(str, counts)],
        env={**os.environ, "PYTHONPATH": folders},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    measured: Mapping[str, Any] = json.loads(done.stdout)
    return measured
