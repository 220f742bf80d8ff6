"""A whole record on its way to a table: read, judged and serialised before anybody has to wait.

Takes bytes and returns a value; touches no table and no journal.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tricktable.games import blame_game
from tricktable.rules.faults import GameFault
from tricktable.store import replay
from tricktable.store.journal import Row
from tricktable.table.desk import evening
from tricktable.table.desk.changes import Change, TextRow
from tricktable.table.giving_way import giving_way
from tricktable.table.story import Story


class WholeRecord(NamedTuple):
    """A record that a table can take in."""

    changes: Sequence[Change]
    """The rows it becomes, with their bodies already written."""
    story: Story
    """The story of a table at which nothing else has happened."""


def whole_record(lines: Iterable[bytes]) -> WholeRecord:
    """The record made of these lines. Raises: RecordRefused, if it is malformed or impossible."""
    changes = [
        TextRow(change.kind, change.text)
        for change in giving_way(evening.take_in(giving_way(lines), giving_way))
    ]
    story = Story("")
    for number, each in enumerate(giving_way(changes), start=1):
        story.read(Row("", number, "", None, each.kind, each.text))
    # Folded and judged here, before the table's lock: a record of 1.8 MB takes seconds.
    story.settle()
    assert story.record is not None
    try:
        with blame_game(story.game, may_refuse=False):
            story.record.findings()
    except GameFault as fault:
        raise replay.at_fault(fault, story.record.seq + 1) from fault
    return WholeRecord(changes, story)
