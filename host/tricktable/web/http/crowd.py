"""Who is connected, and who must go so that somebody new may come. Opens and closes nothing.

A client that is waited for goes before one that is being answered: whoever has just come, with a
request on its way, is served at once, however many others hold a connection and say nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Guest(Hashable, Protocol):
    """A connection."""

    address: str
    is_waiting: bool
    """Whether its client is waited for."""


G = TypeVar("G", bound=Guest)


class Crowd(Generic[G]):
    """All connections but streams, the longest without a request first. Mutable."""

    def __init__(self, per_address: int, in_total: int) -> None:
        """Nobody yet; so many may be there from one address, and so many altogether."""
        self._per_address, self._in_total = per_address, in_total
        self._here: dict[G, None] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many are connected."""
        return len(self._here)

    def come(self, guest: G) -> G | None:
        """Count one more; who must go for it, which may be itself, and is not counted any more."""
        self._here[guest] = None
        self._counts[guest.address] += 1
        if self._counts[guest.address] > self._per_address:
            goes = self._oldest_of(guest.address) or guest
        elif len(self._here) > self._in_total:
            goes = self._oldest_of(self._greediest()) or guest
        else:
            return None
        self.leave(goes)
        return goes

    def make_room(self) -> G | None:
        """Who must go without anybody new; None if nobody is waited for."""
        goes = self._oldest_of(self._greediest()) if self._here else None
        if goes is not None:
            self.leave(goes)
        return goes

    def ask_again(self, guest: G) -> None:
        """It has had its answer, and may ask for more."""
        if guest in self._here:
            del self._here[guest]
            self._here[guest] = None

    def leave(self, guest: G) -> None:
        """It is no more connected, or no more counted here. Harmless when it was not."""
        if guest in self._here:
            del self._here[guest]
            self._counts[guest.address] -= 1
            if not self._counts[guest.address]:
                del self._counts[guest.address]

    def _greediest(self) -> str:
        """The address with the most connections."""
        return self._counts.most_common(1)[0][0]

    def _oldest_of(self, address: str) -> G | None:
        """Of those from this address, the first that is waited for."""
        here = (each for each in self._here if each.address == address and each.is_waiting)
        return next(here, None)
