"""Verdicts: what was improper at the table, and from whose point of view it is known.

A finding names nobody without proof. Findings are always derived from the entries; none is stored.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, NewType, TypeGuard, get_args

from tricktable.rules.cards import Card

PUBLIC: Final = -1
"""The viewpoint of anybody in the room: no card that was only held."""
REFEREE: Final = -2
"""The viewpoint that knows every card the table has read."""

Viewpoint = int
"""`PUBLIC`, `REFEREE`, or a seat, which knows its own held cards."""


def may_know(viewpoint: Viewpoint, seat: int) -> bool:
    """Whether the viewpoint knows the cards held in that seat's hand."""
    return viewpoint in (REFEREE, seat)


CommonRule = Literal["follow", "turn", "starter"]
"""To follow the suit led, to wait for one's turn, and to lead first if one has the start card."""
COMMON_RULES: Final[frozenset[str]] = frozenset(get_args(CommonRule))
OwnRule = NewType("OwnRule", str)
"""A rule that only its game has, in lower case; the game has the words, `Game.improper`."""
HEAD, TRUMP, OVERTRUMP = map(OwnRule, ("head", "trump", "overtrump"))
"""Duties that several games have: `TrickGame.heading` says what each of them is."""
OPENING, UNBROKEN, FIRST_TRICK = map(OwnRule, ("opening", "unbroken", "first_trick"))
"""What comes too early in several games: `Bans` says what each of them is."""
ASTRAY: Final = OwnRule("pass")
"""A card that was passed to one hand comes from another."""


def is_common(rule: str) -> TypeGuard[CommonRule]:
    """Whether trick games share this rule."""
    return rule in COMMON_RULES


class Finding(NamedTuple):
    """One improper thing, as known now to a viewpoint."""

    # In this order findings are sorted: by entry, rule and grade (record.md, section 4).
    seq: int
    """The entry that was improper."""
    rule: CommonRule | OwnRule
    grade: str
    """`proved`, or `someone` if it happened but nobody can be named."""
    seat: int | None
    """Who did it; None for grade `someone`."""
    proof: tuple[int, ...]
    """The entries that prove it."""
    card: Card | None = None
    """The card that proves it, if one does; summaries leave it to the entries."""

    def as_json(self) -> dict[str, object]:
        """The finding as written in a summary."""
        return {
            "rule": self.rule,
            "grade": self.grade,
            "seat": self.seat,
            "seq": self.seq,
            "proof": list(self.proof),
        }
