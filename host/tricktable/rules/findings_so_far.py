"""What was improper in one game: in its earlier deals and in the running one.

A judge adds to it; as long as nothing is new, asking again returns the same list.
"""

from __future__ import annotations

from copy import copy
from typing import Self

from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.follow import Follow
from tricktable.rules.verdicts import Finding


class FindingsByDeal:
    """The findings of a game, deal by deal. Mutable."""

    def __init__(self, follow: Follow) -> None:
        self.follow = follow
        """Whether everybody follows suit in the running deal."""
        self._earlier: tuple[Finding, ...] = ()
        """From earlier deals, in order; no later card can change them."""
        self._others: list[Finding] = []
        """From the running deal, except revokes."""
        self._listed: list[Finding] = []
        self._count = -1
        """How much had been found when they were listed; -1 while they are not."""

    def add(self, finding: Finding) -> None:
        """Add something improper, other than a revoke, in the running deal."""
        self._others.append(finding)

    def next_deal(self, follow: Follow) -> None:
        """Close the running deal; all later entries belong to the next."""
        self._earlier = tuple(self.findings())
        self.restart(follow)

    def restart(self, follow: Follow) -> None:
        """Forget what was found in the running deal: its entries are watched again."""
        self._others = []
        self.follow = follow
        self._count = -1

    def findings(self) -> list[Finding]:
        """Everything known now, sorted by entry, rule and grade; read-only."""
        count = len(self._others) + self.follow.changes  # in a deal, neither gets less
        if count != self._count:
            running = sorted([*self._others, *self.follow.findings()])
            self._listed, self._count = [*self._earlier, *running], count
        return self._listed

    def copy(self) -> FindingsByDeal:
        """An independent copy of these findings."""
        made = FindingsByDeal(self.follow.copy())
        made._earlier, made._others = self._earlier, self._others.copy()
        return made


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class TrickJudge:
    """A judge with all its findings in one place: what the judges of trick games share."""

    def __init__(self, follow: Follow) -> None:
        self._found = FindingsByDeal(follow)

    def findings(self) -> list[Finding]:
        """Everything known now, sorted by entry, rule and grade."""
        return self._found.findings()

    def copy(self) -> Self:
        """An independent copy of this judge."""
        made = copy(self)
        # Compiled, this takes along nothing that a subclass has which runs as it is written.
        for name, value in getattr(self, "__dict__", {}).items():
            setattr(made, name, value)
        made._found = self._found.copy()
        return made
