"""What else changes if somebody else dealt: words move to whoever was due to say them.

What was said keeps its order, and a card keeps its seat: a reader knows whose card it is, but the
table hears words in turn. A word that nobody can have said then is struck, unless a card rests on
it. Decides, and knows no game.
"""

from collections.abc import Iterator, Sequence

from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Impossible,
    Moved,
    Struck,
)
from tricktable.rules.faults import next_state
from tricktable.rules.game import State
from tricktable.rules.record import Record, breaks


def change_of(record: Record, entry: Entry) -> list[Entry]:
    """The entry, or all the entries that it takes, in the order to add them, to change a dealer.

    After each of them the record is a possible one. Raises: Impossible; for a change of dealer,
    naming what must be undone or corrected first.
    """
    try:
        record.check(entry)
    except Impossible as refusal:
        if not isinstance(entry, Corrected) or not isinstance(entry.entry, Dealt):
            raise
        was = record.happening(entry.seq)
        if not isinstance(was, Dealt) or refusal.because == "over":
            raise
        if refusal.because != "breaks_later":
            raise _by_another_deal(record, entry.seq, refusal) from None
        return _with_dealer(record, entry.seq, was, entry.entry)
    return [entry]


def _by_another_deal(record: Record, seq: int, why: Impossible) -> Impossible:
    """Why this seat cannot have dealt: an earlier deal says so, if there is one."""
    earlier = (step.entry for step in record.steps() if step.seq < seq)
    before = [entry.dealer for entry in earlier if isinstance(entry, Dealt)]
    if not before:
        return why
    return Impossible(
        "{why}; if the deal before it was not {seat}'s, correct that one first",
        seat=before[-1],
        why=why.message,
    )


def _with_dealer(record: Record, seq: int, was: Dealt, right: Dealt) -> list[Entry]:
    past, by = record.before(seq), right.dealer - was.dealer
    state, made, moved = next_state(past, right), list[Corrected](), list[int]()
    unfit: Impossible | None = None
    for step in record.steps_from(seq):
        if step.seq > seq:
            # Nothing differs from here on; but what follows cannot stand while a word is missing.
            if state == past and unfit is None:
                break
            try:
                entry, state = _in_turn(state, step.entry, seq, step.seq, by)
            except Impossible as refusal:
                unfit = unfit or refusal
                if not isinstance(step.entry, (Declared, Moved)):
                    raise unfit from None  # a card was seen: what led to it must stay
            else:
                made.append(Corrected(step.seq, entry))
            moved.append(step.seq)
        past = step.after
    # From the newest entry back, then onward from the deal: each record on the way is possible.
    return [*map(Struck, reversed(moved)), Corrected(seq, right), *made]


def are_all_kept(entries: Sequence[Entry]) -> bool:
    """Whether these entries, as `change_of` makes them, strike no word for good."""
    struck = {each.seq for each in entries if isinstance(each, Struck)}
    return struck <= {each.seq for each in entries if isinstance(each, Corrected)}


def _in_turn(
    state: State, entry: Happening, deal: int, seq: int, by: int
) -> tuple[Happening, State]:
    """The entry as it can count in this state, and the state after it; `by` seats further on."""
    refused: Impossible | None = None
    for each in _ways(state, entry, by):
        try:
            return each, next_state(state, each)
        except Impossible as refusal:
            refused = refused or refusal
    assert refused is not None
    raise breaks(deal, seq, entry, refused) from None


def _ways(state: State, entry: Happening, by: int) -> Iterator[Happening]:
    """The entry as it is, then of each seat that may make it, the likeliest first."""
    yield entry
    if isinstance(entry, Dealt):
        yield from map(Dealt, _able(state, "dealt", entry.dealer + by))
    elif isinstance(entry, Declared) and entry.seat is not None:
        for seat in _able(state, entry.topic, entry.seat + by):
            yield entry._replace(seat=seat)
    elif isinstance(entry, Moved) and entry.cards is None:
        # Cards that were only counted were no more seen in one hand than in another.
        for seat in _able(state, f"{entry.source}>{entry.target}", entry.seat + by):
            yield entry._replace(seat=seat)


def _able(state: State, what: str, likely: int) -> Sequence[int]:
    """The seats that may say or do this now: who is due, then clockwise from the likely one."""
    may = [seat for each in state.offers() if each.what == what for seat in each.seats]
    able = [seat for seat in may if seat is not None]
    most = max(able, default=0) + 1
    due = state.next.seat
    return sorted(set(able), key=lambda seat: (seat != due, (seat - likely) % most))
