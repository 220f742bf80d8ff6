"""An act out of turn that would be in turn if another seat had dealt than the table presumes.

The table asks before it turns round what it has presumed. Decides, and does no I/O.
"""

from __future__ import annotations

from tricktable.rules import codec
from tricktable.rules.entries import Happening, Impossible
from tricktable.table.desk.assuming import attempt, shown_dealer, with_dealer_agreed
from tricktable.table.desk.moment import Asking, Changes, Moment, desk_change, entry_change, told
from tricktable.table.notes import Asked, Note
from tricktable.text.language import Message
from tricktable.text.names import who

DEALT, OUT_OF_TURN = "2", "3"
"""The keys that say which it is."""


def ask_dealer(now: Moment, asking: Asking) -> Asked | None:
    """Ask whether that seat dealt; None if the act shows no other dealer any more."""
    assert now.record is not None
    dealer = shown_dealer(now, now.record, _act(now, asking))
    if dealer is None:
        return None
    fields = {"dealer": who(dealer, now.names), "who": who(asking.seat, now.names)}
    question = Message("Did {dealer} deal? Then it is {who}'s turn", fields)
    return Asked(
        question,
        (
            (DEALT, Message("yes, {dealer} dealt", fields)),
            (OUT_OF_TURN, Message("no, out of turn")),
        ),
    )


def take_dealer(now: Moment, asking: Asking, key: str) -> Changes:
    """Count the act after that seat's deal; or as one out of turn, which may be impossible."""
    assert now.record is not None
    act = _act(now, asking)
    if key == DEALT:
        agreed = with_dealer_agreed(now, now.record, act)
        return agreed or [told(Note("not_now"), asking=None)]
    if key != OUT_OF_TURN:
        return [told(Note("no_such_answer"))]
    try:
        now.record.check(act)
    except Impossible as refusal:
        if refusal.because != "not_now":  # it may tell where a card lies that was read in secret
            return [desk_change(asking=None)]
        return [told(Note("not_now", asking.seat, detail=refusal.message), asking=None)]
    return [entry_change(act)]


def _act(now: Moment, asking: Asking) -> Happening:
    assert now.record is not None
    act = codec.read_entry(asking.detail, now.record.header, now.record.seq + 1)
    assert attempt(act)
    return act  # type: ignore[return-value]
