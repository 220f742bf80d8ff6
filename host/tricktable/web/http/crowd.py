"""Who is connected, and who must go so that somebody new can come. Opens and closes nothing.

A client that we wait for goes before one that is being answered. So somebody who has just come with
a request is served at once, however many others hold an idle connection.
"""

from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Guest(Hashable, Protocol):
    """A connection."""

    address: str
    is_waiting: bool
    """Whether we are waiting for its client."""


G = TypeVar("G", bound=Guest)


class _Party(Generic[G]):
    """Those of one address, each the longest without a request first."""

    def __init__(self) -> None:
        self.in_line: dict[G, None] = {}
        """Whoever waits for us."""
        self.others: dict[G, None] = {}
        """Whoever we are waiting for, or are answering."""

    def __len__(self) -> int:
        return len(self.in_line) + len(self.others)

    def oldest(self) -> G | None:
        """The first that we are waiting for."""
        return next((each for each in self.others if each.is_waiting), None)


class Crowd(Generic[G]):
    """All connections except streams. Mutable."""

    def __init__(self, per_address: int, in_total: int) -> None:
        """Nobody yet. The limits: connections of one address that are not in line, and of all."""
        self._per_address, self._in_total = per_address, in_total
        self._parties: dict[str, _Party[G]] = {}
        self._count = 0

    def __len__(self) -> int:
        """How many are connected."""
        return self._count

    def members(self) -> tuple[G, ...]:
        """Everybody who is connected."""
        return tuple(
            each
            for party in self._parties.values()
            for some in (party.in_line, party.others)
            for each in some
        )

    def come(self, guest: G) -> G | None:
        """Admit one more, to the end of the line. Returns who must go for it, if anybody.

        That one no longer counts; it may be the newcomer.
        """
        self._parties.setdefault(guest.address, _Party()).in_line[guest] = None
        self._count += 1
        return self.make_room() if self._count > self._in_total else None

    def make_room(self) -> G | None:
        """Who must go when all is full; None if everybody is being answered.

        The address that has most gives one up, so one address cannot keep all others out: the
        oldest that we wait for, or else the first that lined up.
        """
        party: _Party[G] = max(self._parties.values(), key=len, default=_Party())
        return self._without(party.oldest() or next(iter(party.in_line), None))

    def line_up(self, guest: G) -> None:
        """Note that its request is here and waits for its turn. Harmless if it is not counted."""
        party = self._parties.get(guest.address)
        if party is not None and guest in party.others:
            del party.others[guest]
            party.in_line[guest] = None

    def step_up(self, guest: G) -> G | None:
        """Note that its turn has come: it is answered, or may speak. Returns who goes for it.

        An address that has too many gives up its own, and nobody else's. Those in line count only
        when all is full: a club behind one router may well send a hundred requests at once.
        """
        party = self._parties.get(guest.address)
        if party is None or guest not in party.in_line:
            return None
        del party.in_line[guest]
        party.others[guest] = None
        return self._without(party.oldest() if len(party.others) > self._per_address else None)

    def ask_again(self, guest: G) -> None:
        """Note that it has had its answer and may send another request."""
        party = self._parties.get(guest.address)
        if party is not None and guest in party.others:
            del party.others[guest]
            party.others[guest] = None

    def leave(self, guest: G) -> None:
        """Stop counting it, because it has disconnected or moved on. Harmless if not counted."""
        party = self._parties.get(guest.address)
        for some in (party.in_line, party.others) if party is not None else ():
            if guest in some:
                del some[guest]
                self._count -= 1
        if not party:
            self._parties.pop(guest.address, None)

    def _without(self, goes: G | None) -> G | None:
        if goes is not None:
            self.leave(goes)
        return goes
