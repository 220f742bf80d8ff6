"""The rows that a decision adds to the journal, as typed values; the ledger writes their bodies.

Decides nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Unpack

from tricktable.rules import codec
from tricktable.rules.entries import Entry
from tricktable.rules.game import Header
from tricktable.store.decks import ShelfChange
from tricktable.table import idempotency
from tricktable.table.desk.desk import DeskFields, NotedFields
from tricktable.table.house_rules import KEY as SHEET
from tricktable.table.house_rules import digest
from tricktable.table.notes import Note

CONTINUES: Final = "continues"
"""What the row of a game has that was left and taken up again: the number that it had before."""
PERSONS: Final = "persons"
"""What the row of a game has whose people were at the table before: the person on each seat.

Empty for somebody who is new."""
ROUND: Final = "round"
"""What the row of a game has that a competition began: nobody takes up the one before it."""
PRESUMED: Final = "presumed"
"""What the line of an entry has that the table made by itself: true, and no meaning in a record."""
# A row for each entry of a record of 1.8 MB held its table for seconds; so it is held for
# milliseconds.
ENTRIES_TOGETHER: Final = 500
"""How many entries share a row when a whole record is imported."""


class Change:
    """A future row of the journal."""

    __slots__ = ()
    kind: str
    """As the journal calls it."""

    @property
    def body(self) -> Mapping[str, object]:
        """As it is written: a tuple is a list there."""
        return _body(self)

    @property
    def text(self) -> str:
        """The body as the journal keeps it."""
        return self.words if isinstance(self, TextRow) else json.dumps(_body(self))

    @property
    def note(self) -> Note | None:
        """What it reports to the table, if anything."""
        return self.fields.get("note") if isinstance(self, DeskRow) else None

    @property
    def count(self) -> int:
        """The number of entries in the row."""
        match self:
            case EntriesRow(entries):
                return len(entries)
            case TextRow("entries"):
                return len(_entries(self))
        return self.kind == "entry"


Changes = Sequence[Change]


@dataclass(frozen=True, slots=True)
class GameRow(Change):
    """Another game begins; the row names the house-rule sheet in force."""

    kind = "game"
    header: Header
    is_round: bool = False
    """Whether a competition began it: nobody takes up the one before it."""
    continues: int | None = None
    """The number of the game that it takes up again."""
    persons: tuple[str, ...] = ()
    """The person on each seat, if the row says so; empty for a new one."""


@dataclass(frozen=True, slots=True)
class EntryRow(Change):
    """An entry of the record."""

    kind = "entry"
    entry: Entry
    is_presumed: bool = False
    """Whether the table makes it by itself."""


@dataclass(frozen=True, slots=True)
class EntriesRow(Change):
    """Many entries of an imported record."""

    kind = "entries"
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ActRow(Change):
    """What the next entries are together: they are undone in one go."""

    kind = "act"
    name: str
    entries: int
    is_with_presumed: bool = False
    """Whether all but the last of them are what that one showed to have happened."""


@dataclass(frozen=True, slots=True)
class DeskRow(Change):
    """Some fields of the desk change."""

    kind = "desk"
    fields: NotedFields
    shelving: ShelfChange | None = None
    """A change of decks to make before the row is written; keeps tag numbers out of the journal."""

    def and_also(self, **more: Unpack[NotedFields]) -> DeskRow:
        """The row with these fields as well, or instead."""
        return replace(self, fields={**self.fields, **more})


@dataclass(frozen=True, slots=True)
class NamesRow(Change):
    """Who sits where from now on."""

    kind = "names"
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeatRow(Change):
    """A phone comes or goes; never holds its token."""

    kind = "seat"
    what: str
    seat: int


@dataclass(frozen=True, slots=True)
class KeyRow(Change):
    """The outcome of a request with a key."""

    kind = idempotency.ASKED
    key: str
    outcome: idempotency.Outcome
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class ClosedRow(Change):
    """The table is put away."""

    kind = "closed"


@dataclass(frozen=True, slots=True)
class TextRow(Change):
    """A row whose text is known: it stood in the journal before, or was written beforehand."""

    kind: str
    words: str


def group(name: str, entries: Sequence[Entry]) -> list[Change]:
    """The rows of an act; one entry by itself needs no name."""
    rows = [EntryRow(each) for each in entries]
    return [ActRow(name, len(rows)), *rows]


def entries_changes(entries: Iterable[Entry]) -> list[EntriesRow]:
    """The rows for many entries at once, hundreds in each."""
    each = iter(entries)
    together = iter(lambda: tuple(islice(each, ENTRIES_TOGETHER)), ())
    return [EntriesRow(some) for some in together]


def desk_change(**more: Unpack[DeskFields]) -> DeskRow:
    """The row that changes the desk and clears its note."""
    return DeskRow({"note": None, **more})


def note_row(note: Note, **more: Unpack[DeskFields]) -> DeskRow:
    """The row that sets a note, and any other fields given."""
    return DeskRow({"note": note, **more})


def _body(change: Change) -> Mapping[str, object]:
    match change:
        case GameRow():
            return _game(change)
        case EntryRow(entry, is_presumed):
            return codec.fields_of(entry) | ({PRESUMED: True} if is_presumed else {})
        case EntriesRow(entries):
            return {"entries": [*map(codec.fields_of, entries)]}
        case ActRow(name, count):
            return {"name": name, "entries": count}
        case DeskRow(some):
            return some
        case NamesRow(names):
            return {"names": [*names]}
        case SeatRow(what, seat):
            return {"what": what, "seat": seat}
        case KeyRow(key, outcome, attempt):
            return idempotency.body(key, outcome, attempt)
        case TextRow(_, words):
            body: Mapping[str, object] = json.loads(words)
            return body
    return {}


def _game(row: GameRow) -> Mapping[str, object]:
    begins: dict[str, object] = {**codec.header_fields(row.header), SHEET: digest(row.header)}
    if row.persons:
        begins[PERSONS] = [*row.persons]
    if row.continues is not None:
        return {**begins, CONTINUES: row.continues}
    return {**begins, ROUND: True} if row.is_round else begins


def _entries(row: TextRow) -> Sequence[object]:
    some = row.body["entries"]
    assert isinstance(some, list)
    return some
