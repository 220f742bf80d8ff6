"""Entries that nobody made, taken as made because the next act shows that they happened.

They go into the journal before that act, marked, and one undo takes back all of it. The table says
in a line what it presumed. Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from tricktable.rules.entries import Corrected, Dealt, Entry, Impossible
from tricktable.rules.game import Offer
from tricktable.rules.laying import PLAYED, Stands
from tricktable.rules.presumed import Presumption, choice, offers_early, stands_early, supposed
from tricktable.rules.record import Record
from tricktable.table.desk.moment import (
    PRESUMED,
    Change,
    Changes,
    Moment,
    entry_change,
    told,
)
from tricktable.table.notes import Note
from tricktable.text.language import Message, message

WITH_ACT: Final = message("the last act, and what it showed")
"""The name of an act together with what was presumed before it."""


def with_presumed(
    now: Moment,
    record: Record,
    seat: int | None,
    what: str,
    ways: Callable[[Record], Iterable[Entry]],
) -> Changes | Impossible | None:
    """The act, preceded by everything that it proves to have happened.

    If it is impossible even then, the refusal where that says more than `not now`, else None.

    Args:
        now: the moment of the act.
        record: the record as it is.
        seat: who acts.
        what: as in `presumed.Attempt`.
        ways: what the act can mean after a record, the likeliest first.
    """
    refused: Impossible | None = None
    for tried in supposed(record, now.presumed, seat, what):
        for entry in ways(tried.record):
            try:
                tried.record.check(entry)
            except Impossible as refusal:
                refused = refusal if refusal.because != "not_now" else refused
            else:
                return _rows(tried.presumed, entry)
    return refused


def _rows(presumed: Sequence[Presumption], entry: Entry) -> Changes:
    rows = [*(presumed_change(each.entry) for each in presumed), entry_change(entry)]
    note = Note("presumed", detail=_reasons(presumed))
    return [Change("act", {"name": WITH_ACT, "entries": len(rows)}), *rows, told(note)]


def is_with_presumed(changes: Changes) -> bool:
    """Whether these are the rows of one act and of what was presumed before it."""
    first = next(iter(changes), None)
    return first is not None and first.kind == "act" and first.body["name"] == WITH_ACT


def presumed_change(entry: Entry) -> Change:
    """The row of an entry that the table makes by itself."""
    change = entry_change(entry)
    return change._replace(body={**change.body, PRESUMED: True})


def _reasons(presumed: Sequence[Presumption]) -> Message:
    """All reasons in one line; who dealt comes last, since it matters least."""
    ordered = sorted(presumed, key=lambda each: isinstance(each.entry, (Dealt, Corrected)))
    said = ordered[0].why
    for each in ordered[1:]:
        said = Message("{one}; {other}", {"one": said, "other": each.why})
    return said


def stands(now: Moment, record: Record) -> Stands | None:
    """What a card laid now means, though something may be missing before it."""
    header = record.header
    due = header.rules.laying.awaited(header, record.state.next)
    due = due or stands_early(record, now.presumed)
    return due or (PLAYED if choice(record) else None)


def early(now: Moment, record: Record) -> Iterator[Offer]:
    """What can be said at once, because what comes before it would be presumed."""
    return (each.offer for each in offers_early(record, now.presumed))
