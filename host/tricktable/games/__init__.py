"""The games that the table knows. Each stands in a folder of its own and knows no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tricktable.games import etori, torite, tredici, triatri, troika
from tricktable.rules.game import AnyGame

GAMES: Final[Mapping[str, AnyGame]] = {
    each.GAME.name: each.GAME for each in (torite, tredici, triatri, etori, troika)
}
"""Every game by its name in records."""
