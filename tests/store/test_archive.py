"""The games that a journal keeps, told apart and written out as they were recorded."""

import pytest

from tricktable.store import archive
from tricktable.store.journal import Row


@pytest.fixture
def rows():
    kinds = [
        ("opened", "{}", None),
        ("game", '{"record": 1}', None),
        ("entry", '{"kind": "dealt"}', "b001:1"),
        ("desk", '{"note": null}', "b001:2"),
        ("entry", '{"kind": "played"}', "key.one:1"),
        ("game", '{"record": 2}', None),
        ("act", '{"name": "undo", "entries": 1}', None),
        ("entry", '{"kind": "struck"}', None),
    ]
    return [
        Row("7KQ", seq, f"2026-01-0{seq}", source, kind, body)
        for seq, (kind, body, source) in enumerate(kinds, start=1)
    ]


@pytest.mark.parametrize(
    ("number", "lines"),
    [
        (1, ['{"record": 1}', '{"kind": "dealt"}', '{"kind": "played"}']),
        (2, ['{"record": 2}', '{"kind": "struck"}']),
        (0, []),
        (3, []),
    ],
)
def test_a_record_is_its_header_and_its_entries(rows, number, lines):
    assert list(archive.record_of(rows, number)) == lines
    corrected = ["a correction"] if number == 1 else []
    assert list(archive.record_of(rows, number, ["a correction"])) == [*lines, *corrected]


def test_entries_are_counted_without_being_written(rows, monkeypatch):
    together = '{"entries": [{"kind": "dealt", "dealer": 0}, {"kind": "struck", "seq": 1}]}'
    rows = [*rows, Row("7KQ", 9, "2026-01-09", None, "entries", together)]
    lines = [len(archive.entries_in(row)) for row in rows]
    monkeypatch.delattr(archive, "json")
    assert [archive.entry_count(row) for row in rows] == lines
    assert lines[-1] == 2
