"""Who is connected, and who must go so that somebody new can come. Opens and closes nothing.

A client that we wait for goes before one that is being answered. So somebody who has just come with
a request is served at once, however many others hold an idle connection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Guest(Hashable, Protocol):
    """A connection."""

    address: str
    is_waiting: bool
    """Whether we are waiting for its client."""


G = TypeVar("G", bound=Guest)


class Crowd(Generic[G]):
    """All connections except streams, the longest without a request first. Mutable."""

    def __init__(self, per_address: int, in_total: int) -> None:
        """Nobody yet. The limits: connections from one address, and connections in total."""
        self._per_address, self._in_total = per_address, in_total
        self._here: dict[G, None] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many are connected."""
        return len(self._here)

    def all(self) -> tuple[G, ...]:
        """Everybody who is connected."""
        return tuple(self._here)

    def come(self, guest: G) -> G | None:
        """Admit one more. Returns who must go for it, if anybody, and no longer counts that one.

        The one who must go may be the newcomer.
        """
        self._here[guest] = None
        self._counts[guest.address] += 1
        # Whoever comes too often pushes out its own connections, and nobody else's. When all is
        # full the address that has most gives one up: one address cannot keep all others out.
        if self._counts[guest.address] > self._per_address:
            goes = self._oldest_of(guest.address) or guest
        elif len(self._here) > self._in_total:
            goes = self._oldest_of(self._greediest()) or guest
        else:
            return None
        self.leave(goes)
        return goes

    def make_room(self) -> G | None:
        """Who must go when nobody new comes; None if we are waiting for nobody."""
        goes = self._oldest_of(self._greediest()) if self._here else None
        if goes is not None:
            self.leave(goes)
        return goes

    def ask_again(self, guest: G) -> None:
        """Note that it has had its answer and may send another request."""
        if guest in self._here:
            del self._here[guest]
            self._here[guest] = None

    def leave(self, guest: G) -> None:
        """Stop counting it, because it has disconnected or moved on. Harmless if not counted."""
        if guest in self._here:
            del self._here[guest]
            self._counts[guest.address] -= 1
            if not self._counts[guest.address]:
                del self._counts[guest.address]

    def _greediest(self) -> str:
        """The address with the most connections."""
        return self._counts.most_common(1)[0][0]

    def _oldest_of(self, address: str) -> G | None:
        """The first client from this address that we are waiting for."""
        here = (each for each in self._here if each.address == address and each.is_waiting)
        return next(here, None)
