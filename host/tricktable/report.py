"""A game's summary as a person reads it in a terminal. Judges nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any
from unicodedata import east_asian_width

from tricktable import words
from tricktable.rules.record import Record
from tricktable.rules.verdicts import Viewpoint
from tricktable.rules.view import View, view


def report(record: Record, viewpoint: Viewpoint) -> str:
    """The whole summary in plain words, several lines, without a last line feed."""
    seen = view(record, viewpoint)
    names = tuple(map(words.printable, seen.names))
    return "\n".join(_lines(replace(seen, names=names)))


def _lines(seen: View) -> Iterator[str]:
    yield f"{seen.title}, {', '.join(seen.names)}"
    entries = "1 entry" if seen.seq == 1 else f"{seen.seq} entries"
    if seen.status == "playing":
        yield f"After {entries}: {words.standing(seen).rstrip('.')}."
    else:
        yield f"Over after {entries}. {words.outcome(seen)}."
    yield ""
    yield from _table(seen)
    if seen.remarks:
        yield ""
        yield "What was improper:"
        for remark in seen.remarks:
            yield f"  entry {remark.finding.seq}: {words.finding(remark, seen.names)}"


def _table(seen: View) -> Iterator[str]:
    rounds: Any = seen.detail["rounds"]
    heads, rows = [""], [[name] for name in seen.names]
    for number, each in enumerate(rounds, start=1):
        of_round = f" in round {number}" if len(rounds) > 1 else ""
        heads += [f"tricks{of_round}", f"kept{of_round}"]
        for row, tricks, kept in zip(rows, each["tricks"], each["kept"], strict=True):
            row += [str(tricks), kept or "-"]
    yield from _columns([heads, *rows])
    if seen.detail["set_aside"]:
        yield f"Set aside: {seen.detail['set_aside']}"


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(_width, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        cells = (cell + " " * (w - _width(cell)) for cell, w in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _width(cell: str) -> int:
    """Columns of a terminal that the text takes: kana and the like take two (Unicode TR11)."""
    return sum(1 + (east_asian_width(each) in "WF") for each in cell)
