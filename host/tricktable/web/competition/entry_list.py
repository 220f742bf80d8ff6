"""A typed or pasted list of who plays: one entry per line, its partners separated as is said.

A name may contain any character; in quotes, as spreadsheets write it, also what separates or a
line break.
"""

import csv
import re
from collections.abc import Sequence
from typing import Final

from tricktable.text.language import message

COMMA: Final = "comma"
LAST_FIRST: Final = "last_first"
ALONE: Final = "alone"
SEPARATIONS: Final = {
    COMMA: message("Partners separated by a comma: Ann, Bo"),
    "semicolon": message("Partners separated by a semicolon: Ann; Bo"),
    "tab": message("Partners in columns, pasted from a spreadsheet"),
    "and": message("Partners separated by &: Ann & Bo"),
    "slash": message("Partners separated by /: Ann / Bo"),
    "dash": message("Partners separated by a dash: Ann – Bo"),
    LAST_FIRST: message("Last name first: Casadei, Marco; partners separated by a semicolon"),
    ALONE: message("One person per line, as written"),
}
"""How an organiser may say that a list is to be read, and the words for it."""
_CELLS: Final = {COMMA: ",", "semicolon": ";", "tab": "\t", LAST_FIRST: ";"}
_BETWEEN: Final = {
    "and": r"\s*[&\uff06]\s*",
    "slash": r"\s*[/\uff0f]\s*",
    "dash": r"\s+[\u2013\u2014-]\s+",
}
_WIDE: Final = {
    COMMA: str.maketrans("\u3001\uff0c", ",,"),
    "semicolon": str.maketrans("\uff1b", ";"),
    LAST_FIRST: str.maketrans("\u3001\uff0c\uff1b", ",,;"),
}
"""What a Japanese keyboard types for the same."""


def entries(text: str, separation: str) -> list[list[str]]:
    """The people of each line that names anybody.

    Args:
        text: what was typed; any line breaks.
        separation: a key of `SEPARATIONS`; another one counts as a comma.
    """
    lines = text.splitlines()
    if separation not in (ALONE, *_BETWEEN):
        lines = _rows(lines, _CELLS.get(separation, _CELLS[COMMA]))
    return [found for line in lines if (found := people(line, separation))]


def people(line: str, separation: str) -> list[str]:
    """The people of one line."""
    if separation == ALONE:
        found = [line]
    elif separation in _BETWEEN:
        found = re.split(_BETWEEN[separation], line)
    else:
        separation = separation if separation in _CELLS else COMMA
        found = _cells(line.translate(_WIDE.get(separation, {})), _CELLS[separation])
    if separation == LAST_FIRST:
        found = [_first_last(each) for each in found]
    return [name for each in found if (name := " ".join(each.split()))]


def _rows(lines: Sequence[str], separator: str) -> list[str]:
    """The lines, with those together that one cell in quotes spans."""
    opens = re.compile(rf'(?:^|{separator})[ ]*"')
    rows, at = [], 0
    while at < len(lines):
        end = at + 1
        if lines[at].count('"') % 2 and opens.search(lines[at]):
            # Without another line that closes it, the mark is part of a name.
            closing = (to for to in range(end, len(lines)) if lines[to].count('"') % 2)
            end = next(closing, at) + 1
        rows.append("\n".join(lines[at:end]))
        at = end
    return rows


def _cells(line: str, separator: str) -> list[str]:
    # A quotation mark that is not closed is part of a name.
    if line.count('"') % 2:
        return line.split(separator)
    cells = line.strip(" ").splitlines(keepends=True)
    return next(csv.reader(cells, delimiter=separator, skipinitialspace=True), [])


def _first_last(name: str) -> str:
    last, comma, first = name.strip().partition(",")
    return f"{first.strip()} {last}" if comma else name
