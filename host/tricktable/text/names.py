"""The names of cards, suits, people and teams. Knows nothing about the state of a game."""

from collections.abc import Iterable, Sequence
from typing import Final

from tricktable.text.language import _, message

SUIT_NAMES: Final = {
    "C": message("clubs"),
    "D": message("diamonds"),
    "H": message("hearts"),
    "S": message("spades"),
    "J": message("jacks"),
    "W": message("jokers"),
    "R": message("fire"),
    "B": message("water"),
    "G": message("wood"),
}
ONE_OF_SUIT: Final = {
    "C": message("club"),
    "D": message("diamond"),
    "H": message("heart"),
    "S": message("spade"),
}
"""Said after the number 1: a bid of one heart."""
RANK_NAMES: Final = {
    "2": message("two"),
    "3": message("three"),
    "4": message("four"),
    "5": message("five"),
    "6": message("six"),
    "7": message("seven"),
    "8": message("eight"),
    "9": message("nine"),
    "T": message("ten"),
    "J": message("jack"),
    "Q": message("queen"),
    "K": message("king"),
    "A": message("ace"),
}
MOST_NAMED: Final = 3
"""This many people are named one by one: four names would be longer than what is said of them, and
hardly a game has larger teams."""

Names = Sequence[str]


def suit_name(letter: str) -> str:
    """`hearts` for H, `fire` for R, in the current language."""
    return _(SUIT_NAMES[letter])


def card_name(code: str) -> str:
    """`queen of hearts` for QH, `seven of fire` for 7R, `imitation 1` for X1, `joker 1` for 1W."""
    if code.startswith("X"):
        return _("imitation {number}", number=code[1])
    if code.endswith("W"):
        return _("joker {number}", number=code[0])
    return _("{rank} of {suit}", rank=_(RANK_NAMES[code[0]]), suit=suit_name(code[1]))


def seat_name(seat: int | None, names: Names) -> str:
    """The name of a seat, its number if nobody is named, or `The table` for no seat."""
    if seat is None:
        return _("The table")
    return names[seat] if seat < len(names) else _("seat {number}", number=seat + 1)


AND: Final = message("{one} and {other}")
OR: Final = message("{one} or {other}")
NEXT: Final = message("{one}, {other}")
"""Between two items of a list; before AND or OR, between all but the last two."""


def list_in_words(things: Iterable[str], last: str = AND) -> str:
    """`Ann`, `Ann and Bo`, `Ann, Bo and Cy`; `last` is AND or OR, or NEXT for commas alone."""
    *before, end = things
    if not before:
        return end
    others = before[0]
    for each in before[1:]:
        others = _(NEXT, one=others, other=each)
    return _(last, one=others, other=end)


def people(seats: Iterable[int], names: Names, last: str = AND) -> str:
    """The names of the people in these seats, listed the same way."""
    return list_in_words([names[seat] for seat in seats], last)


def team(seats: Sequence[int], names: Names) -> str:
    """A team's people by name; a large team by its first person: `Ann's team`."""
    if len(seats) > MOST_NAMED:
        return _("{who}'s team", who=names[seats[0]])
    return people(seats, names)
