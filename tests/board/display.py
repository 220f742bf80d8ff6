"""Draws every screen with MicroPython's frame buffer and lays it into the docs: `make display`.

The pictures are what tests/board/test_screens.py holds the screens against.
"""

import json
from functools import cache
from pathlib import Path

from board import png
from board.canvas import drawn_by_micropython
from board.gallery import chapters
from board.pictures import PICTURES

ROOT = Path(__file__).parents[2]
APPROVED = ROOT / "docs/pictures/display"
PAGE = ROOT / "docs/reference/display.md"
BEGIN, END = "<!-- screens: made by make display -->\n", "<!-- end of screens -->\n"
WAITING = {
    "waiting": (0, 0, []),
    "waiting-with-events": (
        17,
        0,
        ["Reader 3 read a card", "Reader 4: one card at a time", "Reader 1 read a card"],
    ),
    "waiting-full": (
        256,
        3,
        ["Reader 3 read a card", "Reader 1 is dead", "Reader 1 read a card"],
    ),
}
REFUSED = {"refused": "this_board_speaks_1,_the_host_2:_update_the_board"}
"""The board's own pages."""


@cache
def screens() -> tuple[tuple[str, str, str, str], ...]:
    """Of each screen that a host sends: its chapter, its name, what it says, its picture."""
    return (
        *(
            (chapter.title, screen.name, screen.says, screen.picture)
            for chapter in chapters()
            for screen in chapter.screens
        ),
        *(
            ("Too much, too long", name, name.replace("-", " "), json.dumps(told))
            for name, told in PICTURES.items()
        ),
    )


def approved() -> list[str]:
    """The names of the approved pictures that a host sends: known before any is composed."""
    return sorted({path.stem for path in APPROVED.glob("*.png")} - WAITING.keys() - REFUSED.keys())


@cache
def by_name() -> dict[str, str]:
    """The pictures that a host sends, by their names."""
    return {name: picture for _, name, _, picture in screens()}


def gallery() -> str:
    """The page's part with all pictures, in tables of two."""
    lines: list[str] = []
    shown: dict[str, list[tuple[str, str]]] = {}
    for title, name, says, _ in screens():
        shown.setdefault(title, []).append((name, says))
    shown["Without a host"] = [(name, name.replace("-", " ")) for name in (*WAITING, *REFUSED)]
    for title, pictures in shown.items():
        lines += [f"### {title}", "", "| | |", "|---|---|"]
        cells = [f"![{says}](../pictures/display/{name}.png)<br>{says}" for name, says in pictures]
        cells += [""] * (len(cells) % 2)
        lines += [f"| {one} | {two} |" for one, two in zip(cells[::2], cells[1::2], strict=True)]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Draw them all anew."""
    APPROVED.mkdir(parents=True, exist_ok=True)
    for path in APPROVED.glob("*.png"):
        path.unlink()
    named = by_name()
    own = {**WAITING, **REFUSED}
    memories = drawn_by_micropython([*named.values(), *map(json.dumps, own.values())])
    for name, memory in zip((*named, *own), memories, strict=True):
        png.write(APPROVED / f"{name}.png", memory)
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{gallery()}\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
