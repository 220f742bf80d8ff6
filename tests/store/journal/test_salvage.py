"""Rows that are found in the bytes of real SQLite files, whatever their pages and lengths."""

import sqlite3
from contextlib import closing

import pytest

from rig.preparations import new_journal
from tricktable.store.journal.row import Row
from tricktable.store.journal.salvage import (
    LOG_HEADER_BYTES,
    USUAL_PAGE_BYTES,
    rows_by_number,
    rows_in,
)

AT = "2026-05-01T12:00:00+00:00"
NUMBERS = [1, 2, 127, 128, 255, 256, 32767, 32768, 2**23 - 1, 2**23, 2**31, 2**32, 2**47, 2**53]
"""On both sides of each length that SQLite gives a number."""
PAGES = pytest.mark.parametrize("page_bytes", [512, 4096, 65536])


def short(seq, table="7KQ", words=10):
    """A row with a body of this many letters; each third comes from no board."""
    source = None if seq % 3 == 0 else f"0A1B2C3D:{seq}"
    return Row(table, seq, AT, source, "entry", "♠" + "x" * words)


def of_all_lengths(page_bytes):
    """Rows that fit a page, that just do not, and that go on in one page more or two."""
    usable = page_bytes - 4
    most = ((page_bytes - 12) * 64 // 255) - 23
    edges = [most, most + usable, usable, 2 * usable][: 1 if page_bytes > 5000 else 4]
    lengths = [*range(0, 300, 23), *(edge - rest for edge in edges for rest in range(36, 66))]
    return [short(seq, words=each) for seq, each in enumerate(lengths, 1)]


@pytest.fixture
def bytes_of(tmp_path):
    """The file of a journal with these rows, and its log, as they lie on the disk."""

    def written(rows, page_bytes=4096, is_logged=False):
        path = tmp_path / "journal.db"
        new_journal(path).close()
        log = path.with_name("journal.db-wal")
        with closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA journal_mode = DELETE")
            file.execute(f"PRAGMA page_size = {page_bytes}")
            file.execute("VACUUM")
            if is_logged:
                file.execute("PRAGMA journal_mode = WAL")
                file.execute("PRAGMA wal_autocheckpoint = 0")
            with file:
                file.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", rows)
            return path.read_bytes(), log.read_bytes() if is_logged else b""

    return written


@PAGES
@pytest.mark.parametrize("is_logged", [False, True], ids=["file", "log"])
def test_rows_of_all_lengths_are_found_in_pages_of_all_sizes(bytes_of, page_bytes, is_logged):
    rows = of_all_lengths(page_bytes)
    file, log = bytes_of(rows, page_bytes, is_logged)
    assert rows_in(file, log) == rows
    if is_logged:
        assert rows_in(file, b"") == []
        assert rows_in(b"", log) == rows


def test_rows_have_numbers_of_all_lengths_and_are_sorted_by_table(bytes_of):
    rows = [short(seq, table) for table in ("7KQ", "XYZ") for seq in NUMBERS]
    file, log = bytes_of(rows[::-1])
    assert rows_in(file, log) == rows
    assert rows_by_number(rows_in(file, log)) == {
        table: {seq: short(seq, table) for seq in NUMBERS} for table in ("7KQ", "XYZ")
    }


@pytest.mark.parametrize("said", [0, 2, 256, 513, 4095, 3 << 12])
def test_a_size_that_no_page_has_is_taken_to_be_the_usual_one(bytes_of, said):
    rows = of_all_lengths(USUAL_PAGE_BYTES)
    file, _ = bytes_of(rows)
    assert rows_in(file[:16] + said.to_bytes(2, "big") + file[18:], b"") == rows


def test_the_log_tells_the_size_that_the_file_does_not(bytes_of):
    rows = of_all_lengths(1024)
    file, log = bytes_of(rows, 1024, is_logged=True)
    assert rows_in(b"\0" * len(file), log) == rows


def test_of_two_rows_with_one_number_it_is_the_more_frequent_or_else_the_last(bytes_of):
    rows = [short(seq) for seq in range(1, 4)]
    log = bytes_of(rows, is_logged=True)[1]
    other = log.replace(b"x" * 10, b"y" * 10)
    others = [row._replace(body=row.body.replace("x", "y")) for row in rows]
    again, other_again = log[LOG_HEADER_BYTES:], other[LOG_HEADER_BYTES:]
    assert rows_in(b"", log + other_again) == others
    assert rows_in(b"", other + again) == rows
    assert rows_in(b"", log + again + other_again) == rows


def test_a_row_without_all_its_pages_is_not_made_up(bytes_of):
    rows = [short(1), short(2, words=20_000), short(3)]
    file, _ = bytes_of(rows)
    for end in range(len(file), 0, -USUAL_PAGE_BYTES):
        assert set(rows_in(file[:end], b"")) <= set(rows)
    assert rows_in(file[: -3 * USUAL_PAGE_BYTES], b"") == [short(1), short(3)]


@pytest.mark.parametrize("place", ["XYZ\n1", "\x007KQ", "7KQ\x7f"])
def test_what_has_the_shape_of_a_row_and_no_name_of_a_table_is_none(bytes_of, place):
    file, _ = bytes_of([short(1), short(1, place)])
    assert rows_in(file, b"") == [short(1)]


def test_each_byte_that_is_wrong_costs_no_row_but_its_own(bytes_of):
    rows = [short(seq) for seq in range(1, 31)]
    file, _ = bytes_of(rows)
    first, last = file.index(b"7KQ"), file.rindex(b"x" * 10)
    for at in range(first - 9, last + 9, 7):
        hurt = bytearray(file)
        hurt[at] ^= 0xFF
        found = rows_in(bytes(hurt), b"")
        assert len(set(rows) - set(found)) <= 1
        assert len(found) <= len(rows)


@pytest.mark.parametrize("wrong", [1, 2, 0x40])
def test_a_row_whose_length_is_not_before_it_is_none(bytes_of, wrong):
    """So SQLite leaves a row that it has deleted: the length is overwritten, the rest stays."""
    rows = [short(seq) for seq in range(1, 4)]
    file, _ = bytes_of(rows)
    hurt = bytearray(file)
    header_bytes, length_bytes = 7, 1
    hurt[file.index(b"7KQ") - header_bytes - length_bytes] ^= wrong
    found = rows_in(bytes(hurt), b"")
    assert len(found) == 2
    assert set(found) < set(rows)
