"""What waits, by the address it is for: addresses take turns, and none waits for all of another.

Wakes nobody and knows no time.
"""

import sys
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class FairQueue(Generic[T]):
    """Things that wait. Each address's come in their order, one from each address in turn.

    Mutable.
    """

    def __init__(self, in_order: int = sys.maxsize) -> None:
        """Of an address for which more than `in_order` wait, the last that came is the next.

        Else whoever comes behind a flood of the same address, as from a club's router, would wait
        for all of it, again and again.
        """
        self._in_order = in_order
        self._waiting: OrderedDict[str, OrderedDict[T, None]] = OrderedDict()
        """By address; the first one has the next turn."""
        self._held: dict[str, OrderedDict[T, None]] = {}
        """Those of addresses that have no turn for now."""
        self._count = 0

    def __len__(self) -> int:
        """How many wait."""
        return self._count

    def has_next(self) -> bool:
        """Whether something waits whose address is not held back."""
        return bool(self._waiting)

    def of(self, address: str) -> int:
        """How many wait for this address."""
        return len(self._of(address))

    def add(self, address: str, thing: T) -> None:
        """Let one more wait."""
        there = self._held if address in self._held else self._waiting
        there.setdefault(address, OrderedDict())[thing] = None
        self._count += 1

    def next(self) -> tuple[str, T]:
        """Take out what is next, with its address. Only while there is something: `has_next`."""
        address, theirs = self._waiting.popitem(last=False)
        thing, _ = theirs.popitem(last=len(theirs) > self._in_order)
        if theirs:
            self._waiting[address] = theirs
        self._count -= 1
        return address, thing

    def remove(self, address: str, thing: T) -> bool:
        """Take this one out. Returns whether it waited."""
        theirs = self._of(address)
        if thing not in theirs:
            return False
        del theirs[thing]
        if not theirs:
            self._waiting.pop(address, None)
        self._count -= 1
        return True

    def hold(self, address: str) -> None:
        """Give this address no turn until `release`. Harmless if it is held back already."""
        if address not in self._held:
            self._held[address] = self._waiting.pop(address, OrderedDict())

    def release(self, address: str) -> None:
        """Give this address its turns again. Harmless if it is not held back."""
        if theirs := self._held.pop(address, None):
            self._waiting[address] = theirs

    def newest_of_greediest(self) -> tuple[str, T]:
        """The last that came for the address for which most wait. Only while something waits."""
        address = max((*self._waiting, *self._held), key=self.of)
        return address, next(reversed(self._of(address)))

    def _of(self, address: str) -> OrderedDict[T, None]:
        return self._waiting.get(address) or self._held.get(address) or OrderedDict()
