"""House rules: which values each can have, and which it has in a game. What they do is a game's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

Values = tuple[object, ...]
"""The values of one house rule, the default first; a `range` or `Form` stands for all of its."""


class Form(NamedTuple):
    """Values that are too many to list."""

    fits: Callable[[object], bool]
    words: str


COMMON_OPTIONS: Final[Mapping[str, Values]] = {
    "revoke_action": ("flag", "undo", "void_deal"),
    "hand_scan": ("off", "optional", "required"),
}
"""House rules of every game: how the table acts, never what a record means."""


def allows(values: Values, value: object) -> bool:
    """Whether a house rule can have this value; 1, 1.0 and true are three different ones."""
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


def in_words(values: Values) -> str:
    """The values as a person reads them: `45, 0 to 99, none`."""
    return ", ".join(map(_word, values))


def _word(value: object) -> str:
    if isinstance(value, range):
        return f"{value[0]} to {value[-1]}"
    return value.words if isinstance(value, Form) else str(value)
