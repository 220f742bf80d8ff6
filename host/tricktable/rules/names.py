"""A typed name made safe to show: short, on one line, with nothing hidden in it.

Escaping is the templates' business; this is about what survives escaping.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

MAX_NAME: Final = 20
"""Characters shown of a name; "Maximiliane-Charlotte" is still recognisable."""
MAX_READ: Final = 400
"""Characters looked at: a longer name is hostile or a mistake."""
MAX_MARKS: Final = 2
"""Combining marks kept on one letter: Vietnamese needs two, a tower of fifty covers the page."""

# Unicode TR44 general categories. Cf holds the bidi controls (TR9) and the zero-width characters.
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
# Letters and a symbol that print nothing: Hangul fillers and the empty Braille pattern.
_EMPTY: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MARKS: Final = frozenset(("Mn", "Me"))
_BLANKS: Final = frozenset(("Zs", "Zl", "Zp"))


@lru_cache(maxsize=256)
def shown(name: str, instead: str) -> str:
    """The name, safe to show, or `instead` if nothing of it is left."""
    kept: list[str] = []
    marks = 0
    # Composed first: an accent of its own and the letter with it are one character then, and no
    # mark.
    for character in unicodedata.normalize("NFC", name[:MAX_READ]):
        category = unicodedata.category(character)
        marks = marks + 1 if category in _MARKS else 0
        if category in _BLANKS or character in "\t\n\r":
            kept.append(" ")
        elif category not in _HIDDEN and character not in _EMPTY and marks <= MAX_MARKS:
            kept.append(character)
    clean = " ".join("".join(kept).split())
    # Of blanks and marks alone nobody could read or press anything.
    if not any(unicodedata.category(each)[0] in "LNPS" for each in clean):
        return instead
    return clean if len(clean) <= MAX_NAME else clean[: MAX_NAME - 1].rstrip() + "…"


def name_key(name: str) -> str:
    """What two spellings of one name have in common: neither blanks nor capitals count."""
    return shown(name, "").casefold()
