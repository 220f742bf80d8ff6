"""All tables as the console shows them: which board each has, and whether it can be closed.

Carries nothing out: only the app opens tables and knows boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from flask import abort

from tricktable.table.answering import Answer
from tricktable.table.views import TableView
from tricktable.web.site import site
from tricktable.web.tables import all_tables, off_hub

NAME_LENGTH: Final = 4
"""The last digits of a board's id, enough to tell boards apart: RP2040 ids differ there."""


class TableRegistry(Protocol):
    """What the app can do with its tables and boards. From any thread; may wait for a disk."""

    def open_table(self) -> str:
        """Open another table and return its code. Raises: Full, Outage."""

    def close_table(self, code: str) -> Answer:
        """Close a table that was opened by mistake."""

    @property
    def boards(self) -> Mapping[str, str]:
        """Each table's board, plugged in or not, by the table's code."""

    def swap_boards(self, code: str, other: str) -> Answer:
        """Swap the boards of two tables; one of them may have none."""

    def board_versions(self, code: str) -> tuple[str, str] | None:
        """The version of the table's board and the newer one here, if it can take that."""

    def update_board(self, code: str) -> Answer:
        """Send the table's board the newer program; takes seconds."""


class Neighbour(NamedTuple):
    """Another table, which can swap boards with this one."""

    code: str
    board: str
    """The short id of its board; empty if it has none."""


class TablesPanel(NamedTuple):
    """What a table's console shows of the tables beside it."""

    board: str
    """The short id of the table's board; empty if it has none."""
    neighbours: tuple[Neighbour, ...]
    """The tables to swap boards with: all others, if any board is involved."""
    versions: tuple[str, str] | None
    """The version of the table's board and the newer one here, if it can take that."""
    can_close: bool
    """Whether nobody has played here and it is not the only table."""


def registry_or_404() -> TableRegistry:
    """The registry of tables; ends the request with 404 if tables cannot come and go here."""
    registry = site().registry
    return registry or abort(404)


def has_registry() -> bool:
    """Whether tables can come and go here."""
    return site().registry is not None


def panel(view: TableView) -> TablesPanel | None:
    """The panel on this table's console; None if there is no registry."""
    if not has_registry():
        return None
    registry = registry_or_404()
    owned = off_hub(lambda: registry.boards)
    mine = _called(owned.get(view.code, ""))
    others = [Neighbour(code, _called(owned.get(code, ""))) for code in [*all_tables()]]
    return TablesPanel(
        mine,
        tuple(each for each in others if each.code != view.code and (mine or each.board)),
        off_hub(registry.board_versions, view.code),
        not view.games and len(others) > 1,
    )


def _called(board: str) -> str:
    return board[-NAME_LENGTH:]
