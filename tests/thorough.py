"""How long a property is tried: a moment in each run, longer where THOROUGH or EXAMPLES is set."""

import os
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

from hypothesis import settings

FACTOR = int(os.environ.get("THOROUGH", "1"))
"""By how much more than in a normal run."""
V = TypeVar("V")
LEAST = int(os.environ.get("EXAMPLES", "1"))
"""With this many examples at least; `make test-long` asks for 1,000."""


def examples(count: int, steps: int | None = None) -> settings:
    """Settings for a property that is tried with `count` examples in a normal run.

    For a state machine, `steps` says how long each example may be.
    """
    found = settings(max_examples=max(count * FACTOR, LEAST))
    return found if steps is None else settings(found, stateful_step_count=steps)


def some(values: Sequence[V], of: object, every: int = 4) -> Sequence[V]:
    """One in so many of these values, others for each thing that they are tried on.

    All of them where thorough.
    """
    every = 1 if FACTOR > 1 else every
    return values[crc32(str(of).encode()) % every :: every]
