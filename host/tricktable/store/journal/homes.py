"""Which table a board belongs to, as stored: the board's id and the table's code."""

from __future__ import annotations

from typing import NamedTuple


class Home(NamedTuple):
    """The table of one board."""

    board: str
    """The board's id, from its hello."""
    table: str
    """The table's code."""
    since: str
    """Wall time, ISO 8601: since when."""
