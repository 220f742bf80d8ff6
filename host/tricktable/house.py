"""The house: opens all that a host needs, serves until it is told to stop, and closes it again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Final

import click
from flask import Flask

from tricktable.decks import TRIATRI, Folder, Shelf, Shelving, demo_deck
from tricktable.demo.acts import Begin
from tricktable.demo.autoplay import FAST, HUMAN, Player
from tricktable.demo.stage import Stage, begun
from tricktable.feed import Feed, Limits
from tricktable.journal import Journal, Row, open_journal
from tricktable.link.line import Line
from tricktable.link.ports import boards, fault
from tricktable.link.sealed_port import opener
from tricktable.link.simulated import SimulatedBoard
from tricktable.narrator import Narrator
from tricktable.notes import NO_DECK
from tricktable.picture import picture
from tricktable.service import Server, ServiceSettings, create_app, fragment, invites
from tricktable.service import checkup as checkup_page
from tricktable.service import demo as demo_page
from tricktable.service import serve as serve_pages
from tricktable.service.broadcast import Broadcast
from tricktable.service.metrics import Metrics
from tricktable.settings import Settings
from tricktable.table import Audience, Table, TableView

CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0 and O, no 1 and I: a code is also read aloud and typed."""
CODE_LENGTH: Final = 3
DEMO_CODE: Final = "DEMO"
OPENED: Final = "opened"
"""The kind of a table's first row: it says only that there is such a table."""
STRANGERS: Final = {"bank": "0488F0A2C36180"}
"""Tags at the demo's table that are no cards."""

Say = Callable[[str], None]


class Everybody:
    """Shows each view to several audiences, one after the other."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = [*audiences]

    def join(self, audience: Audience, newest: TableView) -> None:
        """Show each view from now on to this audience too, and the newest one at once."""
        audience.show(newest)
        self._audiences.append(audience)

    def show(self, view: TableView) -> None:
        """Show it to each."""
        for audience in self._audiences:
            audience.show(view)


class House:
    """One host with one table: made by `opened`, in which everything but the line runs."""

    def __init__(self, settings: Settings, code: str, journal: Journal, shelf: Shelf) -> None:
        self.settings = settings
        self.feed = Feed(Limits(settings.streams_per_address, settings.streams_in_total))
        self._views = Broadcast(self.feed, fragment.encode)
        self._everybody = Everybody(self._views)
        self._metrics = Metrics()
        self.table = Table(code, self._metrics.measured(journal), shelf, self._everybody)
        self.service = ServiceSettings(
            listen=settings.http_host,
            port=settings.http_port,
            trusted_hosts=settings.trusted_hosts,
            base_url=settings.base_url,
            host_token=settings.host_token,
            streams_per_address=settings.streams_per_address,
            streams_in_total=settings.streams_in_total,
            max_body_bytes=settings.max_body_bytes,
        )
        self._join: dict[str, object] = {}

    def app(self, line: Line) -> Flask:
        """The web service of this house; the line tells how its board is."""
        tables = {self.table.code: self.table}
        app = create_app(self.service, tables, self._views, self._metrics)
        app.register_blueprint(checkup_page.blueprint(line.examine))
        return app

    def line(self, find: Callable[[], Iterable[str]]) -> Line:
        """The line to the board that `find` names, not running yet."""

        def draw(now: TableView, before: TableView | None) -> str:
            return picture(now, before, self._join, line.known())

        line = Line(self.table, find, draw, opener(self.settings.board_key))
        self._metrics.watch_line(self.table.code, line.silence_s)
        return line

    def tell(self, audience: Audience) -> None:
        """Show every view from the newest on to this audience too."""
        self._everybody.join(audience, self.table.view())

    def welcome(self, server: Server, *more: str) -> None:
        """Tell the terminal where guests and the host go, and give the board its join page."""
        url = self.service.guests_url(server.port)
        join = invites.address(url, self.table.code)
        self._join = invites.board_page(join)
        click.echo(invites.terminal(join))
        click.echo(f"Guests scan this, or open  {join}")
        click.echo(f"Host, on this computer:    http://localhost:{server.port}/host/")
        for line in more:
            click.echo(line)
        click.echo("Ctrl-C ends.\n")
        self.tell(Narrator(click.echo))


@contextmanager
def opened(settings: Settings, code: str | None, shelf: Shelf) -> Iterator[House]:
    """A house whose journal is open; the table `code`, or the journal's own, or a new one."""
    settings.data.mkdir(parents=True, exist_ok=True)
    journal = open_journal(settings.journal, settings.max_journal_mib * 2**20)
    try:
        yield House(settings, code or _own_code(journal), journal, shelf)
    finally:
        journal.close()


def _own_code(journal: Journal) -> str:
    """The code of the journal's table, kept from its first day: guests have its QR code."""
    known = journal.tables()
    if known:
        return known[0]
    code = new_code()
    journal.append([Row(code, 1, datetime.now(UTC).isoformat("T", "seconds"), None, OPENED, "{}")])
    return code


def serve(settings: Settings) -> None:
    """Serve a real board until Ctrl-C."""
    port = settings.board_port
    if port and (reason := fault(port)):
        raise click.ClickException(reason)
    shelf = Folder(settings.decks)
    with opened(settings, None, shelf) as house:
        line = house.line((lambda: [port]) if port else boards)

        def ready(server: Server) -> None:
            house.welcome(server, *about_decks(shelf))
            line.start()

        try:
            serve_pages(house.app(line), house.service, house.feed, ready)
        finally:
            line.stop()


def about_decks(shelf: Folder) -> Iterator[str]:
    """What there is to say of the decks before anybody plays."""
    yield from (f"Not used: {reason}" for reason in shelf.faults)
    if not shelf.decks.decks:
        yield NO_DECK


def demo(
    settings: Settings, seed: int, is_fast: bool, is_manual: bool, first: Begin | None = None
) -> None:
    """Serve a simulated table, which plays by itself unless `is_manual`, until Ctrl-C.

    Raises: click.ClickException, if `first` is no game for so many players.
    """
    red, blue, triatri = demo_deck("red"), demo_deck("blue"), demo_deck("red", TRIATRI)
    shelf = Folder(settings.decks)
    for deck in (red, blue, triatri):
        shelf.put(Shelving(deck.name, deck))
    with ExitStack() as open_things:
        house = open_things.enter_context(opened(settings, DEMO_CODE, shelf))
        board = open_things.enter_context(SimulatedBoard.start(seed))
        answer = house.table.ask(begun(first or Begin("torite", 4)))
        if not answer.is_done:
            raise click.ClickException(answer.reason)
        line = house.line(board.ports)
        scenes = demo_page.scenes(house.feed)
        stage = Stage(
            board,
            house.table,
            {
                **{code: uid for deck in (red, triatri) for uid, code in deck.tags.items()},
                "blue": blue.tag_of("9H"),
                **STRANGERS,
            },
            Player(seed, FAST if is_fast else HUMAN),
            scenes.show,
            seed,
            not is_manual,
        )
        app = house.app(line)
        app.register_blueprint(demo_page.blueprint(stage, scenes))

        def ready(server: Server) -> None:
            house.welcome(server, f"The virtual table:         http://localhost:{server.port}/demo")
            line.start()
            stage.start()

        try:
            serve_pages(app, house.service, house.feed, ready)
        finally:
            stage.stop()
            line.stop()


def new_code() -> str:
    """A code for a table that has none yet."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
