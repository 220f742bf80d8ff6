"""The record of one game: its entries in order, the state they fold to, and what it all means.

Nothing is ever deleted: a strike or a correction is one more entry, and the fold is taken anew
from there. The record is mutable and not locked; its states are immutable and may be kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

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


class Record:
    """One game from its header on."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.seq = 0
        """Number of the last entry taken in."""
        self._start = header.start()
        self._steps: list[Step] = []
        self._worded: dict[int, Happening] = {}
        self._judges: dict[Viewpoint, tuple[Judge, int]] = {}

    @property
    def state(self) -> State:
        """The state after all entries so far."""
        return self._steps[-1].after if self._steps else self._start

    def add(self, entry: Entry) -> int:
        """Take in the next entry and return its number.

        Raises: Impossible; then the record is as it was before.
        """
        if isinstance(entry, Struck):
            self._replace(entry.seq, None)
        elif isinstance(entry, Corrected):
            self._replace(entry.seq, entry.entry)
        else:
            self._append(entry)
        self.seq += 1
        return self.seq

    def steps(self) -> Iterator[Step]:
        """The entries that count now, in order, each with the state after it."""
        return iter(self._steps)

    def step(self, seq: int) -> Step | None:
        """The step of entry `seq`, or None if it is struck or no happening."""
        at = self._find(seq)
        found = self._steps[at : at + 1]
        return found[0] if found and found[0].seq == seq else None

    def before(self, seq: int) -> State:
        """The state just before entry `seq`."""
        at = self._find(seq)
        return self._steps[at - 1].after if at else self._start

    def worded(self, seq: int) -> Happening | None:
        """Entry `seq` as it was last worded, struck or not; None if it is no happening."""
        return self._worded.get(seq)

    @property
    def last(self) -> Step | None:
        """The newest entry that counts."""
        return self._steps[-1] if self._steps else None

    def fork(self) -> Record:
        """A record like this one, to try entries on."""
        tried = Record(self.header)
        tried.seq = self.seq
        tried._steps = self._steps.copy()
        tried._worded = self._worded.copy()
        return tried

    def findings(self, viewpoint: Viewpoint = PUBLIC) -> list[Finding]:
        """What was improper, as the viewpoint knows it now, sorted."""
        judge, watched = self._judges.get(viewpoint) or (self._start.judge(viewpoint), 0)
        before = self._steps[watched - 1].after if watched else self._start
        for seq, entry, after in self._steps[watched:]:
            judge.watch(before, entry, seq, after)
            before = after
        self._judges[viewpoint] = (judge, len(self._steps))
        return judge.findings()

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

    def _append(self, entry: Happening) -> None:
        try:
            after = self.state.apply(entry)
        except Impossible as refusal:
            raise self._told(refusal) from None
        seq = self.seq + 1
        self._steps.append(Step(seq, entry, after))
        self._worded[seq] = entry

    def _replace(self, seq: int, entry: Happening | None) -> None:
        """Put `entry`, or nothing, where entry `seq` was, and fold on from there."""
        if seq not in self._worded:
            raise Impossible(f"there is no entry {seq} that could be struck or corrected")
        at = self._find(seq)
        state = self._steps[at - 1].after if at else self._start
        changed: list[Step] = []
        if entry is not None:
            try:
                state = state.apply(entry)
            except Impossible as refusal:
                raise self._told(refusal, upto=at) from None
            changed.append(Step(seq, entry, state))
        for later in self._steps[at:]:
            if later.seq == seq:
                continue
            try:
                state = state.apply(later.entry)
            except Impossible as refusal:
                raise Impossible(
                    f"without entry {seq} as it stands, entry {later.seq} would be impossible:"
                    f" {refusal.reason}",
                    "breaks_later",
                ) from None
            changed.append(Step(later.seq, later.entry, state))
        self._steps[at:] = changed
        if entry is not None:
            self._worded[seq] = entry
        self._judges = {
            viewpoint: (judge, watched)
            for viewpoint, (judge, watched) in self._judges.items()
            if watched <= at
        }

    def _find(self, seq: int) -> int:
        """The index of the first step whose number is not below `seq`."""
        return bisect_left(self._steps, seq, key=lambda step: step.seq)

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


def _with_entry(refusal: Impossible, entry: Played | Shown | Held | Moved, seq: int) -> Impossible:
    verb = {Played: "played", Shown: "shown", Held: "read", Moved: "moved"}[type(entry)]
    whose = "from the table" if entry.seat is None else f"by seat {entry.seat}"
    if isinstance(entry, Held):
        whose = f"in the hand of seat {entry.seat}"
    told = Impossible(
        f"{refusal.card} was already {verb} {whose} (entry {seq})", refusal.because, refusal.card
    )
    told.seq = seq
    return told
