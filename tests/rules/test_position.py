"""A summary's detail, made of a position's fields."""

from dataclasses import dataclass
from typing import Literal

from tricktable.rules.position import SummaryPart, awaited_in, told_of

FROZEN = dataclass(frozen=True, slots=True)


@FROZEN
class Contract(SummaryPart):
    """A contract, with a property that is not told."""

    bid: str
    by: tuple[int, ...]

    @property
    def level(self) -> int:
        """The tricks beyond six."""
        return int(self.bid[0])


@FROZEN
class Detail(SummaryPart):
    """What a summary tells of a moment."""

    now: Contract | None
    before: tuple[Contract, ...]
    none: Contract | None
    bids: tuple[int | None, ...]
    sides: tuple[tuple[int, ...], ...]


@FROZEN
class Result(Contract):
    """A contract with more than is told."""

    tricks: int


@FROZEN
class Position(Detail):
    """A moment, with more than is told."""

    what: Literal["bid", "over"]
    before: tuple[Result, ...]


BEFORE = (Result("1S", (), 9),)
MOMENT = Position(Contract("2S", (0, 2)), BEFORE, None, (3, None), ((0, 2), (1,)), "bid")


def test_a_summary_has_what_is_told_and_no_more() -> None:
    assert MOMENT.as_json() == {
        "now": {"bid": "2S", "by": [0, 2]},
        "before": [{"bid": "1S", "by": []}],
        "none": None,
        "bids": [3, None],
        "sides": [[0, 2], [1]],
    }


def test_what_is_told_and_awaited_is_read_from_the_position() -> None:
    assert told_of(Position) is Detail
    assert awaited_in(Position) == ("bid", "over")
