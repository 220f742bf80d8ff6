"""Calls for help that were made with a board's keys: told to the club once, and not by the table.

A table keeps the press among its rows (`Desk.help`); a host that shows it passes it on.
"""

import threading
from collections.abc import Callable

from tricktable.club.calls import BOARD, CallForHelp, EndCall
from tricktable.club.club import Club
from tricktable.table.desk.desk import HelpByKeys
from tricktable.table.views import TableView


class KeyCalls:
    """What the keys of all tables tell the organiser. Mutable; any thread may call any method."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """Nothing was told. `wake` has `pass_on` called soon."""
        self._wake = wake
        self._lock = threading.Lock()
        self._newest: dict[str, HelpByKeys] = {}
        self._told: dict[str, int] = {}

    def show(self, view: TableView) -> None:
        """Take in what a table shows; returns at once, for the table waits."""
        pressed = view.desk.help
        if pressed is not None and self._newest.get(view.code) != pressed:
            with self._lock:
                self._newest[view.code] = pressed
            self._wake()

    def pass_on(self, club: Club) -> None:
        """Tell the club what is new. May wait for a disk."""
        with self._lock:
            newest = dict(self._newest)
        for code, pressed in newest.items():
            told = self._told.get(code)
            # After a restart, nobody knows whose call an old press would end.
            is_new = told is not None or pressed.is_wanted
            if told == pressed.number or (is_new and not _is_taken(club, code, pressed)):
                continue
            self._told[code] = pressed.number


def _is_taken(club: Club, code: str, pressed: HelpByKeys) -> bool:
    """Tell the club; returns whether it has heard, now or before."""
    request = CallForHelp(code, BOARD) if pressed.is_wanted else EndCall(code)
    # With a key: other hosts show this table too, and so does this one after a restart.
    return club.ask(request, f"keys.{code}.{pressed.number}", is_told=False).is_done
