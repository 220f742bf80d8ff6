"""Enrols and checks cards from a terminal: one table, its board, one printed line per card.

Runs the same host as a game does, but without its pages.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Final

import click

from tricktable.app import House, finding, opened
from tricktable.settings import Settings
from tricktable.store.decks import Folder, kind_named
from tricktable.table import commands
from tricktable.table.desk.deck_care import DeckProgress
from tricktable.table.narrator import BOARD
from tricktable.table.notes import ALL_DONE
from tricktable.table.table import Table
from tricktable.table.views import LIVE, REFUSED, TableView
from tricktable.text.characters import printable

BAR_CHARACTERS: Final = 26
LOOK_AGAIN_S: Final = 0.2
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
            self._say(now.board_word if now.board == REFUSED else BOARD[now.board])
        if now.trouble and (before is None or not before.trouble):
            self._say(f"NOT SAVED: {now.trouble}")
        note = now.desk.note
        if note is not None and (before is None or note != before.desk.note):
            said = printable(now.said)
            self._say(said if now.deck_care is None else f"{line(now.deck_care)}  {said}")
        if before is not None and before.deck_care is not None and now.deck_care is None:
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
    begun = Folder(settings.decks).begun
    if not name and not colour and begun:
        name, colour, kind = begun[-1].name, begun[-1].colour, begun[-1].kind
    colour = colour or DEFAULT_COLOUR
    usual = kind_named(kind).called.format(colour=colour)
    return attend(settings, commands.Enrol(name or usual, colour, kind))


def attend(settings: Settings, request: commands.OfTheCards) -> bool:
    """Carry out the request at a real board until it is done or stopped.

    Ctrl-C stops it; what was learned is kept. Returns whether everything was done.
    Raises: click.ClickException if it cannot start.
    """
    find = finding(settings)
    with opened(settings, Folder(settings.decks), find) as house:
        try:
            return _attend(house, request)
        finally:
            house.stop()


def _attend(house: House, request: commands.OfTheCards) -> bool:
    teller, table = Teller(lambda said: click.echo(said, file=sys.stdout)), None
    try:
        table = _table(house)
        _begin(table, request)
        house.tell(table.code, teller)
        house.start()
        while not teller.ended.wait(timeout=1):
            pass
        threading.Event().wait(LAST_PICTURE_S)
    except KeyboardInterrupt:
        if table is not None and not teller.ended.is_set():
            table.ask(commands.DeckCareStep("stop"))
            teller.show(table.view())  # stopped at once, nobody shows it yet
    return teller.is_well


def _table(house: House) -> Table:
    """The table to use: the only one, or the first whose board answers."""
    if len(house.tables) == 1:
        return house.table
    click.echo("There are several tables. Using the first whose board answers.")
    house.start()
    while True:
        for table in [*house.tables.values()]:
            if table.view().board == LIVE:
                return table
        threading.Event().wait(LOOK_AGAIN_S)


def _begin(table: Table, request: commands.OfTheCards) -> None:
    if table.view().deck_care is not None:  # interrupted before; what was learned is on the shelf
        table.ask(commands.DeckCareStep("stop"))
    answer = table.ask(request)
    if not answer.is_done:
        raise click.ClickException(answer.reason)
