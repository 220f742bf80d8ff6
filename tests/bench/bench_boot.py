"""What the board's program weighs, and how long it takes from power-on to its hello.

What only an RP2040 can say is measured on an emulated one where PICO_UF2 names an image, and told
as not measured elsewhere: the computer that simulates says nothing about its speed.
"""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.measure import median_of
from bench.report import Row
from bench.rp2040 import EMULATED, UF2, WITHOUT, on_rp2040
from board.plugged_board import Plugged
from flash_image import make_image, put_compiled, put_loader, put_program
from tricktable.board.flash.firmware import compile_firmware

MOST_SET_KB = 52
MOST_MPY_MS = 150
MOST_PY_MS = 400
LEAST_FREE_KB = 110
READERS = 4


def rows() -> Iterator[Row]:
    """The set, the start on a simulated board, the start on an emulated one."""
    firmware = compile_firmware()
    size_kb = firmware.size / 1024
    files = len(firmware.program) + len(firmware.beside)
    yield Row(
        f"board: {files} files compiled by mpy-cross",
        f"{size_kb:.1f} KB",
        f"<= {MOST_SET_KB} KB",
        size_kb <= MOST_SET_KB,
        "with Wi-Fi, loader and safe mode",
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, put, most_ms in (
            ("mpy", put_compiled, MOST_MPY_MS),
            ("py", put_sources, MOST_PY_MS),
        ):
            put(folder / kind)
            image = make_image(folder / kind, folder / f"{kind}.bin")
            chip_ms = median_of(partial(started_ms, image))
            yield Row(
                f"board: power-on to hello, .{kind}",
                f"{chip_ms:.0f} ms",
                f"<= {most_ms} ms",
                chip_ms <= most_ms,
                "chip time: buses and waiting, without loading and computing",
            )
        yield from emulated(folder)


def put_sources(folder: Path) -> None:
    """Put the program into a folder as `mip` does: as source, without slots."""
    put_loader(folder)
    put_program(folder)


def started_ms(image: Path) -> float:
    """The chips' time until the host has the hello: buses and idling, without computing."""
    with Plugged(flash=image) as plugged:
        plugged.until(lambda: plugged.host.board)
        return float(plugged.board.stat()["chip_us"]) / 1000


def emulated(folder: Path) -> Iterator[Row]:
    """The start and the heap on an emulated RP2040."""
    for kind, most_ms in (("mpy", MOST_MPY_MS), ("py", MOST_PY_MS)):
        what, reach = f"board: power-on to hello, RP2040, .{kind}", f"<= {most_ms} ms"
        if not UF2:
            yield Row(what, "not measured", reach, None, WITHOUT)
            continue
        told = on_rp2040("program", folder / kind, READERS, 0)
        hello_ms = told["times"]["hello"][0] // 1000
        yield Row(what, f"{hello_ms} ms", reach, hello_ms <= most_ms, EMULATED)
        what = f"board: power-on to a card that lay there, RP2040, .{kind}"
        yield Row(what, f"{told['times']['first'][0] // 1000} ms", "", None, EMULATED)
        if kind == "mpy":
            free_kb = told["free"] // 1024
            what, reach = "board: free heap after hello, RP2040", f">= {LEAST_FREE_KB} KB"
            yield Row(what, f"{free_kb} KB", reach, free_kb >= LEAST_FREE_KB, EMULATED)
