"""A record cut into its deals: what everybody saw of each. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from tricktable.rules.entries import Dealt
from tricktable.rules.game import Felt, State
from tricktable.rules.record import Record, Step
from tricktable.rules.verdicts import PUBLIC, Finding
from tricktable.rules.view import Said, Taken, said_in, tricks_in


class Deal(NamedTuple):
    """One deal, from its announcement on."""

    number: int
    """Deals that were thrown in have the number of the one that follows."""
    dealer: int
    steps: tuple[Step, ...]
    before: State
    """The moment before the cards were dealt."""
    tricks: tuple[Taken, ...]
    said: tuple[Said, ...]
    options: dict[str, Any]
    findings: tuple[Finding, ...]
    """Everything in the game that was improper."""
    is_last: bool
    """No other deal follows it."""

    @property
    def end(self) -> State:
        """The newest moment of it."""
        return self.steps[-1].after

    @property
    def runs(self) -> bool:
        """Whether it goes on."""
        return self.is_last and self.end.next.what not in ("deal", "over")

    @property
    def detail(self) -> Any:
        """The game's public summary at the end of the deal."""
        return self.end.position(self.findings, PUBLIC).as_json()

    @property
    def detail_before(self) -> Any:
        """The same from before the deal."""
        return self.before.position((), PUBLIC).as_json()

    @property
    def felt(self) -> Felt:
        """What lay on the table at the end."""
        return self.end.felt()


def deals(record: Record) -> Iterator[Deal]:
    """The deals of a game, the first one first."""
    steps = list(record.steps())
    starts = [at for at, step in enumerate(steps) if isinstance(step.entry, Dealt)]
    findings = tuple(record.findings(PUBLIC))
    for start, end in pairwise([*starts, len(steps)]):
        chunk = tuple(steps[start:end])
        first = chunk[0].entry
        assert isinstance(first, Dealt)
        yield Deal(
            number=chunk[0].after.felt().deal or 1,
            dealer=first.dealer,
            steps=chunk,
            before=record.before(chunk[0].seq),
            tricks=tricks_in(chunk),
            said=said_in(chunk),
            options=dict(record.header.options),
            findings=findings,
            is_last=end == len(steps),
        )
