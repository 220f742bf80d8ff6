"""All tables as the host's page shows them: which board each has, and whether it can be closed.

Carries nothing out: only the app opens tables and knows boards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from flask import abort

from tricktable.table.views import TableView
from tricktable.web.site import site
from tricktable.web.table_registry import BoardSettings, TableRegistry
from tricktable.web.tables import all_tables, off_hub

NAME_LENGTH: Final = 4
"""The last digits of a board's id, enough to tell boards apart: RP2040 ids differ there."""
SET: Final = "set."
"""Prefix of a setting's name in a form."""


class Neighbour(NamedTuple):
    """Another table, which can swap boards with this one."""

    code: str
    board: str
    """The short id of its board; empty if it has none."""


class TablesPanel(NamedTuple):
    """What a table's page shows the host of the tables beside it."""

    board: str
    """The short id of the table's board; empty if it has none."""
    neighbours: tuple[Neighbour, ...]
    """The tables to swap boards with: all others, if any board is involved."""
    versions: tuple[str, str] | None
    """The version of the table's board and the newer one here, if it can take that."""
    settings: BoardSettings | None
    """What its board can be set to, if it takes that from here."""
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
    """The panel on this table's page; None if there is no registry."""
    if not has_registry():
        return None
    registry = registry_or_404()
    owned = off_hub(lambda: registry.boards)
    mine = _short_name(owned.get(view.code, ""))
    others = [Neighbour(code, _short_name(owned.get(code, ""))) for code in [*all_tables()]]
    return TablesPanel(
        mine,
        tuple(each for each in others if each.code != view.code and (mine or each.board)),
        off_hub(registry.board_versions, view.code),
        off_hub(registry.board_settings, view.code),
        not view.games and len(others) > 1,
    )


def _short_name(board: str) -> str:
    return board[-NAME_LENGTH:]
