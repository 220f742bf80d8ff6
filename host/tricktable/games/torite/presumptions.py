"""What the table presumes in The Torite: the deal, the first leader, stacks that nobody counted."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.torite.rules import Torite
from tricktable.rules.entries import Declared
from tricktable.rules.game import State
from tricktable.rules.presumptions import LAID, Attempt, Presumption, PresumptionRules, dealt_by
from tricktable.text.language import Message, message

IN_ORDER: Final = [[1, 2], [3, 4]]


def before(act: Attempt) -> Presumption | None:
    """The next entry missing before the act."""
    state, seat = act.state, act.seat
    assert isinstance(state, Torite)
    match state.phase:
        case "deal" if state.plan.players == 1:
            return dealt_by(0)
        case "deal" if seat is not None and not state.plan.chooses_stacks:
            # Who dealt makes no difference where a card decides who leads (T2): the seat to the
            # right of the first to act.
            return dealt_by((seat - 1) % state.plan.seats)
        case "deal" if seat is not None and act.what == LAID:
            return dealt_by(seat)  # with two, the dealer leads (T14)
        case "leader" if seat is not None and act.what == LAID:
            # Whoever lays the first card leads. If another hand had the start card, the judge says
            # so once that is proved.
            return Presumption(Declared(seat, "leader", None), Message(_LEADS, {"seat": seat}))
        # Nobody has counted the stacks, so their numbers are only names: each is named in the order
        # in which it is played.
        case "stacks" if act.what == LAID:
            return Presumption(Declared(None, "pairing", IN_ORDER), Message(_IN_ORDER))
    return None


_LEADS: Final = message("{seat} leads")
_IN_ORDER: Final = message("the stacks are in order")


def early(state: State) -> Iterator[tuple[int, str]]:
    """Cards, while nobody has said who deals or leads."""
    assert isinstance(state, Torite)
    if state.phase in ("deal", "leader", "stacks"):
        yield from ((seat, LAID) for seat in range(state.plan.seats))


def choice(state: State) -> str:
    """What a card laid now waits for."""
    assert isinstance(state, Torite)
    # Their suits are known: which are paired is a choice.
    return message("the pairing of the stacks") if state.phase == "pairing" else ""


PRESUMING: Final = PresumptionRules(before, early, choice)
