"""A game's summary as a person reads it in a terminal. Judges nothing."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tricktable.rules.findings import plain_finding
from tricktable.rules.record import Record
from tricktable.rules.trick_sheets import plain_exhibits
from tricktable.rules.verdicts import Viewpoint
from tricktable.rules.view import AnyView, view
from tricktable.text.characters import columns
from tricktable.text.sentences import in_signs


def report(record: Record, viewpoint: Viewpoint) -> str:
    """The whole summary in plain words, several lines, without a last line feed."""
    seen = view(record, viewpoint)
    # As on pages and in the running terminal: only files spell cards as records do.
    return "\n".join(in_signs(line, seen.names) for line in _lines(seen))


def _lines(seen: AnyView) -> Iterator[str]:
    yield f"{seen.title}, {', '.join(seen.names)}"
    entries = "1 entry" if seen.seq == 1 else f"{seen.seq} entries"
    if not seen.is_over:
        standing = seen.phase.summary
        yield f"After {entries}: {standing if standing.endswith(('.', '?')) else f'{standing}.'}"
    else:
        yield f"Finished after {entries}. {seen.phase.outcome}."
    yield ""
    for number, table in enumerate(seen.rules.report(seen)):
        if number:
            yield ""
        yield from _columns([[in_signs(cell, seen.names) for cell in row] for row in table.rows])
        yield from table.below
    if seen.remarks:
        yield ""
        yield "Rules broken:"
        for remark in seen.remarks:
            told = plain_finding(remark, seen.names)
            yield f"  entry {remark.finding.seq}: {told}"
            for line in plain_exhibits(remark, seen.names):
                yield f"    {line}"


# --- columns ------------------------------------------------------------------------------------


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    # Kana and the like take two columns of a terminal, and an accent of its own none.
    widths = [max(map(columns, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        cells = (cell + " " * (w - columns(cell)) for cell, w in zip(row, widths, strict=False))
        yield "  ".join(cells).rstrip()
