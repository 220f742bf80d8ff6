"""The board of a world: somebody lays an honest game there, whatever becomes of the hosts.

The board is the real session of the wire, behind a door that both hosts can reach.
"""

import threading
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from board.link.board import Board, Happening, happenings
from board.link.door import Door
from chaos.acts import Book
from players.torite import play
from tricktable.store.decks import Deck, demo_deck

KEY: Final = bytes(range(32))
"""The board's key: each host has it."""
BOOT: Final = "0B0A12D5"
DECK: Final[Deck] = demo_deck("red")


def game(seed: int) -> tuple[Sequence[Happening], Sequence[Any]]:
    """What the board sees of its game, from the key that begins it, and the lines of its record."""
    played = play(Random(f"{seed} board"), 4)
    return [*happenings(played, DECK)], played.lines


class Hands(threading.Thread):
    """Lays one card after the other, saved or not: that is the board's business."""

    def __init__(self, seed: int, book: Book) -> None:
        super().__init__(name="board", daemon=True)
        self.door = Door(KEY)
        self.board = Board(BOOT, cable=self.door)
        self._chance = Random(f"{seed} hands")
        self._left = [*reversed(game(seed)[0])]
        self._book = book
        self._told = 0
        self._ends = threading.Event()
        self.pace_s = 0.15

    def end(self) -> None:
        """Lay no more."""
        self._ends.set()

    def run(self) -> None:
        """See above."""
        while not self._ends.wait(self._chance.random() * self.pace_s):
            if self._left and self.board.emit(*self._left[-1]):
                self._left.pop()
                self._book.happens(f"{BOOT}:{self.board.emitted}")
            self.note()

    def note(self) -> None:
        """Write into the book what the host says is saved."""
        acknowledged = self.board.acknowledged
        while self._told < acknowledged:
            self._told += 1
            self._book.is_kept(f"{BOOT}:{self._told}")

    @property
    def told(self) -> str:
        """How far the host is with it."""
        return f"{self.board.acknowledged} of {self.board.emitted} events, {self.door}"

    @property
    def is_done(self) -> bool:
        """Whether a host has confirmed everything."""
        return self.board.acknowledged == self.board.emitted

    def close(self) -> None:
        """Switch the board off."""
        self.end()
        if self.is_alive():
            self.join()
        self.board.close()
