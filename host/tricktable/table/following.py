"""Follows what other hosts write to the same journal: tables that are behind read on.

Hints say where to look at once, and a look each second finds what they missed. Opens no table
itself, and knows no page.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

from tricktable.store.journal import CLUB, BadRow, Journal, JournalError

LOOK_S: Final = 1.0
"""Between two looks at everything: so late comes what a hint has not told."""
REST: Final = 9
"""After a look for an empty hint, so many times as long as it took there is no other look."""
SETTLED_S: Final = 3.0
"""A phone is saved behind the row that tells of it: it is looked for again for so long."""

_log = logging.getLogger(__name__)


class ReadsOn(Protocol):
    """What is folded from one table's rows."""

    @property
    def seq(self) -> int:
        """The number of the newest row that it has."""

    def catch_up(self) -> bool:
        """Take in what others have written; returns whether phones may have changed with it.

        Raises: BadRow.
        """


class Following(threading.Thread):
    """Follows from `start` until `stop`. Mutable."""

    def __init__(
        self,
        journal: Journal,
        followed: Callable[[], Mapping[str, ReadsOn]],
        appeared: Callable[[Iterable[str]], None],
    ) -> None:
        """Make one that is not running yet.

        Args:
            journal: what all hosts write.
            followed: what reads on, by the name of its rows.
            appeared: takes in the tables with these codes, which are not followed. May be called
                again with the same. Raises: Outage.
        """
        super().__init__(name="following", daemon=True)
        self._journal, self._followed, self._appeared = journal, followed, appeared
        self._hints = journal.hints()
        self._over = threading.Event()
        self._due_s = 0.0
        self._known: frozenset[str] = frozenset()
        self._unsettled: dict[str, float] = {}
        self._faults: set[str] = set()

    def stop(self) -> None:
        """End the thread; returns when that is done."""
        self._over.set()
        self._hints.stop()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Follow until `stop`."""
        while not self._over.is_set():
            hint = self._hints.wait(max(0.0, self._due_s - time.monotonic()))
            if self._over.is_set():
                return
            began_s = time.monotonic()
            try:
                if hint:
                    self._follow(hint)
                if hint == {} or began_s >= self._due_s:
                    self._due_s = began_s + LOOK_S
                    self._follow(self._journal.newest())
                    if hint == {}:
                        self._over.wait(min(LOOK_S, REST * (time.monotonic() - began_s)))
            except JournalError:
                continue  # whoever writes says so

    def _follow(self, newest: Mapping[str, int]) -> None:
        """Let those read on that are behind these numbers. Raises: Outage."""
        strange = {*newest} - self._known - {CLUB}
        followed = self._followed()
        if found := [code for code in strange if code not in followed and newest[code]]:
            self._appeared(found)
            followed = self._followed()
        self._known |= strange
        now_s = time.monotonic()
        for code, seq in newest.items():
            each = followed.get(code)
            is_due = not seq or self._unsettled.get(code, 0.0) > now_s
            if each is not None and (is_due or each.seq < seq):
                self._read_on(code, each)

    def _read_on(self, code: str, each: ReadsOn) -> None:
        try:
            if each.catch_up():
                self._unsettled[code] = time.monotonic() + SETTLED_S
        except BadRow as fault:
            said = str(fault)
            if said not in self._faults:
                self._faults.add(said)
                _log.error("cannot follow another host: %s", said)
