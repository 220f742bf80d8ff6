"""What every game's position can do. Knows no game, and nothing of a view that holds one."""

from collections.abc import Mapping
from typing import Final, Protocol, TypeVar


class Position(Protocol):
    """What a viewpoint may know of a moment beyond the trick: each game has its own."""

    def as_json(self) -> Mapping[str, object]:
        """The game's part of the summary, as record.md states it."""


class Common:
    """What most games wait for at some time, as all of them call it."""

    DEAL: Final = "deal"
    PLAY: Final = "play"
    OVER: Final = "over"
    BETWEEN: Final = (DEAL, OVER)
    """No deal is running."""


P = TypeVar("P", bound=Position)
