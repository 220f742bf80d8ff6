"""How a score came about, deal by deal: a record cut into its deals, each told by its game.

Made of what the record makes public, and of nothing else. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest

from tricktable.rules.entries import Dealt
from tricktable.rules.explained import DealSeen, Explained
from tricktable.rules.position import Common, Position
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import said_in, tricks_in, view


def explanations(record: Record, names: tuple[str, ...]) -> tuple[Explained, ...]:
    """Every deal of the game, the newest first."""
    told = [record.header.rules.explained(deal) for deal in deals(record, names)]
    return tuple(told[::-1])


def deals(record: Record, names: tuple[str, ...]) -> Iterator[DealSeen[Position]]:
    """The deals of a game, the first one first."""
    now = replace(view(record), names=names)
    score = now.rules.score(now)
    steps = list(record.steps())
    starts = [at for at, step in enumerate(steps) if isinstance(step.entry, Dealt)]
    chunks = [tuple(steps[start:end]) for start, end in pairwise([*starts, len(steps)])]
    # A game of one deal has no number of its own: 0 there.
    numbers = [chunk[0].after.tabletop().deal or 1 for chunk in chunks]
    scored = {each.number: each for each in score.deals}
    for chunk, (number, following) in zip(chunks, zip_longest(numbers, numbers[1:]), strict=True):
        after, is_last = chunk[-1].after, following is None
        table = after.tabletop()
        runs = is_last and after.next.what not in Common.BETWEEN
        # The next deal has the same number: this one was thrown in and counts nothing.
        is_thrown_in = following == number
        yield DealSeen(
            header=record.header,
            names=names,
            number=number,
            steps=chunk,
            before=record.before(chunk[0].seq).position((), PUBLIC),
            position=after.position(now.findings, PUBLIC),
            tricks=tricks_in(chunk),
            of=table.of,
            trump=table.trump,
            said=said_in(chunk, record.header.rules),
            status=after.status,
            runs=runs,
            score=score,
            scored=None if runs or is_thrown_in else scored.get(number, scored.get(0)),
        )
