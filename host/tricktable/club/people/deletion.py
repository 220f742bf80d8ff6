"""Deletes a person from a whole journal, while no table is in memory: every table, and the club."""

from tricktable.club import registry
from tricktable.club.club import Club, ClubView
from tricktable.store import erasure
from tricktable.store.decks import Shelf
from tricktable.store.journal import CLUB, Journal, Outage
from tricktable.table.write_lock import WriteLock


def forget(journal: Journal, name: str, shelf: Shelf) -> int:
    """Remove the name from every row, and from the decks' names on this shelf.

    Returns how many rows and decks it was in. It is safe to run again after it was interrupted.
    Raises: Full, Outage, BadDeck, OSError.
    """
    decks = shelf.erase(name)
    changed = sum(before != now for before, now in decks.items())
    for code in journal.tables():
        WriteLock(code, journal).forget(name)
        bodies = erasure.without(journal.read(code), name, decks)
        if bodies:
            journal.overwrite(code, bodies)
        changed += len(bodies)
    before = {row.seq: row.body for row in journal.read(CLUB)}
    # In any case: it writes the files anew, in which an interrupted run may have left something.
    answer = club_of(journal).forget(name)
    if not answer.is_done:
        raise Outage(answer.reason)
    now = {row.seq: row.body for row in journal.read(CLUB)}
    return changed + sum(now[seq] != body for seq, body in before.items())


def is_known(journal: Journal, name: str, shelf: Shelf) -> bool:
    """Whether `forget` would find the name in a row or a deck. Raises: Outage."""
    words = [f"{each.name} {each.colour}" for each in shelf.decks.decks]
    words += [f"{each.name} {each.colour}" for each in shelf.enrolments]
    return (
        any(erasure.holds(each, name) for each in words)
        or any(erasure.without(journal.read(code), name) for code in journal.tables())
        or bool(registry.without(journal.read(CLUB), name))
    )


def club_of(journal: Journal) -> Club:
    """The club of this journal, which nobody is shown. Raises: Outage."""
    return Club(journal, _NoAudience())


class _NoAudience:
    """Is shown the club, and shows it to nobody."""

    def show(self, view: ClubView) -> None:
        """Do nothing."""
