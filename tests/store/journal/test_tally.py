"""The tally beside a journal: whoever looks into the folder reads nothing there."""

import os

from tricktable.store.journal.tally import Tally


def test_a_new_tally_is_its_owners_alone_from_its_first_byte(tmp_path):
    path = tmp_path / "journal.db-tally"
    before = os.umask(0)
    try:
        Tally(path, {"7KQ": 3}).close()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
