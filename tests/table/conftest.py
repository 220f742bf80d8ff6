"""One table with a journal of its own, for tests of tables and of their desk."""

from pathlib import Path

import pytest

from rig.table import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """A table at which nothing has happened."""
    return Rig(tmp_path)
