"""Where the cards of the virtual table are: dealt, on a reader, or seen by the table. No clock."""

from __future__ import annotations

from random import Random
from typing import Final

from tricktable.demo.acts import SEATS
from tricktable.games.torite import HAND, LOWEST_RANK
from tricktable.rules.cards import BY_CODE, STANDARD, cards_in, mask
from tricktable.rules.entries import Played, Shown
from tricktable.rules.record import Record

STRANGERS: Final = ("bank", "blue")
"""Tags that are no cards of the deck on the table."""


class Places:
    """Mutable; dealt anew for each game, by seed and the game's number."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._game = 0
        self._dealt: tuple[int, ...] = (0,) * SEATS
        self._gone = 0
        self.readers: list[list[str]] = [[] for _ in range(SEATS)]

    def follow(self, games: int, record: Record | None) -> bool:
        """Deal when another game has begun; take away the cards that its record has seen.

        Returns whether the cards were dealt.
        """
        if record is None:
            return False
        is_another = games != self._game
        if is_another:
            self._game = games
            dealt = deal(record.header.players, Random(f"{self._seed}/{games}"))
            self._dealt = (*dealt, *(0,) * SEATS)[:SEATS]
        self._gone = 0
        for _, entry, _ in record.steps():
            if isinstance(entry, (Played, Shown)):
                self._gone |= entry.card.bit
        return is_another

    def lay(self, token: str, reader: int) -> int | None:
        """Put this on a reader; returns the one it was on before, if any."""
        before = next((at for at, tokens in enumerate(self.readers) if token in tokens), None)
        if before is not None:
            self.readers[before].remove(token)
        self.readers[reader].append(token)
        return before

    def two_for(self, reader: int) -> tuple[str, ...]:
        """Two cards of that hand, or strangers where it has fewer."""
        return (*codes(self.hands()[reader]), *STRANGERS)[:2]

    def hands(self) -> tuple[int, ...]:
        """The cards in each hand, as masks."""
        away = self._gone
        for token in (token for tokens in self.readers for token in tokens):
            away |= BY_CODE[token].bit if token in BY_CODE else 0
        return tuple(hand & ~away for hand in self._dealt)


def deal(players: int, rng: Random) -> tuple[int, ...]:
    """A fair deal as masks by reader: 13 cards a seat, with three players one more set aside."""
    deck = [card for card in STANDARD if card.rank >= LOWEST_RANK.get(players, 2)]
    rng.shuffle(deck)
    return tuple(mask(deck[start : start + HAND]) for start in range(0, len(deck), HAND))


def codes(hand: int) -> tuple[str, ...]:
    """The cards of a mask as printed, clubs and twos first."""
    return tuple(card.code for card in cards_in(hand))
