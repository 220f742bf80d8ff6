"""Makes what a maker needs: drawings, plastic as STL, boards for a shop. Decides no measure.

`make hardware` runs it; everything lands in build/hardware, and what the building guide shows is
brought up to date. Needs OpenSCAD and Graphviz, and KiCad 9 for the boards.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import breadboard
import deck
import guide
import plots
import spice
import tables
from pcb import judge, parts_page, pictures
from pcb import make as boards
from pcb.layout import LAYOUTS
from plastic import PRINTED, make

HERE = Path(__file__).parent
PROGRAMS = {"openscad": "openscad", "dot": "graphviz"}
"""What is run, and the Debian package that has it."""


def lacking() -> list[str]:
    """Debian packages without which nothing can be made."""
    return [package for program, package in PROGRAMS.items() if shutil.which(program) is None]


def draw_wiring(folder: Path) -> None:
    """Write wiring.svg and its parts list wiring.bom.tsv."""
    source = str(HERE / "wiring.yml")
    subprocess.run(
        [sys.executable, "-m", "wireviz.wv_cli", source, "-f", "st", "-o", str(folder)],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def make_boards(folder: Path) -> int:
    """Bring hardware/pcb up to date, judge it, and draw it; how many faults there are.

    What KiCad makes goes into hardware/pcb, what one only looks at into the folder.
    """
    boards.main(anew=True)
    found = 0
    for layout in (make_layout() for make_layout in LAYOUTS):
        page = folder / f"{layout.name}-parts.html"
        page.write_text(parts_page.page(layout), encoding="utf-8")
        for fault in judge.faults(boards.HERE / layout.name):
            print(f"{layout.name}: {fault}")
            found += 1
        pictures.draw(boards.HERE / layout.name, folder)
    return found


def main() -> int:
    """Make all of it and say where it is."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="?", default=Path("build/hardware"))
    folder = arguments.parse_args().folder
    if packages := lacking():
        print(f"To make the hardware's files: sudo apt-get install {' '.join(packages)}")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "deck.svg").write_text(deck.sheet(), encoding="utf-8")
    draw_wiring(folder)
    for part in PRINTED:
        print(f"{part} ...", flush=True)
        make(part, folder / f"{part}.stl")
    # Before the pictures: some show the boards' zips.
    if not judge.is_there():
        print("The boards stay as they are: that needs KiCad 9 (Debian: kicad from backports)")
    elif make_boards(folder):
        return 1
    for name in guide.refresh(folder / "seen"):
        print(f"docs/pictures/table/{name}.png is new")
    for name in plots.refresh() if spice.is_there() else ():
        print(f"docs/pictures/simulation/{name}.png is new")
    for name in breadboard.refresh():
        print(f"docs/pictures/breadboard/{name}.png is new")
    for name in tables.refresh():
        print(f"The tables of docs/howto/{name} are new")
    print(
        f"In {folder}: wiring.svg, its parts in wiring.bom.tsv, {len(PRINTED)} bodies to print, "
        "and the boards from both sides"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
