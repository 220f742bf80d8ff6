"""When a call would have been right, though nobody could be sure of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tricktable.rules.game import State
from tricktable.rules.record import Record


class OpenCalls(NamedTuple):
    """A call that may be made between turns, and is right at some of them."""

    is_right: Callable[[State], bool | None]
    """Of a moment between two turns; None at any other."""


class Stretch(NamedTuple):
    """Turns in a row before each of which the call would have been right."""

    first: int
    """The first turn, from 1 …"""
    last: int
    """… and the last one."""
    seq: int
    """The entry with which it began to be right."""


def stretches(record: Record, goal: OpenCalls) -> tuple[int, Sequence[Stretch]]:
    """How many turns there were, and when the call would have been right."""
    turns, found, was_between = 0, list[Stretch](), False
    for seq, _, state in record.steps():
        right = goal.is_right(state)
        if right is None:
            was_between = False
            continue
        turns += not was_between
        was_between = True
        if not right:
            continue
        if found and found[-1].last >= turns - 1:
            found[-1] = found[-1]._replace(last=turns)
        else:
            found.append(Stretch(turns, turns, seq))
    return turns, found
