"""What the table presumes in TriATri: the deal. The prize is the starting player's to choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tricktable.games.triatri.rules import Triatri
from tricktable.rules.game import State
from tricktable.rules.presumed import LAID, Attempt, Presuming, Presumption, dealt, dealt_in_turn


def before(act: Attempt) -> Presumption | None:
    """The next entry missing before the act."""
    state, seat = act.state, act.seat
    assert isinstance(state, Triatri)
    if state.phase != "deal" or seat is None:
        return None
    # Who deals makes no difference (record.md, section 3).
    return dealt_in_turn(act) or dealt((seat - 1) % state.plan.players)


def early(state: State) -> Iterator[tuple[int, str]]:
    """Cards, while nobody has said who deals."""
    assert isinstance(state, Triatri)
    if state.phase == "deal":
        yield from ((seat, LAID) for seat in range(state.plan.players))


PRESUMING: Final = Presuming(before, early)
