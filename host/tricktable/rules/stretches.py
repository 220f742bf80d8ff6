"""Where each stretch of a record leads, remembered: a change need not be followed entry by entry.

Whether all later entries can stand after a strike or a correction is asked for each one. So the
record is cut into stretches of 8, 16, 32 … entries, and each keeps with which states it was entered
and where it led from there. A change forgets the stretches that it lies in; of the others, one look
at each of some ten is enough, unless they are entered with a state that was never there before.

Knows no game: states with equal kernels are one to it. So a state that it gives tells only what is
possible next; what that says of earlier deals may be another record's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, NamedTuple

from tricktable.rules.entries import Happening
from tricktable.rules.faults import next_state
from tricktable.rules.game import State


class Step(NamedTuple):
    """One entry that counts now, and the state after it."""

    seq: int
    entry: Happening
    after: State


# Without them a record that alternates the wording of an early entry is folded from there for each
# correction, which costs 300 times what an entry does.
class Stretches:
    """One record's happenings as they count now; each is named by its entry's number."""

    SHORTEST: Final = 8
    """So many entries make a shortest stretch. The others have twice as many as the next."""
    FEW: Final = 10_000
    """So many states are kept in any case, and in a longer record one for each entry."""

    def __init__(self, start: State, steps: Sequence[Step], struck: Iterable[int]) -> None:
        """A record's steps, and the numbers of its happenings that are struck."""
        self.tried = 0
        """How many entries were tried once more."""
        self.end = steps[-1].after if steps else start
        """A state like the one after all entries."""
        self._start = start
        self._entries: list[Happening | None] = []
        self._place: dict[int, int] = {}
        """Where in that list an entry stands."""
        self._last_tried: tuple[int, Happening | None, dict[int, int]] = 0, None, {}
        """What was asked for last, and where that shortest stretch leads with it."""
        self._forget_all()
        self._learn(steps, struck)

    def append(self, seq: int, entry: Happening, after: State) -> None:
        """One more entry, and the state after it."""
        self._place[seq] = len(self._entries)
        self._entries.append(entry)
        self._forget(seq)
        self._last_tried = 0, None, {}
        self.end = after

    def end_with(self, seq: int, entry: Happening | None) -> State:
        """A state like that after all entries if `entry` stood at `seq`; None for a strike.

        Raises: Impossible, if it could not stand there, or a later entry not after it.
        """
        # Bounded: corrections that alternate could make new states without end.
        if len(self._states) > max(self.FEW, len(self._entries)):
            self._forget_all()
        shortest, within = divmod(self._place[seq], self.SHORTEST)
        before = self._through(self._number(self._start), 0, shortest)
        entries = self._within(shortest)
        entries[within] = entry
        behind = self._lead(before, entries)
        self._last_tried = seq, entry, {before: behind}
        return self._states[self._through(behind, shortest + 1, self._count)]

    def put(self, seq: int, entry: Happening | None, end: State) -> None:
        """From now on `entry` stands at `seq`, None if it is struck, and all leads to `end`."""
        self._entries[self._place[seq]] = entry
        self._forget(seq)
        if self._last_tried[:2] == (seq, entry):
            self._ways[0, self._place[seq] // self.SHORTEST] = self._last_tried[2]
        self._last_tried = 0, None, {}
        self.end = end

    @property
    def _count(self) -> int:
        """How many shortest stretches there are; the last one may be shorter."""
        return -(-len(self._entries) // self.SHORTEST)

    def _within(self, shortest: int) -> list[Happening | None]:
        return self._entries[shortest * self.SHORTEST : (shortest + 1) * self.SHORTEST]

    def _forget(self, seq: int) -> None:
        """Forget the stretches in which this entry lies."""
        index, level = self._place[seq] // self.SHORTEST, 0
        while 1 << level <= self._count:
            self._ways.pop((level, index >> level), None)
            level += 1

    def _forget_all(self) -> None:
        self._states: list[State] = []
        self._numbers: dict[Hashable, int] = {}
        """Where in that list a state with this kernel stands."""
        self._ways: dict[tuple[int, int], dict[int, int]] = {}
        """By length and place of a stretch, to which state each leads, by their numbers."""

    def _learn(self, steps: Sequence[Step], struck: Iterable[int]) -> None:
        """Take the entries in, and where the shortest stretches lead as they are now."""
        counting = {step.seq: step for step in steps}
        state, entered = self._start, self._number(self._start)
        for place, seq in enumerate(sorted([*counting, *struck]), start=1):
            self._place[seq] = place - 1
            step = counting.get(seq)
            self._entries.append(step.entry if step else None)
            state = step.after if step else state
            if not place % self.SHORTEST:
                after = self._number(state)
                self._ways[0, place // self.SHORTEST - 1] = {entered: after}
                entered = after

    def _number(self, state: State) -> int:
        """The number of the states with this one's kernel."""
        number = self._numbers.setdefault(state.kernel, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def _through(self, number: int, at: int, end: int) -> int:
        """Where the shortest stretches from `at` up to `end` lead, in strides as long as can be."""
        while at < end:
            level = (end - at).bit_length() - 1
            if at:
                level = min(level, (at & -at).bit_length() - 1)
            number = self._stride(number, level, at >> level)
            at += 1 << level
        return number

    def _stride(self, number: int, level: int, index: int) -> int:
        """Where one stretch leads."""
        ways = self._ways.get((level, index))
        if ways is None:
            ways = self._ways[level, index] = {}
        after = ways.get(number)
        if after is None:
            if level:
                half = self._stride(number, level - 1, 2 * index)
                after = self._stride(half, level - 1, 2 * index + 1)
            else:
                after = self._lead(number, self._within(index))
            ways[number] = after
        return after

    def _lead(self, number: int, entries: Iterable[Happening | None]) -> int:
        """Where these entries lead. Raises: Impossible."""
        state = self._states[number]
        for entry in entries:
            if entry is not None:
                self.tried += 1
                state = next_state(state, entry)
        return self._number(state)
