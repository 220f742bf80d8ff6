"""What the table presumes in Etori: that the team whose turn it was has dealt."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.etori.rules import Etori
from tricktable.rules.game import State
from tricktable.rules.presumptions import (
    LAID,
    Attempt,
    Presumption,
    PresumptionRules,
    dealt_by,
    dealt_in_turn,
)


def before(act: Attempt) -> Presumption | None:
    """The next entry missing before the act."""
    state, seat = act.state, act.seat
    assert isinstance(state, Etori)
    if state.phase != "deal":
        return None
    if state.match.dealing >= 0:
        # Either of the losers may deal (E10).
        return dealt_in_turn(act)
    if seat is None or act.what != LAID:
        return None  # which team deals first decides which one leads
    # The defenders lead (E6, E7): whoever does so sits after the dealer.
    seats = range(state.plan.seats)
    return dealt_by(next(each for each in seats if state.plan.after(each) == seat))


def early(state: State) -> Iterator[tuple[int, str]]:
    """Cards, while nobody has said who deals."""
    assert isinstance(state, Etori)
    if state.phase == "deal":
        yield from ((seat, LAID) for seat in range(state.plan.seats))


PRESUMING: Final = PresumptionRules(before, early)
