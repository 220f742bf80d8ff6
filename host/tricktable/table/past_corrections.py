"""Corrections of games that their tables have left: rows of the club, behind the end of a record.

Whoever works out what a past game came to takes them in, so that standings, the season's table,
people's own pages, the evening and files all tell the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from tricktable.rules import codec
from tricktable.rules.dealer import change_of
from tricktable.rules.entries import Corrected, Entry, Impossible, Malformed, Struck
from tricktable.rules.record import Record
from tricktable.table.answering import Answer, refused
from tricktable.text.language import _

PastCorrections = Mapping[tuple[str, int], tuple[str, ...]]
"""Lines as in records, the oldest first; by table and by the game's number there."""
NO_CORRECTIONS: Final[PastCorrections] = MappingProxyType({})


def take_corrections(record: Record, lines: Iterable[str]) -> None:
    """Add these lines to the record. One that it cannot take changes nothing."""
    for line in lines:
        with suppress(Impossible, Malformed):
            _take(record, codec.read_entry(line, record.header, record.seq + 1))


def refusal(record: Record, line: str, names: tuple[str, ...]) -> Answer | None:
    """Add a correction to the record, or say why it cannot be; None if it can."""
    try:
        entry = codec.read_entry(line, record.header, record.seq + 1)
        if not isinstance(entry, (Corrected, Struck)):
            said = _("A game that is no longer at its table can only be corrected.")
            return Answer(False, said)
        _take(record, entry)
    except (Impossible, Malformed) as fault:
        return refused(fault, names)
    return None


def _take(record: Record, entry: Entry) -> None:
    """Add it, and what changes with it. Raises: Impossible; then nothing has changed."""
    for each in change_of(record, entry):
        record.add(each)
