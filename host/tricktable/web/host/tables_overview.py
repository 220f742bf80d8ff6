"""All tables as the host's page shows them: which board each has, and whether it can be closed.

Carries nothing out: only the app opens tables and knows boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from flask import abort

from tricktable.table.answers import Answer
from tricktable.table.views import TableView
from tricktable.text.language import _, message
from tricktable.web.site import site
from tricktable.web.tables import all_tables, off_hub

NAME_LENGTH: Final = 4
"""The last digits of a board's id, enough to tell boards apart: RP2040 ids differ there."""
_TITLES: Final = {
    "reader_khz": message("Speed of the readers' bus in kHz"),
    "breadboard": message("It is a breadboard"),
    "readers": message("Readers"),
    "buttons": message("Buttons"),
    "lamps": message("Lamps"),
    "keypad": message("Keypad"),
    "buzzer": message("Buzzer"),
}
_FEW: Final = 4
"""So far apart are the least and the most that are offered one by one."""
SET: Final = "set."
"""Prefix of a setting's name in a form."""


class SettingOffer(NamedTuple):
    """A number that a board's builder can set: how many of a part there are, 0 or 1 for one."""

    name: str
    least: int
    most: int
    now: int | None
    """What the board says of itself; None if it does not say."""

    @property
    def title(self) -> str:
        """What it is called on a page."""
        return _(_TITLES.get(self.name, self.name))

    @property
    def words(self) -> Mapping[int, str]:
        """What it can be, in words, if these are few; else empty."""
        if self.most - self.least > _FEW:
            return {}
        if (self.least, self.most) == (0, 1):
            return {0: _("no"), 1: _("yes")}
        return {number: str(number) for number in range(self.least, self.most + 1)}


class BoardSettings(NamedTuple):
    """What can be set on the board of a table."""

    numbers: tuple[SettingOffer, ...]
    takes_wifi: bool
    """Whether it is on a cable, over which a password may go."""


class WifiWish(NamedTuple):
    """The Wi-Fi that a board is to join, and what it is called there."""

    ssid: str
    password: str
    name: str


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

    def board_settings(self, code: str) -> BoardSettings | None:
        """What the table's board can be set to, if it takes that from here."""

    def set_board(self, code: str, wishes: Mapping[str, int], wifi: WifiWish | None) -> Answer:
        """Send the table's board other settings, and another Wi-Fi if that is given."""


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
