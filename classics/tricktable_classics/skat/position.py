"""What anybody may know of a moment of Skat beyond the trick. Values alone."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypedDict

from tricktable.rules.position import detail
from tricktable.rules.view import View

What = Literal["deal", "bid", "skat", "discard", "game", "open", "play", "over"]
"""What is awaited."""
PASS, HOLD = "pass", "hold"
NULL, GRAND = "N", "G"
HAND, SCHNEIDER, SCHWARZ, OUVERT = "hand", "schneider", "schwarz", "ouvert"
BASES: Final = {"D": 9, "H": 10, "S": 11, "C": 12, GRAND: 24}
"""What a game counts each time (S5)."""
NULLS: Final = {
    (): 23,
    (HAND,): 35,
    (OUVERT,): 46,
    (HAND, OUVERT): 59,
}
"""What null is worth, by what was said with it."""
OPEN_CALLS: Final = (*BASES, NULL, f"{NULL} {OUVERT}")
"""The games of whoever has picked up the skat …"""
HAND_CALLS: Final = (
    *(
        f"{game} {said}"
        for game in BASES
        for said in (HAND, *(f"{HAND} {each}" for each in (SCHNEIDER, SCHWARZ, OUVERT)))
    ),
    f"{NULL} {HAND}",
    f"{NULL} {HAND} {OUVERT}",
)
"""… and of whoever has not: with schneider or schwarz announced, or with open cards (S4)."""
VALUES: Final = tuple(
    sorted(
        {
            base * times
            for game, base in BASES.items()
            for times in range(2, 12 if game == GRAND else 19)
        }
        | {*NULLS.values()}
    )
)
"""All that a game can be worth: what can be bid (S2)."""


class SkatDeal(TypedDict):
    """A deal that is over; gains by seat."""

    declarer: int | None
    """Null if everybody passed."""
    game: str
    """As it was announced; `ramsch`, or empty if the cards were thrown in."""
    bid: int
    value: int
    """What the game counted, before a loss doubles it."""
    points: int
    """Of the cards that the declarer took, with the skat; 0 in null."""
    won: bool
    factor: int
    """1, 2 after contra or 4 after re."""
    gains: list[int]


class SkatDetail(TypedDict):
    """Skat's part of a summary."""

    bid: int
    """The highest of the running deal so far; 0 before the first."""
    declarer: int | None
    game: str
    """As it was announced; `ramsch` if everybody passed; empty before that."""
    factor: int
    """1, 2 after contra or 4 after re."""
    totals: list[int]
    """By seat."""
    deals: list[SkatDeal]


class Deal(NamedTuple):
    """A deal that is over; gains by seat."""

    declarer: int | None
    game: str
    bid: int
    value: int
    points: int
    won: bool
    is_overbid: bool
    matadors: int
    """With so many, negative for without."""
    times: int
    """What the base was multiplied by; 0 for null."""
    factor: int
    """What contra and re multiply it by (S11)."""
    gains: tuple[int, ...]


class Position(NamedTuple):
    """How the game stands."""

    what: What
    dealer: int | None
    bid: int
    is_answer: bool
    """Whether the bid is to be held or passed."""
    declarer: int | None
    game: str
    factor: int
    of: int
    """So many deals are played."""
    is_seeger: bool
    """Whether games that are won and lost count besides (S8)."""
    totals: tuple[int, ...]
    deals: tuple[Deal, ...]

    def as_json(self) -> SkatDetail:
        """The game's part of the summary."""
        return detail(self, SkatDetail)


SkatView = View[Position]


def parts(call: str) -> tuple[str, tuple[str, ...]]:
    """A game's letter, and what was said with it: `("G", ("hand", "schneider"))`."""
    game, *said = call.split()
    return game, tuple(said)
