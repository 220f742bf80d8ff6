"""What anybody may know of a moment of The Torite beyond the trick. Values alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tricktable.rules.view import View

What = Literal["deal", "leader", "stacks", "pairing", "turn_up", "play", "show", "over"]
"""All that the game can wait for, as records call it."""
Lost = Literal["tricks", "suits"]
"""What does not fit: the numbers of tricks, or two kept cards of one suit."""
Code = str
"""A card as records write it."""


class Round(NamedTuple):
    """What each seat has of one round."""

    tricks: tuple[int, ...]
    kept: tuple[Code | None, ...]
    """The card that each seat has shown at the end of it."""


class Position(NamedTuple):
    """How the game stands."""

    what: What
    rounds: tuple[Round, ...]
    """The rounds so far, the running one last."""
    set_aside: Code | None
    """The card left over with three players, once it is shown."""
    won: bool | None
    """None while it is open."""
    score: int | None
    """Of a win."""
    target: tuple[int, ...]
    """The numbers of tricks that win, the most first."""
    of_rounds: int
    """How many rounds are played."""
    left: int
    """Tricks of this round that are still to be played."""
    finals: tuple[tuple[int, ...], ...]
    """For each seat, the numbers of tricks in this round that still lead to a win."""
    lost_by: Lost | None
    """Why the game cannot be won any more."""
    face_up: tuple[Code, ...]
    """The dummy's cards that lie face up."""

    @property
    def kept_suits(self) -> list[str]:
        """The suit letter of every kept card that is shown, and of the one set aside."""
        kept = (code for each in self.rounds for code in each.kept)
        return [code[1] for code in (*kept, self.set_aside) if code is not None]

    def as_json(self) -> dict[str, object]:
        """The game's part of the summary (record.md, `detail` by game)."""
        return {
            "rounds": [
                {"tricks": list(each.tricks), "kept": list(each.kept)} for each in self.rounds
            ],
            "set_aside": self.set_aside,
            "won": self.won,
            "score": self.score,
            "possible": self.lost_by is None,
        }


ToriteView = View[Position]
