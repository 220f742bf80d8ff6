"""A whole house for tests: real tables, lines and cables, on a journal of the test's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from board.link.board import Board
from rig.preparations import new_journal
from tricktable.app import House, open_house
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.settings import Settings
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.table.views import LIVE

RED: Final = demo_deck("red")
TOKEN: Final = "a-token-for-a-whole-house"
SETTINGS: Final = partial(
    Settings,
    http_host="127.0.0.1",
    http_port=0,
    trusted_hosts=("localhost", "127.0.0.1"),
    host_token=TOKEN,
)


class Cables:
    """What is plugged in, in the order in which the system names it."""

    def __init__(self) -> None:
        self.boards: list[Board | SimulatedBoard] = []
        self.others: list[str] = []
        """Ports at which there is no board."""

    def find(self) -> list[str]:
        """The ports there are now."""
        return [*self.others, *(port for board in self.boards for port in board.ports())]


@contextmanager
def house(folder: Path, cables: Cables, tables: int = 1, **settings: object) -> Iterator[House]:
    """A host that looks for boards, with at least this many tables."""
    new_journal(folder / "journal.db").close()
    wanted = SETTINGS(data=folder, **settings)  # type: ignore[arg-type]
    with open_house(wanted, Shelf(Decks((RED,))), cables.find) as made:
        while len(made.tables) < tables:
            made.open_table()
        made.start()
        try:
            yield made
        finally:
            made.stop()


def live(made: House) -> list[str]:
    """The tables whose boards answer, the one that was opened first first."""
    return [code for code, table in made.tables.items() if table.view().board == LIVE]


def served(made: House) -> dict[str, str]:
    """The board that each line has greeted, by its table's code."""
    boards = {code: line.session.board for code, line in made.lines.items()}
    return {code: board.board for code, board in boards.items() if board is not None}
