"""200 deals of each game agree with OpenSpiel; `make peers` compares 10,000."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: `make .venv/.peers`")

from classics.openspiel import GAMES, compare

DEALS = 200


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_openspiel_does(name: str) -> None:
    compare(name, range(DEALS))
