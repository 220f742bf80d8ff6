"""What a maker of boards wants: Gerbers and holes by KiCad, packed the same every time."""

from __future__ import annotations

import io
import re
import subprocess
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pcb.layout import REVISION_DATE

LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.Silkscreen,B.Silkscreen,Edge.Cuts"
_MADE = re.compile(
    r"^(%TF\.CreationDate,|; #@! TF\.CreationDate,|G04 Created by KiCad|; DRILL file).*",
    re.MULTILINE,
)
_SOFTWARE = re.compile(r"^%TF\.GenerationSoftware,(.*?)\*%", re.MULTILINE)
_OLDEST = (1980, 1, 1, 0, 0, 0)


def packed(board: Path) -> bytes:
    """A zip of a board's Gerbers and holes, without the hour at which they were made.

    With it go the lists of what the shop fits, from beside the board.

    Raises: subprocess.CalledProcessError if KiCad cannot make them.
    """
    with tempfile.TemporaryDirectory() as folder:
        for options in (
            ["gerbers", "--layers", LAYERS, "--no-protel-ext"],
            ["drill", "--format", "excellon", "--excellon-separate-th", "--excellon-units", "mm"],
        ):
            run = ["kicad-cli", "pcb", "export", *options, "-o", f"{folder}/", str(board)]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
        target = io.BytesIO()
        with ZipFile(target, "w", ZIP_DEFLATED) as archive:
            for path in sorted(Path(folder).iterdir()):
                if path.suffix in (".gbr", ".drl"):
                    text = _dateless(path.read_text(encoding="utf-8"))
                    archive.writestr(ZipInfo(path.name, _OLDEST), text, ZIP_DEFLATED, 9)
            for path in sorted(board.parent.glob("*.csv")):
                text = path.read_text(encoding="utf-8")
                archive.writestr(ZipInfo(path.name, _OLDEST), text, ZIP_DEFLATED, 9)
        return target.getvalue()


def software(archive: Path) -> str:
    """The program that made a zip's Gerbers, and its release: `KiCad,Pcbnew,9.0.8`."""
    with ZipFile(archive) as files:
        gerber = next(name for name in files.namelist() if name.endswith(".gbr"))
        found = _SOFTWARE.search(files.read(gerber).decode())
    return found[1] if found else ""


def _dateless(text: str) -> str:
    def instead(found: re.Match[str]) -> str:
        date = f"{found[1]}{REVISION_DATE}T00:00:00+00:00"
        return date + "*%" * found[1].startswith("%") if "Creation" in found[1] else ""

    return "".join(
        line for line in _MADE.sub(instead, text).splitlines(keepends=True) if line.strip()
    )
