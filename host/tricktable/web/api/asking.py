"""How a request reaches its table: who may ask, how often, with which key; and its answer.

Every request goes to the table, which decides. A successful answer means that the change is
durable, unless the answer says otherwise.
"""

from __future__ import annotations

from typing import Final

from flask import Response, request

from tricktable.store import replay
from tricktable.table import commands
from tricktable.table.answering import ASKS, AWAY, UNFIT, Answer
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.text.names import Names
from tricktable.text.sentences import in_signs
from tricktable.web import limits
from tricktable.web.api import keys, models
from tricktable.web.api.described import HeaderField, no_body
from tricktable.web.api.problems import SOON_S, Refusal
from tricktable.web.api.reading import answered, host_or_refused
from tricktable.web.host import write_lock
from tricktable.web.tables import off_hub, table_or_404

# Programs know the write lock as a pen: these names are public, and stay.
_WRITE_LOCK: Final = "X-Pen"
WRITE_LOCK: Final = HeaderField(
    _WRITE_LOCK,
    "The word with which you took the pen. If somebody else has the pen, nothing is done.",
    f"^{write_lock.WORD}$",
)
KEYED: Final = (
    "unreadable",
    "not-host",
    "missing",
    "refused",
    "unfit",
    "under-way",
    "reused",
    "lapsed",
)
"""The problems of every request that changes something."""
WITH_BODY: Final = (*KEYED, "too-long", "media")
KEY: Final = (HeaderField(keys.HEADER, keys.WORDS, keys.FORM), WRITE_LOCK)
"""The headers of every request that changes a table."""
OF_HOUSE: Final = (HeaderField(keys.HEADER, keys.WORDS_OF_HOUSE, keys.FORM),)
"""The headers of every request that changes the house."""
OF_CLUB: Final = (HeaderField(keys.HEADER, keys.WORDS, keys.FORM),)
"""The headers of every request that changes what all tables share."""
NOT_SAVED: Final = 202  # Accepted: done, but not durable yet (RFC 9110, 15.3.3)


def host_within_limit() -> None:
    """End the request unless it comes from the host, is within the rate limit, and has a body only
    where its operation takes one.
    """
    limits.count("write")
    host_or_refused()
    no_body()


def writable(code: str) -> Table:
    """The table, for a host within its rate limit and, if the request names a pen, with the pen."""
    host_within_limit()
    return with_write_lock(code)


def with_write_lock(code: str) -> Table:
    """The table, unless the request names a pen that somebody else has taken."""
    table = table_or_404(code)
    pen = request.headers.get(_WRITE_LOCK)
    if pen is not None:
        must_be_word(pen)
        if refused := write_lock.taken_up(table, pen):
            raise Refusal("pen", refused.reason)
    return table


def must_be_word(word: str) -> None:
    """End the request unless this is a well-formed pen."""
    if not write_lock.is_word(word):
        raise Refusal("unreadable", _("A pen is 1 to 32 letters, digits, - or _."))


def ask(table: Table, word: commands.Request) -> Answer:
    """The table's answer if the request is done, now or earlier. Raises: Refusal."""
    with keys.one_at_a_time(table.code) as key:
        answer = off_hub(_asked, table, word, key)
    if isinstance(answer, replay.RecordRefused):
        raise Refusal("no-record", f"{answer}.")
    return done_or_refused(answer, off_hub(table.view).names)


def _asked(table: Table, word: commands.Request, key: str) -> Answer | replay.RecordRefused:
    try:
        return table.ask(word, key)
    except replay.RecordRefused as fault:  # here, because gevent prints what leaves a native thread
        return fault


def done_or_refused(answer: Answer, names: Names = ()) -> Answer:
    """The answer, if the request is done. Raises: Refusal.

    The reason is a sentence, in which cards have signs or names: their codes are for fields. Of
    `names`, one like a card stays a name.
    """
    if not answer.is_done:
        why = "" if answer.because == ASKS else answer.because
        wait_s = SOON_S if why == AWAY else None
        # What is wrong with a field quotes the request.
        reason = answer.reason if answer.because == UNFIT else in_signs(answer.reason, names)
        raise Refusal(why or "refused", reason, wait_s)
    return answer


def done(answer: Answer, status: int = 200) -> Response:
    """The answer to a request that is done; 202 if it is not saved yet."""
    said = models.DoneJson(answer.game, answer.seq, answer.is_saved)
    return answered(said, status if answer.is_saved else NOT_SAVED)
