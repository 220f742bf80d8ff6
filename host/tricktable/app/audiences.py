"""Who is shown what happens at the tables: pages, spectators, other programs and the terminal."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

import click

from tricktable.club.key_calls import KeyCalls
from tricktable.house.audience import WholeAudience
from tricktable.house.narrator import Narrator
from tricktable.house.open_tables import OpenTables
from tricktable.settings import Settings
from tricktable.store import erasure
from tricktable.store.journal import Extent, Journal
from tricktable.table.table import Table
from tricktable.table.views import Audience, TableView
from tricktable.text.language import ENGLISH
from tricktable.web.front_door import FrontDoor
from tricktable.web.guest import fragment
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.live.spectators import Spectators
from tricktable.web.outbound.outlets import outlets
from tricktable.web.site import Later

MOST_TOLD: Final = 4
"""With more tables in memory the terminal has no line a card: nobody reads that many, and in a
club of 1,000 tables they took a tenth of the processor's time."""


class Audiences:
    """Everybody who looks at the tables of one host. Mutable; any thread may call any method."""

    def __init__(
        self,
        settings: Settings,
        feed: Feed,
        journal: Journal,
        tables: OpenTables,
        key_calls: KeyCalls,
        door: FrontDoor,
    ) -> None:
        self.views: Broadcast[TableView] = Broadcast(feed, fragment.encode)
        """What the pages show."""
        self._feed = feed
        self._outlets = [*outlets(settings, journal)]
        self._delay_s = settings.delay_s
        self.later = self._spectators(feed) if self._delay_s else None
        """What spectators see; None if they see the tables as they are."""
        self._tables, self._key_calls, self._door = tables, key_calls, door
        self._of: dict[str, WholeAudience] = {}
        self._awaited: set[str] = set()  # tables whose board is on its way
        self._has_told_why = False  # there is no line for each card

    def _spectators(self, feed: Feed) -> Later:
        """Whoever sees the tables later, other programs among them."""
        views = Broadcast(feed, fragment.encode, "later")
        audience = WholeAudience(views, *self._outlets)
        return Later(Spectators(self._delay_s, audience), views)

    @property
    def has_programs(self) -> bool:
        """Whether other programs are told of every table."""
        return bool(self._outlets)

    def begin(self, extents: Iterable[Extent]) -> None:
        """Tell other programs of the tables that are not in memory, as far as they may know."""
        known = [*extents]
        youngest = (datetime.now(UTC) - timedelta(seconds=self._delay_s)).isoformat()
        for outlet in self._outlets:
            outlet.asleep(each for each in known if each.at < youngest)

    def start(self) -> None:
        """Start telling."""
        for outlet in self._outlets:
            outlet.start()
        if self.later:
            self.later.spectators.start()

    def stop(self) -> None:
        """Tell no more."""
        if self.later:
            self.later.spectators.stop()
        for outlet in self._outlets:
            outlet.stop()

    # --- a table's ------------------------------------------------------------------------------

    def at(self, code: str) -> WholeAudience:
        """Everybody at this table, which comes into memory."""
        everybody = self._of.get(code)
        if everybody is None:
            seen: list[Audience] = (
                [self.later.spectators.join(code)] if self.later else [*self._outlets]
            )
            everybody = self._of[code] = WholeAudience(self.views, self._key_calls, *seen)
            if self._door.url:
                everybody.join(self.narrator(code))
        elif self.later:
            self.later.spectators.tables[code].show_again()
        return everybody

    def join(self, audience: Audience, table: Table) -> None:
        """Show this audience the table's newest view and every later one."""
        everybody = self._of[table.code]
        table.introduce(lambda newest: everybody.join(audience, newest))

    def catch_up(self, table: Table) -> None:
        """Show the pages a table that has just come into memory."""
        if self.views.newest(table.code, ENGLISH).message == b"":
            table.show_again()

    def is_up_to_date(self, code: str) -> bool:
        """Whether spectators have seen all of this table that there is to see."""
        later = self.later.spectators.tables.get(code) if self.later else None
        return later is None or later.is_up_to_date

    def sleep(self, code: str) -> None:
        """The table is no longer in memory."""
        self._forget_views(code)
        delayed = self.later.spectators.tables.get(code) if self.later else None
        if delayed is not None:  # or it is closed
            delayed.sleep()

    def read_again(self, code: str) -> None:
        """Keep nothing of what another host has erased at this table, or in the club."""
        for outlet in self._outlets:
            outlet.read_again(code)

    def has_shown(self, code: str) -> bool:
        """Whether the table was shown since the start."""
        return code in self._of

    def only_known(self, table: Table) -> None:
        """Show spectators of this table nobody whom another host has erased."""
        if self.later:
            self.later.spectators.tables[table.code].only(erasure.known_names(table.rows()))

    def forget(self, code: str) -> None:
        """There is no such table any more: whoever looks at it is told so when they ask again."""
        for outlet in self._outlets:
            outlet.forget(code)
        self._of.pop(code, None)
        self._forget_views(code)
        if self.later:
            self.later.spectators.forget(code)
        for channel in self._feed.phone_channels:
            if Broadcast.table_of(channel) == code:
                self._feed.end(channel)

    def _forget_views(self, code: str) -> None:
        self.views.forget(code)
        if self.later:
            self.later.views.forget(code)

    # --- the terminal ---------------------------------------------------------------------------

    def await_board(self, code: str) -> None:
        """The terminal says nothing of a board that is missing: this table's is on its way."""
        self._awaited.add(code)

    def narrator(self, code: str) -> Narrator:
        """Print where the table is, if there are several; what happens there, the narrator tells.

        Until it is in memory, nothing happens there.
        """
        if len(self._tables) > 1:
            click.echo(f"Table {code}:  {self._door.place(code)}")
        is_coming = code in self._awaited
        return Narrator(
            lambda said: click.echo(self._line(code, said)), is_coming, self._tells_each_card
        )

    def _tells_each_card(self) -> bool:
        """Whether few enough tables are in memory; says once what is left out if there are more."""
        are_few = self._tables.number_awake <= MOST_TOLD
        if not (are_few or self._has_told_why):
            self._has_told_why = True
            click.echo(
                f"With more than {MOST_TOLD} tables, only games, improper play, boards and faults "
                "are told here."
            )
        return are_few

    def _line(self, code: str, said: str) -> str:
        return said if len(self._tables) == 1 else f"{code}  {said}"
