"""What a review of Tredici looks for: when a kisché would have hit somebody."""

from __future__ import annotations

from tricktable.games.tredici.rules import Tredici
from tricktable.rules.game import State
from tricktable.rules.review.calls import OpenCalls
from tricktable.rules.verdicts import REFEREE


def goal(_begin: State, _end: State) -> OpenCalls:
    """A kisché that may be called is right if any two owners share a suit (D22, D23)."""
    return OpenCalls(_is_right)


def _is_right(state: State) -> bool | None:
    assert isinstance(state, Tredici)
    now = state.position((), REFEREE)
    if not now.is_between_turns:
        return None
    return bool(now.may_call) and len({*now.targets}) < len(now.targets)
