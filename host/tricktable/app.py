"""The whole host: opens everything it needs, serves until it is stopped, and closes it again."""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Final, Protocol

import click
from flask import Flask

from tricktable.board.checkup import Facts
from tricktable.board.link.exchange import Exchange
from tricktable.board.link.line import Line
from tricktable.board.link.ports import boards, fault, missing
from tricktable.board.link.sealed_port import opener
from tricktable.board.picture import picture, unshown
from tricktable.rules.faults import place_of
from tricktable.settings import Settings
from tricktable.store.decks import Folder, Shelf
from tricktable.store.journal import CLUB, BadRow, Journal, Row, Unsound, open_journal, path_of
from tricktable.store.journal.place import set_aside, stamp
from tricktable.store.machine import this_machine
from tricktable.table.answering import Answer
from tricktable.table.club.club import Club, ClubView
from tricktable.table.club.heard import heard
from tricktable.table.following import Following, ReadsOn
from tricktable.table.narrator import Narrator
from tricktable.table.notes import NO_DECK
from tricktable.table.open_tables import OpenTables
from tricktable.table.story import OPENED
from tricktable.table.table import Table
from tricktable.table.views import ABSENT, WITHOUT, Audience, TableView
from tricktable.text.language import _
from tricktable.web import Server, ServiceSettings, create_app, invites
from tricktable.web import doctor as checkup_page
from tricktable.web import serve as serve_pages
from tricktable.web.app import Later
from tricktable.web.guest import fragment
from tricktable.web.host import tables_overview
from tricktable.web.http import files
from tricktable.web.http.supervisor import Supervisor
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed, StreamLimits
from tricktable.web.live.spectators import Spectators
from tricktable.web.metrics import Metrics
from tricktable.web.outbound.broker import Broker, address
from tricktable.web.outbound.topics import TopicRoots
from tricktable.web.outbound.webhooks import Webhooks
from tricktable.web.own_addresses import EVERY_MS, OwnAddresses
from tricktable.web.wifi import GuestWifi

CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0 and O, 1 and I: people also read codes aloud and type them."""
# 32,768 codes: enough for one host never to use a code twice, and short enough to be called across
# a room.
CODE_LENGTH: Final = 3
LOOKS_A_TURN: Final = 3
"""Each code to join stays on a display for so many looks at the network: 9 s, enough to scan it."""

CLUB_EVERY_S: Final = 1.0
"""How late the end of an announcement is shown, at most."""

_log = logging.getLogger(__name__)

Find = Callable[[], Iterable[str]]
"""Lists the ports that may be boards, as they are now."""


class Everybody:
    """Shows each view of a table to several audiences in turn."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = [*audiences]

    def join(self, audience: Audience, newest: TableView) -> None:
        """Show this audience the newest view at once, and each later one."""
        audience.show(newest)
        self._audiences.append(audience)

    def show(self, view: TableView) -> None:
        """Show the view to each audience."""
        for audience in self._audiences:
            try:
                audience.show(view)
            # Each by itself: what hinders the page must not hinder the terminal or the board.
            except Exception as fault:  # noqa: BLE001 - a game of a package may raise anything
                tell_fault(fault, view)


_told: Final[set[str]] = set()


def tell_fault(fault: Exception, view: TableView) -> None:
    """Log once why a game cannot be shown, and where; play continues without it."""
    title = view.view.title if view.view else view.code
    said = f"{title} cannot be shown: {place_of(fault)}"
    if said not in _told:
        _told.add(said)
        _log.error("%s", said)


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
        self._journal, self._shelf = self._metrics.measured(journal), shelf
        self._club_news = _ClubNews(self._pass_on)
        self.club = Club(self._journal, self._club_news)
        """What all tables share."""
        self.service = ServiceSettings(
            listen=settings.http_host,
            port=settings.http_port,
            trusted_hosts=settings.trusted_hosts,
            base_url=settings.base_url,
            host_token=settings.host_token,
            allow_origins=settings.allow_origins,
            streams_per_address=settings.streams_per_address,
            streams_in_total=settings.streams_in_total,
            max_body_bytes=settings.max_body_bytes,
            wifi=GuestWifi(settings.wifi_name, settings.wifi_password, settings.wifi_address),
            poweroff_file=settings.poweroff_file,
        )
        self.tables = OpenTables(self._table)
        """By code, in the order in which they were opened."""
        self.unsound: dict[str, Unsound] = {}
        """Why a table could not be opened, by its code."""
        self.lines: dict[str, Line] = {}
        self._outlets = [*outlets(settings, journal)]
        self._later = self._spectators(settings.delay_s) if settings.delay_s else None
        self._everybody: dict[str, Everybody] = {}
        self._joins: dict[str, dict[str, object]] = {}
        self._awaited: set[str] = set()  # tables whose board is on its way
        self._own = own or OwnAddresses(before=this_machine().addresses)
        self._port = 0
        self._url = ""
        self._is_wifis_turn = False
        self._network = _Network(self.look_at_network, self.take_turns)
        self._lock = threading.RLock()
        self._is_running = False
        self._exchange = Exchange(
            find, opener(settings.board_key), self._journal, self.open_table, self._look
        )
        for table in self._kept(codes, self._journal.tables()):
            self._take_in(table)
        self._following = Following(self._journal, self._followed, self._appeared)

    def _spectators(self, delay_s: int) -> Later:
        """Whoever sees the tables later, other programs among them."""
        views = Broadcast(self.feed, fragment.encode, "later")
        audience = Everybody(views, *self._outlets)
        return Later(Spectators(delay_s, audience, self._journal), views)

    def _kept(self, codes: Iterable[str], more: Iterable[str]) -> list[Table]:
        known = dict.fromkeys((*codes, *more))
        tables = [table for table in map(self._kept_table, known) if table is not None]
        # By when they were opened: codes are drawn at random, and the database returns them sorted.
        return sorted((each for each in tables if not each.is_closed), key=lambda each: each.since)

    def _kept_table(self, code: str) -> Table | None:
        try:
            return self._table(code)
        except BadRow as fault:
            self.unsound[code] = fault
            self._exchange.table_not_opened(code)
            return None

    def _table(self, code: str) -> Table:
        seen: list[Audience] = (
            [self._later.spectators.join(code)] if self._later else [*self._outlets]
        )
        everybody = self._everybody[code] = Everybody(self._views, *seen)
        table = Table(code, self._journal, self._shelf, everybody)
        table.club_says(heard(self.club.view(), datetime.now(UTC)))
        return table

    def _pass_on(self) -> None:
        """Tell every table in memory what the club says now."""
        self.club.tick()
        said = heard(self.club.view(), datetime.now(UTC))
        for table in self.tables.awake:
            table.club_says(said)

    def _take_in(self, table: Table) -> None:
        """Add one more table, with its line and everything that shows it."""
        code = table.code

        def find() -> list[str]:
            return self._exchange.offers(code)

        def draw(now: TableView, before: TableView | None) -> str:
            try:
                return picture(now, before, self._join_page(code, now), line.known())
            except Exception as fault:  # noqa: BLE001 - as above; the board stays connected
                tell_fault(fault, now)
                return unshown(now)

        def has_board() -> bool:
            return self._exchange.has_board(code)

        line = Line(table, find, draw, lambda port: self._exchange.take(port, code), has_board)
        self.lines[code] = line
        self.tables.take_in(table)
        self._metrics.watch_line(code, line.silence_s)
        self._exchange.table_opened(code)
        if not has_board():
            table.board_is(WITHOUT)

    # --- the tables ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table that was opened first."""
        return next(iter(self.tables.values()))

    def open_table(self) -> str:
        """Open another table and return its code. Raises: Full, Outage."""
        with self._lock:
            # Excludes all codes ever used: an old link must not lead to another table.
            taken = {*self._journal.tables()}
            code = next(each for each in iter(new_code, "") if each not in taken)
            at = datetime.now(UTC).isoformat("T", "microseconds")
            # Write a row before anybody plays, so that a restart knows the table a board belongs
            # to.
            self._journal.append([Row(code, 1, at, None, OPENED, "{}")])
            self._join(self._table(code))
            return code

    def _join(self, table: Table) -> None:
        """Take in a table while the house runs."""
        self._take_in(table)
        if self._url:
            self._announce(table.code)
        if self._is_running:
            self.lines[table.code].start()

    def _appeared(self, codes: Iterable[str]) -> None:
        """Take in tables that another host has opened. Raises: Outage."""
        with self._lock:
            for table in self._kept(set(codes) - {*self.tables, *self.unsound}, ()):
                self._join(table)

    def _followed(self) -> Mapping[str, ReadsOn]:
        """The tables that other hosts may write to, and the club; those that they closed go."""
        with self._lock:
            for code in [each.code for each in self.tables.awake if each.is_closed]:
                if len(self.tables) > 1:
                    self._let_go(code)
            return {CLUB: self.club, **{each.code: each for each in self.tables.awake}}

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
        self.lines.pop(code).stop()
        self._metrics.forget_line(code)
        for outlet in self._outlets:
            outlet.forget(code)
        self.tables.remove(code)
        if self._later:
            self._later.spectators.forget(code)

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
            # Both lines let go of their ports; each then gets its new one from the exchange.
            for each in self._exchange.give(owned[giver], taker):
                self.lines[each].let_go()
        return Answer(True)

    def _look(self, code: str) -> None:
        line = self.lines.get(code)
        if line is not None:
            line.look()

    def examine(self, test: bool) -> Mapping[str, Facts]:
        """Ask every board about its health, all at once; by the table's code."""
        lines = dict(self.lines)
        # All at once: each waits seconds for its board's self test.
        with ThreadPoolExecutor(len(lines)) as askers:
            facts = askers.map(lambda line: line.examine(test), lines.values())
            return dict(zip(lines, facts, strict=True))

    # --- running ---------------------------------------------------------------------------------

    def app(self) -> Flask:
        """The pages and the API of this host, as a WSGI app."""
        app = create_app(
            self.service,
            self.tables,
            self._views,
            self._metrics,
            self._own,
            self._later,
            self.club,
        )
        app.register_blueprint(checkup_page.blueprint(self.examine))
        tables_overview.init_app(app, self)
        return app

    def start(self) -> None:
        """Start looking for boards; harmless if it has started already."""
        with self._lock:
            if self._is_running:
                return
            self._is_running = True
            for line in self.lines.values():
                line.start()
            self._exchange.start()
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
            lines = [*self.lines.values()]
        self._following.stop()
        for line in lines:
            line.stop()
        self._exchange.stop()
        self._network.stop()
        self._club_news.stop()
        if self._later:
            self._later.spectators.stop()
        for outlet in self._outlets:
            outlet.stop()

    def tell(self, code: str, audience: Audience) -> None:
        """Show this audience the table's newest view and every later one."""
        self._everybody[code].join(audience, self.tables[code].view())

    def welcome(self, server: Server, *more: str) -> None:
        """Print where guests and the host go, and give each board its join page."""
        with self._lock:
            self._port = server.port
            self._url = self._guests_url()
            self._invite()
            click.echo(f"Host, on this computer:    http://localhost:{server.port}/host/")
            for line in more:
                click.echo(line)
            click.echo("Ctrl-C ends.\n")
            for code in self.tables:
                self._announce(code)

    def look_at_network(self) -> None:
        """Tell everybody where guests go now, if this machine's address is another than before."""
        with self._lock:
            if not self._url or self._url == self._guests_url():
                return
            self._url = self._guests_url()
            click.echo("\nThis computer has another address now.")
            self._invite()
            tables = [*self.tables.values()]
        for table in tables:
            table.show_again()  # boards and the host's pages show the code to scan

    def take_turns(self) -> None:
        """On each display that shows a code to join, show the other: of the Wi-Fi, or of the page.

        Without a Wi-Fi of our own there is one code alone.
        """
        is_on = self.service.wifi.is_on(self._own.newest())
        if not (is_on or self._is_wifis_turn):
            return
        with self._lock:
            self._is_wifis_turn = is_on and not self._is_wifis_turn
            tables = [*self.tables.values()]
        for table in tables:
            if table.view().desk.page == "qr":
                table.show_again()

    def _guests_url(self) -> str:
        return self.service.guests_url(self._port, self._own.for_guests()).rstrip("/")

    def _invite(self) -> None:
        """Print where guests go."""
        is_alone = len(self.tables) == 1
        place = invites.address(self._url, self.table.code) if is_alone else f"{self._url}/"
        click.echo(invites.terminal(place, not _is_plain()))
        click.echo(f"Guests scan this, or open  {place}")

    def _join_page(self, code: str, now: TableView) -> Mapping[str, object]:
        """The board's join page; empty before anybody can join.

        Where the Wi-Fi is ours there are two, by turns: beside each other, a camera that sees both
        would take either.
        """
        if not self._url:
            return {}
        wifi = self.service.wifi
        if self._is_wifis_turn and now.desk.page == "qr" and wifi.is_on(self._own.newest()):
            return invites.board_page(wifi.code, f"to join Wi-Fi {wifi.name}")
        page, join = self._joins.get(code), invites.address(self._url, code)
        if page is None or page["t"] != join:
            page = self._joins[code] = invites.board_page(join)
        return page

    def _announce(self, code: str) -> None:
        """Print where the table is, if there are several, and from now on what happens there."""
        if len(self.tables) > 1:
            click.echo(f"Table {code}:  {invites.address(self._url, code)}")
        is_coming = code in self._awaited
        self.tell(code, Narrator(lambda said: click.echo(self._of(code, said)), is_coming))

    def _of(self, code: str, said: str) -> str:
        return said if len(self.tables) == 1 else f"{code}  {said}"


class _Network(threading.Thread):
    """Has somebody look at this machine's network again and again, until `stop`."""

    def __init__(self, look: Callable[[], None], take_turns: Callable[[], None]) -> None:
        super().__init__(name="network", daemon=True)
        self._look, self._take_turns = look, take_turns
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End the thread; returns at once."""
        self._stopping.set()

    def run(self) -> None:
        """Look as often as the machine may be asked."""
        looks = 0
        while not self._stopping.wait(EVERY_MS / 1000):
            self._look()
            looks += 1
            if looks % LOOKS_A_TURN == 0:
                self._take_turns()


class _ClubNews(threading.Thread):
    """Has the club's news passed on to the tables, in a thread that nobody waits for."""

    def __init__(self, pass_on: Callable[[], None]) -> None:
        super().__init__(name="club", daemon=True)
        self._pass_on = pass_on
        self._news, self._stopping = threading.Event(), threading.Event()

    def show(self, _view: ClubView) -> None:
        """There is news."""
        self._news.set()

    def stop(self) -> None:
        """End the thread; returns at once."""
        self._stopping.set()
        self._news.set()

    def run(self) -> None:
        """Pass on what is new at once, and each second what changes by itself."""
        while not self._stopping.is_set():
            self._news.clear()
            self._pass_on()
            self._news.wait(CLUB_EVERY_S)


def _is_plain() -> bool:
    """Whether the terminal is to have no colours: https://no-color.org."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


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
            click.echo(f"Table {code} cannot be opened, so its board has to wait: {why}.")
        yield house


def _housed(
    open_things: ExitStack, settings: Settings, shelf: Shelf, find: Find, codes: Iterable[str]
) -> House:
    journal = open_journal(settings.journal, settings.max_journal_mib * 2**20)
    open_things.callback(journal.close)
    house = House(settings, journal, shelf, find, codes)
    # With one sound table the host serves that; with none there is nothing to serve.
    if not house.tables and house.unsound:
        raise next(iter(house.unsound.values()))
    if not house.tables:
        house.open_table()
    return house


class Outlet(Protocol):
    """Tells other programs what tables show, from the time it is started. Nobody waits for it."""

    def show(self, view: TableView) -> None:
        """Tell the newest view of a table; returns at once."""

    def forget(self, code: str) -> None:
        """Note that this table was closed; returns at once."""

    def start(self) -> None:
        """Begin to tell."""

    def stop(self) -> None:
        """End, soon."""


def outlets(settings: Settings, journal: Journal) -> Iterator[Outlet]:
    """What these settings ask to be told. Raises: click.ClickException, if a package is missing."""
    if settings.mqtt_url:
        places = TopicRoots(settings.mqtt_topic, settings.mqtt_discovery)
        try:
            yield Broker(address(settings.mqtt_url), places)
        except ImportError:
            lacking = (
                "mqtt_url needs a package: install tricktable with its extra, tricktable[mqtt]"
            )
            raise click.ClickException(lacking) from None
        except ValueError as fault:
            raise click.ClickException(f"mqtt_url: {fault}") from None
    for url in dict.fromkeys(settings.webhook_urls):
        yield Webhooks(url, settings.webhook_secret, journal, settings.data / "webhooks")


def finding(settings: Settings) -> Find:
    """Where to look for boards: at the ports in the settings, or else at all that may be one.

    Raises: click.ClickException, if a port's name is impossible.
    """
    for port in settings.board_port:
        if reason := fault(port):
            raise click.ClickException(reason)
    return (lambda: settings.board_port) if settings.board_port else boards


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
            house.welcome(server, *about_decks(shelf), *absent)
            house.start()
            if show is not None:
                show(f"http://localhost:{server.port}/host/")

        try:
            serve_pages(house.app(), house.service, house.feed, ready, supervisor or Supervisor())
        finally:
            house.stop()


def _absent(settings: Settings) -> Iterator[str]:
    """Which ports in the settings there are not now; the host waits for them."""
    return filter(None, map(missing, settings.board_port))


def about_decks(shelf: Folder) -> Iterator[str]:
    """What to print about the decks before anybody plays."""
    yield from (f"Not used: {reason}" for reason in shelf.faults)
    if not shelf.decks.decks:
        yield NO_DECK


def new_code() -> str:
    """A random code for a new table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
