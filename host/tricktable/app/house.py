"""The whole host: opens everything it needs, serves until it is stopped, and closes it again."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import click
from flask import Flask

from tricktable.app.audiences import Audiences
from tricktable.app.boards import Boards, Find
from tricktable.board.checkup import Facts
from tricktable.board.link.line import Line
from tricktable.club.allowance import ClubAllowance
from tricktable.club.club import Club
from tricktable.club.key_calls import KeyCalls
from tricktable.club.news import ClubNews
from tricktable.club.notices import ClubNotices, notices
from tricktable.club.people.careers import Careers
from tricktable.house.caretaker import Caretaker
from tricktable.house.followers import JournalFollower
from tricktable.house.open_tables import OpenTables, new_code
from tricktable.settings import Settings
from tricktable.store.decks import Shelf
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.journal import CLUB, ERASED, BadRow, Extent, Journal, Row, Unsound
from tricktable.store.machine import this_machine
from tricktable.table import table_leases
from tricktable.table.answers import Answer
from tricktable.table.story import CLOSED, OPENED
from tricktable.table.table import AS_NEW, Table, Volatile
from tricktable.table.views import Audience
from tricktable.text.language import _
from tricktable.web import Server, create_app
from tricktable.web import doctor as checkup_page
from tricktable.web.front_door import FrontDoor, NetworkWatch
from tricktable.web.http import files
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed, StreamLimits
from tricktable.web.metrics import Metrics
from tricktable.web.own_addresses import CHOICE_FILE, OwnAddresses
from tricktable.web.site import Site
from tricktable.web.table_registry import BoardSettings, WifiWish


class House:
    """One host with its tables; all of it runs from the start, except the boards.

    Made by `open_house`. Mutable; any thread may open and close tables.
    """

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        shelf: Shelf,
        find: Find,
        codes: Iterable[str],
        own: OwnAddresses | None = None,
    ) -> None:
        """Take the tables with these codes, even without a row, and those in the journal.

        `own` replaces what looks up this machine's addresses.
        """
        self.settings = settings
        self.feed = Feed(
            StreamLimits(
                settings.streams_per_address, files.shares(settings.streams_in_total).streams
            )
        )
        self._metrics = Metrics()
        self._journal, self.shelf = self._metrics.watch_journal(journal), shelf
        self._club_news = ClubNews(self._pass_on)
        self._key_calls = KeyCalls(self._club_news.wake)
        self.club = Club(self._journal, self._club_news)
        """What all tables share."""
        self.tables = OpenTables(self._wake, self._rouse, self._extents)
        """By code, in the order in which they were opened."""
        self.unsound: dict[str, Unsound] = {}
        """Why a table could not be opened, by its code."""
        self._own = own or OwnAddresses(
            before=this_machine().addresses, kept=settings.data / CHOICE_FILE
        )
        self.door = FrontDoor(settings, self._own)
        """Where guests come in."""
        self._audiences = Audiences(
            settings, self.feed, journal, self.tables, self._key_calls, self.door
        )
        self._site: Site | None = None
        self._network = NetworkWatch(self.look_at_network, self.take_turns)
        self.lock = threading.RLock()
        """Held while tables come and go."""
        self._is_running = False
        self._volatile: dict[str, Volatile] = {}
        self._careers = Careers(self._journal.read)
        self._rows: dict[str, int] = {}  # how many each table had when it was last in memory
        self._gone: deque[str] = deque()  # tables that were found closed
        self._boards = Boards(settings, find, self._journal, self, self.door)
        # Before their rows are read: what is erased after this is read again.
        self._erased = {**table_leases.erasures(self._journal.leases(ERASED))}
        self._caretaker = Caretaker(self.tables, self._journal, self, settings.sleep_after_min * 60)
        self._following = JournalFollower(self._journal, self, self.club)
        self._begin(codes)

    def _begin(self, codes: Iterable[str]) -> None:
        """Know these tables and the journal's, and open those that were played last."""
        extents = {each.table: each for each in self._extents()}
        # By when they were opened: codes are drawn at random.
        for code in (*(each for each in dict.fromkeys(codes) if each not in extents), *extents):
            self._know(code)
        self._rows = {code: each.seq for code, each in extents.items()}
        self._audiences.begin(extents.values())
        for code in codes:
            # A damaged table says so to whoever opens it; the others are played.
            with suppress(BadRow):
                self.tables.get(code)
        self.tables.wake_last_played()

    def _know(self, code: str) -> None:
        """There is this table, too, whether it is in memory or not."""
        self.tables.add((code,))
        self._metrics.watch_line(code, partial(self._boards.lines.silence_s, code))
        self._boards.exchange.table_opened(code)

    def _extents(self) -> list[Extent]:
        """How far the rows of each table reach that was not closed. Raises: Outage."""
        there = []
        for each in self._journal.extents():
            if each.kind != CLOSED:
                there.append(each)
            elif each.table in self.tables and self.tables.is_asleep(each.table):
                self._found_closed(each.table)
        return there

    def _found_closed(self, code: str) -> None:
        """Another host has closed it while it slept here."""
        self.tables.remove(code)
        self._gone.append(code)

    def _wake(self, code: str) -> Table:
        """The table as the journal has it. Raises: BadRow, Outage; KeyError, if it was closed."""
        try:
            table = self._table(code)
        except BadRow as fault:
            self.unsound[code] = fault
            self.tables.remove(code)
            self._boards.exchange.table_not_opened(code)
            if self._is_running:
                click.echo(damage_sentence(code, fault))
            raise
        if table.is_closed:
            self._found_closed(code)
            raise KeyError(code)
        self._rouse(table)
        return table

    def _rouse(self, table: Table) -> None:
        """Let a table know what it has slept through."""
        table.catch_up()
        table.club_says(self._notices().at(table.code))
        self._boards.lines.tell(table)
        self._audiences.catch_up(table)

    def _table(self, code: str) -> Table:
        volatile = self._volatile.get(code) or self._boards.at_first(code)
        everybody = self._audiences.at(code)
        return Table(code, self._journal, self.shelf, everybody, volatile=volatile)

    def _notices(self) -> ClubNotices:
        return notices(self.club.view(), datetime.now().astimezone(), len(self.tables))

    def _pass_on(self) -> None:
        """Tell every table in memory what the club says now."""
        self.club.tick()
        self._key_calls.pass_on(self.club)
        said = self._notices()
        for table in self.tables.awake:
            table.club_says(said.at(table.code))

    # --- the tables ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table that was opened first."""
        return self.tables[next(iter(self.tables))]

    def open_table(self) -> str:
        """Open another table and return its code. Raises: Full, Outage."""
        with self.lock:
            # Excludes all codes ever used: an old link must not lead to another table.
            taken = {*self._journal.tables(), *self.tables}
            code = next(each for each in iter(new_code, "") if each not in taken)
            at = datetime.now(UTC).isoformat("T", "microseconds")
            # Write a row before anybody plays, so that a restart knows the table a board belongs
            # to.
            self._journal.append([Row(code, 1, at, None, OPENED, "{}")])
            self._know(code)
        self.tables[code]
        return code

    def appear(self, codes: Iterable[str]) -> None:
        """Know the tables that another host has opened. Raises: Outage."""
        if unknown := {*codes} - {*self.tables, *self.unsound}:
            with self.lock:
                for each in self._extents():
                    if each.table in unknown and each.table not in self.tables:
                        self._rows[each.table] = 0
                        self._know(each.table)

    def note_newest(self, newest: Mapping[str, int]) -> None:
        """See `Followers`."""
        self.appear(newest)
        if self._audiences.has_programs:
            for code, seq in newest.items():
                if code in self.tables and seq > self._rows.get(code, 0):
                    self._caretaker.come_to(code)

    def shared_tables(self, codes: Iterable[str] | None = None) -> Mapping[str, Table]:
        """See `Followers`."""
        if codes is None:
            return {each.code: each for each in self.tables.awake}
        return self.tables.awake_among(codes)

    def look_beside(self) -> None:
        """See `Followers`: what other hosts have closed, leased and erased."""
        self._let_closed_go()
        leases = self._journal.leases("")
        found, erased = table_leases.by_table(leases), table_leases.erasures(leases)
        for table in self.tables.awake:
            shown = table.view()
            if table.code in found or shown.claims or shown.rematch or table.writer is not None:
                table.heed(found.get(table.code, ()))
        for code in erased:
            if erased[code] != self._erased.get(code):
                self._read_again(code)
        self._erased = {**erased}
        if isinstance(self.shelf, ClubShelf) and self.shelf.look():
            for table in self.tables.awake:
                table.show_again()

    def _let_closed_go(self) -> None:
        with self.lock:
            closed = [each.code for each in self.tables.awake if each.is_closed]
            closed = closed[: len(self.tables) - 1]  # one stays
            while self._gone:
                closed.append(self._gone.popleft())
            for code in closed:
                self._let_go(code)
        for code in closed:
            self._boards.lines.remove(code)

    def _read_again(self, code: str) -> None:
        """Keep nothing of a table, or of the club, that another host has erased.

        A table may be asleep.
        """
        if code == CLUB:
            self.club.read_again()
        if self._site:
            self._site.read_again(code)
        self._audiences.read_again(code)
        if self._audiences.has_shown(code):
            # It may have been closed meanwhile, or be damaged: then nobody is shown it either.
            with suppress(KeyError, BadRow):
                table = self.tables[code]
                table.read_again()
                self._audiences.only_known(table)

    def close_table(self, code: str) -> Answer:
        """Close a table opened by mistake: nobody has played there and it has no board."""
        with self.lock:
            if len(self.tables) == 1:
                return Answer(False, _("This is the only table."))
            if self._boards.exchange.serves(code):
                return Answer(False, _("This table has a board. Unplug it or move it first."))
            answer = self.tables[code].close()
            if answer.is_done:
                self._let_go(code)
        if answer.is_done:
            self._boards.lines.remove(code)
        return answer

    def _let_go(self, code: str) -> None:
        """There is no such table any more. Then its line has to be removed, without the lock.

        That waits for the line's thread, and whoever opens a table would wait with it.
        """
        self._boards.forget(code)
        self._metrics.forget_line(code)
        self.tables.remove(code)
        for kept in (self._volatile, self._rows):
            kept.pop(code, None)
        self.door.forget(code)
        self._audiences.forget(code)

    # --- they wake and sleep ---------------------------------------------------------------------

    def at_tables(self) -> Iterable[str]:
        """See `Guests`."""
        followed = {Broadcast.table_of(channel) for channel in self.feed.phone_channels}
        return followed | self._boards.exchange.at_tables

    def has_work_for(self, code: str) -> bool:
        """See `Guests`."""
        return self._boards.exchange.has_work_for(code)

    def may_go(self, table: Table) -> bool:
        """See `Guests`."""
        has_told = self._audiences.is_up_to_date(table.code)
        return has_told and table.may_sleep and not self._boards.is_there(table)

    def clear_up_after(self, table: Table) -> None:
        """See `Guests`."""
        code = table.code
        self._boards.lines.remove(code)
        self._volatile[code], self._rows[code] = table.volatile, table.seq
        self._audiences.sleep(code)

    def arrive(self, code: str) -> None:
        """See `Guests`."""
        if self._boards.see_to(code):
            return
        # Other programs are told of every table, whoever is at it.
        is_wanted = self._audiences.has_programs or code in self.at_tables()
        if is_wanted or not self.tables.is_asleep(code):
            self._boards.lines.tell(self.tables[code])

    def tell_boards(self) -> None:
        """See `Guests`."""
        self._boards.tell()

    # --- the boards ------------------------------------------------------------------------------

    @property
    def boards(self) -> Mapping[str, str]:
        """The board of each table that has one, plugged in or not, by the table's code."""
        return self._boards.exchange.boards

    @property
    def lines(self) -> Mapping[str, Line]:
        """The line of each table that has a board here, by the table's code."""
        return self._boards.lines.by_table

    def give_home(self, board: str, code: str) -> None:
        """Give the board with this id, which is on its way, to the table, as if it had served."""
        self._audiences.await_board(code)
        self._boards.give(board, code)

    def swap_boards(self, code: str, other: str) -> Answer:
        """Swap the boards of two tables; one of them may have none."""
        return self._boards.swap(code, other)

    def board_versions(self, code: str) -> tuple[str, str] | None:
        """The version of the table's board and the newer one here, if it can take that."""
        return self._boards.versions(code)

    def update_board(self, code: str) -> Answer:
        """Send the table's board a newer program, as `Boards` does."""
        return self._boards.update(code)

    def board_settings(self, code: str) -> BoardSettings | None:
        """What the table's board can be set to, as `Boards` says."""
        return self._boards.settings(code)

    def set_board(self, code: str, wishes: Mapping[str, int], wifi: WifiWish | None) -> Answer:
        """Send the table's board other settings, as `Boards` does."""
        return self._boards.set_board(code, wishes, wifi)

    def examine(self, test: bool) -> Mapping[str, Facts]:
        """Ask every board about its health, as `Boards` does."""
        return self._boards.examine(test)

    def come_to(self, code: str) -> None:
        """Let somebody see to the table's line, soon."""
        self._caretaker.come_to(code)

    def asleep(self, code: str) -> Volatile:
        """What a table that is not in memory was like."""
        return self._volatile.get(code, AS_NEW)

    # --- running ---------------------------------------------------------------------------------

    def app(self) -> Flask:
        """The pages and the API of this host, as a WSGI app."""
        site = Site(
            self.settings,
            self.tables,
            self._audiences.views,
            self._own,
            self._metrics,
            self._audiences.later,
            self.club,
            self._careers,
            ClubAllowance(self._journal),
            find_other_hosts=self._boards.exchange.hosts.addresses
            if self._journal.is_shared
            else None,
            registry=self,
        )
        app = create_app(site)
        self._site = site
        app.register_blueprint(checkup_page.blueprint(self.examine))
        return app

    def start(self) -> None:
        """Start looking for boards; harmless if it has started already."""
        with self.lock:
            if self._is_running:
                return
            self._is_running = True
            self._boards.start()
            self._caretaker.start()
            self._network.start()
            self._following.start()
            self._club_news.start()
            self._audiences.start()

    def stop(self) -> None:
        """Release all boards."""
        with self.lock:
            self._is_running = False
        self._following.stop()
        self._caretaker.stop()
        self._boards.stop()
        self._network.stop()
        self._club_news.stop()
        self._audiences.stop()

    def tell(self, code: str, audience: Audience) -> None:
        """Show this audience the table's newest view and every later one."""
        self._audiences.join(audience, self.tables[code])

    def welcome(self, server: Server, *more: str) -> None:
        """Print where guests and the host go, and give each board its join page."""
        with self.lock:
            self.door.open(server.port)
            self._invite()
            click.echo(f"Host, on this computer:    http://localhost:{server.port}/host/")
            for line in more:
                click.echo(line)
            click.echo("Ctrl-C ends.\n")
            awake = [each.code for each in self.tables.awake]
            for code in (each for each in self.tables if each in awake):
                self.tell(code, self._audiences.narrator(code))
            if asleep := len(self.tables) - len(awake):
                click.echo(f"Tables at which nobody has been for longer: {asleep}")

    def look_at_network(self) -> None:
        """Tell everybody where guests go now, if this machine's address is another than before."""
        with self.lock:
            if not self.door.has_moved():
                return
            click.echo("\nThis computer has another address now.")
            self._invite()
            tables = self.tables.awake
        for table in tables:
            table.show_again()  # boards and the host's pages show the code to scan

    def take_turns(self) -> None:
        """On each display that shows a code to join, show the other one, if there are two."""
        if self.door.next_turn():
            for table in self.tables.awake:
                if table.view().desk.page == "qr":
                    table.show_again()

    def _invite(self) -> None:
        """Tell guests and the club's other hosts where this one is."""
        self._boards.exchange.hosts.is_at(self.door.url)
        self.door.print_invite(self.table.code if len(self.tables) == 1 else "")


def damage_sentence(code: str, why: Unsound) -> str:
    """The sentence that a table's rows are damaged."""
    return f"Table {code} cannot be opened, so its board has to wait: {why}."
