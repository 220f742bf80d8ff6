"""Chairs at a table at which nobody plays: who sits there, with a phone or without, and who plays.

Through the table and its journal, so that all of it survives a restart and another host.
"""

from pathlib import Path

import pytest

from rig.table import Rig
from table.test_split_hosts import FarJournal, away, saved_again
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.table import commands, seating

PEOPLE = ("Ann", "Bo", "Cy", "Di")


def sit(rig: Rig, seat: int, name: str) -> str:
    """A phone of this person takes that chair; why it cannot, or nothing."""
    return rig.table.claim(seat, seating.digest(name), "", name).reason


def seat_of(rig: Rig, name: str) -> int | None:
    """Where that person's phone sits."""
    sitting = rig.table.phone_view(seating.digest(name), is_acting=True)
    return sitting.seat if sitting.known.sits else None


def chairs(rig: Rig) -> tuple[str, ...]:
    return rig.view.chairs


def all_sit(rig: Rig) -> None:
    for seat, name in enumerate(PEOPLE):
        assert sit(rig, seat, name) == ""


def refused(rig: Rig, request: commands.Request) -> str:
    answer = rig.ask(request)
    assert not answer.is_done
    return answer.reason


def test_phones_take_chairs_by_name_and_there_is_always_one_more(rig):
    assert chairs(rig) == ("",) * 4
    assert sit(rig, 2, "Cy") == ""
    assert chairs(rig) == ("", "", "Cy", "")
    all_but = [name for name in PEOPLE if name != "Cy"]
    for seat, name in zip((0, 1, 3), all_but, strict=True):
        sit(rig, seat, name)
    assert chairs(rig) == (*("Ann", "Bo", "Cy", "Di"), "")
    for seat in range(4, MOST_PLAYERS):
        assert sit(rig, seat, f"P{seat}") == ""
    assert len(chairs(rig)) == MOST_PLAYERS, "no game has more seats"
    assert refused(rig, commands.AddPlayer("Zoe")) == "All chairs are taken."


def test_what_is_not_possible_says_why_and_loses_nothing(rig):
    sit(rig, 0, "Ann")
    for seat, name, why in (
        (0, "Bo", "Ann sat down there a moment ago; choose another chair."),
        (1, "", "Type your name first."),
        (1, " \u200b ", "Type your name first."),
        (1, "ann", "There is already a ann at this table; add a letter."),
        (12, "Bo", "That chair is not there any more."),
    ):
        assert rig.table.claim(seat, seating.digest("Bo"), "", name).reason == why
    assert refused(rig, commands.AddPlayer("ANN")).startswith("There is already")
    assert refused(rig, commands.SwapChairs(0, 9)) == "That chair is not there any more."
    assert "draw again" in refused(rig, commands.DrawSeats([1, 0]))
    assert "Ann" in chairs(rig)
    assert seat_of(rig, "Ann") == 0


def test_the_host_adds_swaps_draws_renames_and_empties(rig):
    sit(rig, 0, "Ann")
    rig.ask(commands.AddPlayer("Max"))
    rig.ask(commands.SwapChairs(0, 3))
    assert chairs(rig) == ("", "Max", "", "Ann")
    assert seat_of(rig, "Ann") == 3, "a phone goes with its person"
    rig.ask(commands.DrawSeats([1, 0]))
    assert chairs(rig)[:2] == ("Ann", "Max")
    rig.ask(commands.Rename(1, "Maxi"))
    rig.ask(commands.SendAway(0))
    assert chairs(rig) == ("", "Maxi", "", "")
    assert seat_of(rig, "Ann") is None
    assert sit(rig, 1, "whoever") == "", "a phone may come for somebody whom the host has added"
    assert chairs(rig)[1] == "Maxi"


def test_a_phone_that_leaves_frees_its_chair(rig):
    all_sit(rig)
    rig.table.leave(seating.digest("Bo"))
    assert chairs(rig) == ("Ann", "", "Cy", "Di")


def test_behind_a_closed_door_phones_wait_for_the_host_or_their_button(rig):
    rig.ask(commands.CloseSeats())
    for seat, name in enumerate(PEOPLE[:3]):
        assert sit(rig, seat, name) == ""
    assert chairs(rig) == ("",) * 4
    assert rig.view.names[0] == "Ann", "whom the host is asked to let in"
    rig.button(1, "long")
    assert chairs(rig) == ("", "Bo", "", "")
    numbers = " ".join(each.number for _, each in rig.view.claims)
    rig.ask(commands.LetAllIn(numbers))
    assert chairs(rig) == ("Ann", "Bo", "Cy", "")


def test_whoever_sits_there_plays_and_keeps_phone_and_place(rig):
    all_sit(rig)
    rig.ask(commands.SwapChairs(0, 1))
    rig.restart()
    assert chairs(rig)[:4] == ("Bo", "Ann", "Cy", "Di")
    assert "this is for 3" in refused(rig, commands.NewGame("torite", 3))
    rig.ask(commands.NewGame("torite", 4))
    assert rig.view.names == ("Bo", "Ann", "Cy", "Di")
    assert chairs(rig) == ()
    rig.restart()
    assert [seat_of(rig, name) for name in PEOPLE] == [1, 0, 2, 3]


def test_a_key_of_the_board_begins_with_them_too_and_other_seats_have_no_phone(rig):
    sit(rig, 2, "Cy")
    rig.ask(commands.SwapChairs(2, 0))
    rig.press("3")
    assert rig.view.names == ("Cy", "Seat 2", "Seat 3")
    assert [place.is_taken for place in rig.table.snapshot().places] == [True, False, False]


@pytest.mark.parametrize("again", ["torite", "troika"])
def test_a_second_touch_of_begin_unseats_nobody(rig, again):
    all_sit(rig)
    rig.ask(commands.NewGame("torite", 4))
    rig.ask(commands.Rename(1, "Max"))
    assert rig.ask(commands.NewGame(again, 4)).is_done
    assert rig.view.names == ("Ann", "Max", "Cy", "Di")
    assert [place.is_taken for place in rig.table.snapshot().places] == [True] * 4
    assert rig.ask(commands.NewGame("torite", 3)).is_done
    assert rig.view.names == ("Seat 1", "Seat 2", "Seat 3")


def test_two_of_one_name_are_nobody_of_those_who_sat_there(rig):
    all_sit(rig)
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Ann", "Cy", "Zoe"]))
    assert [seat_of(rig, name) for name in PEOPLE] == [None, None, 2, None]


def test_after_a_game_its_people_sit_down_anew_and_choose_another(rig):
    all_sit(rig)
    rig.ask(commands.NewGame("torite", 4))
    rig.button(0)
    rig.button(0)
    rig.play("0:QH")
    assert refused(rig, commands.SitDownAnew()) == "The game is not over; end it first."
    rig.ask(commands.NextGame(abandon=True))
    assert rig.ask(commands.SitDownAnew()).is_done
    assert chairs(rig) == (*PEOPLE, "")
    assert rig.view.view is None
    sit(rig, 4, "Eve")
    rig.restart()
    assert [seat_of(rig, name) for name in (*PEOPLE, "Eve")] == [0, 1, 2, 3, 4]
    rig.ask(commands.NewGame("tredici", 5, options={"teams": [[0, 1], [2, 3, 4]]}))
    assert [seat_of(rig, name) for name in (*PEOPLE, "Eve")] == [0, 1, 2, 3, 4]


def test_after_a_game_its_people_sit_down_anew_by_their_newest_names(rig):
    all_sit(rig)
    rig.ask(commands.NewGame("torite", 4))
    rig.ask(commands.NextGame(abandon=True))
    rig.ask(commands.Rename(1, "Max"))
    assert rig.ask(commands.SitDownAnew()).is_done
    assert chairs(rig) == ("Ann", "Max", "Cy", "Di", "")


def test_a_name_that_is_forgotten_leaves_the_chairs(rig):
    all_sit(rig)
    rig.table.forget("Bo")
    assert chairs(rig)[:4] == ("Ann", "Player 1", "Cy", "Di")
    assert "Bo" not in "".join(row.body for row in rig.table.rows())
    assert seat_of(rig, "Bo") == 1


# --- two hosts ------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path) -> Rig:
    return Rig(tmp_path, FarJournal(tmp_path / "journal.db"))


@pytest.fixture
def there(here: Rig, tmp_path: Path) -> Rig:
    return Rig(tmp_path, boot="b0a4d0b0")


def test_who_sits_down_at_either_host_while_they_are_apart_sits_there(here, there):
    sit(here, 0, "Ann")
    there.table.catch_up()
    away(here)
    sit(here, 1, "Bo")
    sit(there, 2, "Cy")
    there.ask(commands.SwapChairs(0, 3))
    saved_again(here)
    there.table.catch_up()
    for rig in (here, there):
        assert chairs(rig) == ("", "Bo", "Cy", "Ann")
        assert [seat_of(rig, name) for name in PEOPLE[:3]] == [3, 1, 2]


@pytest.mark.parametrize("seat", [1, 2])
def test_of_two_who_took_one_chair_or_one_name_the_later_has_none(here, there, seat):
    sit(here, 0, "Ann")
    there.table.catch_up()
    away(here)
    name = "Max" if seat == 2 else "Bo"
    assert here.table.claim(1, seating.digest("ours"), "", "Max").reason == ""
    assert there.table.claim(seat, seating.digest("theirs"), "", name).reason == ""
    saved_again(here)
    there.table.catch_up()
    for rig in (here, there):
        assert [each for each in chairs(rig) if each] == ["Ann", name]
        assert (seat_of(rig, "ours"), seat_of(rig, "theirs")) == (None, seat)
    assert "Max" in here.said


def test_who_sat_down_where_a_game_had_begun_elsewhere_acts_for_nobody(here, there):
    sit(here, 0, "Ann")
    there.table.catch_up()
    away(here)
    sit(here, 1, "Bo")
    sit(there, 1, "Cy")
    there.ask(commands.NewGame("torite", 2))
    saved_again(here)
    assert here.view.names == ("Ann", "Cy")
    for rig in (here, there):
        assert [seat_of(rig, name) for name in PEOPLE[:3]] == [0, None, 1]
