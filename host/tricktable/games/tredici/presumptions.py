"""What the table presumes in Tredici: the deal, and all of a turn that has only one outcome.

How many cards are drawn or discarded is fixed, and who sets none aside says nothing: the next
player's act shows it. Targets, aces and cards set aside are known only if somebody says so.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from tricktable.games.tredici.rules import Tredici
from tricktable.rules.entries import Corrected, Dealt, Declared, Moved
from tricktable.rules.game import State
from tricktable.rules.presumptions import Attempt, Presumption, PresumptionRules, dealt_by
from tricktable.text.language import Message, message

_TARGET, _ACE = "target", "ace"
_DISCARD, _DRAW, _STACK, _GIVE = "hand>discard", "draw>hand", "hand>stack", "hand>draw"
_STEPS: Final[Mapping[str, int]] = {"discard": 0, "draw": 1, "stack": 2}
"""The steps of a turn, as `Next.what`."""
_ACTS: Final[Mapping[str, int]] = {_DISCARD: 0, _DRAW: 1, _ACE: 2, _STACK: 2}
"""The step of a turn to which each act belongs."""
_CALL, _AGREED = "kische", "draw"
_BETWEEN_TURNS: Final = (_CALL, _AGREED)


def before(act: Attempt) -> Presumption | None:
    """The next entry missing before the act."""
    state, seat, what = act.state, act.seat, act.what
    assert isinstance(state, Tredici)
    awaited = state.next.what
    if awaited == "deal":
        # Whoever has the first turn shows who dealt; until then this is as good as any.
        return None if seat is None else dealt_by((seat - 1) % state.plan.seats)
    if what in _BETWEEN_TURNS:
        return _before_call(state, seat, what)
    if seat is None or what not in _ACTS:
        return None
    if state.phase == "setup":
        return _setting_up(state, seat, what)
    if awaited == "give":
        return _moves(min(state.giving), _GIVE, 1, _GIVES)
    if awaited not in _STEPS:
        return None
    if seat == _due(state):
        if _STEPS[awaited] >= _ACTS[what]:
            return None  # nothing is missing: it is another number than is due, or comes twice
    elif deal := _first_turn(act):
        right = dealt_by((seat - 1) % state.plan.seats)
        assert isinstance(right.entry, Dealt)
        return right._replace(entry=Corrected(deal, right.entry))
    return _step(state, awaited)


def _before_call(state: Tredici, seat: int | None, what: str) -> Presumption | None:
    """A call shows that a turn is over; one for the own turn alone, that all before it are."""
    awaited = state.next.what
    if state.phase == "setup":
        return None if seat is None else _setting_up(state, seat, what)
    if awaited == "give":
        return _moves(min(state.giving), _GIVE, 1, _GIVES)
    is_due = what == _AGREED or not state.plan.own_turn or seat == state.turn
    if awaited not in _STEPS or (state.is_between_turns and is_due):
        return None
    return _step(state, awaited)


def _setting_up(state: Tredici, seat: int, what: str) -> Presumption | None:
    """Whoever begins a turn shows that those who have said nothing have set no card aside."""
    if None in state.targets:
        return None  # they are secret: nobody else can know
    if what == _STACK and state.set_aside[seat] is None:
        return None  # it belongs to the setup
    waiting = [each for each, count in enumerate(state.set_aside) if count is None]
    return _sets_none(waiting[0])


def _first_turn(act: Attempt) -> int | None:
    """The presumed deal, if the act begins the first turn; its number in the record."""
    deal, setups = None, 0
    for seq, entry, _ in act.record.steps():
        match entry:
            case Dealt():
                deal = seq if seq in act.presumed else None
            case Moved(source="hand", target="stack"):
                setups += 1
            case Moved() | Declared(topic="kische"):
                return None
    # Once more than the setup, and somebody has had a turn.
    return deal if setups == act.record.header.seats else None


def _due(state: Tredici) -> int:
    """Whose turn it is."""
    return state.redraws[0] if state.redraws else state.turn


def _step(state: Tredici, awaited: str) -> Presumption:
    """The step that is due, with the only count that it can have."""
    due = _due(state)
    if awaited == "stack":
        return _sets_none(due)
    what, words = (_DISCARD, _DISCARDS) if awaited == "discard" else (_DRAW, _DRAWS)
    count = next(each.values[0] for each in state.offers() if each.what == what)
    assert isinstance(count, int)
    return _moves(due, what, count, words)


def _sets_none(seat: int) -> Presumption:
    return _moves(seat, _STACK, 0, _SETS_NONE)


def _moves(seat: int, what: str, number: int, words: str) -> Presumption:
    source, _, target = what.partition(">")
    why = Message(words, {"seat": seat, "number": number})
    return Presumption(Moved(seat, source, target, number, None), why)


_DISCARDS: Final = message("{seat} discards {number}")
_DRAWS: Final = message("{seat} draws {number}")
_SETS_NONE: Final = message("{seat} sets none aside")
_GIVES: Final = message("{seat} gives {number}")


def early(state: State) -> Iterator[tuple[int, str]]:
    """A target before the deal, what is set aside before the draw, and a call after a turn."""
    assert isinstance(state, Tredici)
    if state.phase == "deal":
        yield from ((seat, _TARGET) for seat in range(state.plan.seats))
    elif state.phase in ("discard", "draw", "give"):
        yield _due(state), _STACK
    if state.phase in ("discard", "draw", "stack", "give"):
        following = (_due(state) + 1) % state.plan.seats
        yield following, _STACK
        callers = (following,) if state.plan.own_turn else range(state.plan.seats)
        if not state.is_between_turns:
            yield from ((seat, _CALL) for seat in callers if state.may_call(seat))


PRESUMING: Final = PresumptionRules(before, early)
