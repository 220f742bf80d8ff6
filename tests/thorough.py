"""How long a property is tried: a moment in each run, longer where THOROUGH=20 or so is set."""

import os

from hypothesis import settings

FACTOR = int(os.environ.get("THOROUGH", "1"))
"""By how much more than in a normal run."""


def examples(count: int) -> settings:
    """Settings for a property that is tried with `count` examples in a normal run."""
    return settings(max_examples=count * FACTOR)
