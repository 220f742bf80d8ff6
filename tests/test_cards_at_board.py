"""A deck and a control card at the board alone: the real firmware on a simulated board."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.sim.perform.watch import TableWatch, WatchedTable
from tricktable.store.decks import KINDS, Folder, demo_deck
from tricktable.store.decks.controls import UNDO
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.views import LIVE, TableView

SPEED = 16.0
BLUE, MINE = demo_deck("blue"), demo_deck("black", "triatri")
ORDER = KINDS["triatri"].codes
SPARE = "04FEFEFEFEFE80"
PHONE = "08A1B2C3"
"""A phone makes up a number of four bytes each time."""


class Doctor:
    """A table, its board, and the hands that see to a deck there."""

    def __init__(self, table: WatchedTable, board: SimulatedBoard, watch: TableWatch) -> None:
        self.table, self.board, self.watch = table, board, watch

    def until(self, said: str) -> TableView:
        """The first view in which the table says so."""
        return self.watch.until(lambda view: view.asks_and_note.startswith(said), said)

    def press(self, *keys: str) -> None:
        for key in keys:
            heard = self.watch.acts_taken_in
            self.board.press(key)
            self.watch.until_heard(heard + 1, key)

    def button(self, seat: int) -> None:
        heard = self.watch.acts_taken_in
        self.board.button(seat)
        self.watch.until_heard(heard + 1, f"the button of seat {seat}")

    def lay(self, uid: str, said: str, reader: int = 0) -> None:
        """Lay a tag, wait until the table says what it is, and lift it."""
        self.board.lay(reader, uid)
        self.until(said)
        self.board.lift(reader)


@pytest.fixture
def doctor(tmp_path: Path) -> Iterator[Doctor]:
    with ExitStack() as open_things:
        journal = open_things.enter_context(closing(open_journal(tmp_path / "journal.db")))
        board = open_things.enter_context(SimulatedBoard.start(speed=SPEED))
        shelf, watch = Folder(tmp_path / "decks"), TableWatch()
        shelf.add(BLUE)
        table = WatchedTable("DECK", journal, shelf, watch)
        line = Line(table, board.ports, picture)
        line.start()
        open_things.callback(line.stop)
        watch.until(lambda view: view.board == LIVE, "the board")
        yield Doctor(table, board, watch)


def test_a_deck_is_enrolled_with_every_mishap_and_played_with(doctor):
    lay, board = doctor.lay, doctor.board
    doctor.press("MENU", "5", "3", "5")  # cards, enrol a TriATri deck, black
    doctor.until("Lay the 2R")
    board.lay(0, MINE.tag_of("2R"))
    doctor.until("2R is enrolled")
    board.lay(0, MINE.tag_of("3R"))  # the first one still lies there
    doctor.until("North: one card at a time")
    board.lift(0)
    lay(MINE.tag_of("2R"), "You have just laid the 2R", 3)
    lay(BLUE.tag_of("QH"), "That is the QH from the blue deck", 2)
    lay(PHONE, "That tag's number changes every time", 1)
    lay(MINE.tag_of("4R"), "3R is enrolled")
    doctor.press("UNDO")
    doctor.until("3R undone")
    lay(MINE.tag_of("3R"), "3R is enrolled")
    doctor.press("OK")  # the 4 is not at hand
    doctor.until("4R is left till last")
    lay(MINE.tag_of("5R"), "5R is enrolled")
    doctor.press("MENU")
    doctor.until("Stopped. The cards enrolled in black TriATri are kept.")
    doctor.press("MENU", "5", "5")  # cards, continue the black TriATri
    for number, code in enumerate(ORDER[4:]):
        lay(MINE.tag_of(code), f"{code} is enrolled", number % 4)
    lay(MINE.tag_of("4R"), "All 24 cards of the black TriATri")
    assert doctor.table.shelf.decks.deck("black TriATri").tags == MINE.tags
    doctor.table.ask(commands.NewGame("triatri", 2, dealer=0))
    board.lay(0, MINE.tag_of("2R"))
    doctor.watch.until(lambda view: view.view and view.view.seq == 2, "the first card")


def test_a_spare_tag_is_made_undo_and_undoes(doctor):
    doctor.press("MENU", "5", "4", "2")  # cards, control cards, undo
    doctor.until("Lay a spare card for undo.")
    doctor.lay(BLUE.tag_of("5C"), "That is the 5C from the blue deck.")
    doctor.lay(SPARE, "That card is now set up for undo.", 3)
    assert doctor.table.shelf.decks.controls.counts[UNDO] == 1
    doctor.table.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"], dealer=0))
    doctor.button(0)
    doctor.board.lay(0, BLUE.tag_of("QH"))
    doctor.watch.until(lambda view: view.view and view.view.trick, "a card")
    doctor.lay(SPARE, "Undone: Ann's QH.", 2)
    doctor.press("MENU", "5", "2", "2")  # cards, enrol a deck, red
    doctor.lay(SPARE, "That is the control card for undo.", 1)
    assert doctor.table.shelf.enrolments[0].tags == {}
