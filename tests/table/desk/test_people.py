"""Names by the keypad, and who changes places."""

from pathlib import Path

import pytest

from records.lines import record_of
from rig.moments import at
from rig.table import Rig
from tricktable.table import commands
from tricktable.table.desk.changes import NamesRow, desk_change, note_row
from tricktable.table.desk.desk import Desk, OpenDialogue
from tricktable.table.desk.menu import menu_keys
from tricktable.table.desk.moment import History, Moment
from tricktable.table.desk.people import LETTERS, ask_name, ask_swap, spelt, take_name, take_swap
from tricktable.table.notes import Note


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    return rig


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ("", ""),
        ("2", "A"),
        ("222", "C"),
        ("2222", "A"),
        ("2A2", "Aa"),
        ("26A6", "Amm"),
        ("99937A777", "Ydpr"),
        ("2T2", "A A"),
        ("7777", "S"),
        ("A2", "A"),
    ],
)
def test_letters_are_keyed_as_on_a_telephone(keys, name):
    assert spelt(keys) == name


def test_a_name_is_keyed_for_the_seat_whose_button_was_pressed(rig):
    rig.choose("game", "people", "change a name")
    rig.button(1)
    rig.press("3", "8", "8", "8", "3", "3")
    assert rig.prompt.text == "Seat 2: Dve"
    rig.press("UNDO")
    assert rig.prompt.text == "Seat 2: Dvd"
    rig.restart()
    rig.press("OK")
    assert (rig.view.names, rig.view.asked) == (("Ann", "Dvd", "Cy", "Di"), None)
    rig.play("0:QH")


@pytest.mark.parametrize(("button", "name"), [*enumerate(["Ann", "Bo", "Cy", "Di"])])
def test_the_name_is_that_of_the_seat_until_a_letter_is_keyed(rig, button, name):
    rig.choose("game", "people", "change a name")
    rig.button(button)
    assert rig.prompt.text == f"Seat {button + 1}: {name}"


def test_the_menu_gives_the_keys_that_lead_to_a_line(rig):
    now = Moment(Desk(), rig.table.record(), rig.decks, rig.view.names, History())
    keys = menu_keys(now, "name")
    assert keys is not None
    rig.press("MENU", *keys)
    assert rig.prompt.text == "Whose name?"
    assert menu_keys(now, "no such line") is None


def test_no_letters_leave_the_name(rig):
    rig.choose("game", "people", "change a name")
    rig.press("A", "OK")
    assert rig.view.names == ("Ann", "Bo", "Cy", "Di")


def test_two_change_places_by_buttons_or_numbers_and_the_next_game_keeps_that(rig):
    rig.choose("game", "people", "swap two players")
    rig.button(0)
    assert rig.prompt.text == "Ann swaps with whom?"
    assert rig.prompt.options == (("2", "Bo"), ("3", "Cy"), ("4", "Di"))
    rig.press("A")  # not with oneself
    assert rig.said == "That key does nothing here."
    rig.press("4")
    assert rig.view.names == ("Di", "Bo", "Cy", "Ann")
    rig.choose("game", "play again, same seats")
    assert rig.view.names == ("Di", "Bo", "Cy", "Ann")


@pytest.mark.parametrize(("seats", "rows"), [(5, ()), (6, (("A-K", "the seat's number"),))])
def test_more_than_five_are_one_row_of_numbers(rig, seats, rows):
    teams = {"teams": [[0, 1], [*range(2, seats)]]}
    assert rig.ask(commands.NewGame("tredici", seats, [], teams, abandon=True)).is_done
    rig.choose("game", "people", "change a name")
    assert len(rig.prompt.options) == seats
    assert rig.prompt.rows == rows


@pytest.mark.parametrize("key", ["OK", "5", "K", "H", "MENU"])
def test_nobody_sits_there(rig, key):
    rig.choose("game", "people", "change a name")
    rig.press(key)
    assert rig.view.names == ("Ann", "Bo", "Cy", "Di")
    assert rig.said == "That key does nothing here." or key == "MENU"


# --- without a table -----------------------------------------------------------------------------

FOUR = at(record_of(4))
ALL_NAMES = tuple("abcdefghijklm")
THIRTEEN = at(record_of(13, [], "tredici", teams=[[0, 1], [*range(2, 13)]]), names=ALL_NAMES)
SEAT_KEYS = "A23456789TJQK"
NO_ANSWER = note_row(Note("no_such_answer"))


@pytest.mark.parametrize("about", ["name", "swap"])
def test_every_seat_that_there_is_has_its_number_and_no_other_key_is_one(about):
    ask, take = (ask_name, take_name) if about == "name" else (ask_swap, take_swap)
    for now in (FOUR, THIRTEEN):
        asking = OpenDialogue(about)
        listed = dict(zip(SEAT_KEYS, now.names, strict=False))
        assert dict(ask(now, asking).options) == listed
        assert bool(ask(now, asking).rows) is (len(listed) > 5)
        for key in (*SEAT_KEYS, "OK", "C", "H"):
            is_seat = key in listed
            chosen = desk_change(asking=asking._replace(keys=(key,)))
            assert [*take(now, asking, key)] == [chosen if is_seat else NO_ANSWER]


def test_each_pair_changes_places_and_nobody_else():
    for now in (FOUR, THIRTEEN):
        seats = dict(zip(SEAT_KEYS, range(len(now.names)), strict=False))
        for first, one in seats.items():
            asking = OpenDialogue("swap", keys=(first,))
            asked = ask_swap(now, asking)
            assert asked.text.endswith("swaps with whom?")
            others = {key: now.names[seat] for key, seat in seats.items() if key != first}
            assert dict(asked.options) == others
            assert bool(asked.rows) is (len(others) > 5)
            for key in (*SEAT_KEYS, "OK", "C"):
                names = [*now.names]
                if key in others:
                    other = seats[key]
                    names[one], names[other] = names[other], names[one]
                    expected = [NamesRow(names), desk_change(asking=None)]
                else:
                    expected = [NO_ANSWER]
                assert [*take_swap(now, asking, key)] == expected


def test_a_name_is_spelt_for_its_seat_with_letters_and_ended_with_ok():
    for seat, key in enumerate("A234"):
        asking = OpenDialogue("name", keys=(key, "2", "2", "T"))
        asked = ask_name(FOUR, asking)
        assert asked.text == f"Seat {seat + 1}: B "
        letters = [("A", "next letter"), *LETTERS.items(), ("OK", "done")]
        assert asked.options == tuple(letters)
        names = [*FOUR.names]
        names[seat] = "B"
        named = [NamesRow(names), desk_change(asking=None)]
        assert [*take_name(FOUR, asking, "OK")] == named
        for letter in "23456789TA":
            more = desk_change(asking=asking._replace(keys=(*asking.keys, letter)))
            assert [*take_name(FOUR, asking, letter)] == [more]
        for other in "JQKCDHS":
            assert [*take_name(FOUR, asking, other)] == [NO_ANSWER]
        nothing = OpenDialogue("name", keys=(key,))
        same = [NamesRow([*FOUR.names]), desk_change(asking=None)]
        assert [*take_name(FOUR, nothing, "OK")] == same
