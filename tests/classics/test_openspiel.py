"""200 deals of each game agree with OpenSpiel; `make peers` compares 10,000."""

from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: `make .venv/.peers`")

from classics.openspiel import GAMES, compare

DEALS = 200
OH_HELL = Path(__file__).parents[2] / "examples" / "oh-hell"


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_openspiel_does(name, monkeypatch):
    monkeypatch.syspath_prepend(str(OH_HELL))
    compare(name, range(DEALS))
