"""What the table presumes in Troika: the deal. Bids, trump and discards are real choices."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.troika.rules import SEATS, Troika
from tricktable.rules.game import State
from tricktable.rules.presumptions import (
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
    assert isinstance(state, Troika)
    if state.phase != "deal":
        return None
    if state.match.dealer is not None:
        return dealt_in_turn(act)
    # The first to bid sits to the dealer's left; nothing else tells who dealt first.
    return dealt_by((seat - 1) % SEATS) if seat is not None and act.what == "bid" else None


def early(state: State) -> Iterator[tuple[int, str]]:
    """The first bid, while nobody has said who deals."""
    assert isinstance(state, Troika)
    if state.phase == "deal":
        dealer = state.match.dealer
        first = range(SEATS) if dealer is None else [(dealer + 1) % SEATS]
        yield from ((seat, "bid") for seat in first)


def choice(state: State) -> str:
    """What a card laid now waits for."""
    assert isinstance(state, Troika)
    offered = {each.what for each in state.offers()}
    if state.phase in ("trump", "discard") and "trump" in offered:
        return message("trump")
    return message("the bids") if state.phase in ("deal", "bid") else ""


PRESUMING: Final = PresumptionRules(before, early, choice)
