"""What a measurement says and how it is printed. Never measures.

A measurement is a file `tests/bench/bench_<subject>.py` with one public function:

    from bench.measure import median_of
    from bench.report import Row

    def rows() -> Iterable[Row]:
        ours, theirs = median_of(decode_ours), median_of(decode_json)
        yield Row("decode a card event", f"{ours / theirs:.2f} x", "<= 1 x", ours <= theirs,
                  "json.loads + crc32 of the same content")

Import a peer that only `make bench` installs (rlcard, open_spiel) inside a function.
`make bench` runs every such file, each in a fresh process, and prints one table;
`make bench ONLY="wire journal"` runs `bench_wire.py` and `bench_journal.py` alone.
Measure at least five times and give the median; prefer a ratio to something measured
in the same run over a number that only holds on one machine.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """One measured figure beside what it should reach."""

    what: str
    """The measured thing, with its conditions: "scan to 200 phones, p95"."""
    measured: str
    """The figure with its unit: "4.1 ms"."""
    reach: str
    """The figure to reach, with its unit, or "" when there is none."""
    ok: bool | None
    """Whether it was reached; None for a figure that is only told."""
    compared_to: str = ""
    """What was measured beside it in the same run: "raw fdatasync, 0.9 ms"."""

    @property
    def verdict(self) -> str:
        """The figure's verdict in one word or two."""
        return {True: "reached", False: "NOT REACHED", None: "told"}[self.ok]


HEADINGS = ("what", "measured", "reach", "verdict", "compared to")


def table(rows: Iterable[Row]) -> str:
    """Format rows as a Markdown table with padded columns, headings first."""
    cells: list[tuple[str, ...]] = [HEADINGS]
    cells += [(r.what, r.measured, r.reach or "-", r.verdict, r.compared_to or "-") for r in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADINGS))]
    cells.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in cells
    )


def print_table(rows: Iterable[Row]) -> None:
    """Print the table of these rows on standard output."""
    print(table(rows))
