"""Explains a score deal by deal: cuts a record into deals and lets the game explain each.

Uses only what the record makes public. Knows no game.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest

from tricktable.rules.entries import Dealt
from tricktable.rules.explanation import DealSeen, Explanation
from tricktable.rules.position import Common, Position
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import said_in, tricks_in, view
from tricktable.text.sentences import Sentence


def explanations(record: Record, names: tuple[str, ...]) -> tuple[Explanation, ...]:
    """Every deal of the game, newest first."""
    told = [record.header.rules.explained(deal) for deal in deals(record, names)]
    return tuple(told[::-1])


def reasons(record: Record, names: tuple[str, ...]) -> dict[int, Sentence]:
    """By what each deal was scored, by its number; 0 stands for a game of a single deal."""
    explained = record.header.rules.explained
    return {each.scored.number: explained(each).why for each in deals(record, names) if each.scored}


def newest_reason(record: Record, names: tuple[str, ...]) -> Sentence:
    """By what the newest deal was scored; empty while it runs, and if it was thrown in."""
    explained = record.header.rules.explained
    newest = list(deals(record, names))[-1:]
    return next((explained(each).why for each in newest if each.scored), ())


def deals(record: Record, names: tuple[str, ...]) -> Iterator[DealSeen[Position]]:
    """The deals of a game, in the order they were played."""
    now = replace(view(record), names=names)
    score = now.rules.score(now)
    steps = list(record.steps())
    starts = [at for at, step in enumerate(steps) if isinstance(step.entry, Dealt)]
    chunks = [tuple(steps[start:end]) for start, end in pairwise([*starts, len(steps)])]
    # A game of a single deal has no deal number: 0 there.
    numbers = [chunk[0].after.tabletop().deal or 1 for chunk in chunks]
    scored = {each.number: each for each in score.deals}
    for chunk, (number, following) in zip(chunks, zip_longest(numbers, numbers[1:]), strict=True):
        after, is_last = chunk[-1].after, following is None
        table = after.tabletop()
        runs = is_last and after.next.what not in Common.BETWEEN
        # The next deal has the same number, so this one was thrown in and does not count.
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
