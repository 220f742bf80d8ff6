"""Names of people: typed ones made safe to show, and those of seats that nobody has named.

A typed name becomes short, on one line, with nothing hidden in it. Escaping is the templates'
business; this is about what survives escaping.
"""

import unicodedata
from functools import lru_cache
from itertools import islice
from typing import Final

from tricktable.text.characters import characters, look, visible
from tricktable.text.language import message

MAX_NAME: Final = 20
"""Characters shown of a name, as people see them; "Maximiliane-Charlotte" is still recognisable."""
MAX_READ: Final = 400
"""Code points looked at: a longer name is hostile or a mistake."""


@lru_cache(maxsize=256)
def safe_name(name: str, instead: str) -> str:
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
    return look(safe_name(name, "")).casefold()


COMPASS = (message("North"), message("East"), message("South"), message("West"))
SOLO = (message("You"), message("Dummy"))
DEFAULTS = frozenset(COMPASS + SOLO)


def default_names(players: int, seats: int) -> tuple[str, ...]:
    """One name for each seat, for a table that gave none.

    `seats` is larger than `players` only where one player also plays a dummy.
    """
    if seats > players:
        return SOLO
    if seats == len(COMPASS):
        return COMPASS
    return tuple(f"Seat {number}" for number in range(1, seats + 1))
