"""What the table's board takes from a card to its event, and for whatever else people wait.

In the virtual time of the chips' models: buses, pins and line take what they take on an RP2040
(docs/explanation/simulated-board.md), the program's own computing is charged with 1.5 ms at each
look at the line that follows work. A card waits for its reader's turn, so the moment in which it
is laid matters: each figure is that of the worst of some evenings. Where PICO_UF2 names an image,
the same on an emulated RP2040, which computes.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bench.measure import percentile
from bench.report import Row
from bench.rp2040 import EMULATED, UF2, WITHOUT, on_rp2040
from flash_image import put_compiled

ROOT = Path(__file__).parents[2]
HEAP_KIB = 900
"""Firmware, models and host share it; what is left says nothing."""
CARDS = 16
NUMBERS = range(1, 7)
"""Of the evenings. Each has moments of its own for all that happens."""
EMULATED_CARDS = 8
"""A second of the emulated chip takes a quarter of a minute."""
VIRTUAL = "chip time, and 1.5 ms of computing before each look at the line; the worst evening"
BUSES = "chip time of the buses alone"
STEPS = Path(__file__).with_name("steps_of_a_board.py")

MOST_EMPTY_MS = 2
MOST_READ_MS = 12
MOST_CHECK_MS = 4
MOST_DISPLAY_MS = 30
MOST_SLICE_MS = 5
MOST_CARD_MS = {1: 40, 2: 60, 4: 100}
"""By the number of readers; one is a breadboard's."""
BREADBOARD = json.dumps({"breadboard": 1, "keypad": 1})
"""Its board.json, and the keys that the probe presses."""
MOST_LIFTED_MS = 120
MOST_KEY_MS = 40
MOST_PING_MS = 20
MOST_UNSEEN_MS = 20

Times = Mapping[str, Any]


def rows() -> Iterator[Row]:
    """In virtual time, then on an emulated chip."""
    yield from virtual()
    if not UF2:
        yield Row("board: all of that on an RP2040", "not measured", "", None, WITHOUT)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        put_compiled(folder / "steps")
        own = "import pack, sys\npack.mount('/a')\nsys.path.insert(0, '/a')\n"
        (folder / "steps" / "main.py").write_text(own + STEPS.read_text())
        yield from steps(on_rp2040("steps", folder / "steps"), EMULATED)
        for readers in MOST_CARD_MS:
            files = folder / str(readers)
            put_compiled(files, pins_of(readers))
            if readers == 1:
                (files / "board.json").write_text(BREADBOARD)
            told = on_rp2040("program", files, readers, EMULATED_CARDS)
            yield from program(told, readers, EMULATED)


def virtual() -> Iterator[Row]:
    """All rows in virtual time, the same on each computer."""
    yield from steps(virtually("steps"), BUSES)
    for readers in MOST_CARD_MS:
        told = worst([evening(readers, number) for number in NUMBERS])
        yield from program(told, readers, VIRTUAL)
        if readers == max(MOST_CARD_MS):
            slice_ms = told["slice"] / 1000
            yield _at_most("longest slice that blocks anything", slice_ms, MOST_SLICE_MS, BUSES)


@cache
def evening(readers: int, number: int) -> Times:
    """One evening at so many readers, which is played once: a second of the computer."""
    board = BREADBOARD if readers == 1 else ""
    return virtually("program", readers, CARDS, number, board=board)


def worst(evenings: Sequence[Times]) -> Times:
    """Each figure of the evening on which it was worst."""

    def p95(name: str) -> list[int]:
        return max((told["times"][name] for told in evenings), key=lambda us: percentile(us, 95))

    gaps = evenings[0]["noticed"]
    return {
        "times": {name: p95(name) for name in evenings[0]["times"]},
        "noticed": {gap: min(told["noticed"][gap] for told in evenings) for gap in gaps},
        "taps": min(told["taps"] for told in evenings),
        **{name: max(told[name] for told in evenings) for name in ("start", "unseen", "slice")},
    }


def steps(times: Times, clock: str) -> Iterator[Row]:
    """What the board does at a stretch."""
    check = max(polls[0] for polls in times["check"] if len(polls) == 1) / 1000
    note = f"{clock}; each other check is a whole read"
    yield _at_most("poll of an empty reader", max(times["empty"]) / 1000, MOST_EMPTY_MS, clock)
    yield _at_most("read of a 7-byte id", sum(times["read"]) / 1000, MOST_READ_MS, clock)
    yield _at_most("presence check", check, MOST_CHECK_MS, note)
    whole = sum(times["display"]) / 1000
    yield _at_most("whole display update", whole, MOST_DISPLAY_MS, clock)
    polled = [ms for polls in times["check"] for ms in polls]
    longest = max(*times["display"], *times["empty"], *times["keys"], *polled) / 1000
    yield _at_most("longest step of bus work", longest, MOST_SLICE_MS, clock)


def program(told: Times, readers: int, clock: str) -> Iterator[Row]:
    """What people at the table wait for; all but the cards with the most readers alone."""
    times = told["times"]
    most_ms = MOST_CARD_MS[readers]
    board = "a breadboard" if readers == 1 else f"{readers} readers"
    yield _p95(f"card laid to its event, {board}", times["card"], most_ms, clock)
    if readers < max(MOST_CARD_MS):
        return
    noticed = {int(ms): seen == tried for ms, (seen, tried) in told["noticed"].items()}
    sure_ms = [ms for ms in noticed if all(noticed[each] for each in noticed if each >= ms)]
    what = "card lifted, until it counts as a new one when it comes back"
    if sure_ms:
        yield _at_most(what, min(sure_ms), MOST_LIFTED_MS, clock)
    else:
        yield Row(f"board: {what}", f"> {max(noticed)} ms", f"<= {MOST_LIFTED_MS} ms", False, clock)
    yield _p95("key pressed to its event", times["key"], MOST_KEY_MS, clock)
    yield _p95("ping on the wire", times["ping"], MOST_PING_MS, clock)
    heard, taps, tap_ms = told["taps"]
    yield Row(f"board: taps of {tap_ms} ms that are told", f"{heard} of {taps}", f"{taps}",
              heard == taps, clock)  # fmt: skip
    what = "longest time without a look at the keys, also while a word of 1,050 letters is drawn"
    yield _at_most(what, told["unseen"], MOST_UNSEEN_MS, clock)
    yield Row("board: the same from its start to its first card", f"{told['start']:.1f} ms", "",
              None, clock)  # fmt: skip
    shown_ms = max(times["picture"]) / 1000
    yield Row("board: picture sent, until the host knows it is shown", f"{shown_ms:.0f} ms", "",
              None, clock)  # fmt: skip


def _p95(what: str, times_us: list[int], most_ms: int, clock: str) -> Row:
    return _at_most(f"{what}, p95", percentile(times_us, 95) / 1000, most_ms, clock)


def _at_most(what: str, ms: float, most_ms: int, clock: str) -> Row:
    return Row(f"board: {what}", f"{ms:.1f} ms", f"<= {most_ms} ms", ms <= most_ms, clock)


def virtually(*words: object, board: str = "") -> Times:
    """What virtual_board.py measures, which needs MicroPython. `board`: its board.json."""
    with tempfile.TemporaryDirectory() as folder:
        if board:
            Path(folder, "board.json").write_text(board)
        return _measured(folder, *words)


def _measured(folder: str, *words: object) -> Times:
    folders = [ROOT / "firmware" / name for name in ("sim", "portable", "pico")]
    module_path = ":".join(map(str, [*folders, ROOT / "tests", ".frozen"]))
    command = [sys.executable, "-I", "-m", "micropython_unix", "-X", f"heapsize={HEAP_KIB}k"]
    done = subprocess.run(
        [*command, str(Path(__file__).with_name("virtual_board.py")), *map(str, words)],
        env={"MICROPYPATH": module_path},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    measured: Times = json.loads(done.stdout.split("TIMES ")[1])
    return measured


def pins_of(readers: int) -> str:
    """The pins of a board with this many stations, as its maker would write them."""
    source = (ROOT / "firmware" / "pico" / "pins.py").read_text()
    lists = ("READER_CS", "SEAT_BUTTONS")
    return source + "".join(f"{name} = {name}[:{readers}]\n" for name in lists)
