"""What the app can do with its tables and their boards, as the web asks it to. Does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from tricktable.table.answers import Answer
from tricktable.text.language import _, message

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
