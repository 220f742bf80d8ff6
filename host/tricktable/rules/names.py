"""A typed name made safe to show: short, on one line, with nothing hidden in it.

Escaping is the templates' business; this is about what survives escaping.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import islice
from typing import Final

from tricktable.text.characters import characters, look, visible

MAX_NAME: Final = 20
"""Characters shown of a name, as people see them; "Maximiliane-Charlotte" is still recognisable."""
MAX_READ: Final = 400
"""Code points looked at: a longer name is hostile or a mistake."""


@lru_cache(maxsize=256)
def shown(name: str, instead: str) -> str:
    """The name, safe to show, or `instead` if nothing of it is left."""
    clean = visible(name[:MAX_READ])
    # Of blanks and marks alone nobody could read or press anything.
    if not any(unicodedata.category(each)[0] in "LNPS" for each in clean):
        return instead
    seen = [*islice(characters(clean), MAX_NAME + 1)]
    if len(seen) <= MAX_NAME:
        return clean
    return visible("".join(seen[: MAX_NAME - 1])) + "…"


def name_key(name: str) -> str:
    """What two spellings of one name have in common: no blanks, capitals or joiners count."""
    return look(shown(name, "")).casefold()
