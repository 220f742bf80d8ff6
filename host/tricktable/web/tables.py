"""The tables as pages reach them: by code. Never calls a table in the hub's thread.

A table may wait for a disk, and a page that waited in the hub would stop every phone. So every call
into a table runs in gevent's pool of native threads, and only its own page waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextvars import copy_context
from typing import Final, NamedTuple, ParamSpec, TypeVar, cast

import gevent
from flask import abort

from tricktable.house.open_tables import OpenTables, SleepingTable
from tricktable.store.journal import BadRow, Row
from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.text.language import _
from tricktable.web import guards
from tricktable.web.live.spectators import DelayedTable, SpectatorGame, Spectators
from tricktable.web.site import site
from tricktable.web.turns import Turns
from tricktable.web.visitors import visitor

P = ParamSpec("P")
R = TypeVar("R")
CODE_SHOWN: Final = 8
"""So much of a code is repeated in the sentence that there is no such table."""


def off_hub(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call the function in a native thread; other greenlets run meanwhile."""
    here = copy_context()  # carries the request's language, among others

    def outcome() -> tuple[R | None, Exception | None]:
        # gevent would print an exception raised there, even one that the page handles.
        try:
            return here.run(function, *args, **kwargs), None
        except Exception as fault:  # noqa: BLE001 - it is raised again where it is waited for
            return None, fault

    # Without this, another program's 2 s lock on the file stalled every phone for 1.9 s.
    with _threads.turns.turn(visitor()):
        result, fault = gevent.get_hub().threadpool.apply(outcome)
    if fault is not None:
        raise fault
    return cast(R, result)


class _Threads(threading.local):
    """The threads of the hub in this one. Mutable."""

    def __init__(self) -> None:
        most = gevent.get_hub().threadpool.maxsize
        # One address has half of them: what is slow for it keeps nobody else waiting.
        self.turns = Turns(most, max(1, most // 2))


_threads: Final = _Threads()


def all_tables() -> Mapping[str, Table]:
    """Every table of this host by its code."""
    return site().tables


class ShownTables(NamedTuple):
    """All tables as whoever asks may see them, in the order in which they were opened."""

    views: list[TableView]
    asleep: tuple[SleepingTable, ...]
    """Those at which nobody has been for a while: of them no more is known."""

    @property
    def codes_asleep(self) -> list[str]:
        """The codes of those."""
        return [each.code for each in self.asleep]


def all_shown() -> ShownTables:
    """Every table as it is now."""
    return _all_shown(lambda table: SeenTable(table, None))


def all_seen() -> ShownTables:
    """Every table as spectators see it."""
    later = spectators()
    return _all_shown(lambda table: _table_in_sight(table, later))


def _table_in_sight(table: Table, later: Spectators | None) -> SeenTable | None:
    """The table as spectators see it; None if it was closed a moment ago."""
    if later is None:
        return SeenTable(table, None)
    delayed = later.tables.get(table.code)
    return None if delayed is None else SeenTable(table, delayed)


def _all_shown(as_seen: Callable[[Table], SeenTable | None]) -> ShownTables:
    tables = all_tables()  # here, because a native thread has no request

    def look() -> ShownTables:
        if isinstance(tables, OpenTables):
            awake, asleep = tables.wake_last_played()
        else:
            awake, asleep = tuple(tables.values()), ()
        there = [each for table in awake if (each := as_seen(table)) is not None]
        return ShownTables([each.view() for each in there], asleep)

    return off_hub(look)


def table_or_404(code: str) -> Table:
    """The table with this code, in either case, woken if it sleeps.

    Ends the request with 404 if there is none. Raises: Outage, if it cannot be read now.
    """
    tables = all_tables()
    known = next((each for each in (code, code.upper()) if each in tables), None)
    if known is None:
        abort(404, no_table(code))
    if isinstance(tables, OpenTables):
        found = tables.present(known)
        try:
            # Hundreds of rows may have to be read.
            found = found or off_hub(tables.get, known)
        except BadRow:
            found = None  # the terminal says why
    else:
        found = tables.get(known)
    return found or abort(404, no_table(code))


class SeenTable(NamedTuple):
    """A table as whoever asks may see it: as it is, or as spectators see it in a broadcast."""

    table: Table
    delayed: DelayedTable | None
    """None if it is seen as it is."""

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    def view(self) -> TableView:
        """The table as everybody may see it, then or now."""
        return self.delayed.view() if self.delayed else self.table.view()

    @property
    def renumberings(self) -> int:
        """How often the table's rows were numbered anew."""
        return self.table.renumberings

    def rows(self, after: int = 0) -> Iterator[Row]:
        """The rows since `after` that were there by then."""
        return self.delayed.rows(self.table, after) if self.delayed else self.table.rows(after)

    def game(self) -> SpectatorGame:
        """The running game by then."""
        if self.delayed:
            return self.delayed.game(self.table)
        now = self.table.snapshot()
        return SpectatorGame(now.view, now.record, now.presumed)


def spectators() -> Spectators | None:
    """Who sees the tables later; None if everybody sees them as they are."""
    return site().spectators


def public_view(table: Table) -> SeenTable:
    """This table as anybody sees it who neither sits there nor is the host.

    A request from the host's own computer is a spectator's too: what a broadcast shows is drawn
    there.
    """
    return _table_in_sight(table, spectators()) or abort(404, no_table(table.code))


def seen_or_404(code: str) -> SeenTable:
    """The table with this code as viewers see it; ends the request with 404 if there is none."""
    return public_view(table_or_404(code))


def seen_by_program_or_404(code: str) -> SeenTable:
    """The same for a program: the host's own see the table as it is."""
    table = table_or_404(code)
    return SeenTable(table, None) if is_hosts_program() else public_view(table)


def is_hosts_program() -> bool:
    """Whether a program asks that may act for the table."""
    return guards.is_this_machine() or guards.has_token_header()


def no_table(code: str) -> str:
    """The sentence that no table has this code; a long code is cut, since anybody can send one."""
    return _("There is no table {code} here.", code=code[:CODE_SHOWN])
