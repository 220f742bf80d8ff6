"""All tables of the house as the console sees them: which board each has, whether one may go.

Carries nothing out: the house does, which alone opens tables and knows boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from flask import Flask, abort, current_app

from tricktable.web.tables import all_tables, off_hub

if TYPE_CHECKING:
    from tricktable.table.answering import Answer
    from tricktable.table.views import TableView

NAME_LENGTH: Final = 4
"""So many of a board's last digits tell it from others; an RP2040's id differs in those."""


class TableRegistry(Protocol):
    """What a house can do with its tables and boards. From any thread; may wait for a disk."""

    def open_table(self) -> str:
        """Open another table and return its code. Raises: Full, Outage."""

    def close_table(self, code: str) -> Answer:
        """Put away a table that was opened by mistake."""

    @property
    def boards(self) -> Mapping[str, str]:
        """The board of each table that has one, plugged in or not, by the table's code."""

    def swap_boards(self, code: str, other: str) -> Answer:
        """Swap the boards of two tables; one of them may have none."""


class Neighbour(NamedTuple):
    """Another table, with which this one can change boards."""

    code: str
    board: str
    """As people tell it from others; empty if it has none."""


class TablesPanel(NamedTuple):
    """What a table's console shows of the tables beside it."""

    board: str
    """The table's board, as people tell it from others; empty if it has none."""
    neighbours: tuple[Neighbour, ...]
    """The tables to change boards with: all others, if there is any board to be given."""
    can_close: bool
    """Whether nobody has played here, and it is not the only table."""


def init_app(app: Flask, registry: TableRegistry) -> None:
    """Let this app's console reach the tables of the house."""
    app.config["TABLE_REGISTRY"] = registry


def registry_or_404() -> TableRegistry:
    """The tables of the house; ends the request with 404 where tables neither come nor go."""
    registry: TableRegistry | None = current_app.config["TABLE_REGISTRY"]
    return registry or abort(404)


def has_registry() -> bool:
    """Whether tables may come and go here."""
    return current_app.config["TABLE_REGISTRY"] is not None


def panel(view: TableView) -> TablesPanel | None:
    """What the console of the table shows; None where there is no registry."""
    if not has_registry():
        return None
    registry = registry_or_404()
    owned = off_hub(lambda: registry.boards)
    mine = _called(owned.get(view.code, ""))
    others = [Neighbour(code, _called(owned.get(code, ""))) for code in [*all_tables()]]
    return TablesPanel(
        mine,
        tuple(each for each in others if each.code != view.code and (mine or each.board)),
        not view.games and len(others) > 1,
    )


def _called(board: str) -> str:
    return board[-NAME_LENGTH:]
