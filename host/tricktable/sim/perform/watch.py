"""Hands at a table, and a watch that waits until the table has taken in their acts."""

import threading
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from tricktable.store.decks import Shelf
from tricktable.store.journal import Journal
from tricktable.table.table import Table
from tricktable.table.views import TableView

PATIENCE_S: Final = 30.0
"""An act that has not reached the table by then never will, even on a busy computer."""


class BoardHands(Protocol):
    """What people do to a board; a program can do it to a simulated one."""

    def lay(self, reader: int, uid: str) -> None:
        """Lay a tag on a reader."""

    def lift(self, reader: int) -> None:
        """Take away what lies there."""

    def rest(self, ms: int) -> None:
        """Touch nothing for this long, in board time."""

    def press(self, key: str) -> None:
        """Press a key and let it go."""

    def button(self, seat: int, long: bool = False) -> None:
        """Press a seat's button and let it go."""


class SeenBoard(Protocol):
    """What people see at a board."""

    def screen(self) -> bytes:
        """What the display shows now."""

    def wait_for(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait for what can be seen; returns whether it came true in time."""


class Apart(Exception):
    """Raised if table and replay differ, or the table cannot do what the record says."""


class TableWatch:
    """Waits for views of the table, and for what it has heard. Mutable; safe between threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._newest: TableView | None = None
        self._heard: set[tuple[str, int]] = set()

    def show(self, view: TableView) -> None:
        """Take in a newer view."""
        with self._changed:
            self._newest = view
            self._changed.notify_all()

    def until(self, is_so: Callable[[TableView], object], what: str) -> TableView:
        """The first view of which `is_so` holds. Raises: Apart when it takes too long."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._newest and is_so(self._newest), PATIENCE_S):
                said = self._newest.asks_and_note if self._newest else ""
                raise Apart(f"{what} did not reach the table{': ' if said else ''}{said}")
            assert self._newest is not None
            return self._newest

    def hears(self, boot: str, seq: int) -> None:
        """Note that the table has taken in an act of the hands."""
        with self._changed:
            self._heard.add((boot, seq))
            self._changed.notify_all()

    @property
    def acts_taken_in(self) -> int:
        """How many acts of the hands have reached the table."""
        with self._changed:
            return len(self._heard)

    def until_heard(self, count: int, what: str) -> None:
        """Wait for this many acts. Raises: Apart if it takes too long."""
        self.until(lambda _: len(self._heard) >= count, what)


_BY_HANDS: Final = ("C", "K", "S", "Y")
"""A card, a key, a seat's button pressed and held, as docs/reference/wire.md has them."""


class WatchedTable(Table):
    """A table that tells a watch about each card, key and button once it has taken it in."""

    def __init__(self, code: str, journal: Journal, shelf: Shelf, watch: TableWatch) -> None:
        super().__init__(code, journal, shelf, watch)
        self._watch = watch

    def hear(self, boot: str, seq: int, what: str, args: Sequence[str], age_ms: int = 0) -> None:
        """Take in an event, and tell."""
        super().hear(boot, seq, what, args, age_ms)
        if what in _BY_HANDS:
            self._watch.hears(boot, seq)
