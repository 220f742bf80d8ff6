"""Runs the circuits of hardware/simulation by ngspice, with the parts of wiring.yml."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import drawing
import supply

FOLDER = Path(__file__).parent / "simulation"
_MEASURE = re.compile(r"^(\w+)\s+=\s+(\S+)", re.MULTILINE)
RIBBON_OHM_TO_GROUND = 120
"""Wave resistance of a wire beside ground in a ribbon of 1.27 mm: as its makers tell (assumed)."""
RIBBON_S_PER_M = 5e-9


def is_there() -> bool:
    """Whether ngspice can be asked."""
    return shutil.which("ngspice") is not None


def parts() -> dict[str, float]:
    """What the circuits take from the drawing and from the sums of the supply."""
    length = float(drawing.CABLES["W_SEAT0"]["length"])
    return {
        "SOURCE_LEAST_V": supply.SOURCE_LEAST_V,
        "SOURCE_MOST_V": supply.SOURCE_MOST_V,
        "CHARGER_LEAD_OHM": supply.CHARGER_LEAD_OHM,
        "FUSE_LEAST_OHM": supply.FUSE_LEAST_OHM,
        "FUSE_OHM": supply.FUSE_OHM,
        "BALLAST_OHM": supply.ballast_ohm(),
        "RIBBON_OHM": length * supply.AWG28_OHM_PER_M + 2 * supply.SOCKET_OHM,
        "RIBBON_S": length * RIBBON_S_PER_M,
        "RIBBON_Z_OHM": RIBBON_OHM_TO_GROUND,
        "READER_UF": supply.behind_a_regulator_uf(0),
        "READER_A": supply.reader_ma() / 1000,
        "READER_V": supply.REGULATED_V * supply.REGULATED_LEAST,
        "STATION_A": supply.station_ma() / 1000,
        "BUFFER_V": supply.left_at_the_pico(),
        "SELECT_PF": 100,
        "BUS_PF": 50,
        **{f"{part.rstrip('0')}_OHM": _ohm(part) for part in _RESISTORS},
    }


_RESISTORS = ("R_SCK0", "R_SELECT0", "R_LAMP0", "R_ANSWER0", "PULL0", "R_MISO", "R_HOST")


def _ohm(part: str) -> float:
    _, number, unit = drawing.CONNECTORS[part]["type"].split()
    return float(number) * {"ohm": 1, "kohm": 1000}[unit]


Curve = list[tuple[float, float]]
"""Seconds, and what is there then."""


def run(name: str, **more: float) -> dict[str, float]:
    """What a circuit measures; `more` are parameters of its own.

    Raises: subprocess.CalledProcessError if ngspice cannot run it, or measures nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        done = _run(Path(folder), name, [], more)
    found = {name: float(value) for name, value in _MEASURE.findall(done.stdout)}
    if not found:
        raise subprocess.CalledProcessError(0, "ngspice", done.stdout, done.stderr)
    return found


def curves(name: str, vectors: Sequence[str], **more: float) -> list[Curve]:
    """What some of ngspice's vectors do over time in a circuit.

    Raises: subprocess.CalledProcessError if ngspice cannot run it; ValueError for an unknown one.
    """
    with tempfile.TemporaryDirectory() as folder:
        _run(Path(folder), name, ["-r", "all.raw"], more)
        raw = (Path(folder) / "all.raw").read_text(encoding="ascii")
    head, _, values = raw.partition("Values:")
    names = [
        line.split()[1] for line in head.partition("\nVariables:")[2].splitlines() if line.strip()
    ]
    numbers = [float(word) for word in values.split()]
    step = len(names) + 1  # each point has its number first
    times = numbers[1::step]
    return [
        list(zip(times, numbers[1 + names.index(vector) :: step], strict=True))
        for vector in vectors
    ]


def _run(
    folder: Path, name: str, options: Sequence[str], more: Mapping[str, float]
) -> subprocess.CompletedProcess[str]:
    given = "".join(f".param {name}={value:g}\n" for name, value in {**parts(), **more}.items())
    (folder / "parts.inc").write_text(given, encoding="ascii")
    circuit = Path(shutil.copy(FOLDER / f"{name}.cir", folder))
    return subprocess.run(
        ["ngspice", "-b", *options, circuit.name],
        cwd=folder,
        env=os.environ | {"SPICE_ASCIIRAWFILE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
