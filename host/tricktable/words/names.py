"""What cards, suits, bids, people and their teams are called. Knows nothing of a moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tricktable.rules.cards import COLOURS, RANKS, SUITS
from tricktable.rules.view import View

SUIT_NAMES: Final = dict(
    zip(
        SUITS + COLOURS,
        ("clubs", "diamonds", "hearts", "spades", "fire", "water", "wood"),
        strict=True,
    )
)
RANK_NAMES: Final = dict(
    zip(
        RANKS,
        ("two three four five six seven eight nine ten jack queen king ace").split(),
        strict=True,
    )
)
LARGEST_TEAM_NAMED: Final = 3
_BID_KINDS: Final = {"N": " No", "L": " Low"}

Names = Sequence[str]


def card_name(code: str) -> str:
    """`queen of hearts` for QH, `seven of fire` for 7R, `imitation 1` for X1."""
    if code.startswith("X"):
        return f"imitation {code[1]}"
    return f"{RANK_NAMES[code[0]]} of {SUIT_NAMES[code[1]]}"


def bid_name(bid: str) -> str:
    """`7`, `7 No` for 7N, `7 Low` for 7L."""
    number = bid.rstrip("NL")
    return number + _BID_KINDS.get(bid[len(number) :], "")


def trump_name(trump: object) -> str:
    """What is trump, from a suit letter, `none` or `low`: `hearts`, `no trump`, `low`."""
    return {"none": "no trump", "low": "low"}.get(str(trump)) or SUIT_NAMES[str(trump)]


def printable(text: str) -> str:
    """The text on one line, without what could paint a terminal or turn its writing round."""
    return "".join(each if each.isprintable() else " " for each in text)


def who(seat: int | None, names: Names) -> str:
    """The name of a seat, or `The table` for none."""
    return "The table" if seat is None else names[seat]


def people(seats: Iterable[int], names: Names, joint: str = "and") -> str:
    """`Ann`, `Ann and Bo`, `Ann, Bo and Cy`."""
    *others, last = [names[seat] for seat in seats]
    return f"{', '.join(others)} {joint} {last}" if others else last


def team(seats: Sequence[int], names: Names) -> str:
    """The people of a team by name, or a large one by its first: `Ann's team`."""
    if len(seats) > LARGEST_TEAM_NAMED:
        return f"{names[seats[0]]}'s team"
    return people(seats, names)


def owners(view: View) -> list[list[int]]:
    """The seats that win together, side by side: teams where the game has them."""
    seats = range(view.seats)
    if view.game == "tredici":
        teams: Any = view.detail["owners"]
        return [list(each) for each in teams]
    count = {"etori": view.seats // 2, "troika": 2}.get(view.game, view.seats)
    return [list(seats[number::count]) for number in range(count)]
