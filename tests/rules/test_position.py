"""A summary's detail, made of a position's fields."""

from typing import NamedTuple, TypedDict

import pytest

from tricktable.rules.position import detail


class Told(TypedDict):
    """A contract, as a summary tells it."""

    bid: str
    by: list[int]


class Detail(TypedDict):
    """What a summary tells of a moment."""

    now: Told | None
    before: list[Told]
    none: Told | None
    bids: list[int | None]
    sides: list[list[int]]


class Contract(NamedTuple):
    """A contract, with a property and with more than is told."""

    level: int
    by: tuple[int, ...]

    @property
    def bid(self) -> str:
        """The level and a suit."""
        return f"{self.level}S"


class Position(NamedTuple):
    """A moment, with more than is told."""

    now: Contract | None
    before: tuple[Contract, ...]
    none: Contract | None
    bids: tuple[int | None, ...]
    sides: tuple[tuple[int, ...], ...]
    hidden: str = "5H"


MOMENT = Position(Contract(2, (0, 2)), (Contract(1, ()),), None, (3, None), ((0, 2), (1,)))


def test_a_detail_has_the_fields_of_its_shape_and_no_others() -> None:
    assert detail(MOMENT, Detail) == {
        "now": {"bid": "2S", "by": [0, 2]},
        "before": [{"bid": "1S", "by": []}],
        "none": None,
        "bids": [3, None],
        "sides": [[0, 2], [1]],
    }


def test_a_key_without_a_field_is_an_error() -> None:
    with pytest.raises(AttributeError, match="now"):
        detail(Contract(1, ()), Detail)
