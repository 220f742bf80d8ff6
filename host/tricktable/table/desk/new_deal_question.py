"""A card of the trick that ended a deal is read again: it lies there still, or a new deal begins.

Other cards show by themselves that the cards were dealt. Decides, and does no I/O.
"""

from typing import Final

from tricktable.rules.cards import BY_CODE, written_card
from tricktable.table.desk.accept import Denied, changes_of, in_new_deal
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.laid_card import act_of_card
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message

LIES, NEW_DEAL = "2", "3"
"""The keys that say which it is."""


def ask_new_deal(_: Moment, asking: OpenDialogue) -> Prompt:
    """Ask which it is."""
    question = Message("{card} again. Is it a new deal?", {"card": written_card(asking.detail)})
    return Prompt(question, ((LIES, _STILL), (NEW_DEAL, _NEW)))


_STILL: Final = Message("no, it was still there")
_NEW: Final = Message("new deal")


def take_new_deal(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Leave it lying, or count it in the next deal."""
    if key == LIES:
        return [desk_change(asking=None)]
    if key != NEW_DEAL or now.record is None:
        return [note_row(Note("no_such_answer"))]
    act = act_of_card(now, asking.seat, BY_CODE[asking.detail])
    outcome = in_new_deal(now, now.record, act)
    if isinstance(outcome, Denied):
        return [note_row(Note("not_there", asking.seat), asking=None)]
    return changes_of(outcome)
