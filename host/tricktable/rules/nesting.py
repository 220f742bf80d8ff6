"""Finds how deeply JSON is nested before anybody parses it. Knows no record and no file.

A parser that exhausts the stack breaks whatever Python does next: an object that is finalized just
then fails for want of stack, and says so on somebody's terminal.
"""

from __future__ import annotations

import re
from typing import Final

DEEPEST: Final = 500
"""Half of Python's stack; nothing written for a table is nested deeper than ten."""
_PARTS: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|([\[{])|([\]}])', re.DOTALL)


def is_too_deep(text: str) -> bool:
    """Whether lists and objects stand in each other deeper than DEEPEST; brackets in texts do not.

    Of what is no JSON it tells how deep a reader might get at most.
    """
    if len(text) <= DEEPEST or text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for part in _PARTS.finditer(text):
        if part[1]:
            depth += 1
            if depth > DEEPEST:
                return True
        elif part[2]:
            depth -= 1
    return False
