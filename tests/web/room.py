"""A room with real tables, feed and app for the service's tests, and hands that play at them.

Nothing here pretends to be a table: the journal is a file, the rules are the rules.
"""

import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import gevent
import msgspec
from flask import Flask
from flask.testing import FlaskClient

from referees.witness import Line
from rig.delays import make_late
from rig.patience import PATIENCE_S
from rig.ports import free_port, is_free
from rig.preparations import new_journal
from rig.sites import settings_with, site_with
from rig.table import Onlooker, pressed
from tricktable.club.allowance import ClubAllowance
from tricktable.club.club import Club, ClubView
from tricktable.club.notices import notices
from tricktable.club.people.careers import Careers
from tricktable.rules.cards import SPADES, STANDARD, card, cards_in, mask
from tricktable.rules.tricks import Trick, playable, winner
from tricktable.settings import Settings
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Journal, Row
from tricktable.table import commands, seating
from tricktable.table.desk.changes import EntryRow
from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.web import Server, create_app
from tricktable.web.guest import fragment
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed, StreamLimits

CODE = "7KQ"
HOST_PAGE = f"/host/t/{CODE}"
TOKEN = "a-token-for-tests"
NAMES = ("Ann", "Bo", "Cy", "Di")
KEPT_S = 3_600
"""So long a browser keeps what pages share: it has it in the next test, too, at the same port."""


class Curtain:
    """Between tables and pages: down while a test plays on to where there is more to see."""

    def __init__(self, pages: Broadcast[TableView]) -> None:
        self._pages = pages
        self._is_down = False
        self._behind: dict[str, TableView] = {}

    def show(self, view: TableView) -> None:
        """Show the pages this view, or keep it until they may see it."""
        if self._is_down:
            self._behind[view.code] = view
        else:
            self._pages.show(view)

    @contextmanager
    def down(self) -> Iterator[None]:
        """The pages see nothing of what happens; afterwards, what has become of each table."""
        self._is_down = True
        try:
            yield
        finally:
            self._is_down = False
            for view in self._behind.values():
                self._pages.show(view)
            self._behind.clear()


class Room(Onlooker):
    """One host with its tables, not yet served."""

    def __init__(
        self,
        folder: Path,
        journal_bytes: int | None = None,
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        reached: Callable[[Journal], Journal] = lambda journal: journal,
        **settings: object,
    ) -> None:
        self.journal: Journal = reached(new_journal(folder / "journal.db", journal_bytes))
        usual = {
            "http_host": "127.0.0.1",
            "http_port": 0,
            "trusted_hosts": ("localhost", "127.0.0.1"),
            "host_token": TOKEN,
        }
        self.settings = settings_with(**{**usual, **settings})  # type: ignore[arg-type]
        limits = StreamLimits(self.settings.streams_per_address, self.settings.streams_in_total)
        self.feed = Feed(limits)
        # Drawn from when a phone first follows it: most rooms are not served, and each of their
        # cards drew a page that nobody looked at (4 to 11 % of what such tests take).
        self.views: Broadcast[TableView] = Broadcast(self.feed, fragment.encode, always=())
        self.curtain = Curtain(self.views)
        self.wall_clock = wall_clock
        self.shelf = Shelf(Decks((demo_deck(),)))
        self.table = Table(CODE, self.journal, self.shelf, self.curtain, wall_clock)
        self.tables = {CODE: self.table}
        self.club = Club(self.journal, self, wall_clock)
        careers = Careers(self.journal.read)
        site = site_with(
            self.settings,
            self.tables,
            self.views,
            club=self.club,
            careers=careers,
            allowance=ClubAllowance(self.journal),
        )
        self.app: Flask = create_app(site)
        self.app.config["SEND_FILE_MAX_AGE_DEFAULT"] = KEPT_S

    def show(self, view: ClubView) -> None:
        """Tell the tables what the club says, as a house does."""
        said = notices(view, self.wall_clock(), len(self.tables))
        for code, table in self.tables.items():
            table.club_says(said.at(code))

    def another(self, code: str) -> Table:
        """One more table of the house."""
        table = self.tables[code] = Table(code, self.journal, self.shelf, self.views)
        self.show(self.club.view())
        return table

    def enter(self, lines: Sequence[Line]) -> None:
        """Play on by these entries; pages see what they lead to.

        All but the last come as rows of another host would, with one commit and one view for all
        of them: a twelfth of what asking for each takes.
        """
        if not lines:
            return
        seq = self.table.seq
        told = ((self.wall_clock().isoformat(timespec="milliseconds"), line) for line in lines[:-1])
        self.journal.append(
            [
                Row(CODE, seq + number, at, None, EntryRow.kind, json.dumps(line))
                for number, (at, line) in enumerate(told, start=1)
            ]
        )
        self.table.catch_up()
        ask(self.table, commands.Enter(lines[-1]))

    def keep_nothing(self) -> None:
        """Let browsers ask for all that pages share, as any host does: for who weighs pages."""
        self.app.config["SEND_FILE_MAX_AGE_DEFAULT"] = None

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()

    @contextmanager
    def served(self) -> Iterator[str]:
        """Serve in a thread of its own; gives the address, without a last slash."""
        with serving(self.app, self.settings, self.feed) as url:
            yield url


@contextmanager
def serving(app: Flask, settings: Settings, feed: Feed) -> Iterator[str]:
    """Serve an app in a thread of its own; gives the address, without a last slash."""
    started, servers = threading.Event(), list[Server]()
    if settings.http_port == 0 and is_free(_port()):
        settings = msgspec.structs.replace(settings, http_port=_port())

    def ready(server: Server) -> None:
        servers.append(server)
        started.set()

    make_late(app, feed)

    def serve() -> None:
        try:
            Server(app, settings, feed).run(ready)
        finally:  # nobody else does: its files stay open, and later tests look for what left them
            gevent.get_hub().destroy(destroy_loop=True)

    thread = threading.Thread(target=serve)
    thread.start()
    assert started.wait(PATIENCE_S)
    try:
        yield f"http://127.0.0.1:{servers[0].port}"
    finally:
        servers[0].stop_soon()
        thread.join(PATIENCE_S)
    assert not thread.is_alive(), "the server did not stop"


@cache
def _port() -> int:
    """Where this process serves its rooms, one after the other."""
    return free_port()


def begin(table: Table, names: Sequence[str] = NAMES, leader: int = 1) -> None:
    """A new game of The Torite, dealt, with its first leader."""
    ask(table, commands.NewGame("torite", len(names), list(names), dealer=0, abandon=True))
    ask(table, commands.Declare("leader", leader))


def lay(table: Table, cards: str, how: str = "played") -> None:
    """Lay cards written `1:QH 2:2H`: seat, colon, card."""
    for each in cards.split():
        seat, code = each.split(":")
        number = int(seat) if seat else None
        ask(table, commands.Lay(code, number, "shown" if how == "shown" else "played"))


def ask(table: Table, request: commands.Request) -> None:
    """Ask, and insist that it is done."""
    answer = table.ask(request)
    assert answer.is_done, answer.reason


def sit(table: Table, seat: int) -> str:
    """A phone asks for this seat, and its button is held: the phone's token."""
    token = seating.new_token()
    answer = table.claim(seat, seating.digest(token))
    assert answer.is_done, answer.reason
    ask(table, commands.LetIn(seat))
    return token


def own(client: FlaskClient, token: str) -> str:
    """A seat's own part of its page."""
    return client.get(f"/t/{CODE}/seat/own", headers={"X-Seat-Token": token}).text


def hold_button(table: Table, seat: int, seq: int = 1) -> None:
    """Somebody who has read what the display shows holds a seat's button: the board's event."""
    what, *args = pressed(table.view(), seat, "long")
    table.hear("b001", seq, what, args)


def deal(seed: int, seats: int = 4) -> list[int]:
    """Hands as masks; seat 1 of four gets the two of clubs, which leads."""
    pack = [each for each in STANDARD if seats == 4 or each.rank >= 5]
    random.Random(seed).shuffle(pack)
    start = card("2C" if seats == 4 else "5C")
    pack.remove(start)
    pack.insert(13, start)
    return [mask(pack[13 * seat : 13 * seat + 13]) for seat in range(seats)]


def play_on(table: Table, hands: list[int], tricks: int, leader: int = 1, seed: int = 0) -> int:
    """Play whole tricks at random, following suit. Returns who leads the next."""
    chance = random.Random(seed)
    for _ in range(tricks):
        trick: Trick = ()
        for step in range(len(hands)):
            seat = (leader + step) % len(hands)
            choice = chance.choice(list(cards_in(playable(hands[seat], trick))))
            hands[seat] &= ~choice.bit
            trick = (*trick, (seat, choice))
            lay(table, f"{seat}:{choice.code}")
        leader = winner(trick, SPADES)
    return leader


def show_kept(table: Table, hands: Sequence[int]) -> None:
    """Every seat shows the card it kept."""
    for seat, hand in enumerate(hands):
        lay(table, f"{seat}:{next(cards_in(hand)).code}", "shown")
