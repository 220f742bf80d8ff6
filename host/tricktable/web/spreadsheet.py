"""Tables for spreadsheets, as comma-separated values (RFC 4180): the only place that writes them.

A program that reads one finds each cell as it is here. A spreadsheet works none of it out, whatever
its country separates cells with.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it Excel reads UTF-8 as the machine's legacy code page (allowed by RFC 3629, section
6)."""
_FORMULA: Final = frozenset("=+-@|%\t\r\n")
"""Characters that a spreadsheet may take for the start of a formula (OWASP, "CSV Injection")."""
# Where a file of commas is read with semicolons or tabs, a comma is a letter and no quote holds a
# cell together that does not begin with it: any of them may begin a cell of somebody's name.
_SEPARATORS: Final = frozenset(",;\t\r\n")
_SKIPPED: Final = frozenset(" \"'\u00a0\u3000")
"""What may stand before a formula: some programs trim it, or take it for the cell's quotes."""
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """These rows as a file; a number is written as it is."""
    file = io.StringIO()
    lines = csv.writer(file)
    lines.writerows([_cell(each) for each in row] for row in rows)
    return BYTE_ORDER_MARK + file.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return harmless(value)


def harmless(text: str) -> str:
    """The text with an apostrophe before whatever a spreadsheet could take for a formula."""
    found: list[str] = []
    begins = True
    for each in text:
        plain = unicodedata.normalize("NFKC", each)  # full-width signs count too
        if begins and plain in _FORMULA:
            found.append("'")
        found.append(each)
        begins = plain in _SEPARATORS or (begins and plain in _SKIPPED)
    return "".join(found)
