"""A board to look at: rendered from both sides, and its schematic as PDF. Run by KiCad."""

from __future__ import annotations

import subprocess
from pathlib import Path

SIZE = ("--width", "1500", "--height", "1300")


def draw(project: Path, folder: Path) -> None:
    """Write NAME-top.png, NAME-bottom.png and NAME.pdf into a folder.

    Raises: subprocess.CalledProcessError if KiCad cannot.
    """
    name = project.name
    board, schematic = str(project / f"{name}.kicad_pcb"), str(project / f"{name}.kicad_sch")
    for side in ("top", "bottom"):
        target = str(folder / f"{name}-{side}.png")
        _kicad("pcb", "render", "--side", side, *SIZE, "-o", target, board)
    _kicad("sch", "export", "pdf", "-o", str(folder / f"{name}.pdf"), schematic)


def _kicad(*arguments: str) -> None:
    subprocess.run(["kicad-cli", *arguments], check=True, stdout=subprocess.DEVNULL)
