"""The page about pages gives the numbers that the code has."""

from pathlib import Path

import pytest

from tricktable import feed
from tricktable.rules import names
from tricktable.service import ServiceSettings, limits

PAGE = Path(__file__).parents[2] / "docs/explanation/pages.md"
LIMITS = feed.Limits()
JOIN = limits.of(ServiceSettings(host_token=""))["join"]


@pytest.mark.parametrize(
    "said",
    [
        f"sends a beat every {feed.BEAT_S:.0f} s",
        f"One address may have {LIMITS.per_address} streams, all together {LIMITS.in_total:,}",
        f"takes nothing for {feed.PATIENCE_BEATS * feed.BEAT_S:.0f} s",
        f"has vanished is let go after {feed.LOST_MS / 1000:.0f} s",
        f"{JOIN.burst} times at once from an address and then {JOIN.per_s:.0f} times a second",
        f"Names are cut to {names.MAX_NAME} characters",
    ],
)
def test_it_says(said: str) -> None:
    assert said in " ".join(PAGE.read_text("utf-8").split())
