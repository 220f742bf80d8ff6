"""What every game's position can do. Knows no game, and nothing of a view that holds one."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Position(Protocol):
    """What a viewpoint may know of a moment beyond the trick: each game has its own."""

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary, as record.md states it."""


P = TypeVar("P", bound=Position)
