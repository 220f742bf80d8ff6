"""A journal is copied into another one: all of it, nothing twice, and never over something else."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from store.journal.suite import ANN, BO, FIRST, OTHER, row
from tricktable.cli import main
from tricktable.store.journal import CLUB, Journal, Outage, Phone, Row, open_journal
from tricktable.store.journal.copies import CopiedTable, Differs, copy


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Journal]:
    with closing(open_journal(tmp_path / "source.db")) as journal:
        fill(journal)
        yield journal


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Journal]:
    with closing(open_journal(tmp_path / "target.db")) as journal:
        yield journal


def fill(journal: Journal) -> None:
    """Something of each kind, and more rows than are copied at once."""
    journal.append(
        [row("T5", seq, source=f"b:{seq}", body=f'"{seq} 安"') for seq in range(1, 1502)]
    )
    journal.append([row("A1", 1)])
    journal.append((), [ANN, BO])
    journal.keep_homes([FIRST, OTHER])


def content(journal: Journal) -> object:
    """All that a journal says."""
    tables = {code: [*journal.read(code)] for code in journal.tables()}
    return tables, {code: journal.phones(code) for code in tables}, journal.homes()


def test_all_of_it_is_copied_and_a_second_time_nothing(source, target):
    assert [*copy(source, target)] == [CopiedTable("A1", 1, 1), CopiedTable("T5", 1501, 1501)]
    assert content(target) == content(source)
    assert [each.added for each in copy(source, target)] == [0, 0]
    source.append([row("A1", 2)])
    assert [each.added for each in copy(source, target)] == [1, 0]
    assert content(target) == content(source)


def test_the_club_is_copied_too(source, target):
    source.append([row(CLUB, 1), row(CLUB, 2)])
    assert [*copy(source, target)][-1] == CopiedTable(CLUB, 2, 2)
    assert [*target.read(CLUB)] == [row(CLUB, 1), row(CLUB, 2)]
    target.append([row(CLUB, 3)])
    with pytest.raises(Differs, match=f"table {CLUB} has more rows"):
        [*copy(source, target)]


def test_what_was_interrupted_goes_on_where_it_stopped(source, target, monkeypatch):
    append, calls = target.append, list[int]()

    def tired(rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        calls.extend([len(rows)] if rows else [])
        if len(calls) == 3:
            raise Outage("the network is down")
        append(rows, phones)

    monkeypatch.setattr(target, "append", tired)
    with pytest.raises(Outage):
        [*copy(source, target)]
    assert calls == [1, 1000, 501]
    monkeypatch.undo()
    assert [each.added for each in copy(source, target)] == [0, 501]
    assert content(target) == content(source)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda target: target.append([row("T5", 1)]), "row 1 of table T5 is another one"),
        (lambda target: target.append([row("B2", 1)]), "tables of its own: B2"),
        (
            lambda target: target.append([row("A1", 1), row("A1", 2)]),
            "table A1 has more rows",
        ),
    ],
)
def test_another_journal_is_left_as_it_is(source, target, spoil, said):
    spoil(target)
    before = content(target)
    with pytest.raises(Differs, match=said):
        [*copy(source, target)]
    assert content(target) == before


def test_a_row_that_did_not_come_back_is_told(source, target, monkeypatch):
    monkeypatch.setattr(target, "append", lambda _: None)
    with pytest.raises(Differs, match="row 1 of table A1 did not come back"):
        [*copy(source, target)]


def test_the_command_tells_each_table_and_refuses_what_is_not_there(source, tmp_path):
    words = ["journal", "copy", str(tmp_path / "source.db"), str(tmp_path / "new.db")]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert "T5: 1501 rows, 1501 of them copied now." in done.output
    assert "Both journals are the same." in done.output
    with closing(open_journal(tmp_path / "new.db")) as copied:
        assert content(copied) == content(source)
    words[2] = str(tmp_path / "nowhere.db")
    refused = CliRunner().invoke(main, words)
    assert refused.exit_code == 1
    assert "there is no journal" in refused.output
    assert not (tmp_path / "nowhere.db").exists()
