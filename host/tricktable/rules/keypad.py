"""The keys of the board, their numbers, and rows of keys for a list of values.

Knows no table and no question.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tricktable.rules.cards import BY_CODE, RANKS, SUITS
from tricktable.rules.values import JsonValue, bounded

Keys = tuple[str, ...]
"""Keys pressed one after the other."""
KEYS: Final = frozenset((*RANKS, *SUITS, "OK", "UNDO", "MENU"))
"""The keys of the board."""
NUMBERS: Final[Mapping[str, int]] = {
    "OK": 0,
    "A": 1,
    **{rank: number for number, rank in enumerate(RANKS[:-1], start=2)},
}
"""The number of a key: OK is zero, the ace one, J, Q and K eleven to thirteen."""
NUMBER_KEYS: Final[Mapping[int, str]] = {number: key for key, number in NUMBERS.items()}
LIST_KEYS: Final = RANKS[:8]
"""The keys of a numbered list, 2 to 9."""
DIGITS: Final[Mapping[str, str]] = {"T": "0", "A": "1", **{key: key for key in LIST_KEYS}}
"""The digits of a number that is typed, by their keys; OK ends it."""
_BESIDE_DIGITS: Final = ("OK", *"JQK", *SUITS)
"""The keys for values beside such numbers."""
_LISTED: Final = 6
"""How many answers a small display lists below each other (`tableboard.screens.ask_page`)."""


def rows(values: Sequence[JsonValue]) -> list[Keys]:
    """The keys that say each of these values.

    A number is the key that counts as much and a suit its own key, where all values are such.
    A card is its rank, then its suit. More numbers in a row are typed, digit by digit. All else is
    a numbered list; where one or two screens hold it, the first values are one key each.
    """
    if all(type(value) is int and value in NUMBER_KEYS for value in values):
        return [(NUMBER_KEYS[value],) for value in values if isinstance(value, int)]
    if all(isinstance(value, str) and value in tuple(SUITS) for value in values):
        return [(value,) for value in values if isinstance(value, str)]
    if are_cards(values):
        return [tuple(str(value)) for value in values]
    bounds, others = bounded(values)
    if bounds is not None and bounds.least >= 0 and len(others) <= len(_BESIDE_DIGITS):
        beside = iter(_BESIDE_DIGITS)
        return [_typed(each) if type(each) is int else (next(beside),) for each in values]
    if len(values) < 2 * _LISTED:
        return _in_two_screens(len(values))
    base, length = _LISTED, 1
    while base**length < len(values):
        length += 1
    steps = [base**place for place in reversed(range(length))]
    return [
        tuple(LIST_KEYS[number // step % base] for step in steps) for number in range(len(values))
    ]


def are_cards(values: Sequence[JsonValue]) -> bool:
    """Whether each of these many values is a card of the four suits."""
    known = (isinstance(each, str) and each in BY_CODE and each[1] in SUITS for each in values)
    return len(values) > len(LIST_KEYS) and all(known)


def _typed(number: int) -> Keys:
    keys = {digit: key for key, digit in DIGITS.items()}
    return (*(keys[digit] for digit in str(number)), "OK")


def _in_two_screens(count: int) -> list[Keys]:
    """One key each for as many as fit; the last line of a full screen leads to the others."""
    if count <= _LISTED:
        return [(key,) for key in LIST_KEYS[:count]]
    first, more = LIST_KEYS[: _LISTED - 1], LIST_KEYS[_LISTED - 1]
    return [*((key,) for key in first), *((more, key) for key in LIST_KEYS[: count - len(first)])]
