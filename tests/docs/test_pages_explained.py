"""The page about pages gives the number that the code has."""

from pathlib import Path

from tricktable.web.live.feed import BEAT_S

PAGE = Path(__file__).parents[2] / "docs/explanation/pages.md"


def test_it_says_how_often_a_beat_comes():
    assert f"sends a beat every {BEAT_S:.0f} s" in PAGE.read_text("utf-8")
