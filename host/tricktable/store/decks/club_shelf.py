"""The shelf of a club: all its decks in its database, where every host of the club finds them.

Every change has a number, which is free only once: of two hosts that change the shelf at the same
moment one reads what the other has put there, and tries again.
"""

import contextlib
import errno
from typing import Final

from tricktable.store import erasure
from tricktable.store.decks.controls import Controls
from tricktable.store.decks.deck import BadDeck, Deck, Decks
from tricktable.store.decks.enrolment import Enrolment, read_enrolment, write_enrolment
from tricktable.store.decks.file import read_controls, read_deck, write_controls, write_deck
from tricktable.store.decks.shelf import Item, Shelf, ShelfChange
from tricktable.store.journal import Journal, JournalError, RowTaken, ShelfRow

_DECK, _BEGUN, _CONTROLS, _GONE = "deck", "enrolling", "controls", "gone"
_TRIES: Final = 20
"""This many changes of others one change gives way to."""


class ClubShelf(Shelf):
    """The decks in this journal. Mutable; any thread may call any method."""

    def __init__(self, journal: Journal, first: Shelf | None = None) -> None:
        """Read them. A shelf on which nothing ever was gets what is on `first`. Raises: Outage."""
        super().__init__()
        self._journal = journal
        self._kept: dict[str, ShelfRow] = {}
        self.faults: tuple[str, ...] = ()
        """Why something there is not used, one sentence each."""
        self.look()
        if first is not None and not self._kept:
            for deck in first.decks.decks:
                self.put(ShelfChange(deck.name, deck))
            for begun in first.enrolments:
                self.put(ShelfChange(begun.name, begun))
            if first.decks.controls.tags:
                self.put(ShelfChange("", first.decks.controls))

    def look(self) -> bool:
        """Read what other hosts have changed; returns whether anything is new. Raises: Outage."""
        kept = {each.name: each for each in self._journal.shelf()}
        with self._lock:
            # What was read before a change of ours is older than it.
            if _newest(kept) <= _newest(self._kept):
                return False
            self._kept = kept
            self._read()
            return True

    def put(self, shelving: ShelfChange) -> None:
        """Put something there, or remove it; returns when that is durable.

        Raises: BadDeck if it cannot stand beside the other decks, OSError if it cannot be kept.
        """
        with self._lock:
            try:
                for _ in range(_TRIES):
                    self.look()
                    try:
                        super().put(shelving)
                    except RowTaken:
                        continue  # another host put something there: look, and decide again
                    with contextlib.suppress(JournalError):  # it is kept; others look again
                        self.look()
                    return
            except JournalError as fault:
                raise OSError(errno.EIO, fault.public) from fault
            raise OSError(errno.EAGAIN, "other hosts change the decks all the time")

    def _keep(self, name: str, item: Item | None) -> None:
        """Raises: RowTaken, Full, Outage."""
        seq = _newest(self._kept) + 1
        before = self._kept.get(name)
        place = before.place if before and before.kind != _GONE else seq
        changes = []
        if item is None or (not isinstance(item, Controls) and item.name != name):
            changes.append(ShelfRow(name, seq, place, _GONE, ""))
        if item is not None:
            new = "" if isinstance(item, Controls) else item.name
            changes.append(ShelfRow(new, seq + len(changes), place, *_as_text(item)))
        self._journal.shelve(changes)

    def _erase_past(self, person: str) -> None:
        for name, each in [*self._kept.items()]:
            if each.kind == _GONE and erasure.holds(name, person):
                seq = _newest(self._kept) + 1
                # Another row in its place: hosts that look on find a newer number. No deck's name
                # has a line feed.
                nameless = ShelfRow(f"\n{seq}", seq, each.place, _GONE, "")
                try:
                    self._journal.shelve([nameless], gone=[name])
                    self.look()
                except JournalError as fault:
                    raise OSError(errno.EIO, fault.public) from fault

    def _read(self) -> None:
        decks, begun, controls, faults = Decks(), list[Enrolment](), Controls(), list[str]()
        for each in sorted(self._kept.values(), key=lambda each: each.place):
            try:
                match each.kind:
                    case "deck":
                        decks = Decks((*decks.decks, read_deck(each.body)))
                    case "enrolling":
                        begun.append(read_enrolment(each.body))
                    case "controls":
                        controls = read_controls(each.body)
            except BadDeck as fault:
                faults.append(f"{each.name}: {fault}")
        self._decks, self._begun = Decks(decks.decks, controls=controls), tuple(begun)
        self.faults = tuple(faults)


def _newest(kept: dict[str, ShelfRow]) -> int:
    return max((each.seq for each in kept.values()), default=0)


def _as_text(item: Item) -> tuple[str, str]:
    match item:
        case Deck():
            return _DECK, write_deck(item)
        case Enrolment():
            return _BEGUN, write_enrolment(item)
    return _CONTROLS, write_controls(item)
