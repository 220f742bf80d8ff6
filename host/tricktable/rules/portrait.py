"""A game at a glance, for people who choose one: a line, and a few of its cards. Only values."""

from typing import Final, NamedTuple


class PortraitCard(NamedTuple):
    """A card of the picture."""

    code: str
    """As records write it: `5H`."""
    note: str = ""
    """What stands below it, three characters at most, the same in every language: `+5`."""


_CODE: Final = 2
"""Characters."""


class Portrait(NamedTuple):
    """What a game is, before anybody has begun it."""

    line: str = ""
    """A message: what one does in it, in one line. Empty if the game does not say."""
    picture: str = ""
    """Its cards, from left to right, five at most, each with its note behind it: `5H+5 3S−3`.

    The line says the same in words.
    """
    minutes: tuple[int, int] = (0, 0)
    """How long a game takes people who know it, from and to; zeros if the game does not say."""

    @property
    def cards(self) -> tuple[PortraitCard, ...]:
        """The cards of the picture."""
        return tuple(PortraitCard(each[:_CODE], each[_CODE:]) for each in self.picture.split())
