"""What a viewpoint may know of a moment of Tredici. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

What = Literal["deal", "target", "stack", "discard", "draw", "give", "over"]
"""All that the game can wait for, as records call it."""


class Position(NamedTuple):
    """What lies where, by count; owners (teams, or seats alone) by number."""

    what: What
    stacks: tuple[int, ...]
    """Cards that each owner has set aside."""
    hands: tuple[int, ...]
    """By seat."""
    draw: int
    discard: int
    hand_size: int
    kische: int | None
    """The seat that called kisché last."""
    targets: tuple[str | None, ...]
    """The suit that each owner collects, where the viewpoint may know it."""
    purged: tuple[int, ...]
    """The seats that the last kisché purged."""
    owners: tuple[tuple[int, ...], ...]
    """The seats of each owner."""
    seats: tuple[int, ...]
    """The seats of which any may act next."""
    cards: int | None
    """How many cards are due, where a number is."""
    may_call: tuple[int, ...]
    """Who may call kisché now."""
    stacked: tuple[tuple[int, ...], ...]
    """The cards of each stack as they lie, in threes."""
    is_between_turns: bool
    """Nobody has begun the next turn: kisché can be called, and a draw agreed on."""

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary (record.md, `detail` by game)."""
        return {
            "stacks": list(self.stacks),
            "hands": list(self.hands),
            "draw": self.draw,
            "discard": self.discard,
            "hand_size": self.hand_size,
            "kische": self.kische,
            "targets": list(self.targets),
            "purged": list(self.purged),
            "owners": [list(each) for each in self.owners],
        }


TrediciView = View[Position]
