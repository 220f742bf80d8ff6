"""How loud and how bright the board is: kept for good, and sent with every picture."""

import json

import pytest

from rig.table import Rig
from tableboard import screens
from tricktable.board.picture import picture
from tricktable.table import commands


def on_the_board(rig: Rig) -> tuple[int, int]:
    """How loud and how bright the board takes it to be."""
    page = screens.page(picture(rig.view))
    return page.volume, page.brightness


@pytest.mark.parametrize(("key", "volume"), [("2", 0), ("3", 1), ("4", 2)])
def test_a_sound_is_chosen(rig, key, volume):
    rig.choose("table", "sound")
    rig.press(key)
    assert on_the_board(rig) == (volume, 4)
    assert rig.said.startswith("Sound: ")


@pytest.mark.parametrize(("key", "brightness"), [("2", 1), ("3", 2), ("4", 3), ("5", 4)])
def test_a_brightness_is_chosen(rig, key, brightness):
    rig.choose("table", "brightness")
    rig.press(key)
    assert on_the_board(rig) == (2, brightness)


def test_it_outlasts_cards_games_and_restarts(rig):
    rig.choose("table", "sound")
    rig.press("3")
    rig.choose("table", "brightness")
    rig.press("3")
    rig.begin()
    rig.play("0:QH")
    rig.ask(commands.NextGame())
    rig.restart()
    assert on_the_board(rig) == (1, 2)
    told = json.loads(picture(rig.view))
    assert (told["v"], told["g"]) == (1, 2)


@pytest.mark.parametrize(
    ("line", "key"), [("sound", "5"), ("sound", "A"), ("brightness", "6"), ("brightness", "A")]
)
def test_another_key_changes_nothing(rig, line, key):
    rig.choose("table", line)
    rig.press(key)
    assert rig.said == "That key does nothing here."
    assert on_the_board(rig) == (2, 4)
    assert rig.said == "That key does nothing here."
