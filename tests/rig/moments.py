"""Moments at a table without the table: what a decision is based on, made from a record."""

from tricktable.rules.record import Record
from tricktable.store.decks import Decks, demo_deck
from tricktable.table.desk.changes import Changes
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.moment import History, Moment
from tricktable.table.notes import Note

DECKS = Decks((demo_deck("red"), demo_deck("blue"), demo_deck("red", "triatri")))


def at(record: Record | None, desk: Desk | None = None, **more: object) -> Moment:
    """The moment with this record and desk; `more` are other fields of it."""
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Fi")[: record.header.seats if record else 4]
    fields = {"decks": DECKS, "names": names, "history": History(), **more}
    return Moment(desk or Desk(), record, **fields)  # type: ignore[arg-type]


def notes(changes: Changes) -> list[Note]:
    """What the changes tell, row by row."""
    return [each.note for each in changes if each.note is not None]


def entries_of(changes: Changes) -> list[dict[str, object]]:
    """The entries that the changes write, as the journal keeps them."""
    return [dict(each.body) for each in changes if each.kind == "entry"]
