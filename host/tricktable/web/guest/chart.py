"""The line chart of a course: its data, its scale, and what lies outside it. Draws nothing."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from tricktable.text.sentences import Sentence, figure, sentence, spoken
from tricktable.web.guest.standings import Course

LEAP: Final = 5
"""A score that changes at once by more than this many times the next smaller change is a leap.
One of our games shows a special win as 100 points, where a deal is worth 12 at most."""
FLAT: Final = 2.5
"""A scale of which the rest needs less than one part in this many would flatten it."""


class Chart(NamedTuple):
    """A course as its chart shows it."""

    data: dict[str, object]
    """For the chart's script: labels, lines, and the lowest and the highest value on the scale."""
    beyond: tuple[Sentence, ...]
    """For each line that ends outside the chart, whose it is and the score."""


def chart(of: Course) -> Chart:
    """The chart of this course."""
    values = [(0, *line.values) for line in of.lines]
    low, high = _scale(values)
    data: dict[str, object] = {
        "labels": ["", *(spoken(each.words) for each in of.moments)],
        "lines": [
            {"name": spoken(line.who), "values": [*each]}
            for line, each in zip(of.lines, values, strict=True)
        ],
        "scale": [low, high],
    }
    beyond = (
        sentence("Off the chart: {who}, {score}.", who=line.who, score=figure(line.values[-1]))
        for line in of.lines
        if not low <= line.values[-1] <= high
    )
    return Chart(data, tuple(beyond))


def _scale(lines: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The range to show: everything, unless a leap would flatten the rest, which is most of it."""
    every = [*chain.from_iterable(lines)]
    low, high = min(every), max(every)
    rest = [*chain.from_iterable(_before(line, _leap(lines)) for line in lines)]
    if high - low <= FLAT * (max(rest) - min(rest)):
        return low, high
    inside = sum(min(rest) <= each <= max(rest) for each in every)
    return (min(rest), max(rest)) if 2 * inside > len(every) else (low, high)


def _leap(lines: Sequence[Sequence[int]]) -> int:
    """The smallest change that is a leap; more than any change if none is."""
    changes = sorted(abs(b - a) for line in lines for a, b in pairwise(line) if a != b)
    if not changes:
        return 1
    # More than one change in four is no exception.
    largest = changes[-1 - len(changes) // 4 :]
    found = (more for less, more in pairwise(largest) if more > LEAP * less)
    return next(found, changes[-1] + 1)


def _before(line: Sequence[int], leap: int) -> Iterator[int]:
    """The scores up to the first leap."""
    yield line[0]
    for before, after in pairwise(line):
        if abs(after - before) >= leap:
            return
        yield after
