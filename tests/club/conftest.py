"""What tests of the club share: its journal, and an evening on it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from club.evening import Evening
from tricktable.store.journal import Journal, open_journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal of the test's own."""
    with closing(open_journal(tmp_path / "journal.db")) as opened:
        yield opened


@pytest.fixture
def evening(journal: Journal) -> Evening:
    """An evening of one host."""
    return Evening(journal)
