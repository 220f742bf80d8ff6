"""What the table presumes in TriATri: the deal. The prize is the starting player's to choose."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.triatri.rules import Triatri
from tricktable.rules.game import State
from tricktable.rules.presumptions import (
    LAID,
    Attempt,
    Presumption,
    PresumptionRules,
    dealt_by,
    dealt_in_turn,
)
from tricktable.text.language import message


def before(act: Attempt) -> Presumption | None:
    """The next entry missing before the act."""
    state, seat = act.state, act.seat
    assert isinstance(state, Triatri)
    if state.phase != "deal" or seat is None:
        return None
    # Who deals makes no difference (record.md, section 3).
    return dealt_in_turn(act) or dealt_by((seat - 1) % state.plan.players)


def early(state: State) -> Iterator[tuple[int, str]]:
    """Cards, while nobody has said who deals."""
    assert isinstance(state, Triatri)
    if state.phase == "deal":
        yield from ((seat, LAID) for seat in range(state.plan.players))


def choice(state: State) -> str:
    """What a card laid now waits for."""
    assert isinstance(state, Triatri)
    return message("the prize") if state.phase == "prize" else ""


PRESUMING: Final = PresumptionRules(before, early, choice)
