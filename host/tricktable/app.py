"""The whole host: opens everything it needs, serves until it is stopped, and closes it again."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import click
import msgspec
from flask import Flask

from tricktable.board.checkup import Facts
from tricktable.board.link.exchange import Exchange
from tricktable.board.link.line import Line
from tricktable.board.link.lines import Lines
from tricktable.board.link.ports import boards, distinct, fault, missing
from tricktable.board.link.sealed_port import opener
from tricktable.board.picture import picture, unshown
from tricktable.club.allowance import ClubAllowance
from tricktable.club.club import Club
from tricktable.club.key_calls import KeyCalls
from tricktable.club.news import ClubNews
from tricktable.club.notices import ClubNotices, notices
from tricktable.club.people.careers import Careers
from tricktable.house.caretaker import Caretaker
from tricktable.house.everybody import Everybody, tell_fault
from tricktable.house.following import Following
from tricktable.house.narrator import Narrator
from tricktable.house.open_tables import OpenTables, new_code
from tricktable.settings import Settings
from tricktable.store import club_token, erasure
from tricktable.store.decks import Folder, Shelf
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.hosts import HeldBoard
from tricktable.store.journal import (
    CLUB,
    ERASED,
    BadRow,
    Extent,
    Journal,
    Row,
    Unsound,
    is_shared,
    open_journal,
    path_of,
)
from tricktable.store.journal.place import set_aside, stamp
from tricktable.store.journal.row import FOR_EVER_MS
from tricktable.store.machine import keep_token, kept_token, this_machine
from tricktable.table import leased
from tricktable.table.answering import Answer
from tricktable.table.notes import NO_DECK
from tricktable.table.story import CLOSED, OPENED
from tricktable.table.table import AS_NEW, Table, Volatile
from tricktable.table.views import ABSENT, SILENT, WITHOUT, Audience, TableView
from tricktable.text.language import ENGLISH, _
from tricktable.web import Server, create_app
from tricktable.web import doctor as checkup_page
from tricktable.web import serve as serve_pages
from tricktable.web.front_door import FrontDoor, NetworkWatch
from tricktable.web.guest import fragment
from tricktable.web.http import files
from tricktable.web.http.supervisor import Supervisor
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed, StreamLimits
from tricktable.web.live.spectators import Spectators
from tricktable.web.metrics import Metrics
from tricktable.web.outbound.outlets import outlets
from tricktable.web.own_addresses import CHOICE_FILE, OwnAddresses
from tricktable.web.site import Later, Site

Find = Callable[[], Iterable[str]]
"""Lists the ports that may be boards, as they are now."""


MOST_TOLD: Final = 4
"""With more tables in memory the terminal has no line a card: nobody reads that many, and in a
club of 1,000 tables they took a tenth of the processor's time."""
NOT_THERE: Final = (ABSENT, WITHOUT, SILENT)
"""How a table's board may be while the table sleeps."""


class House:
    """One host with its tables; all of it runs from the start, except the boards. Made by `opened`.

    Mutable; any thread may open and close tables.
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
        self._views = Broadcast(self.feed, fragment.encode)
        self._metrics = Metrics()
        self._journal, self.shelf = self._metrics.measured(journal), shelf
        self._club_news = ClubNews(self._pass_on)
        self._key_calls = KeyCalls(self._club_news.wake)
        self.club = Club(self._journal, self._club_news)
        """What all tables share."""
        self.tables = OpenTables(self._wake, self._rouse, self._extents)
        """By code, in the order in which they were opened."""
        self.unsound: dict[str, Unsound] = {}
        """Why a table could not be opened, by its code."""
        self._outlets = [*outlets(settings, journal)]
        self._later = self._spectators(settings.delay_s) if settings.delay_s else None
        self._everybody: dict[str, Everybody] = {}
        self._awaited: set[str] = set()  # tables whose board is on its way
        self._has_told_why = False  # there is no line for each card
        self._own = own or OwnAddresses(
            before=this_machine().addresses, kept=settings.data / CHOICE_FILE
        )
        self.door = FrontDoor(settings, self._own)
        """Where guests come in."""
        self._site: Site | None = None
        self._network = NetworkWatch(self.look_at_network, self.take_turns)
        self._lock = threading.RLock()
        self._is_running = False
        self._volatile: dict[str, Volatile] = {}
        self._careers = Careers(self._journal.read)
        self._rows: dict[str, int] = {}  # how many each table had when it was last in memory
        self._gone: deque[str] = deque()  # tables that were found closed
        self._exchange = Exchange(find, opener(settings.board_key), self._journal, self)
        # Before their rows are read: what is erased after this is read again.
        self._erased = {**leased.erased(self._journal.leases(ERASED))}
        self._lines = Lines(self._exchange, self._draw)
        self._caretaker = Caretaker(self.tables, self._journal, self, settings.sleep_after_min * 60)
        self._following = Following(self._journal, self, self.club)
        self._begin(codes)

    def _spectators(self, delay_s: int) -> Later:
        """Whoever sees the tables later, other programs among them."""
        views = Broadcast(self.feed, fragment.encode, "later")
        audience = Everybody(views, *self._outlets)
        return Later(Spectators(delay_s, audience), views)

    def _begin(self, codes: Iterable[str]) -> None:
        """Know these tables and the journal's, and open those that were played last."""
        extents = {each.table: each for each in self._extents()}
        # By when they were opened: codes are drawn at random.
        for code in (*(each for each in dict.fromkeys(codes) if each not in extents), *extents):
            self._know(code)
        self._rows = {code: each.seq for code, each in extents.items()}
        youngest = (datetime.now(UTC) - timedelta(seconds=self.settings.delay_s)).isoformat()
        for outlet in self._outlets:
            outlet.asleep(each for each in extents.values() if each.at < youngest)
        for code in codes:
            # A damaged table says so to whoever opens it; the others are played.
            with suppress(BadRow):
                self.tables.get(code)
        self.tables.wake_last_played()

    def _know(self, code: str) -> None:
        """There is this table, too, whether it is in memory or not."""
        self.tables.add((code,))
        self._metrics.watch_line(code, partial(self._lines.silence_s, code))
        self._exchange.table_opened(code)

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
            self._exchange.table_not_opened(code)
            if self._is_running:
                click.echo(unopened(code, fault))
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
        self._lines.tell(table)
        if self._views.newest(table.code, ENGLISH).message == b"":
            table.show_again()

    def _table(self, code: str) -> Table:
        everybody = self._everybody.get(code)
        if everybody is None:
            seen: list[Audience] = (
                [self._later.spectators.join(code)] if self._later else [*self._outlets]
            )
            everybody = self._everybody[code] = Everybody(self._views, self._key_calls, *seen)
            if self.door.url:
                everybody.join(self._narrator(code))
        elif self._later:
            self._later.spectators.tables[code].show_again()
        volatile = self._volatile.get(code)
        if volatile is None:
            board = ABSENT if self._exchange.has_board(code) else WITHOUT
            volatile = AS_NEW._replace(board=(board, ""))
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

    def _draw(self, line: Line, now: TableView, before: TableView | None) -> str:
        try:
            join = self.door.board_page(now.code, shows_code=now.desk.page == "qr")
            return picture(now, before, join, line.known())
        except Exception as fault:  # noqa: BLE001 - a game may raise anything; its board stays
            tell_fault(fault, now)
            return unshown(now)

    # --- the tables ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table that was opened first."""
        return self.tables[next(iter(self.tables))]

    def open_table(self) -> str:
        """Open another table and return its code. Raises: Full, Outage."""
        with self._lock:
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
            with self._lock:
                for each in self._extents():
                    if each.table in unknown and each.table not in self.tables:
                        self._rows[each.table] = 0
                        self._know(each.table)

    def appeared(self, newest: Mapping[str, int]) -> None:
        """See `Followers`."""
        self.appear(newest)
        if self._outlets:  # other programs are told of every table
            for code, seq in newest.items():
                if code in self.tables and seq > self._rows.get(code, 0):
                    self._caretaker.come_to(code)

    def followed(self, codes: Iterable[str] | None = None) -> Mapping[str, Table]:
        """See `Followers`."""
        if codes is None:
            return {each.code: each for each in self.tables.awake}
        return self.tables.awake_among(codes)

    def look_beside(self) -> None:
        """See `Followers`: what other hosts have closed, leased and erased."""
        with self._lock:
            for code in [each.code for each in self.tables.awake if each.is_closed]:
                if len(self.tables) > 1:
                    self._let_go(code)
            while self._gone:
                self._let_go(self._gone.popleft())
        leases = self._journal.leases("")
        found, erased = leased.by_table(leases), leased.erased(leases)
        for table in self.tables.awake:
            if table.code in found or table.view().claims or table.writer is not None:
                table.heed(found.get(table.code, ()))
        for code in erased:
            if erased[code] != self._erased.get(code):
                self._read_again(code)
        self._erased = {**erased}
        if isinstance(self.shelf, ClubShelf) and self.shelf.look():
            for table in self.tables.awake:
                table.show_again()

    def _read_again(self, code: str) -> None:
        """Keep nothing of a table, or of the club, that another host has erased.

        A table may be asleep.
        """
        if code == CLUB:
            self.club.read_again()
        if self._site:
            self._site.read_again(code)
        for outlet in self._outlets:
            outlet.read_again(code)
        if code in self._everybody:  # it was shown since the start
            # It may have been closed meanwhile, or be damaged: then nobody is shown it either.
            with suppress(KeyError, BadRow):
                table = self.tables[code]
                table.read_again()
                if self._later:
                    self._later.spectators.tables[code].only(erasure.known(table.rows()))

    def close_table(self, code: str) -> Answer:
        """Close a table opened by mistake: nobody has played there and it has no board."""
        with self._lock:
            if len(self.tables) == 1:
                return Answer(False, _("This is the only table."))
            if self._exchange.serves(code):
                return Answer(False, _("This table has a board. Unplug it or move it first."))
            answer = self.tables[code].close()
            if answer.is_done:
                self._let_go(code)
            return answer

    def _let_go(self, code: str) -> None:
        """There is no such table any more."""
        self._exchange.table_closed(code)
        self._lines.remove(code)
        self._metrics.forget_line(code)
        for outlet in self._outlets:
            outlet.forget(code)
        self.tables.remove(code)
        for kept in (self._everybody, self._volatile, self._rows):
            kept.pop(code, None)
        self.door.forget(code)
        if self._later:
            self._later.spectators.forget(code)

    # --- they wake and sleep ---------------------------------------------------------------------

    def at_tables(self) -> Iterable[str]:
        """See `Guests`."""
        followed = {Broadcast.table_of(channel) for channel in self.feed.followed}
        return followed | self._exchange.at_tables

    def has_work_for(self, code: str) -> bool:
        """See `Guests`."""
        return self._exchange.has_work_for(code)

    def may_go(self, table: Table) -> bool:
        """See `Guests`."""
        code = table.code
        later = self._later.spectators.tables.get(code) if self._later else None
        has_told = later is None or later.is_up_to_date
        has_board = code in self._lines.all and table.view().board not in NOT_THERE
        return has_told and table.may_sleep and not has_board

    def gone(self, table: Table) -> None:
        """See `Guests`."""
        code = table.code
        self._lines.remove(code)
        self._volatile[code], self._rows[code] = table.volatile, table.seq
        self._views.forget(code)
        if self._later:
            self._later.views.forget(code)
            self._later.spectators.tables[code].sleep()

    def arrive(self, code: str) -> None:
        """See `Guests`."""
        if self._exchange.has_work_for(code) or code in self._lines.all:
            self._lines.of(self.tables[code]).look()
            return
        # Other programs are told of every table, whoever is at it.
        is_wanted = bool(self._outlets) or code in self.at_tables()
        if is_wanted or not self.tables.is_asleep(code):
            self._lines.tell(self.tables[code])

    def tell_boards(self) -> None:
        """See `Guests`."""
        if self._exchange.is_broken:
            for table in self.tables.awake:
                self._lines.tell(table)

    # --- the boards ------------------------------------------------------------------------------

    @property
    def boards(self) -> Mapping[str, str]:
        """The board of each table that has one, plugged in or not, by the table's code."""
        return self._exchange.boards

    def give_home(self, board: str, code: str) -> None:
        """Give the board with this id, which is on its way, to the table, as if it had served."""
        self._exchange.settle(board, code)
        self._awaited.add(code)
        self.tables[code].board_is(ABSENT)

    def swap_boards(self, code: str, other: str) -> Answer:
        """Swap the boards of two tables; one of them may have none."""
        with self._lock:
            owned = self.boards
            giver, taker = (code, other) if code in owned else (other, code)
            if giver not in owned:
                return Answer(False, _("Neither table has a board."))
            self._exchange.give(owned[giver], taker)
        # Both lines let go of their ports; each then gets its new one from the exchange.
        for each in (code, other):
            line = self._lines.all.get(each)
            if line is not None:
                line.let_go()
            else:
                self._lines.tell(self.tables[each])
        return Answer(True)

    def connect(self, table: str) -> None:
        """See `exchange.Tables`."""
        # Only noted: the exchange asks for it while it holds its lock.
        self._caretaker.come_to(table)

    @property
    def lines(self) -> Mapping[str, Line]:
        """The line of each table that has a board here, by the table's code."""
        return self._lines.all

    def let_go(self, table: str) -> None:
        """See `exchange.Tables`."""
        line = self._lines.all.get(table)
        if line is not None:
            line.let_go()

    def board_status(self, table: str) -> HeldBoard:
        """See `exchange.Tables`."""
        # Opens no table: that may wait for the journal, and other hosts wait for this word.
        awake, asleep = self.tables.awake_among([table]), self._volatile.get(table, AS_NEW)
        known = awake[table].board if awake else (*asleep.board, asleep.board_tells_presses)
        state, word, tells_presses = known
        return HeldBoard(table, state, word, lets_in="" if tells_presses else "host")

    def examine(self, test: bool) -> Mapping[str, Facts]:
        """Ask every board about its health, all at once; by the table's code.

        Of a table without a board it is told while somebody is there.
        """
        return self._lines.examine(test, {each.code: each for each in self.tables.awake})

    # --- running ---------------------------------------------------------------------------------

    def app(self) -> Flask:
        """The pages and the API of this host, as a WSGI app."""
        site = Site(
            self.settings,
            self.tables,
            self._views,
            self._own,
            self._metrics,
            self._later,
            self.club,
            self._careers,
            ClubAllowance(self._journal),
            others=self._exchange.hosts.addresses if self._journal.is_shared else None,
            registry=self,
        )
        app = create_app(site)
        self._site = site
        app.register_blueprint(checkup_page.blueprint(self.examine))
        return app

    def start(self) -> None:
        """Start looking for boards; harmless if it has started already."""
        with self._lock:
            if self._is_running:
                return
            self._is_running = True
            self._lines.start()
            self._exchange.start()
            self._caretaker.start()
            self._network.start()
            self._following.start()
            self._club_news.start()
            for outlet in self._outlets:
                outlet.start()
            if self._later:
                self._later.spectators.start()

    def stop(self) -> None:
        """Release all boards."""
        with self._lock:
            self._is_running = False
        self._following.stop()
        self._caretaker.stop()
        self._lines.stop()
        self._exchange.stop()
        self._network.stop()
        self._club_news.stop()
        if self._later:
            self._later.spectators.stop()
        for outlet in self._outlets:
            outlet.stop()

    def tell(self, code: str, audience: Audience) -> None:
        """Show this audience the table's newest view and every later one."""
        table = self.tables[code]
        self._everybody[code].join(audience, table.view())

    def welcome(self, server: Server, *more: str) -> None:
        """Print where guests and the host go, and give each board its join page."""
        with self._lock:
            self.door.open(server.port)
            self._invite()
            click.echo(f"Host, on this computer:    http://localhost:{server.port}/host/")
            for line in more:
                click.echo(line)
            click.echo("Ctrl-C ends.\n")
            awake = [each.code for each in self.tables.awake]
            for code in (each for each in self.tables if each in awake):
                self.tell(code, self._narrator(code))
            if asleep := len(self.tables) - len(awake):
                click.echo(f"Tables at which nobody has been for longer: {asleep}")

    def look_at_network(self) -> None:
        """Tell everybody where guests go now, if this machine's address is another than before."""
        with self._lock:
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
        self._exchange.hosts.is_at(self.door.url)
        self.door.print_invite(self.table.code if len(self.tables) == 1 else "")

    def _narrator(self, code: str) -> Narrator:
        """Print where the table is, if there are several; what happens there, the narrator tells.

        Until it is in memory, nothing happens there.
        """
        if len(self.tables) > 1:
            click.echo(f"Table {code}:  {self.door.place(code)}")
        is_coming = code in self._awaited
        return Narrator(
            lambda said: click.echo(self._of(code, said)), is_coming, self._tells_each_card
        )

    def _tells_each_card(self) -> bool:
        """Whether few enough tables are in memory; says once what is left out if there are more."""
        are_few = self.tables.number_awake <= MOST_TOLD
        if not (are_few or self._has_told_why):
            self._has_told_why = True
            click.echo(
                f"With more than {MOST_TOLD} tables, only games, improper play, boards and faults "
                "are told here."
            )
        return are_few

    def _of(self, code: str, said: str) -> str:
        return said if len(self.tables) == 1 else f"{code}  {said}"


@contextmanager
def opened(
    settings: Settings, shelf: Shelf, find: Find, *codes: str, anew_at: datetime | None = None
) -> Iterator[House]:
    """A house with an open journal: the tables `codes` and the journal's own, or else a new one.

    A journal that is unsound is put aside if `anew_at`, the time now, is given, and an empty one
    begun. Raises: JournalError.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    with ExitStack() as open_things:
        try:
            house = _housed(open_things, settings, shelf, find, codes)
        except Unsound as fault:
            if anew_at is None:
                raise
            # Closed first: Windows renames no file that is open.
            open_things.close()
            kept = set_aside(path_of(settings.journal), stamp(anew_at))
            click.echo(f"Starting a new journal, because {fault}.\nThe old files are kept: {kept}")
            house = _housed(open_things, settings, shelf, find, codes)
        for code, why in house.unsound.items():
            click.echo(unopened(code, why))
        yield house


def unopened(code: str, why: Unsound) -> str:
    """The sentence that a table's rows are damaged."""
    return f"Table {code} cannot be opened, so its board has to wait: {why}."


def _housed(
    open_things: ExitStack, settings: Settings, shelf: Shelf, find: Find, codes: Iterable[str]
) -> House:
    journal = open_journal(settings.journal, settings.max_journal_mib * 2**20)
    open_things.callback(journal.close)
    if is_shared(settings.journal):
        settings = with_clubs_token(settings, journal)
        shelf = ClubShelf(journal, shelf)
    house = House(settings, journal, shelf, find, codes)
    # With one sound table the host serves that; with none there is nothing to serve.
    if not house.tables and house.unsound:
        raise next(iter(house.unsound.values()))
    if not house.tables:
        house.open_table()
    return house


def finding(settings: Settings) -> Find:
    """Where to look for boards: at the ports in the settings, or else at all that may be one.

    Raises: click.ClickException, if a port's name is impossible.
    """
    for port in settings.board_port:
        if reason := fault(port):
            raise click.ClickException(reason)
    return (lambda: distinct(settings.board_port)) if settings.board_port else boards


def serve(
    settings: Settings,
    anew_at: datetime | None = None,
    show: Callable[[str], None] | None = None,
    supervisor: Supervisor | None = None,
) -> None:
    """Serve real boards until Ctrl-C; `anew_at` as `opened` has it.

    Once it serves, `show` is given the address of the host's page.
    """
    find = finding(settings)
    shelf = Folder(settings.decks)
    with opened(settings, shelf, find, anew_at=anew_at) as house:

        def ready(server: Server) -> None:
            absent = (f"{each[:1].upper()}{each[1:]}." for each in _absent(settings))
            house.welcome(server, *about_decks(house.shelf), *absent)
            house.start()
            if show is not None:
                show(f"http://localhost:{server.port}/host/")

        try:
            serve_pages(house.app(), house.settings, house.feed, ready, supervisor or Supervisor())
        finally:
            house.stop()


def _absent(settings: Settings) -> Iterator[str]:
    """Which ports in the settings there are not now; the host waits for them."""
    return filter(None, map(missing, settings.board_port))


def about_decks(shelf: Shelf) -> Iterator[str]:
    """What to print about the decks before anybody plays."""
    if isinstance(shelf, Folder | ClubShelf):
        yield from (f"Not used: {reason}" for reason in shelf.faults)
    if not shelf.decks.decks:
        yield NO_DECK


def with_clubs_token(settings: Settings, journal: Journal) -> Settings:
    """These settings with the host token of all hosts of this database, if none was chosen.

    The first host gives its own; each later one keeps that in its data folder in place of its own,
    so that commands on its computer know it. Raises: Full, Outage.
    """
    # The file cannot be read, or not be written: then this host has the token as it is.
    with suppress(OSError):
        if settings.host_token == kept_token(settings.data):
            what = club_token.written(settings.host_token)
            holder = secrets.token_hex(8)
            lease = journal.take(club_token.NAME, holder, FOR_EVER_MS, what)
            token = club_token.read(lease.what)
            settings = msgspec.structs.replace(settings, host_token=token)
            keep_token(token, settings.data)
    return settings
