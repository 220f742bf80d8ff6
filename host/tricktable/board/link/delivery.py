"""A newer program on its way to a line's board. Decides when the board may try it; does no I/O."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from tablewire.host import HostSession
from tablewire.messages import Hello
from tablewire.words import PROGRAM
from tricktable.table.views import TableView

EDITION: Final = 1
"""The loader that the program needs on a board: firmware/pico/loader.py."""
SENDING: Final = "The board takes its new program. You can play on."
WAITING: Final = "The board has its new program, and starts it when no card is awaited."
TRYING: Final = "The board starts its new program, and tries it for ten seconds."
KEPT: Final = "The board now runs version {new}."
BACK: Final = "The new program did not work on the board, which went back to version {old}."
REFUSED: Final = "The board does not take its new program: {why}."


class NewerProgram(NamedTuple):
    """What a board is to run."""

    pack: bytes
    version: str


def takes_updates(hello: Hello) -> bool:
    """Whether a board with this hello can take an update over the wire."""
    edition = hello.parts().get("updates", "")
    return edition.isdecimal() and int(edition) >= EDITION


def may_restart(view: TableView) -> bool:
    """Whether nobody is about to lay a card: a restart takes a second."""
    return view.card_means is None or view.view is None or view.view.is_over


class Delivery:
    """One program at a time. Mutable; only the line's thread may call `put`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wish: NewerProgram | None = None
        self._under_way: NewerProgram | None = None

    def want(self, program: NewerProgram) -> bool:
        """Have the board get it, without waiting; False while another one is on its way.

        From any thread.
        """
        with self._lock:
            if self._wish is not None or self._under_way is not None:
                return False
            self._wish = program
            return True

    def put(self, session: HostSession, view: Callable[[], TableView]) -> str:
        """Take the next step; returns what to tell the table from now on, "" for no news."""
        with self._lock:
            if self._wish is not None:
                self._under_way, self._wish = self._wish, None
                if session.send(PROGRAM, self._under_way.pack):
                    return SENDING
                self._under_way = None
                return REFUSED.format(why="it takes none over the wire")
            program, upload = self._under_way, session.upload
            if program is None:
                return ""
            if upload is None:  # another board has come in its place
                self._under_way = None
                return ""
            if upload.refusal:
                self._under_way = None
                return REFUSED.format(why=upload.refusal)
            if upload.is_kept is not None:
                self._under_way = None
                old = session.board.version if session.board is not None else ""
                return (KEPT if upload.is_kept else BACK).format(new=program.version, old=old)
            if upload.is_whole and not upload.is_attempted:
                if not may_restart(view()):
                    return WAITING
                upload.attempt()
                return TRYING
            return ""
