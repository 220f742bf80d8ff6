"""Tables as spectators see them in a broadcast: as they were some time ago, and never newer.

Each view waits until it is old enough; rows and records are cut off at the row of the view that is
shown. Whoever sits at the table, and the host, see it as it is.
"""

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple, Protocol

from tricktable.rules.names import default_names
from tricktable.rules.record import Record
from tricktable.store.clock import monotonic_ms
from tricktable.store.journal import Row
from tricktable.store.journal.rounds import Rounds
from tricktable.table.desk.desk import Desk
from tricktable.table.story import Story
from tricktable.table.views import Audience, TableView
from tricktable.text.language import NO_MESSAGE

TICK_S: Final = 0.2
"""How late a view may be sent, beyond the delay."""


class SpectatorGame(NamedTuple):
    """What spectators may know of the running game."""

    view: TableView
    record: Record | None
    presumed: frozenset[int] = frozenset()
    """As in `Snapshot`."""


class RowSource(Protocol):
    """A table's rows, as `Table.rows` gives them."""

    @property
    def renumberings(self) -> int:
        """How often they were numbered anew."""

    def rows(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """The rows since `after`, and none after `until`."""


def empty_view(view: TableView) -> TableView:
    """The same table before anything happened there that a spectator may know."""
    return TableView(
        code=view.code,
        version=0,
        names=default_names(4, 4),
        view=None,
        header=None,
        asked=None,
        desk=Desk(),
        board=view.board,
        board_word=NO_MESSAGE,
        trouble=None,
        games=0,
        has_deck=view.has_deck,
    )


class DelayedTable:
    """One table, some time ago. Mutable; any thread may call any method. Reads as a table does."""

    def __init__(
        self,
        code: str,
        delay_ms: int,
        audience: Audience,
        age_ms: Callable[[TableView], int],
        now_ms: Callable[[], int],
    ) -> None:
        """Nothing has been shown.

        Args:
            code: the table's code.
            delay_ms: how old a view is before it is shown.
            audience: shows what spectators may see.
            age_ms: how long ago the first view was true already, when a host starts.
            now_ms: a clock that never goes back.
        """
        self.code = code
        self._delay_ms, self._audience = delay_ms, audience
        self._age_ms, self._now_ms = age_ms, now_ms
        self._lock, self._reading = threading.RLock(), threading.Lock()
        self._waiting: deque[tuple[int, TableView]] = deque()
        self._newest: TableView | None = None
        self._story, self._renumberings = Story(code), 0

    def show(self, view: TableView) -> None:
        """Keep the view until it is old enough. Returns at once."""
        with self._lock:
            due_ms = self._now_ms() + self._delay_ms
            if self._newest is None:
                due_ms -= min(max(self._age_ms(view), 0), self._delay_ms)
                self._newest = empty_view(view)
                # What is old enough is shown at once: a table that wakes must not flicker.
                if due_ms > self._now_ms():
                    self._audience.show(self._newest)
            self._waiting.append((due_ms, view))
        self.release()

    def release(self) -> None:
        """Show what is old enough by now."""
        with self._lock:
            newest = None
            while self._waiting and self._waiting[0][0] <= self._now_ms():
                _due_ms, newest = self._waiting.popleft()
            if newest is not None:
                self._newest = newest
                self._audience.show(newest)

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing waits until it is old enough."""
        with self._lock:
            return not self._waiting

    def sleep(self) -> None:
        """Keep of the rows that were read nothing until they are asked for."""
        with self._reading:
            self._story = Story(self.code)

    def show_again(self) -> None:
        """Show what spectators may see once more."""
        with self._lock:
            if self._newest is not None:
                self._audience.show(self._newest)

    def without(self, name: str) -> None:
        """Forget a person's name now, in everything that waits, too."""
        with self._reading:
            self._story = Story(self.code)
        with self._lock:
            self._waiting = deque((due, _nameless(view, name)) for due, view in self._waiting)
            if self._newest is not None:
                self._newest = _nameless(self._newest, name)
                self._audience.show(self._newest)

    def only(self, names: Collection[str]) -> None:
        """Forget now whoever is not among these names, and all that nobody typed."""
        with self._lock:
            views = [view for _due, view in self._waiting]
            views += [self._newest] if self._newest is not None else []
        gone = {
            name
            for view in views
            if view.header is not None
            for name in view.names
            if name not in {*names, *default_names(view.header.players, view.header.seats)}
        }
        for name in gone:
            self.without(name)

    def view(self) -> TableView:
        """The table as spectators see it now."""
        self.release()
        assert self._newest is not None  # a table shows itself when it is opened
        return self._newest

    def rows(self, table: RowSource, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """The table's rows since `after`, as far as spectators may know them."""
        newest = self.view().row
        last = newest if until is None else min(until, newest)
        return table.rows(after, last) if last > after else iter(())

    def game(self, table: RowSource) -> SpectatorGame:
        """The running game as spectators know it."""
        with self._reading:  # and not the other lock, which a table asks for under its own
            view = self.view()
            if self._renumberings != table.renumberings:
                self._story, self._renumberings = Story(self.code), table.renumberings
            for row in table.rows(self._story.seq, view.row) if view.row > self._story.seq else ():
                self._story.read(row)
            self._story.settle()
            record = self._story.record
            return SpectatorGame(
                view, record.fork() if record else None, self._story.presumed_entries
            )


class Spectators:
    """All tables, some time ago. Mutable: tables come and go, and its thread shows what is due."""

    def __init__(
        self,
        delay_s: int,
        audience: Audience,
        now_ms: Callable[[], int] = monotonic_ms,
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`audience` shows every table to spectators; the clocks can be replaced."""
        self.delay_s = delay_s
        self._audience = audience
        self._now_ms, self._wall_clock = now_ms, wall_clock
        self._tables: dict[str, DelayedTable] = {}
        self._stopping = threading.Event()
        self._rounds = Rounds("showing tables to spectators")
        self._thread = threading.Thread(target=self._run, name="spectators", daemon=True)

    @property
    def tables(self) -> Mapping[str, DelayedTable]:
        """Every table by its code."""
        return self._tables

    def join(self, code: str) -> DelayedTable:
        """Show this table to spectators from now on."""
        delay_ms = 1000 * self.delay_s
        made = DelayedTable(code, delay_ms, self._audience, self._age_ms, self._now_ms)
        self._tables[code] = made
        return made

    def forget(self, code: str) -> None:
        """The table was closed."""
        self._tables.pop(code, None)

    def release(self) -> None:
        """Show what is old enough by now."""
        for each in list(self._tables.values()):
            each.release()

    def start(self) -> None:
        """Show by itself what is old enough, from now on."""
        self._thread.start()

    def stop(self) -> None:
        """End that; returns at once."""
        self._stopping.set()

    def _run(self) -> None:
        while not self._stopping.wait(TICK_S):
            with self._rounds:
                self.release()

    def _age_ms(self, view: TableView) -> int:
        """How long ago the table's newest row was written; 0 for none."""
        if not view.at:
            return 0
        age = self._wall_clock() - datetime.fromisoformat(view.at)
        return int(age.total_seconds() * 1000)


def _nameless(view: TableView, name: str) -> TableView:
    """The view without this person's name."""
    names = tuple(
        f"Seat {seat}" if each.casefold() == name.casefold() else each
        for seat, each in enumerate(view.names, start=1)
    )
    if names == view.names:
        return view
    named = view.view and view.view.with_names(names)
    return replace(view, names=names, view=named, asked=None, desk=replace(view.desk, note=None))
