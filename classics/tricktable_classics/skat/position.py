"""What anybody may know of a moment of Skat beyond the trick. Values alone."""

from dataclasses import dataclass
from typing import Final, Literal

from tricktable.rules.position import SummaryPart
from tricktable.rules.view import View

NextStep = Literal["deal", "bid", "skat", "discard", "game", "open", "play", "over"]
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


@dataclass(frozen=True, slots=True)
class SkatDeal(SummaryPart):
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
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SkatDetail(SummaryPart):
    """Skat's part of a summary."""

    bid: int
    """The highest in the deal that runs, or ran last; 0 before the first."""
    declarer: int | None
    """Of that deal; null until its auction is over."""
    game: str
    """As it was announced; `ramsch` if everybody passed; empty before that."""
    factor: int
    """1, 2 after contra or 4 after re."""
    totals: tuple[int, ...]
    """By seat."""
    deals: tuple[SkatDeal, ...]


@dataclass(frozen=True, slots=True)
class Deal(SkatDeal):
    """A deal that is over; gains by seat."""

    is_overbid: bool = False
    matadors: int = 0
    """With so many, negative for without."""
    times: int = 0
    """What the base was multiplied by; 0 for null."""


@dataclass(frozen=True, slots=True)
class Position(SkatDetail):
    """How the game stands."""

    what: NextStep
    deals: tuple[Deal, ...]
    is_answer: bool
    """Whether the bid is to be held or passed."""
    is_seeger: bool
    """Whether games that are won and lost count besides (S8)."""


SkatView = View[Position]


def parts(call: str) -> tuple[str, tuple[str, ...]]:
    """A game's letter, and what was said with it: `("G", ("hand", "schneider"))`."""
    game, *said = call.split()
    return game, tuple(said)
