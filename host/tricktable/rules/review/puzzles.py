"""A game that all could have won, as a puzzle: how few ways to lay the next cards can be won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import Card
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Played
from tricktable.rules.record import Record
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.playout import Playout, playout_from
from tricktable.rules.review.review import (
    LATE,
    TURNED,
    WON,
    Clock,
    DealReview,
    ReviewedPart,
    parts,
    review,
)
from tricktable.rules.review.rounds import SharedWin

DEPTH: Final = 3
"""The cards that are laid in each of the ways."""
TRICKS: Final = 4
"""A puzzle has this many tricks at most: each of its ways is proved."""
HARD: Final = 4
"""In a puzzle one way in four wins, or fewer do. In an ordinary hand one in two does; one hand in
five is as hard as this."""


class Puzzle(NamedTuple):
    """A moment of a game that can be won."""

    seq: int
    """The entry after which it is, once …"""
    laid: tuple[Card, ...]
    """… these cards were laid, of a way to win."""
    ways: int
    """How many ways there are to lay the next `DEPTH` cards …"""
    wins: int
    """… and how many of them leave a way to win open, one at least."""

    @property
    def is_hard(self) -> bool:
        """Whether whoever lays cards without a thought will hardly win."""
        return self.wins * HARD <= self.ways


class PuzzleSearch(NamedTuple):
    """What a search for puzzles in a game came to."""

    puzzle: Puzzle | None = None
    """The nicest one, from the last moment at which it could still be won; None without one: if not
    all win together, or if nobody could have won …"""
    is_cut_short: bool = False
    """… or if time ran out."""


def puzzle(record: Record, chance: Chance, clock: Clock) -> PuzzleSearch:
    """Look for the nicest one of a game."""
    if not any(isinstance(each.goal, SharedWin) and not each.shut for each in parts(record)):
        return PuzzleSearch()
    found, is_cut_short = list[Puzzle](), False
    for told, part in zip(review(record, chance, clock), parts(record), strict=True):
        is_cut_short |= told.kind == LATE or (told.kind == TURNED and not told.is_last)
        if told.kind in (TURNED, WON):
            seq, laid = _start(told, part)
            made = playout_from(record, seq, laid)
            try:
                counted = _count_ways(made, chance, clock) if made is not None else None
            except _Late:
                is_cut_short = True
                continue
            found += [Puzzle(seq, laid, *counted)] if counted is not None else []
    return PuzzleSearch(found[nicest(found)] if found else None, is_cut_short)


def _start(told: DealReview, part: ReviewedPart) -> tuple[int, tuple[Card, ...]]:
    """The last moment with a way to win, or the first of the last tricks: whichever is later."""
    moments = part.deals[-1].moments
    cards = TRICKS * len(moments[0].at.hands)
    last = moments[-cards].seq
    if told.last_moment is None or told.last_moment >= last:
        return (told.last_moment or last) - 1, ()
    left = sum(isinstance(each, Played) for each in told.way)
    laid = tuple(each.card for each in told.way if isinstance(each, Played))
    return told.last_moment - 1, laid[: left - cards]


def nicest(puzzles: Sequence[Puzzle]) -> int:
    """Which of these is the nicest: of the most ways the fewest win; the newest of equal ones."""
    return max(range(len(puzzles)), key=lambda at: (puzzles[at].ways / puzzles[at].wins, at))


def _count_ways(made: Playout, chance: Chance, clock: Clock) -> tuple[int, int] | None:
    """How many ways there are to lay the next cards, and how many win; None if none does.

    Raises: _Late.
    """

    def count(at: OpenCards, left: int, can_win: bool) -> tuple[int, int]:
        if can_win:
            told = made.outlook_if(at, made.goal, made.starts, chance, clock).can_be_won
            if told is None:
                raise _Late
            can_win = told
        cards: list[Card] = at.legal() if left else []
        if not cards or _is_over(at):
            return 1, int(can_win)
        some = [count(at.after(card), left - 1, can_win) for card in cards]
        return sum(ways for ways, _ in some), sum(wins for _, wins in some)

    assert made.at is not None
    ways, wins = count(made.at, DEPTH, True)
    return (ways, wins) if wins else None


def _is_over(at: OpenCards) -> bool:
    """Whether each hand has the one card that it keeps."""
    return not at.trick and not any(hand & (hand - 1) for hand in at.hands)


class _Late(Exception):
    pass
