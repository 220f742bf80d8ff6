"""Whether the rules run as they are written, or compiled (`make fast`)."""

from typing import Final

import pytest

from tricktable.rules import record

AS_WRITTEN: Final = pytest.mark.skipif(
    not record.__file__.endswith(".py"),
    reason="compiled: a value has the type that it says, and nothing else stands for a game",
)
"""For what replaces a game's values by others, or looks into how types are written."""
