"""What the board tells of its readers stays on the desk until it tells something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rig.table import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def test_each_dead_reader_is_remembered_until_it_is_well_again(rig: Rig) -> None:
    for told, dead in (
        (("2", "dead"), (2,)),
        (("0", "dead"), (0, 2)),
        (("2", "dead"), (0, 2)),
        (("3", "dead"), (0, 2, 3)),
        (("2", "ok"), (0, 3)),
        (("1", "ok"), (0, 3)),
        (("0", "ok"), (3,)),
        (("3", "ok"), ()),
    ):
        rig.event("R", *told)
        assert rig.view.desk.dead_readers == dead


def test_the_line_says_whose_reader_is_dead_and_when_it_works_again(rig: Rig) -> None:
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.event("R", "2", "dead")
    assert rig.said == "Cy's reader is not answering. Type the cards."
    rig.event("R", "2", "ok")
    assert rig.said == "Cy's reader works again."
