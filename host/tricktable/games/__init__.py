"""The games that the table knows. Each stands in a file of its own and knows no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tricktable.games.etori import ETORI
from tricktable.games.torite import TORITE
from tricktable.games.tredici import TREDICI
from tricktable.games.triatri import TRIATRI
from tricktable.games.troika import TROIKA
from tricktable.rules.game import Game

GAMES: Final[Mapping[str, Game]] = {
    game.name: game for game in (TORITE, TREDICI, TRIATRI, ETORI, TROIKA)
}
"""Every game by its name in records."""
