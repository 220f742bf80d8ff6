"""How a score came about: for each deal of a game the rule, the cards and the arithmetic.

A file for each game. Made of what the record makes public, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tricktable.rules.record import Record
from tricktable.service.reckoning import etori, torite, tredici, triatri, troika
from tricktable.service.reckoning.account import Story
from tricktable.service.reckoning.deals import Deal, deals

STORIES: Final[Mapping[str, Callable[[Deal, tuple[str, ...]], Story]]] = {
    "torite": torite.story,
    "triatri": triatri.story,
    "etori": etori.story,
    "tredici": tredici.story,
    "troika": troika.story,
}


def stories(record: Record, names: tuple[str, ...]) -> tuple[Story, ...]:
    """Every deal of the game, the newest first."""
    told = [STORIES[record.header.game](deal, names) for deal in deals(record)]
    return tuple(told[::-1])
