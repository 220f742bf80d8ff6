"""Long work of one thread, during which the other threads of the host go first.

CPython lets only one thread run at a time, and takes the turn from a busy one only after 5 ms. A
request needs some eight turns: a write waited 60 to 120 ms at each table while a record of 1.8 MB
was read at one of them. So whoever computes for seconds rests now and then.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
WORKS_S: Final = 0.001
"""The minimum time between two rests. A system's shortest sleep is some tenths of this."""


def giving_way(
    work: Iterable[T],
    now_s: Callable[[], float] = time.perf_counter,
    rest: Callable[[float], None] = time.sleep,
) -> Iterator[T]:
    """The same items; between two of them it rests for as long as whoever takes them has worked.

    So the work takes twice as long, and all the others have half of that time.
    """
    since_s = now_s()
    for item in work:
        yield item
        worked_s = now_s() - since_s
        if worked_s >= WORKS_S:
            rest(worked_s)
            since_s = now_s()
