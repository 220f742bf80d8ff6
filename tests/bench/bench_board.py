"""What the board costs and how fast it is: heap, slices of work, a card's way to the port."""

import random
import time
from collections.abc import Iterable

from bench.measure import median_of, percentile
from bench.report import Row
from board.pictures import ADDRESS, qr, trick
from board.plugged import Plugged
from tableboard import tags

LEAST_FREE_KIB = 60
MOST_SLICE_MS = 15
MOST_SCREEN_SLICE_MS = 5
MOST_CARD_MS = 25
CARDS_A_RUN = 24
READERS = 4
LIFTED_MS = 200
"""After so long a reader counts as empty: see tableboard.tags."""


def rows() -> Iterable[Row]:
    """Measure one board that is met, shows a trick and is played on."""
    with Plugged() as plugged:
        plugged.until(lambda: plugged.host.board)
        free_kib = (plugged.board.stat()["heap_free"] or 0) // 1024
        yield Row(
            "board: free heap of 192 KiB after hello",
            f"{free_kib} KiB",
            f">= {LEAST_FREE_KIB} KiB",
            free_kib >= LEAST_FREE_KIB,
            "objects here are twice as large as on a Pico",
        )
        longest_slice_ms(plugged)  # from power-on to here: nobody waits then
        shown_ms = median_of(lambda: shown(plugged), 20)
        slice_ms = longest_slice_ms(plugged)
        yield Row("board: picture sent to shown, median", f"{shown_ms:.1f} ms", "", None)
        yield Row(
            "board: longest slice of chip time while pictures change",
            f"{slice_ms:.1f} ms",
            f"<= {MOST_SCREEN_SLICE_MS} ms",
            slice_ms <= MOST_SCREEN_SLICE_MS,
        )
        laid = random.Random(1)
        card_ms = median_of(lambda: card_p95_ms(plugged, laid))
        slice_ms = longest_slice_ms(plugged)
        yield Row(
            "board: card laid to its event on the port, p95",
            f"{card_ms:.1f} ms",
            f"<= {MOST_CARD_MS} ms",
            card_ms <= MOST_CARD_MS,
            f"an empty reader is polled each {tags.EMPTY_MS} ms, {READERS} readers",
        )
        yield Row(
            "board: longest slice of chip time while cards are laid",
            f"{slice_ms:.1f} ms",
            f"<= {MOST_SLICE_MS} ms",
            slice_ms <= MOST_SLICE_MS,
        )


def longest_slice_ms(plugged: Plugged) -> float:
    """The longest slice since the last call, in virtual milliseconds of the chip."""
    return float(plugged.board.stat(forget=True)["longest_slice_us"]) / 1000


def shown(plugged: Plugged) -> float:
    """Show a trick after a QR code, every pixel another; return the time in ms."""
    plugged.show(qr(ADDRESS))
    began_s = time.perf_counter()
    plugged.show(trick())
    return (time.perf_counter() - began_s) * 1000


def card_p95_ms(plugged: Plugged, laid: random.Random) -> float:
    """Lay cards on readers in turn, at any moment of their round; return the p95 in ms."""
    times = []
    for place in range(CARDS_A_RUN):
        reader = place % READERS
        uid = f"04{laid.getrandbits(48):012X}"
        came = len(plugged.events)
        began_s = time.perf_counter()
        plugged.board.lay(reader, uid)
        plugged.hears(came + 1)
        times.append((time.perf_counter() - began_s) * 1000)
        if plugged.events[-1].args != (str(reader), uid):
            raise AssertionError(plugged.events[-1])
        plugged.board.lift((reader + 1) % READERS)  # three cards lie, and the next place is free
        pause(plugged, LIFTED_MS + laid.randrange(20))
    return percentile(times, 95)


def pause(plugged: Plugged, ms: int) -> None:
    """Let the board go on for a while, at the end of which its readers are anywhere."""
    ends_s = time.perf_counter() + ms / 1000
    plugged.until(lambda: time.perf_counter() >= ends_s)
