"""The files of one journal: what is cleared away where another file has taken their place."""

from pathlib import Path

from tricktable.store.journal.place import JournalFiles


def laid(folder: Path, log: str = "rows") -> JournalFiles:
    """A journal's files that were opened."""
    files = JournalFiles(folder / "journal.db")
    for path, text in ((files.path, "file"), (files.log, log), (files.index, "index")):
        path.write_text(text)
    files.remember()
    return files


def test_the_log_of_the_file_that_was_opened_is_kept_beside_and_its_index_goes(tmp_path):
    files = laid(tmp_path)
    files.clear()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "journal.db": "file",
        "journal.db-wal.left": "rows",
    }
    files.clear()  # there is nothing left to do


def test_an_empty_log_is_not_kept(tmp_path):
    laid(tmp_path, log="").clear()
    assert [path.name for path in tmp_path.iterdir()] == ["journal.db"]


def test_a_log_of_another_file_is_left_alone(tmp_path):
    files = laid(tmp_path)
    other = tmp_path / "other"
    other.write_text("of another program")
    other.replace(files.log)
    files.clear()
    assert files.log.read_text() == "of another program"
    assert not files.index.exists()


def test_files_that_were_not_there_are_not_touched_when_they_come(tmp_path):
    files = JournalFiles(tmp_path / "journal.db")
    files.remember()
    files.log.write_text("of another program")
    files.clear()
    assert files.log.read_text() == "of another program"
