"""A game at a glance, for people who choose one: a line, and a few of its cards. Only values."""

from typing import NamedTuple


class PortraitCard(NamedTuple):
    """A card of the picture."""

    code: str
    """As records write it: `5H`."""
    note: str = ""
    """What stands below it, three characters at most, the same in every language: `+5`."""


class Portrait(NamedTuple):
    """What a game is, before anybody has begun it."""

    line: str = ""
    """A message: what one does in it, in one line. Empty if the game does not say."""
    cards: tuple[PortraitCard, ...] = ()
    """The picture, from left to right: five cards at most. The line says the same in words."""
    minutes: tuple[int, int] = (0, 0)
    """How long a game takes people who know it, from and to; zeros if the game does not say."""
