"""The search of `trick_counts` in C, built with the compiler of this computer. Never measures."""

import ctypes
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tricktable.rules.cards import STANDARD, mask
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.trick_counts import _Duel

Answer = tuple[bool, int]
"""Whether it can, and how many positions were looked at."""
Duel = Callable[[_Duel, int], Answer]
"""Whether the seat of a search can take this number of tricks."""
COMPILER: Final = shutil.which("cc") or shutil.which("gcc")
SOURCE: Final = Path(__file__).with_name("duel.c")
EACH: Final = 9
"""The cards of each hand."""


def by_chance(chance: random.Random, each: int = EACH) -> _Duel:
    """Seat 0 against all others, with hands of this many cards."""
    cards = chance.sample(STANDARD, 4 * each)
    hands = tuple(mask(cards[seat * each : seat * each + each]) for seat in range(4))
    return _Duel(OpenCards(hands, (0,) * 4, 0, trump="S"), 0, lambda: False)


def as_written(search: _Duel, want: int) -> Answer:
    """By the program's own search."""
    return search.reaches(want), search.tries


def built(folder: Path) -> Duel:
    """By the same search in C, built in that folder."""
    assert COMPILER is not None
    library = folder / "duel.so"
    words = [COMPILER, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run(words, check=True)
    function = ctypes.CDLL(str(library)).duel
    function.restype = ctypes.c_long
    word = ctypes.c_uint64

    def in_c(search: _Duel, want: int) -> Answer:
        own, suits = (word * 4)(*search.own), (word * 4)(*search.suits)
        told = function(own, suits, word(search.trump), search.leader, search.seat, want)
        assert told >= 0, "no memory"
        return bool(told & 1), told >> 1

    return in_c
