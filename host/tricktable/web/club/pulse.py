"""Tells organisers' pages that something has changed in the club or at any table, and not what.

A browser's stream carries no token. So the page, told once, asks with the token that it has; until
somebody has asked, nothing more is told, however much happens.
"""

from itertools import count
from typing import Final, NamedTuple

from tricktable.store.journal import CLUB
from tricktable.web.guest.fragment import RETRY_MS
from tricktable.web.live.broadcast import Broadcast, Showable
from tricktable.web.live.feed import Feed

KIND: Final = "organiser"


class Beat(NamedTuple):
    """Something has changed."""

    number: int

    @property
    def code(self) -> str:
        """The club's name where tables have their code."""
        return CLUB


class Pulse:
    """An audience of the club and of all tables. Mutable; any thread may call any method."""

    def __init__(self, feed: Feed) -> None:
        self.beats: Broadcast[Beat] = Broadcast(feed, _encode, KIND)
        """What the pages follow."""
        self._numbers = count(1)
        self._is_told = False

    def show(self, _view: Showable) -> None:
        """Tell that something has changed, unless that is told and nobody has looked since."""
        # Two threads may both tell it: then a page looks once more.
        if not self._is_told:
            self._is_told = True
            self.beats.show(Beat(next(self._numbers)))

    def looks(self) -> None:
        """Somebody is about to look."""
        self._is_told = False


def _encode(beat: Beat) -> bytes:
    return b"retry: %d\nevent: changed\ndata: %d\n\n" % (RETRY_MS, beat.number)
