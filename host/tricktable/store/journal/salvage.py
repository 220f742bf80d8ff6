"""Finds a journal's rows in the bytes of damaged files, in any order and without SQLite.

SQLite reads pages from the root of a tree, and a log up to its first wrong byte: one bad byte can
hide a thousand good rows. A row is written whole, its length before it and its shape before its
words (https://sqlite.org/fileformat2.html, 1.6 and 2.1), so it is known wherever it lies, in a page
or in the log. Rows never change, so any copy will do. Takes bytes and judges no row's meaning.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tricktable.store.journal.row import Row

# https://sqlite.org/fileformat2.html, 4.1.
LOG_HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
"""Precedes each page in the log: its number and SQLite's checksum."""
# SQLite's default since version 3.12.0.
USUAL_PAGE_BYTES: Final = 4096

_TEXT: Final = rb"(?:[\x0d-\x7f]|[\x80-\xff]{1,2}[\x00-\x7f])"  # a varint of up to three bytes
_HEADER: Final = re.compile(
    rb"(?=[\x07-\x10]" + _TEXT + rb"[\x01-\x06\x08\x09]" + _TEXT + rb"(?:\x00|" + _TEXT + rb")"
    rb"[\x0d-\x7f]" + _TEXT + rb")"
)
"""The shape of a row: text, number, text, text or nothing, text, text."""
# Serial types 1 to 6 of https://sqlite.org/fileformat2.html, 2.1.
_INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_ONE: Final = 9
"""The shape of the number 1, which needs no bytes; that of 0, which no row has, is 8."""


def rows_in(file: bytes, log: bytes) -> list[Row]:
    """Every row found in a journal's file or log, once, by table and number.

    Of two rows with the same number, returns the one found more often, or else later.
    """
    page_bytes = _page_bytes(file, log)
    pages = dict(_pages(file, log, page_bytes))
    found: dict[tuple[str, int], Counter[Row]] = {}
    for page in (each for _, each in _pages(file, log, page_bytes)):
        for row in _rows(page, pages):
            found.setdefault((row.table, row.seq), Counter())[row] += 1
    return [_likeliest(found[key]) for key in sorted(found)]


def _likeliest(copies: Counter[Row]) -> Row:
    return max(reversed(copies), key=lambda row: copies[row])


def _page_bytes(file: bytes, log: bytes) -> int:
    """How long a page is, as the file says, or the log: a power of 2 from 512 to 65536."""
    # Fields of the file's header (1.3 of the format), where 1 is 65536, and of the log's (4.1).
    said = int.from_bytes(file[16:18], "big"), int.from_bytes(log[8:12], "big")
    for length in (65536 if said[0] == 1 else said[0], said[1]):
        if 512 <= length <= 65536 and length & (length - 1) == 0:
            return length
    return USUAL_PAGE_BYTES


def _pages(file: bytes, log: bytes, page_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Each page with its number, those of the log last; fills cut-off pages with zeros."""
    for at in range(0, len(file), page_bytes):
        yield at // page_bytes + 1, file[at : at + page_bytes].ljust(page_bytes, b"\0")
    frame_bytes = FRAME_HEADER_BYTES + page_bytes
    for at in range(LOG_HEADER_BYTES, len(log), frame_bytes):
        number = int.from_bytes(log[at : at + 4], "big")
        yield number, log[at + FRAME_HEADER_BYTES : at + frame_bytes].ljust(page_bytes, b"\0")


def _rows(page: bytes, pages: Mapping[int, bytes]) -> Iterator[Row]:
    for match in _HEADER.finditer(page):
        row = _row(page, match.start(), pages)
        if row is not None:
            yield row


def _row(page: bytes, at: int, pages: Mapping[int, bytes]) -> Row | None:
    """The row whose header begins there; None if none does."""
    shapes = []
    header_bytes, after = page[at], at + 1
    for _ in Row._fields:
        shape, after = _varint(page, after)
        shapes.append(shape)
    lengths = [each for each in map(_bytes_of, shapes) if each is not None]
    if after - at != header_bytes or len(lengths) < len(shapes):
        return None
    length = header_bytes + sum(lengths)
    before = _as_varint(length)
    if page[max(0, at - len(before)) : at] != before or length > len(page) * len(pages):
        return None
    payload = _payload(page, at, length, pages)
    if payload is None:
        return None
    return _read(payload[header_bytes:], shapes, lengths)


def _read(content: bytes, shapes: list[int], lengths: list[int]) -> Row | None:
    values: list[str | int | None] = []
    for shape, length in zip(shapes, lengths, strict=True):
        part, content = content[:length], content[length:]
        if shape == 0:
            values.append(None)
        elif shape < 12:
            values.append(1 if shape == _ONE else int.from_bytes(part, "big", signed=True))
        else:
            try:
                values.append(part.decode())
            except UnicodeDecodeError:
                return None
    row = Row._make(values)
    is_row = row.seq >= 1 and row.table.isprintable() and row.kind.isascii()
    return row if is_row else None


def _payload(page: bytes, at: int, length: int, pages: Mapping[int, bytes]) -> bytes | None:
    """All bytes of a row: a long one continues on other pages, each with the number of the next."""
    usable = len(page)
    # X, M and K of a cell in an index (1.6), as a table without row ids is one.
    most, least = ((usable - 12) * 64 // 255) - 23, ((usable - 12) * 32 // 255) - 23
    here = length
    if length > most:
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
    payload, next_one = bytearray(page[at : at + here]), page[at + here : at + here + 4]
    while len(payload) < length:
        following = pages.get(int.from_bytes(next_one, "big")) if len(next_one) == 4 else None
        if following is None:
            return None
        payload += following[4:]
        next_one = following[:4]
    return bytes(payload[:length])


def _bytes_of(shape: int) -> int | None:
    """How many bytes a value of this shape takes; None if no row has such a value."""
    if shape in (0, _ONE):
        return 0
    if shape >= 13 and shape % 2:
        return (shape - 13) // 2
    return _INTEGER_BYTES.get(shape)


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """The number that begins there, and where it ends."""
    value = 0
    for end in range(at, min(at + 4, len(page))):
        value = value << 7 | page[end] & 0x7F
        if page[end] < 0x80:
            return value, end + 1
    return -1, at


def _as_varint(value: int) -> bytes:
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(0x80 | value & 0x7F)
    return bytes(reversed(parts))


def rows_by_number(rows: Iterable[Row]) -> dict[str, dict[int, Row]]:
    """The rows by table and number."""
    found: dict[str, dict[int, Row]] = {}
    for row in rows:
        found.setdefault(row.table, {})[row.seq] = row
    return found
