"""Entries that nobody made, taken as made because the next act shows that they happened.

They go into the journal before that act, marked, and one undo takes back all of it. The table says
in a line what it presumed. Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tricktable.rules.entries import Corrected, Dealt, Entry, Impossible, Played, Shown
from tricktable.rules.game import Offer
from tricktable.rules.laying import PLAYED, CardMeaning
from tricktable.rules.presumptions import (
    LAID,
    Presumption,
    Supposition,
    choice,
    is_of_deals,
    offers_early,
    stands_early,
    suppositions,
    with_other_dealers,
)
from tricktable.rules.record import Record
from tricktable.table.desk.changes import ActRow, Changes, EntryRow, note_row
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note
from tricktable.text.language import Message, message
from tricktable.text.names import NEXT

Ways = Callable[[Record], Iterable[Entry]]
"""What an act can mean after a record, the likeliest first."""

WITH_ACT: Final = message("the last act, and what it showed")
"""The name of an act together with what was presumed before it."""


def with_presumed(
    now: Moment,
    record: Record,
    seat: int | None,
    what: str,
    ways: Ways,
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
    found = _first_possible(suppositions(record, now.presumed, seat, what), ways)
    if isinstance(found, _Act) and not _is_out_of_turn(found):
        return found.rows
    other = _with_other_dealer(now, record, seat, what, ways)
    if other is not None:
        return other.rows
    return found.rows if isinstance(found, _Act) else found


def with_dealer_shown(now: Moment, record: Record, act: Entry, ways: Ways) -> Changes | None:
    """The card after another first deal; None if it is in turn as it is, or is no card.

    Nobody said who deals first, and the seat that leads, or turns the card up that the dealer
    does, shows it: it has not acted out of turn.
    """
    other = _dealer_from_lead(now, record, act, ways)
    return None if other is None else other.rows


def dealer_shown(now: Moment, record: Record, card: Played) -> Changes:
    """Only the correction, and the note of it; nothing if the card is in turn as it is."""
    other = _dealer_from_lead(now, record, card, lambda _: [card])
    if other is None:
        return []
    made = other.after.presumed
    note = Note("presumed", detail=_reasons(made))
    return [*(EntryRow(each.entry, is_presumed=True) for each in made), note_row(note)]


def _dealer_from_lead(now: Moment, record: Record, act: Entry, ways: Ways) -> _Act | None:
    if not isinstance(act, (Played, Shown)) or not now.presumed:
        return None
    other = _with_other_dealer(now, record, act.seat, LAID, ways)
    if other is None or _is_out_of_turn(_Act(Supposition(record, ()), act)):
        return other
    return None


class _Act(NamedTuple):
    """An act that is possible, after what is presumed for it."""

    after: Supposition
    entry: Entry

    @property
    def rows(self) -> Changes:
        """What is written."""
        return _rows(self.after.presumed, self.entry)


def _first_possible(tries: Iterable[Supposition], ways: Ways) -> _Act | Impossible | None:
    """The first that is possible; else why not, where that says more than `not now`."""
    refused: Impossible | None = None
    for tried in tries:
        for entry in ways(tried.record):
            try:
                tried.record.check(entry)
            except Impossible as refusal:
                refused = refusal if refusal.because != "not_now" else refused
            else:
                return _Act(tried, entry)
    return refused


def _with_other_dealer(
    now: Moment, record: Record, seat: int | None, what: str, ways: Ways
) -> _Act | None:
    """The act in its turn, after another first deal than the presumed one; None if it is none."""
    for shown in with_other_dealers(record, now.presumed, seat, what):
        found = _first_possible(_and_then(shown, now.presumed, seat, what), ways)
        if isinstance(found, _Act) and not _is_out_of_turn(found):
            return found
    return None


def _and_then(
    shown: Supposition, presumed: frozenset[int], seat: int | None, what: str
) -> Iterator[Supposition]:
    """That record, then with one more presumption each time."""
    yield shown
    for more in suppositions(shown.record, presumed, seat, what):
        yield Supposition(more.record, (*shown.presumed, *more.presumed))


def _is_out_of_turn(act: _Act) -> bool:
    """Whether it is a card that the judge would find out of turn, or that another seat turns up."""
    if isinstance(act.entry, Shown):
        due = act.after.record.state.next.seat
        return due is not None and act.entry.seat not in (None, due)
    if not isinstance(act.entry, Played):
        return False
    trial = act.after.record.fork()
    seq = trial.add(act.entry)
    return any(each.rule == "turn" and each.seq == seq for each in trial.findings())


def _rows(presumed: Sequence[Presumption], entry: Entry) -> Changes:
    rows = [*(EntryRow(each.entry, is_presumed=True) for each in presumed), EntryRow(entry)]
    note = Note("presumed", detail=_reasons(presumed))
    return [ActRow(WITH_ACT, len(rows), is_with_presumed=True), *rows, note_row(note)]


def deal_in_line(note: Note | None, record: Record | None, presumed: frozenset[int]) -> int | None:
    """The entry of the deal, while the table's line says that it is presumed; else None."""
    if record is None or note is None or note.about != "presumed":
        return None
    deal = next((each for each in record.newest_first() if isinstance(each.entry, Dealt)), None)
    return deal.seq if deal is not None and deal.seq in presumed else None


def is_of_deal(note: Note) -> bool:
    """Whether it tells nothing but who is presumed to deal."""
    why = note.detail
    return note.about == "presumed" and isinstance(why, Message) and is_of_deals(why)


def is_with_presumed(changes: Changes) -> bool:
    """Whether these are the rows of one act and of what was presumed before it."""
    first = next(iter(changes), None)
    return isinstance(first, ActRow) and first.is_with_presumed


def _reasons(presumed: Sequence[Presumption]) -> Message:
    """All reasons in one line; who dealt comes last, since it matters least."""
    ordered = sorted(presumed, key=lambda each: isinstance(each.entry, (Dealt, Corrected)))
    return in_one_line([each.why for each in ordered])


def in_one_line(clauses: Sequence[Message]) -> Message:
    """Clauses that follow *We assumed that*, one of which may be such a line itself."""
    *before, last = [each for clause in clauses for each in _clauses(clause)]
    if not before:
        return last
    said = before[0]
    for each in before[1:]:
        said = Message(NEXT, {"one": said, "other": each})
    return Message(_AND, {"one": said, "other": last})


def _clauses(line: Message) -> Iterator[Message]:
    if line.words not in (NEXT, _AND):
        yield line
        return
    for each in (line.fields["one"], line.fields["other"]):
        assert isinstance(each, Message)
        yield from _clauses(each)


_AND: Final = message("{one}, and {other}")


def stands(now: Moment, record: Record) -> CardMeaning | None:
    """What a card laid now means, though something may be missing before it."""
    header = record.header
    due = header.rules.laying.card_meaning(header, record.state.next)
    due = due or stands_early(record, now.presumed)
    return due or (PLAYED if choice(record) else None)


def early(now: Moment, record: Record) -> Iterator[Offer]:
    """What can be said at once, because what comes before it would be presumed."""
    return (each.offer for each in offers_early(record, now.presumed))
