"""What seats are called when nobody has named them."""

import pytest

from tricktable.rules.seats import default_names


@pytest.mark.parametrize(
    ("players", "seats", "names"),
    [
        (4, 4, ("North", "East", "South", "West")),
        (3, 3, ("Seat 1", "Seat 2", "Seat 3")),
        (2, 2, ("Seat 1", "Seat 2")),
        (1, 2, ("You", "Dummy")),
    ],
)
def test_every_seat_has_a_name(players, seats, names):
    assert default_names(players, seats) == names
