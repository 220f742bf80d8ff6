"""The record of one game: its entries in order, the state they fold to, and what it all means.

Nothing is ever deleted: a strike or a correction is one more entry, and the fold is taken anew
from there. The record is mutable and not locked; its states are immutable and may be kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from tricktable.language import message
from tricktable.rules.entries import (
    Corrected,
    Entry,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.game import Header, Judge, State
from tricktable.rules.verdicts import PUBLIC, Finding, Viewpoint


class Step(NamedTuple):
    """One entry that counts now, and the state after it."""

    seq: int
    entry: Happening
    after: State


class Change(NamedTuple):
    """What a strike or a correction does: the steps from `at` up to `end` become these."""

    at: int
    end: int
    steps: list[Step]


class Watch:
    """One viewpoint's judge, and copies of it from earlier moments that it can go back to."""

    MARK_EVERY: Final = 32
    """So many entries at most are watched again beyond those that have changed …"""
    MARKS: Final = 64
    """… if they are not older than so many copies reach."""

    def __init__(self, begin: Callable[[], Judge]) -> None:
        self._begin = begin
        self.judge = begin()
        self.watched = 0
        """So many steps the judge has seen."""
        self._marks: list[tuple[int, Judge]] = []

    def watch(self, start: State, steps: list[Step]) -> None:
        """Let the judge see the steps that are new to it."""
        before = steps[self.watched - 1].after if self.watched else start
        for seq, entry, after in steps[self.watched :]:
            self.judge.watch(before, entry, seq, after)
            before = after
        self.watched = len(steps)
        marked = self._marks[-1][0] if self._marks else 0
        if self.watched >= marked + self.MARK_EVERY:
            self._marks.append((self.watched, self.judge.copy()))
            del self._marks[: -self.MARKS]

    def go_back(self, at: int) -> int:
        """Forget the steps from `at` on, and perhaps some before; returns how many."""
        if self.watched <= at:
            return 0
        while self._marks and self._marks[-1][0] > at:
            self._marks.pop()
        watched = self.watched
        if self._marks:
            self.watched, marked = self._marks[-1]
            self.judge = marked.copy()
        else:
            self.watched, self.judge = 0, self._begin()
        return watched - self.watched

    def copy(self) -> Watch:
        """A watch that goes on apart from this one."""
        made = copy(self)
        made.judge = self.judge.copy()
        made._marks = self._marks.copy()
        return made


class Record:
    """One game from its header on."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.seq = 0
        """Number of the last entry taken in."""
        self.redone = 0
        """How many entries were folded or judged once more because an earlier one was changed."""
        self._start = header.start()
        self._steps: list[Step] = []
        self._struck: dict[int, Happening] = {}
        self._watches: dict[Viewpoint, Watch] = {}

    @property
    def state(self) -> State:
        """The state after all entries so far."""
        return self._steps[-1].after if self._steps else self._start

    def add(self, entry: Entry) -> int:
        """Take in the next entry and return its number.

        Raises: Impossible; then the record is as it was before.
        """
        if isinstance(entry, (Struck, Corrected)):
            self._carry_out(entry, self._change(entry))
        else:
            self._steps.append(self._step_after(entry))
        self.seq += 1
        return self.seq

    def check(self, entry: Entry) -> None:
        """Whether `add` would take the entry; nothing is changed. Raises: Impossible."""
        if isinstance(entry, (Struck, Corrected)):
            self._change(entry)
        else:
            self._step_after(entry)

    def steps(self) -> Iterator[Step]:
        """The entries that count now, in order, each with the state after it."""
        return iter(self._steps)

    def steps_from(self, seq: int) -> Iterator[Step]:
        """The same from entry `seq` on."""
        return islice(self._steps, self._find(seq), None)

    def newest_first(self) -> Iterator[Step]:
        """The same from the newest one back."""
        return reversed(self._steps)

    def step(self, seq: int) -> Step | None:
        """The step of entry `seq`, or None if it is struck or no happening."""
        at = self._find(seq)
        found = self._steps[at : at + 1]
        return found[0] if found and found[0].seq == seq else None

    def before(self, seq: int) -> State:
        """The state just before entry `seq`."""
        return self._before(self._find(seq))

    def worded(self, seq: int) -> Happening | None:
        """Entry `seq` as it was last worded, struck or not; None if it is no happening."""
        step = self.step(seq)
        return step.entry if step else self._struck.get(seq)

    @property
    def last(self) -> Step | None:
        """The newest entry that counts."""
        return self._steps[-1] if self._steps else None

    def fork(self) -> Record:
        """A record like this one, to try entries on; for a single entry `check` is enough."""
        tried = Record.__new__(Record)
        tried.header, tried.seq, tried.redone = self.header, self.seq, self.redone
        tried._start = self._start
        tried._steps = self._steps.copy()
        tried._struck = self._struck.copy()
        tried._watches = {viewpoint: watch.copy() for viewpoint, watch in self._watches.items()}
        return tried

    def findings(self, viewpoint: Viewpoint = PUBLIC) -> list[Finding]:
        """What was improper, as the viewpoint knows it now, sorted; not to be changed."""
        watch = self._watches.get(viewpoint)
        if watch is None:
            watch = self._watches[viewpoint] = Watch(partial(self._start.judge, viewpoint))
        watch.watch(self._start, self._steps)
        return watch.judge.findings()

    def summary(self, viewpoint: Viewpoint = PUBLIC) -> dict[str, object]:
        """What the record means to the viewpoint: the object of record.md, section 4."""
        state, findings = self.state, self.findings(viewpoint)
        return {
            "game": self.header.game,
            "players": self.header.players,
            "status": state.status,
            "seq": self.seq,
            "next": state.next._asdict(),
            "winner": state.winner(findings),
            "findings": [finding.as_json() for finding in findings],
            "detail": state.detail(findings, viewpoint),
        }

    def _step_after(self, entry: Happening) -> Step:
        """The next step. Raises: Impossible."""
        try:
            return Step(self.seq + 1, entry, self.state.apply(entry))
        except Impossible as refusal:
            raise self._told(refusal) from None

    def _change(self, word: Struck | Corrected) -> Change:
        """What the word does. Raises: Impossible, also if a later entry could not stand then."""
        seq = word.seq
        at = self._find(seq)
        stood = self.step(seq)
        if stood is None and seq not in self._struck:
            raise Impossible(
                "there is no entry {number} that could be struck or corrected", number=_short(seq)
            )
        state, end = self._before(at), at + (stood is not None)
        was = stood.after if stood else state
        steps: list[Step] = []
        if isinstance(word, Corrected):
            try:
                state = state.apply(word.entry)
            except Impossible as refusal:
                raise self._told(refusal, upto=at) from None
            steps.append(Step(seq, word.entry, state))
        while state != was and end < len(self._steps):
            later = self._steps[end]
            try:
                state = state.apply(later.entry)
            except Impossible as refusal:
                raise Impossible(
                    "without entry {number} as it stands, entry {later} would be impossible: {why}",
                    "breaks_later",
                    number=seq,
                    later=later.seq,
                    why=refusal.message,
                ) from None
            steps.append(Step(later.seq, later.entry, state))
            was, end = later.after, end + 1
        return Change(at, end, steps)  # and from `end` on all is as it was: the states are equal

    def _carry_out(self, word: Struck | Corrected, change: Change) -> None:
        if isinstance(word, Corrected):
            self._struck.pop(word.seq, None)
        elif stood := self.step(word.seq):
            self._struck[word.seq] = stood.entry
        self._steps[change.at : change.end] = change.steps
        self.redone += len(change.steps)
        for watch in self._watches.values():
            self.redone += watch.go_back(change.at)

    def _before(self, at: int) -> State:
        return self._steps[at - 1].after if at else self._start

    def _find(self, seq: int) -> int:
        """The index of the first step whose number is not below `seq`."""
        return bisect_left(self._steps, (seq,))  # less than any step of this number

    def _told(self, refusal: Impossible, upto: int | None = None) -> Impossible:
        """The refusal with the entry that stands in its way, where there is one."""
        if refusal.card is None:
            return refusal
        for seq, entry, _ in reversed(self._steps[:upto]):  # the newest says where it lies now
            if isinstance(entry, Moved):
                if entry.cards and refusal.card in entry.cards:
                    return _with_entry(refusal, entry, seq)
            elif isinstance(entry, (Played, Shown, Held)) and entry.card == refusal.card:
                return _with_entry(refusal, entry, seq)
        return refusal


def _short(number: int) -> str:
    digits = str(number)
    return digits if len(digits) <= 40 else f"{digits[:37]}..."


def _with_entry(refusal: Impossible, entry: Played | Shown | Held | Moved, seq: int) -> Impossible:
    words = _AT_THE_TABLE if entry.seat is None else _SEEN[type(entry)]
    told = Impossible(words, refusal.because, refusal.card, seat=entry.seat, number=seq)
    told.seq = seq
    return told


_SEEN: Final = {
    Played: message("{card} was already played by {seat} (entry {number})"),
    Shown: message("{card} was already shown by {seat} (entry {number})"),
    Held: message("{card} was already read in the hand of {seat} (entry {number})"),
    Moved: message("{card} was already moved by {seat} (entry {number})"),
}
_AT_THE_TABLE: Final = message("{card} was already shown from the table (entry {number})")
