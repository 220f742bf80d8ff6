"""Puts the simulation and the firmware on CPython's path, as the simulated board has them."""

import sys
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"

for folder in ("sim", "sim/cpython", "portable", "pico"):
    path = str(FIRMWARE / folder)
    if path not in sys.path:
        sys.path.append(path)
