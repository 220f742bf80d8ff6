"""Enrols and checks cards from a terminal: one table, its board, one printed line per card.

Runs the same host as a game does, but without its pages.
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import Final

import click

from tricktable.app import Find, House, board_search, open_house
from tricktable.board.link.ports import missing_port
from tricktable.house.narrator import BOARD
from tricktable.settings import Settings
from tricktable.store.decks import Folder, kind_named
from tricktable.store.journal import is_shared
from tricktable.table import commands
from tricktable.table.desk.deck_work import DeckProgress
from tricktable.table.notes import ALL_DONE
from tricktable.table.table import Table
from tricktable.table.views import ABSENT, LIVE, REFUSED, TableView
from tricktable.text.characters import printable

BAR_CHARACTERS: Final = 26
LOOK_AGAIN_S: Final = 0.2
SAYS_S: Final = 2.0
"""After so long without a board's answer it says that it waits."""
AWAITS: Final = "Waiting for the board to answer. Ctrl-C stops."
GOES_ON: Final = "`tricktable enrol` goes on with it."
NO_BOARD: Final = "No board found. Plug it in with a data cable, then run this again."
LAST_PICTURE_S: Final = 0.5
"""How long the board has to show and sound how it ended."""
DEFAULT_COLOUR: Final = "red"


class Teller:
    """Prints the progress on the terminal, and knows when it has ended. Mutable."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Give each line to `say`."""
        self._say = say
        self._before: TableView | None = None
        self.ended = threading.Event()
        self.is_well = False
        """Whether everything was done when it ended."""

    def show(self, now: TableView) -> None:
        """Print what is new."""
        before, self._before = self._before, now
        if before is None or (before.board, before.board_word) != (now.board, now.board_word):
            words = {**BOARD, REFUSED: str(now.board_word), ABSENT: AWAITS}
            self._say(words[now.board])
        if now.trouble and (before is None or not before.trouble):
            self._say(f"NOT SAVED: {now.trouble}")
        note = now.desk.note
        if note is not None and (before is None or note != before.desk.note):
            said = printable(now.asks_and_note)
            self._say(said if now.deck_work is None else f"{line(now.deck_work)}  {said}")
        if before is not None and before.deck_work is not None and now.deck_work is None:
            self.is_well = note is not None and note.about in ALL_DONE
            self.ended.set()


def line(deck: DeckProgress) -> str:
    """The deck's progress as a bar, and the next card."""
    lit = BAR_CHARACTERS * deck.done // max(1, deck.of)
    awaited = f"  lay {deck.card}" if deck.card and deck.what != "check" else ""
    bar = "#" * lit + "." * (BAR_CHARACTERS - lit)
    return f"[{bar}] {deck.done:2}/{deck.of}{awaited}"


def enrol(settings: Settings, name: str, colour: str, kind: str) -> bool:
    """Enrol a deck, or continue one. Returns whether it is complete.

    Without a name and colour, continues the deck that was begun last, or begins a red one.
    Raises: click.ClickException if that is impossible.
    """
    begun = Folder(settings.decks).enrolments
    if not name and not colour and begun:
        name, colour, kind = begun[-1].name, begun[-1].colour, begun[-1].kind
    colour = colour or DEFAULT_COLOUR
    name = name or kind_named(kind).called.format(colour=colour)
    return attend(settings, commands.Enrol(name, colour, kind))


def attend(settings: Settings, request: commands.DeckRequest) -> bool:
    """Carry out the request at a real board until it is done or stopped.

    Ctrl-C stops it; what was learned is kept. Returns whether everything was done.
    Raises: click.ClickException if it cannot start.
    """
    find = board_search(settings)
    if not is_shared(settings.journal):  # a club's decks are known once its database is open
        _refuse_unknown(request, Folder(settings.decks))
    _refuse_boardless(settings, find)
    with open_house(settings, Folder(settings.decks), find) as house:
        try:
            return _attend(house, request)
        finally:
            house.stop()


def _refuse_unknown(request: commands.DeckRequest, shelf: Folder) -> None:
    """Raises: BadDeck, click.ClickException, if the request can only fail, whatever is laid."""
    match request:
        case commands.Enrol(name) if any(each.name == name for each in shelf.decks.decks):
            raise click.ClickException(
                f"There is already a deck {name!r}. Give the new one another --colour or --name."
            )
        case commands.CheckDeck(name):
            is_only = not name and not shelf.decks.decks
            for begun in shelf.enrolments:
                if begun.name == name or is_only:
                    raise click.ClickException(f"{begun.name} is not complete yet. {GOES_ON}")
            if name:
                shelf.decks.deck(name)
        case commands.ReplaceCard(name, card):
            deck = shelf.decks.deck(name)
            if card not in deck.tags.values():
                raise click.ClickException(f"There is no card {card} in {deck.name}.")


def _refuse_boardless(settings: Settings, find: Find) -> None:
    """Raises: click.ClickException, if no board can answer: nothing is begun without one."""
    absent = [missing_port(port) for port in settings.board_port]
    if settings.board_port and all(absent):
        raise click.ClickException(". ".join(filter(None, absent)))
    if not any(True for _ in find()):
        raise click.ClickException(NO_BOARD)


def _attend(house: House, request: commands.DeckRequest) -> bool:
    teller, table = Teller(lambda said: click.echo(said, file=sys.stdout)), None
    try:
        table = _table(house, request)
        _begin(table, request)
        house.tell(table.code, teller)
        house.start()
        while not teller.ended.wait(timeout=1):
            pass
        threading.Event().wait(LAST_PICTURE_S)
    except KeyboardInterrupt:
        if table is None:
            click.echo("Stopped before a board answered. Nothing was changed.")
        elif not teller.ended.is_set():
            table.ask(commands.DeckWorkStep("stop"))
            teller.show(table.view())  # stopped at once, nobody shows it yet
            if isinstance(request, commands.Enrol):
                click.echo(GOES_ON)
    return teller.is_well


def _table(house: House, request: commands.DeckRequest) -> Table:
    """The table to use: the only one, or the first whose board answers.

    A deck is begun only once a board answers; says meanwhile what is awaited, and what is wrong.
    """
    if len(house.tables) == 1 and not isinstance(request, commands.Enrol):
        return house.table  # so that a card which its board has kept is the one that is meant
    if len(house.tables) > 1:
        click.echo("There are several tables. Using the first whose board answers.")
    house.start()
    began_s, said = time.monotonic(), {""}
    while True:
        for table in [*house.tables.values()]:
            now = table.view()
            if now.board == LIVE:
                return table
            if now.board == REFUSED and (why := str(now.board_word)) not in said:
                said.add(why)
                click.echo(why)
        if time.monotonic() - began_s > SAYS_S and AWAITS not in said:
            said.add(AWAITS)
            click.echo(AWAITS)
        threading.Event().wait(LOOK_AGAIN_S)


def _begin(table: Table, request: commands.DeckRequest) -> None:
    if table.view().deck_work is not None:  # interrupted before; what was learned is on the shelf
        table.ask(commands.DeckWorkStep("stop"))
    answer = table.ask(request)
    if not answer.is_done:
        raise click.ClickException(answer.reason)
