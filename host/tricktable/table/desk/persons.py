"""Tells people apart by name: a phone belongs to a person, not to a chair.

A person is `game.seat`, where they first sat at this table, so that no other name and no
later game changes who it is. Decides, and does no I/O.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tricktable.rules.entries import BadLine

Persons = tuple[str, ...]
"""The person on each seat."""


def at_beginning(
    said: object, persons: Persons, before: Sequence[str], now: Sequence[str], game: int
) -> Persons:
    """Who sits where once game `game` has begun: as its row says, if it does.

    Otherwise as `in_next_game` has it. Raises: BadLine, for a row that cannot be so.
    """
    if said is None:
        return in_next_game(persons, before, now, game)
    if not isinstance(said, list) or len(said) != len(now):
        raise BadLine("it does not name a person for each seat")
    return tuple(str(person) or f"{game}.{seat}" for seat, person in enumerate(said))


def in_next_game(persons: Persons, before: Sequence[str], now: Sequence[str], game: int) -> Persons:
    """Who sits where once game `game` has begun.

    Args:
        persons: who sat where in the game before.
        before: the names then, seat by seat, as they were at its end.
        now: the names with which this game begins.
        game: its number at this table, from 1.

    A name that one seat had and one seat has is the same person. If two share a name,
    nobody can tell who has moved: both are new, for a phone must never show a stranger's hand.
    """
    same = _persons_by_seat(persons, before, now)
    return tuple(same.get(seat, f"{game}.{seat}") for seat in range(len(now)))


def after_renaming(persons: Persons, before: Sequence[str], now: Sequence[str]) -> Persons:
    """Who sits where after names have changed during a game.

    A person whose name is on another seat has changed places; a new name belongs to the same
    person's.
    """
    same = _persons_by_seat(persons, before, now)
    moved = {seat: person for seat, person in same.items() if persons[seat] != person}
    if sorted(moved.values()) != sorted(persons[seat] for seat in moved):
        return persons  # somebody took another's name: nobody has left a seat
    return tuple(moved.get(seat, person) for seat, person in enumerate(persons))


def _persons_by_seat(
    persons: Persons, before: Sequence[str], now: Sequence[str]
) -> Mapping[int, str]:
    """The seats whose name one seat had before, each with the person who had it."""
    was, are = [_fold(name) for name in before], [_fold(name) for name in now]
    often, often_now = Counter(was), Counter(are)
    known = dict(zip(was, persons, strict=False))
    return {
        seat: known[name]
        for seat, name in enumerate(are)
        # Two people of one name cannot be told apart: better a phone that asks again than one that
        # shows a stranger's hand.
        if name in known and often[name] == often_now[name] == 1
    }


def _fold(name: str) -> str:
    return " ".join(name.split()).casefold()
