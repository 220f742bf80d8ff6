"""Updates on their way to a line's board. Decides when the board may try each; does no I/O."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tablewire.host import HostSession
from tablewire.messages import Hello
from tablewire.words import PROGRAM
from tricktable.table.views import TableView
from tricktable.text.language import NO_MESSAGE, Message, message

EDITION: Final = 1
"""The loader that an update needs on a board: firmware/pico/loader.py."""
SENDING: Final = message("The board is getting its update. You can play on.")
WAITING: Final = message(
    "The board has its update, and tries it between games or while the game is paused."
)
TRYING: Final = message("The board restarts, and tries its update for ten seconds.")
KEPT: Final = {
    PROGRAM: message("The board now runs the newer program."),
    "board.json": message("The board has its new settings."),
    "table.json": message("The board has joined the Wi-Fi."),
}
BACK: Final = {
    PROGRAM: message("The newer program did not work on the board. It runs the older one again."),
    "board.json": message("The new settings did not work on the board. It has the old ones again."),
    "table.json": message(
        "The board could not join that Wi-Fi: check its name and password. Only a Pico W has "
        "Wi-Fi. The board has its old settings again."
    ),
}
NOT_YET_GOOD: Final = "not yet good"
"""The word of a board that restarted less than ten seconds ago (`firmware/pico/receiver.py`)."""
REFUSED: Final[Mapping[str, str]] = {
    "no room": message("The board does not take its update: its flash is full."),
    NOT_YET_GOOD: message(
        "The board does not take its update yet: it restarted a moment ago. Try again."
    ),
    "damaged": message("The board's update arrived damaged. Try again."),
}
"""By the board's reason; any other one is UNFIT."""
UNFIT: Final = message("The board does not take its update.")


class Update(NamedTuple):
    """What is sent: `tablewire.upload.Upload` says more."""

    what: str
    data: bytes
    about: str
    """Names it in a sentence."""


def takes_updates(hello: Hello) -> bool:
    """Whether a board with this hello can take an update over the wire."""
    edition = hello.parts().get("updates", "")
    return edition.isdecimal() and int(edition) >= EDITION


def may_restart(view: TableView) -> bool:
    """Whether nobody is about to lay a card: a restart takes a second."""
    is_at_rest = view.desk.is_paused or view.view is None or view.view.is_over
    return is_at_rest or view.card_means is None


class Delivery:
    """One update after another; one that fails ends it. Mutable.

    Only the line's thread may call `put`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._due: list[Update] = []
        self._under_way: Update | None = None

    def want(self, updates: Sequence[Update]) -> bool:
        """Have the board get these, without waiting; False while others are on their way.

        From any thread.
        """
        with self._lock:
            if self._due or self._under_way is not None:
                return False
            self._due = [*updates]
            return True

    def put(self, session: HostSession, view: Callable[[], TableView]) -> Message:
        """Take the next step; returns what to tell the table from now on, if there is news."""
        with self._lock:
            if self._under_way is None and self._due:
                self._under_way = self._due.pop(0)
                is_sent = session.send(self._under_way.what, self._under_way.data)
                return Message(SENDING) if is_sent else self._end(UNFIT)
            update, upload = self._under_way, session.upload
            if update is None:
                return NO_MESSAGE
            if upload is None:  # another board has come in its place
                return self._end("")
            if upload.refusal:
                return self._end(REFUSED.get(upload.refusal, UNFIT))
            if upload.is_kept:
                self._under_way = None
                return Message(KEPT[update.what])
            if upload.is_kept is not None:
                return self._end(BACK[update.what])
            if upload.is_whole and not upload.is_attempted:
                if not may_restart(view()):
                    return Message(WAITING)
                upload.attempt()
                return Message(TRYING)
            return NO_MESSAGE

    def _end(self, words: str) -> Message:
        """Send nothing more; returns these words."""
        self._due, self._under_way = [], None
        return Message(words)
