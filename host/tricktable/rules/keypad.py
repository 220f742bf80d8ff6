"""The keys of the board, their numbers, and rows of keys for a list of values.

Knows no table and no question.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tricktable.rules.cards import BY_CODE, RANKS, SUITS, WILD
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
_FOR_WORDS: Final = ("OK", *"JQK", *SUITS)
"""The keys for values beside numbers, as long as no number has them."""
_LISTED: Final = 6
"""How many answers a small display lists below each other (`tableboard.screens.ask_page`)."""


def rows(values: Sequence[JsonValue]) -> list[Keys]:
    """The keys that say each of these values.

    A number is the key that counts as much, and a suit its own key, where all values are such. A
    card is its rank, then its suit, and a joker J, then its number. More numbers in a row are
    typed, digit by digit. Words beside numbers have keys that no number has. All else is a numbered
    list; where one or two screens hold it, the first values are one key each.
    """
    if all(isinstance(value, str) and value in tuple(SUITS) for value in values):
        return [(value,) for value in values if isinstance(value, str)]
    if are_cards(values):
        return [keys_of_card(str(value)) for value in values]
    numbers = [value for value in values if type(value) is int]
    said: dict[JsonValue, Keys] = {}
    if all(number in NUMBER_KEYS for number in numbers):
        said = {number: (NUMBER_KEYS[number],) for number in numbers}
    elif (bounds := bounded(values)[0]) is not None and bounds.least >= 0:
        said = {number: _keys_for(number) for number in numbers}
    taken = {keys[0] for keys in said.values()}
    free = [(key,) for key in _FOR_WORDS if key not in taken]
    if said and len(values) <= len(numbers) + len(free):
        words = iter(free)
        return [said[value] if type(value) is int else next(words) for value in values]
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
    """Whether each of these many values is a card of the four suits, or a joker."""
    suits = (*SUITS, WILD)
    known = (isinstance(each, str) and each in BY_CODE and each[1] in suits for each in values)
    return len(values) > len(LIST_KEYS) and all(known)


def keys_of_card(code: str) -> Keys:
    """The keys of a card: its rank and its suit; of a joker the jack, and its number."""
    return ("J", NUMBER_KEYS[int(code[0])]) if code[1] == WILD else tuple(code)


def _keys_for(number: int) -> Keys:
    keys = {digit: key for key, digit in DIGITS.items()}
    return (*(keys[digit] for digit in str(number)), "OK")


def _in_two_screens(count: int) -> list[Keys]:
    """One key each for as many as fit; the last line of a full screen leads to the others."""
    if count <= _LISTED:
        return [(key,) for key in LIST_KEYS[:count]]
    first, more = LIST_KEYS[: _LISTED - 1], LIST_KEYS[_LISTED - 1]
    return [*((key,) for key in first), *((more, key) for key in LIST_KEYS[: count - len(first)])]
