"""Sentences about a game, in English, for displays and terminals. Decides nothing."""

from tricktable.words.findings import finding
from tricktable.words.happenings import declared, ended, happened
from tricktable.words.moments import (
    BUTTON,
    DEALS,
    awaited,
    due,
    outcome,
    place,
    standing,
    waiting_for,
)
from tricktable.words.names import (
    RANK_NAMES,
    SUIT_NAMES,
    Names,
    bid_name,
    card_name,
    owners,
    people,
    printable,
    team,
    trump_name,
    who,
)

__all__ = [
    "BUTTON",
    "DEALS",
    "RANK_NAMES",
    "SUIT_NAMES",
    "Names",
    "awaited",
    "bid_name",
    "card_name",
    "declared",
    "due",
    "ended",
    "finding",
    "happened",
    "outcome",
    "owners",
    "people",
    "place",
    "printable",
    "standing",
    "team",
    "trump_name",
    "waiting_for",
    "who",
]
