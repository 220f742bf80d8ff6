"""Follows what other hosts write to the same journal: tables that are behind read on.

Hints say where to look at once, and a look each second finds what they missed. All tables that are
behind are read at once: asking costs more than the rows do. Opens no table itself, and knows no
page.
"""

import logging
import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, Protocol

from tricktable.store.journal import BESIDE, CLUB, BadRow, Journal, Phone, Row
from tricktable.store.journal.rounds import Rounds

LOOK_S: Final = 1.0
"""Between two looks at everything: the longest delay of news for which a hint was lost."""
REST: Final = 9
"""After asking for an empty hint, this many times as long as that took nothing is asked: however
many hints come, asking takes no more than a tenth of the time."""

_log = logging.getLogger(__name__)


class ReadsOn(Protocol):
    """What is folded from rows."""

    @property
    def seq(self) -> int:
        """The number of the newest row that it has."""

    def take_in(self, rows: Iterable[Row]) -> bool:
        """Take in rows that others may have written, and show them; it may have some of them.

        Returns whether they tell that a phone comes or goes. Raises: BadRow, Outage.
        """


class ReadsPhones(ReadsOn, Protocol):
    """One table."""

    @property
    def phone_changes(self) -> int:
        """How many phones have come or gone here; another number when that happens."""

    def phones_are(self, kept: Sequence[Phone], changes: int) -> bool:
        """Show its phones as the journal had them when there were this many `phone_changes`.

        Returns whether that counts: not if any have come or gone since.
        """


class Followers(Protocol):
    """The tables of one host."""

    def shared_tables(self, codes: Iterable[str] | None = None) -> Mapping[str, ReadsPhones]:
        """Those of these tables, or all, that other hosts may write to and that are in memory."""

    def note_newest(self, newest: Mapping[str, int]) -> None:
        """Note the newest rows of tables that are not in memory. Raises: Outage.

        First told of all of them, then of each that has another.
        """

    def look_beside(self) -> None:
        """Look at what has changed beside the rows, such as leases. Raises: Outage."""


class JournalFollower(threading.Thread):
    """Follows from `start` until `stop`. Mutable."""

    def __init__(self, journal: Journal, tables: Followers, club: ReadsOn) -> None:
        """Make one that is not running yet; `journal` is what all hosts write."""
        super().__init__(name="following", daemon=True)
        self._journal, self._tables, self._club = journal, tables, club
        self._hints = journal.hints()
        self._over = threading.Event()
        self._rounds = Rounds("following other hosts")
        self._due_s = 0.0
        self._known: dict[str, int] = {}
        self._stirred: set[str] = set()  # tables whose phones are to be looked at once more
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
            with self._rounds:
                if hint:
                    self._read_hint(hint)
                if time.monotonic() >= self._due_s:
                    self._due_s = time.monotonic() + LOOK_S
                    self._look()
                elif hint == {}:
                    self._look_for_something()

    def _look(self) -> None:
        """Look at everything. Raises: Outage."""
        self._follow(self._journal.newest())
        self._stirred.intersection_update(self._tables.shared_tables(self._stirred))
        self._look_at_phones(self._stirred)
        self._tables.look_beside()

    def _read_hint(self, hint: Mapping[str, int]) -> None:
        """Read the new rows that a hint announced. Raises: Outage."""
        self._follow({code: seq for code, seq in hint.items() if code != BESIDE})
        if BESIDE in hint:
            self._tables.look_beside()

    def _look_for_something(self) -> None:
        """Somewhere there is something new: look where that costs least. Raises: Outage."""
        began_s = time.monotonic()
        rows = self._behind({CLUB: self._club, **self._tables.shared_tables()})
        if not rows:
            newest = self._journal.newest()
        took_s = time.monotonic() - began_s
        if rows:
            self._hand_out(rows)
        else:
            self._follow(newest)
        self._tables.look_beside()
        self._over.wait(min(LOOK_S, REST * took_s))

    def _follow(self, newest: Mapping[str, int]) -> None:
        """Let those read on that are behind these numbers. Raises: Outage."""
        followed = self._tables.shared_tables(newest)
        found = {
            code: seq
            for code, seq in newest.items()
            if seq > self._known.get(code, 0) and code not in followed and code != CLUB
        }
        if found:
            self._tables.note_newest(found)
            followed = self._tables.shared_tables(newest)
            self._known |= found
        reading: dict[str, ReadsOn] = {CLUB: self._club, **followed}
        self._hand_out(
            self._behind(
                {code: each for code, each in reading.items() if each.seq < newest.get(code, 0)}
            )
        )
        self._look_at_phones([code for code, seq in newest.items() if not seq])

    def _behind(self, reading: Mapping[str, ReadsOn]) -> Sequence[Row]:
        """What these do not have yet. Raises: Outage."""
        after = {code: each.seq for code, each in reading.items()}
        return [*self._journal.read_on(after)] if after else ()

    def _hand_out(self, rows: Sequence[Row]) -> None:
        """Give each table its rows, and see to the phones that they tell of. Raises: Outage."""
        seated = []
        codes = {row.table for row in rows}
        reading: dict[str, ReadsOn] = {CLUB: self._club, **self._tables.shared_tables(codes)}
        for code, its in groupby(rows, attrgetter("table")):
            if code in reading and self._take_in(reading[code], its):
                seated.append(code)
        self._stirred |= codes - {CLUB}
        self._look_at_phones(seated)

    def _take_in(self, each: ReadsOn, rows: Iterable[Row]) -> bool:
        try:
            return each.take_in(rows)
        except BadRow as fault:
            said = str(fault)
            if said not in self._faults:
                self._faults.add(said)
                _log.error("cannot follow another host: %s", said)
        return False

    def _look_at_phones(self, codes: Collection[str]) -> None:
        """Show the phones at these tables as all hosts have kept them. Raises: Outage."""
        tables = self._tables.shared_tables(codes) if codes else {}
        if not tables:
            return
        changes = {code: each.phone_changes for code, each in tables.items()}
        kept: dict[str, list[Phone]] = {code: [] for code in tables}
        for phone in self._journal.phones(*tables):
            kept[phone.table].append(phone)
        for code, each in tables.items():
            if each.phones_are(kept[code], changes[code]):
                self._stirred.discard(code)
