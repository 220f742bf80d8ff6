"""What every game has alike: a header's seats, names, owners and deck, and how teams sit."""

from dataclasses import replace

import pytest

from records.lines import header
from tricktable.games import GAMES
from tricktable.rules.cards import STANDARD, mask
from tricktable.rules.deck import COMMON_PACK
from tricktable.rules.game import Header, by_sides, opposite


def of(players: int, seats: int) -> Header:
    """The header of a game for this many players, at this many seats."""
    rules = replace(GAMES["torite"], seats=lambda _: seats, owners=by_sides)
    return replace(header(4), rules=rules, players=players)


@pytest.mark.parametrize(
    ("players", "seats", "unmanned", "owners"),
    [
        (4, 4, [], ((0,), (1,), (2,), (3,))),
        (3, 4, [3], ((0,), (1,), (2,), (3,))),
        (1, 3, [1, 2], ((0,), (1,), (2,))),
        (1, 1, [], ((0,),)),
    ],
)
def test_a_header_tells_its_seats_and_whose_have_no_person(players, seats, unmanned, owners):
    head = of(players, seats)
    assert (head.game, head.seats, [*head.dummy_seats], head.owners) == (
        "torite",
        seats,
        unmanned,
        owners,
    )


def test_a_header_tells_its_pack_and_the_cards_of_it_that_are_played_with():
    assert (header(4).pack, header(4).deck) == (COMMON_PACK, mask(STANDARD))
    few = replace(header(4), rules=replace(header(4).rules, deck=lambda head: head.players))
    assert few.deck == 4


def test_given_names_come_first_and_the_other_seats_have_their_default_names():
    assert header(4).seat_names == ("North", "East", "South", "West")
    for names, told in (
        ((), ("North", "East", "South", "West")),
        (("Ann",), ("Ann", "East", "South", "West")),
        (("Ann", "Bo", "Cy", "Di"), ("Ann", "Bo", "Cy", "Di")),
    ):
        assert replace(header(4), names=names).seat_names == told


@pytest.mark.parametrize(
    ("seats", "teams", "owners"),
    [
        (4, 2, ((0, 2), (1, 3))),
        (6, 2, ((0, 2, 4), (1, 3, 5))),
        (6, 3, ((0, 3), (1, 4), (2, 5))),
        (3, 3, ((0,), (1,), (2,))),
    ],
)
def test_people_of_one_team_sit_apart(seats, teams, owners):
    assert opposite(of(seats, seats), teams) == owners


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_a_printed_game_shows_its_name_and_no_card(game):  # type: ignore[type-arg]
    assert repr(game) == f"Game({game.name!r})"
