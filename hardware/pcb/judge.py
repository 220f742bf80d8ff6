"""KiCad's verdict on a project: its schematic, its board, and whether they agree."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TypedDict


def is_there() -> bool:
    """Whether KiCad 9 or newer can be asked."""
    major = version().split(".")[0]
    return major.isdigit() and int(major) >= 9


def version() -> str:
    """The release of KiCad that is at hand, such as `9.0.8`; "" if there is none."""
    if not shutil.which("kicad-cli"):
        return ""
    run = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, check=False)
    return run.stdout.strip()


def faults(folder: Path) -> list[str]:
    """All errors and warnings of a project's schematic and board, a sentence each."""
    name = folder.name
    schematic = _report("sch", "erc", folder / f"{name}.kicad_sch")
    board = _report("pcb", "drc", folder / f"{name}.kicad_pcb", "--schematic-parity")
    found = [each for sheet in schematic["sheets"] for each in sheet["violations"]]
    found += board["violations"] + board["unconnected_items"] + board["schematic_parity"]
    return [
        f"{each['type']}: " + ", ".join(item["description"] for item in each["items"])
        for each in found
    ]


class _Item(TypedDict):
    description: str


class _Fault(TypedDict):
    type: str
    items: list[_Item]


class _Sheet(TypedDict):
    violations: list[_Fault]


class _Report(TypedDict):
    """As much of KiCad's report as is read here."""

    sheets: list[_Sheet]
    violations: list[_Fault]
    unconnected_items: list[_Fault]
    schematic_parity: list[_Fault]


def _report(kind: str, check: str, path: Path, *options: str) -> _Report:
    with tempfile.NamedTemporaryFile(suffix=".json") as target:
        into = ("--format", "json", "-o", target.name)
        subprocess.run(
            [*("kicad-cli", kind, check, "--severity-all"), *options, *into, str(path)],
            check=True,
            capture_output=True,
        )
        found: _Report = json.load(target)
    return found
