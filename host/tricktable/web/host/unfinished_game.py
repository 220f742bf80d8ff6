"""The question on the host's pages before a running game is left for another. Begins nothing.

The form that was sent waits in the question, field for field, so that nobody fills it in again.
"""

from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import request

from tricktable.table.answers import RUNNING, Answer
from tricktable.table.views import Snapshot
from tricktable.text.language import _
from tricktable.web.guards import TOKEN_FIELD
from tricktable.web.host import forms, write_lock

LEAVE: Final = "leave"
"""In a request: the action whose form waits for the answer."""
_NOT_REPEATED: Final = (LEAVE, TOKEN_FIELD, write_lock.FIELD, forms.ABANDON, "lang")


class UnfinishedGame(NamedTuple):
    """A game that is not over, and the form that would begin another one."""

    title: str
    trick: int
    """The number of the trick that is being played."""
    action: str
    fields: tuple[tuple[str, str], ...]

    @property
    def query(self) -> str:
        """What asks for the question again."""
        return urlencode([(LEAVE, self.action), *self.fields])


def question(now: Snapshot, answer: Answer | None, action: str) -> UnfinishedGame | None:
    """The question, if this answer to the action's form calls for it, or it was open before."""
    if answer is None:
        action = request.values.get(LEAVE, "")
    elif answer.because != RUNNING:
        return None
    record = now.record
    if record is None or record.state.status != "playing" or action not in forms.BEGINS:
        return None
    given = [*request.args.items(multi=True), *request.form.items(multi=True)]
    return UnfinishedGame(
        _(record.header.rules.title),
        record.state.tabletop().number,
        action,
        tuple((key, value) for key, value in given if key not in _NOT_REPEATED),
    )
