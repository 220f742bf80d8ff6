"""A journal that a host cannot reach, whole or call by call, while the test says so."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

from tricktable.store.journal import Journal, Outage

BREAKS: Final = Outage("the journal is away")
CALLS: Final = frozenset(
    (
        "append read read_on find overwrite look tables newest extents phones homes keep_homes"
        " shelved shelve take renew renew_all let_go leases"
    ).split()
)
"""What may be asked of a journal and may fail; `hints` and `close` raise nothing."""


class Far:
    """Passes each call on to the journal below, unless `fails`, which gets its name, says no."""

    def __init__(self, below: Journal) -> None:
        self._below = below
        self.fails: Callable[[str], bool] = lambda _: False

    def __getattr__(self, name: str) -> Any:
        there = getattr(self._below, name)
        if name not in CALLS:
            return there

        @wraps(there)
        def call(*args: Any, **kwargs: Any) -> Any:
            if self.fails(name):
                raise Outage(str(BREAKS))
            return there(*args, **kwargs)

        return call


def far(below: Journal) -> tuple[Journal, Far]:
    """The journal as hosts see it, and what makes it fail."""
    made = Far(below)
    return cast(Journal, made), made
