"""House rules: the values that each can have, and the meaning of each value in words.

Games know what they do. No value lacks its sentence: both are written in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple

from tricktable.rules.values import HouseRules, JsonValue, rows_in
from tricktable.text.language import Message, _, message, verbatim


class Form(NamedTuple):
    """Values too many to list."""

    fits: Callable[[JsonValue], bool]
    words: str
    """A message: what they are, with these fields."""
    fields: Mapping[str, object] = {}

    def __str__(self) -> str:
        return _(self.words, **self.fields)


Values = tuple[JsonValue | range | Form, ...]
"""The values of one house rule, the default first; a `range` or `Form` covers all its values."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule of a game."""

    name: str
    """As records write it."""
    title: str
    """A message: its label in a form."""
    values: Values
    meaning: Callable[[JsonValue], Message]
    """The meaning of one of its values, as a sentence."""
    rulings: tuple[str, ...] = ()
    """The numbers of the game's rulings that it settles otherwise."""

    @property
    def default(self) -> JsonValue:
        """The value that a record may leave out; None if it must always give one."""
        first = self.values[0]
        return None if isinstance(first, (range, Form)) else first

    def is_default(self, value: JsonValue) -> bool:
        """Whether this value is the default; 1 and true differ (record.md, section 1)."""
        return value == self.default and type(value) is type(self.default)


class Preset(NamedTuple):
    """House rules that people know, or choose, by one name."""

    name: str
    """In addresses: lower-case letters."""
    title: str
    """A message: what people call it."""
    options: HouseRules
    """What is not as the book has it."""


TEAMS: Final = "teams"
"""The name, in every game that has it, of the house rule that sets who plays with whom."""

Options = Mapping[str, Option]
"""The house rules of a game by name, in the order of its sheet."""


class NamedChoice(NamedTuple):
    """A house rule whose values are yet to be told."""

    name: str
    title: str
    rulings: tuple[str, ...]

    def of(self, sentences: Mapping[JsonValue, str] | None = None, **by_word: str) -> Option:
        """The house rule with these values, the default first, each with its sentence (a message).

        Values that are words stand as they are: `no=message("Nobody bids blind.")`.
        """
        told = dict[JsonValue, str]([*(sentences or {}).items(), *by_word.items()])
        return Option(
            self.name, self.title, tuple(told), lambda value: Message(told[value]), self.rulings
        )


def choice(name: str, title: str, *rulings: str) -> NamedChoice:
    """A house rule with a few values, `of` these; the numbers of the rulings that it settles."""
    return NamedChoice(name, title, rulings)


def number(
    name: str,
    title: str,
    values: Values,
    sentence: str,
    words: Mapping[JsonValue, str] | None = None,
    rulings: tuple[str, ...] = (),
) -> Option:
    """A house rule that is a number.

    Args:
        name: as records write it.
        title: what a form calls it.
        values: the default and a range, and words if some are no numbers.
        sentence: a message that tells the number as `{number}`.
        words: the sentences of values that are no numbers.
        rulings: as in `Option`.
    """
    others = words or {}

    def meaning(value: JsonValue) -> Message:
        return Message(others[value]) if value in others else Message(sentence, {"number": value})

    return Option(name, title, values, meaning, rulings)


def whole(least: int, most: int, other: str = "") -> Form:
    """The whole numbers from one to another, and perhaps a word: what is bid, say."""

    def fits(value: JsonValue) -> bool:
        if isinstance(value, str):
            return bool(other) and value == other
        return type(value) is int and least <= value <= most  # `True` is no number

    words = message("a number from {least} to {most}")
    if other:
        words = message("a number from {least} to {most}, or {other}")
    return Form(fits, words, {"least": least, "most": most, "other": other})


def teams(players: int, rulings: tuple[str, ...] = ()) -> Option:
    """The house rule that tells who plays with whom: two to four teams with every seat once."""
    form = Form(
        lambda value: _are_teams(value, players), message("2 to 4 lists with every seat once")
    )
    return Option(TEAMS, message("Teams"), (form,), _with_whom, rulings)


def even_teams(players: int) -> list[list[int]]:
    """Teams of neighbours, as even as can be: four, three or two, whichever divides best.

    A record has no more than four (record.md, section 2).
    """
    count = next((teams for teams in (4, 3) if players % teams == 0), 2)
    return [[s for s in range(players) if s * count // players == team] for team in range(count)]


def by_name(options: Iterable[Option], *, can_revoke: bool = True) -> Options:
    """A game's house rules, after those about revokes, unless any card may always be played."""
    return {each.name: each for each in (*(COMMON if can_revoke else ()), *options)}


def always(*options: Option) -> Callable[[int, HouseRules], Options]:
    """The house rules of a game that has the same with any number of players."""
    return lambda _players, _chosen: by_name(options)


COMMON: Final = (
    choice("revoke_action", message("Revoke action")).of(
        flag=message("A proved revoke is announced and play continues."),
        undo=message("After a proved revoke the table asks whether to go back to that trick."),
        void_deal=message("After a proved revoke the table asks whether to throw the hand in."),
    ),
    choice("hand_scan", message("Reading hands")).of(
        off=message("Hands need not be read."),
        optional=message("Hands may be read after the deal; a revoke can then be proved at once."),
        required=message(
            "Every hand must be read after the deal; the table reminds anyone who forgets."
        ),
    ),
)
"""House rules about revokes: how the table acts, never what a record means."""


def allows(values: Values, value: JsonValue) -> bool:
    """Whether a house rule can have this value; 1, 1.0 and true differ (record.md, section 1)."""
    for each in values:
        if isinstance(each, range):
            found = type(value) is int and value in each
        elif isinstance(each, Form):
            found = each.fits(value)
        else:
            found = type(value) is type(each) and value == each
        if found:
            return True
    return False


def number_in(chosen: HouseRules, name: str) -> int:
    """The value of a house rule that is always a number."""
    found = chosen[name]
    assert isinstance(found, int), f"{name} is {found!r}"
    return found


def seats_by_team(chosen: HouseRules) -> list[list[int]]:
    """Who plays with whom, in a game with that house rule; empty where nobody says."""
    return rows_in(chosen.get(TEAMS))


def listable_values(values: Values) -> tuple[JsonValue, ...]:
    """All values that can be listed, each once, a range number by number."""
    found: list[JsonValue] = []
    for value in values:
        if isinstance(value, range):
            found += value
        elif not isinstance(value, Form):
            found.append(value)
    return tuple({repr(each): each for each in found}.values())  # 1 and true differ


def in_words(values: Values) -> str:
    """The values as a person reads them: `45, 0 to 99, none`."""
    return ", ".join(map(_word, values))


def _word(value: JsonValue | range | Form) -> str:
    if isinstance(value, range):
        return _("{least} to {most}", least=value[0], most=value[-1])
    return str(value)


def _are_teams(value: JsonValue, players: int) -> bool:
    lists = rows_in(value)
    seats = sorted(seat for team in lists for seat in team)
    # Two to four lists with every seat once: record.md, section 2.
    return lists == value and all(lists) and 2 <= len(lists) <= 4 and seats == [*range(players)]


def _with_whom(value: JsonValue) -> Message:
    named = _side_by_side(message("{one}; {other}"), map(_team, rows_in(value)))
    return Message("Teams: {teams}.", {"teams": named})


def _team(seats: Iterable[int]) -> Message:
    numbers = (verbatim(seat + 1) for seat in seats)
    return Message(
        "seats {numbers}", {"numbers": _side_by_side(message("{one} and {other}"), numbers)}
    )


def _side_by_side(joint: str, things: Iterable[Message]) -> Message:
    return reduce(lambda one, other: Message(joint, {"one": one, "other": other}), things)
