"""Sentences about a game for displays and terminals, and what cards and people are called.

Names and outcomes are said in the language being spoken, for pages say them too; all else is
English, as displays and terminals are. Decides nothing.
"""

from tricktable.games.troika.topics import bid_name, trump_name
from tricktable.text.names import (
    AND,
    NEXT,
    OR,
    RANK_NAMES,
    SUIT_NAMES,
    Names,
    card_name,
    listed,
    people,
    printable,
    suit_name,
    team,
    who,
)
from tricktable.words.happenings import declared, happened

__all__ = [
    "AND",
    "NEXT",
    "OR",
    "RANK_NAMES",
    "SUIT_NAMES",
    "Names",
    "bid_name",
    "card_name",
    "declared",
    "happened",
    "listed",
    "people",
    "printable",
    "suit_name",
    "team",
    "trump_name",
    "who",
]
