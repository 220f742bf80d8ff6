"""What can be said in a game, what is tried in vain, and what came of it. Test support.

Asks the rules core alone; draws nothing.
"""

import json
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from games.case import GameCase
from games.samples import Course, line_of, offered, some
from records.lines import record_with
from referees.witness import Line
from tricktable.rules import codec
from tricktable.rules.cards import ALL
from tricktable.rules.entries import BadLine, Happening, Impossible
from tricktable.rules.game import State
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.verdicts import PUBLIC, REFEREE

JUNK: tuple[Any, ...] = (None, 0, -1, 3, 10**9, True, "", "x", "7N", [], [[1]], {}, {"colour": 1})
"""What no topic is about, or few are."""


def read(course: Course, line: Line) -> Happening:
    """The line as something that happens. Raises: BadLine."""
    said = codec.read_entry(json.dumps(line), course.header, len(course.lines) + 1)
    assert isinstance(said, Happening)
    return said


def after(state: State, said: Happening) -> Hashable | None:
    """The future key that an entry leads to; None if it is impossible."""
    try:
        return state.apply(said).future_key
    except Impossible:
        return None


def is_possible(course: Course, state: State, line: Line) -> bool:
    """Whether the line can be read, and what it says can happen now."""
    try:
        return after(state, read(course, line)) is not None
    except BadLine:
        return False


def entries_of(course: Course) -> list[Happening]:
    """What happened in a game, entry by entry."""
    return [read(course, line) for line in course.lines]


def _lines_that_can_be(course: Course) -> Iterator[Line]:
    """All that was offered at any time, said by anybody."""
    for what, values in offered(course).items():
        topic = topic_of(course.header.rules, what)
        for seat in [None] if topic.by_table else range(course.header.seats):
            for value in [*values, *(range(15) if topic.is_move else ())]:
                yield line_of(what, seat, value)


def sayable_in(course: Course) -> Iterator[Happening]:
    """The same as entries; those that no record of the game can hold are left out."""
    for line in _lines_that_can_be(course):
        with suppress(BadLine):
            yield read(course, line)


def is_offered(state: State, line: Line) -> bool:
    """Whether what the line says is among what is offered now."""
    what = str(line.get("topic") or line["kind"])
    seat, value = line.get("seat", line.get("dealer")), line.get("value", line.get("count"))
    if line["kind"] == "moved":
        what = f"{line['from']}>{line['to']}"
    return any(
        each.what == what and seat in each.seats and (value in each.values or not each.values)
        for each in state.offers()
    )


def alike(course: Course, chance: Random) -> Iterator[tuple[State, State]]:
    """Two moments with the same future key, as far as the game reached any.

    Entries that stand beside each other are said the other way round for it, too.
    """
    found: dict[Hashable, list[State]] = {}
    for state in course.states:
        found.setdefault(state.future_key, []).append(state)
    for number in range(len(course.lines) - 1):
        one, two = (read(course, course.lines[number + n]) for n in (0, 1))
        try:
            swapped = course.states[number].apply(two).apply(one)
        except Impossible:
            continue
        found.setdefault(swapped.future_key, []).append(swapped)
    pairs = [each[:2] for each in found.values() if len(each) > 1]
    yield from ((one, two) for one, two in some(chance, pairs, 12))


def anything(case: GameCase, course: Course) -> Iterator[Line]:
    """Lines of every kind, most of which cannot come, and some that cannot be read."""
    seats = [*range(course.header.seats), None, course.header.seats, -1]
    chance = Random(9)
    for card in [*some(chance, ALL, 12), *some(chance, case.deck, 12)]:
        for kind in ("played", "held", "shown"):
            yield {"kind": kind, "seat": chance.choice(seats), "card": card.code}
    for topic in case.game.topics:
        for value in JUNK:
            yield line_of(topic.name, chance.choice(seats), value)
    for place in codec.PLACES:
        for other in codec.PLACES:
            line = line_of(f"{place}>{other}", chance.choice(seats), chance.choice((0, 1, 2, 60)))
            yield line
            cards = [card.code for card in chance.sample([*case.deck], 2)]
            yield {**line, "count": 2, "cards": cards}
    yield from some(chance, [*_lines_that_can_be(course)], 40)
    for seq in (-1, 0, 1, 2, 10**6):
        yield {"kind": "struck", "seq": seq}
        yield {"kind": "corrected", "seq": seq, "entry": chance.choice(course.lines[:1])}
    yield from ({"kind": "dealt", "dealer": seat} for seat in seats)


def told_by(record: Record) -> object:
    """All that a record says."""
    state = record.state
    viewpoints = (PUBLIC, REFEREE, *range(record.header.seats))
    return state.future_key, state.offers(), [record.summary(each) for each in viewpoints]


def stands(course: Course, lines: Sequence[Line]) -> Record | None:
    """The record of these lines; None if they make none."""
    try:
        return record_with(course.header, lines)
    except Impossible:
        return None


def meant(record: Record, beyond: int | None = None) -> object:
    """What a record means, however it came to it.

    Args:
        beyond: where one entry is missing, how many come before it: the numbers of all others
            are one lower than they would be.
    """

    def at(seq: int) -> int:
        return seq + 1 if beyond is not None and seq > beyond else seq

    found = []
    for viewpoint in (PUBLIC, REFEREE, 0):
        told = dict(record.summary(viewpoint))
        told.pop("seq")
        told["findings"] = [
            (each.rule, each.grade, each.seat, at(each.seq), [at(seq) for seq in each.proof])
            for each in record.findings(viewpoint)
        ]
        found.append(told)
    state = record.state
    return state.future_key, state.offers(), found


def otherwise_said(chance: Random, course: Course, line: Line) -> Line:
    """Another entry of the same kind."""
    alike = [each for each in course.lines if each["kind"] == line["kind"]]
    other = chance.choice(alike)
    return {**other, "seat": line["seat"]} if "seat" in line else other
