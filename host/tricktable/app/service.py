"""A house opened on its journal and served: what `tricktable serve` does until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Final

import click

from tricktable.app.boards import Find
from tricktable.app.house import House, damage_sentence
from tricktable.app.tokens import with_clubs_token
from tricktable.board.link.ports import boards, distinct, fault, missing_port
from tricktable.settings import Settings
from tricktable.store.decks import Folder, Shelf
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.journal import Unsound, is_shared, open_journal, path_of
from tricktable.store.journal.place import set_aside, stamp
from tricktable.web import Server
from tricktable.web import serve as serve_pages
from tricktable.web.http.supervisor import Supervisor

NO_DECK: Final = (
    "No tagged deck is enrolled yet. Phones need none; for a board, enrol one on the host's page."
)


@contextmanager
def open_house(
    settings: Settings, shelf: Shelf, find: Find, *codes: str, anew_at: datetime | None = None
) -> Iterator[House]:
    """A house with an open journal: the tables `codes` and the journal's own, or else a new one.

    A journal that is unsound is put aside if `anew_at`, the time now, is given, and an empty one
    begun. Raises: JournalError.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    with ExitStack() as open_things:
        try:
            house = _open_house(open_things, settings, shelf, find, codes)
        except Unsound as fault:
            if anew_at is None:
                raise
            # Closed first: Windows renames no file that is open.
            open_things.close()
            kept = set_aside(path_of(settings.journal), stamp(anew_at))
            click.echo(f"Starting a new journal, because {fault}.\nThe old files are kept: {kept}")
            house = _open_house(open_things, settings, shelf, find, codes)
        for code, why in house.unsound.items():
            click.echo(damage_sentence(code, why))
        yield house


def _open_house(
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


def board_search(settings: Settings) -> Find:
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
    """Serve real boards until Ctrl-C; `anew_at` as `open_house` has it.

    Once it serves, `show` is given the address of the host's page.
    """
    find = board_search(settings)
    shelf = Folder(settings.decks)
    with open_house(settings, shelf, find, anew_at=anew_at) as house:

        def ready(server: Server) -> None:
            absent = (f"{each[:1].upper()}{each[1:]}." for each in _absent(settings))
            house.welcome(server, *about_decks(house.shelf), *absent, _kept_in(settings))
            house.start()
            if show is not None:
                show(f"http://localhost:{server.port}/host/")

        try:
            serve_pages(house.app(), house.settings, house.feed, ready, supervisor or Supervisor())
        finally:
            house.stop()
        click.echo(_farewell(house))


def _farewell(house: House) -> str:
    """What is said at the end: that all is saved only if it is."""
    unsaved = [each.code for each in house.tables.awake if each.view().trouble]
    if not unsaved:
        return "\nStopped. Everything is saved."
    return f"\nStopped. The newest of table {', '.join(unsaved)} may not be saved: see above."


def _kept_in(settings: Settings) -> str:
    """Where the evening is: two programs with one folder share their tables."""
    if is_shared(settings.journal):
        return f"The club's database keeps the tables, {settings.data} the rest."
    return f"Everything is kept in {settings.data}."


def _absent(settings: Settings) -> Iterator[str]:
    """Which ports in the settings there are not now; the host waits for them."""
    return filter(None, map(missing_port, settings.board_port))


def about_decks(shelf: Shelf) -> Iterator[str]:
    """What to print about the decks before anybody plays."""
    if isinstance(shelf, Folder | ClubShelf):
        yield from (f"Not used: {reason}" for reason in shelf.faults)
    if not shelf.decks.decks:
        yield NO_DECK
