"""The docket of one game: what was found improper in its earlier deals, and in the one that runs.

A judge writes on it; whoever asks after every entry gets the list of before while nothing is new.
"""

from __future__ import annotations

from copy import copy
from typing import Self

from tricktable.rules.follow import Follow
from tricktable.rules.verdicts import Finding


class FindingsByDeal:
    """The findings of a game, deal by deal."""

    def __init__(self, follow: Follow) -> None:
        self.follow = follow
        """Whether everybody follows suit in the running deal."""
        self._earlier: tuple[Finding, ...] = ()
        """Of the deals before, in order; no later card can change them."""
        self._others: list[Finding] = []
        """Of the running deal, but for following suit."""
        self._listed: tuple[int, int, list[Finding]] | None = None

    def add(self, finding: Finding) -> None:
        """Something else than a revoke was improper in the running deal."""
        self._others.append(finding)

    def next_deal(self, follow: Follow) -> None:
        """The hands of the running deal are done with; all later entries are of the next."""
        self._earlier = tuple(self.findings())
        self._others = []
        self.follow = follow
        self._listed = None

    def findings(self) -> list[Finding]:
        """All that is known now, sorted by entry, rule and grade; not to be changed."""
        others, changes = len(self._others), self.follow.changes
        if self._listed is None or self._listed[:2] != (others, changes):
            running = sorted([*self._others, *self.follow.findings()])
            self._listed = others, changes, [*self._earlier, *running]
        return self._listed[2]

    def copy(self) -> FindingsByDeal:
        """A docket like this one, to be written on apart."""
        made = FindingsByDeal(self.follow.copy())
        made._earlier, made._others = self._earlier, self._others.copy()
        return made


class TrickJudge:
    """A judge whose findings all stand in one docket: what the judges of trick games share."""

    def __init__(self, follow: Follow) -> None:
        self._found = FindingsByDeal(follow)

    def findings(self) -> list[Finding]:
        """What is known now, sorted by entry, rule and grade."""
        return self._found.findings()

    def copy(self) -> Self:
        """A judge that knows the same and goes on apart from this one."""
        made = copy(self)
        made._found = self._found.copy()
        return made
