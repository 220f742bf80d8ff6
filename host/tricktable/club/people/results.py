"""What one finished game adds to its people's pages: rank, win, proved revokes, and rare hands.

By seat, without a name. Only what everybody may know, and nothing before the game is over.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from tricktable.games import blame_game
from tricktable.rules.faults import GameFault
from tricktable.rules.game import Owners
from tricktable.rules.rarity import Rarity, hands
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.table.scorebook import take_corrections


class Finish(NamedTuple):
    """How a game ended for one seat."""

    rank: Fraction | None
    """1 for a sole winner, and the mean of the ranks that players share. None in a game that all
    win or lose together.
    """
    has_won: bool
    revokes: int
    """Suits not followed that are proved against this seat."""
    rarest: Rarity | None
    """The rarest of its hands that became public whole; None if none did."""


class Result(NamedTuple):
    """One game that was played to its end."""

    title: str
    """A message: what people call the game."""
    owners: Owners
    places: tuple[Finish, ...]
    """By seat."""

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats that won or lost with this one."""
        return next(
            tuple(each for each in seats if each != seat) for seats in self.owners if seat in seats
        )


def result(record: Record, more: Iterable[str] = ()) -> Result | None:
    """The result of this game; None if it is not over, or if its package fails.

    `more` are the corrections of the game since its table has left it, which the record takes in.
    """
    try:
        with blame_game(record.header.rules, may_refuse=False):
            take_corrections(record, more)
            return _result(record)
    except GameFault:
        return None  # a person's other games are still told


def _result(record: Record) -> Result | None:
    if record.state.status == "playing":
        return None
    seen = view(record)
    score = seen.rules.score(seen)
    owners = tuple(tuple(seats) for seats in seen.owners)
    won = {*(seen.winner or ())}
    worth = [each if each is None else score.worth(each) for each in score.total.values]
    rank = dict[int, Fraction]()
    if not record.header.rules.is_cooperative:
        by_owner = ranks(worth, [bool(won.intersection(seats)) for seats in owners])
        rank = {seat: by_owner[at] for at, seats in enumerate(owners) for seat in seats}
    rare: dict[int, Rarity] = {}
    for seat, hand in hands(record, Random(0)):
        if seat not in rare or hand.chance < rare[seat].chance:
            rare[seat] = hand
    guilty = [
        each.seat for each in seen.findings if (each.rule, each.grade) == ("follow", "proved")
    ]
    places = (
        Finish(rank.get(seat), seat in won, guilty.count(seat), rare.get(seat))
        for seat in range(record.header.seats)
    )
    return Result(seen.title, owners, tuple(places))


def mean_rank(finishes: Iterable[Finish]) -> Fraction | None:
    """The mean of these ranks; None if no finish has one."""
    found = [each.rank for each in finishes if each.rank is not None]
    return sum(found, Fraction()) / len(found) if found else None


def ranks(totals: Sequence[int | None], has_won: Sequence[bool]) -> tuple[Fraction, ...]:
    """Everybody's rank from 1, given the totals that decide (more is better), and who won.

    Winners come first, whoever has no total any more comes last. If nobody won, or all did, all
    share one rank: the rules set nobody above another then.
    """
    if len({*has_won}) == 1:
        return (Fraction(len(totals) + 1, 2),) * len(totals)
    worth = [
        (won, each is not None, 0 if each is None or won else each)
        for each, won in zip(totals, has_won, strict=True)
    ]
    return tuple(
        1 + sum(other > mine for other in worth) + Fraction(worth.count(mine) - 1, 2)
        for mine in worth
    )
