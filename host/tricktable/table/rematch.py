"""Another game of the same people: one phone's touch offers it, another one's begins it.

A lease of the club's, like the write lock: it outlasts the host that gave it, every host shows it,
and it ends by the database's clock if nobody accepts it. It names no person, only their number.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from tricktable.games import GAMES
from tricktable.store.journal import Full, Journal, Lease, Outage
from tricktable.table import table_leases
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note

LASTS_MS: Final = 10 * 60_000
"""How long an offer stands: people fetch something to drink first."""
PAUSE_MS: Final = 2_000
"""A phone that is alone at its table begins with a second touch, but not with a bouncing finger."""


class _RematchLease(msgspec.Struct, frozen=True):
    """What the lease says."""

    game: int
    rotate: int
    another: str = ""


class RematchOffer(NamedTuple):
    """Another game, as pages show it."""

    seat: int
    """Whose phone offers it."""
    rotate: int
    """How many seats everybody would move on."""
    another: str = ""
    """Which other game; empty for the same one."""


class _Offer(NamedTuple):
    """The same, as it is known here."""

    person: str
    """Who offers it (`persons.Persons`)."""
    game: int
    """The game after which it would be played: how many had begun at the table."""
    rotate: int
    until_ms: int
    """When it ends, by the table's clock."""
    another: str = ""


class Rematch:
    """What is offered at one table. Mutable, and locked by its table."""

    def __init__(self, code: str, journal: Journal) -> None:
        """Nothing is known to be offered; `look` finds out."""
        self._name = table_leases.rematch_of(code)
        self._journal = journal
        self._offer: _Offer | None = None

    def offer_by(self, persons: Sequence[str], game: int, now_ms: int) -> RematchOffer | None:
        """What one of these people, by seat, offers after this game; None if nobody does."""
        offer = self._current_offer(game, now_ms)
        if offer is None or offer.person not in persons:
            return None
        return RematchOffer(persons.index(offer.person), offer.rotate, offer.another)

    def _current_offer(self, game: int, now_ms: int) -> _Offer | None:
        offer = self._offer
        return offer if offer and offer.game == game and now_ms < offer.until_ms else None

    def offer(self, person: str, game: int, rotate: int, another: str, now_ms: int) -> None:
        """Let this person offer another game, in place of what was offered before."""
        said = msgspec.json.encode(_RematchLease(game, rotate, another)).decode()
        try:
            lease = self._journal.take(self._name, person, LASTS_MS, said, forced=True)
            self._offer = _read(lease, now_ms)
        except (Full, Outage):
            # Other hosts cannot be told now; at this one it can be accepted all the same.
            self._offer = _Offer(person, game, rotate, now_ms + LASTS_MS, another)

    def is_ripe(self, now_ms: int) -> bool:
        """Whether the offer is old enough for a second touch of the same phone."""
        return self._offer is not None and now_ms >= self._offer.until_ms - LASTS_MS + PAUSE_MS

    def end(self) -> None:
        """Nothing is offered any more."""
        self._offer = None
        try:
            for lease in self._journal.leases(self._name):
                if lease.name == self._name:
                    self._journal.let_go(lease)
        except (Full, Outage):
            pass  # it ends by itself, and after another game it counts for nothing

    def withdraw(self, seat: int) -> Callable[[Moment], Changes]:
        """Let nothing be offered any more; what tells everybody that this seat took it back."""
        self.end()
        return lambda _now: [note_row(Note("not_again", seat))]

    @staticmethod
    def renew(_now: Moment) -> Changes:
        """Tell no more that an offer was taken back: there is another one."""
        return [desk_change()]

    def look(self, now_ms: int) -> bool:
        """Ask the database what is offered, at whichever host; returns whether that is news."""
        try:
            return self.heed(self._journal.leases(self._name), now_ms)
        except Outage:
            return False  # what is known here still counts

    def heed(self, leases: Sequence[Lease], now_ms: int) -> bool:
        """Learn from the table's leases what is offered; returns whether that is news."""
        found = next((each for each in leases if each.name == self._name), None)
        offer = _read(found, now_ms) if found else None
        if _words(offer) == _words(self._offer):
            return False  # it is known when that one ends
        self._offer = offer
        return True


def _read(lease: Lease, now_ms: int) -> _Offer | None:
    try:
        said = msgspec.json.decode(lease.what, type=_RematchLease)
    except msgspec.MsgspecError:
        return None  # of another version
    if said.another and said.another not in GAMES:
        return None  # of a host that has more games
    return _Offer(lease.holder, said.game, said.rotate, now_ms + lease.left_ms, said.another)


def _words(offer: _Offer | None) -> _Offer | None:
    """All of an offer but when it ends, which is read a little differently each time."""
    return None if offer is None else offer._replace(until_ms=0)
