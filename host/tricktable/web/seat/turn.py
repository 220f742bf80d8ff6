"""Whose turn it is where no one seat has it, and whether it is a card's.

Decides nothing of the game: whom it waits for, its state says.
"""

from tricktable.rules.entries import Played, Shown
from tricktable.rules.game import Dummy
from tricktable.rules.record import Record


def is_anybodys(record: Record | None) -> bool:
    """Whether the game waits, but for no person: whoever may act for the table does."""
    if record is None or record.state.status != "playing":
        return False
    return set(record.state.awaited) <= {*record.header.dummy_seats}


def is_dummys(record: Record) -> bool:
    """Whether the game waits for a dummy, whose hand a person plays."""
    return bool(record.state.awaited) and is_anybodys(record)


def acting_seats(record: Record) -> tuple[int, ...]:
    """The seats whose people the game waits for: whoever plays an open hand acts for it."""
    lies, awaited = record.state.tabletop().dummy, record.state.awaited
    if lies is None or lies.seat not in awaited:
        return awaited
    return tuple(lies.by if seat == lies.seat else seat for seat in awaited)


def is_played_by_another(lies: Dummy | None, seat: int) -> bool:
    """Whether this seat's hand is the one that lies open, and another person plays it."""
    return lies is not None and lies.seat == seat != lies.by


def is_for_cards(record: Record) -> bool:
    """Whether the seats that the game waits for may lay a card at once.

    Before the first card they may, too: what is missing is presumed, and no result is covered.
    """
    header = record.header
    if header.rules.laying.card_meaning(header, record.state.next) is not None:
        return True
    return not any(isinstance(step.entry, (Played, Shown)) for step in record.steps())
