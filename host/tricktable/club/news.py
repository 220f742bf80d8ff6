"""Takes what the club says to the tables, in a thread of its own that nobody waits for."""

import threading
from collections.abc import Callable
from typing import Final

from tricktable.club.club import ClubView
from tricktable.store.journal.rounds import Rounds

EVERY_S: Final = 1.0
"""How late the end of an announcement is shown, at most."""


class ClubNews(threading.Thread):
    """Has the club's news passed on to the tables. Mutable: whether there is any."""

    def __init__(self, pass_on: Callable[[], None]) -> None:
        super().__init__(name="club", daemon=True)
        self._pass_on = pass_on
        self._rounds = Rounds("passing on the club's news")
        self._news, self._stopping = threading.Event(), threading.Event()

    def show(self, _view: ClubView) -> None:
        """There is news."""
        self.wake()

    def wake(self) -> None:
        """Pass on what is new now."""
        self._news.set()

    def stop(self) -> None:
        """End the thread; returns at once."""
        self._stopping.set()
        self._news.set()

    def run(self) -> None:
        """Pass on what is new at once, and each second what changes by itself."""
        while not self._stopping.is_set():
            self._news.clear()
            with self._rounds:
                self._pass_on()
            self._news.wait(EVERY_S)
