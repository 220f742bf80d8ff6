"""An earlier card of the deal is picked by its trick and put right, with keys alone."""

import json
from pathlib import Path

import pytest

from rig.hands import SelfPlay
from rig.table import Rig
from tricktable.rules.cards import card
from tricktable.rules.entries import Played
from tricktable.sim.acts import Begin
from tricktable.sim.autoplay import FAST
from tricktable.sim.stage import request_for_game
from tricktable.table.desk.earlier import LaidCard, _pages


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH 3:4H 0:5H 1:6H 2:7C")
    rig.choose("correct", "an earlier card")
    return rig


def first_trick(rig: Rig) -> list[tuple[int, str]]:
    """The deal's first trick as it counts now."""
    return list(rig.game.tricks[0].plays)


def test_tricks_are_listed_by_their_numbers_and_cards_by_who_played_them(rig):
    assert rig.options == {"A": "Trick 1", "2": "Trick 2", "3": "Trick 3"}
    rig.press("A")
    assert rig.options == {"2": "Ann QH", "3": "Bo 2H", "4": "Cy KH", "5": "Di 3H"}
    rig.press("UNDO", "3")
    assert rig.options == {"2": "Cy 7C"}


def test_more_than_three_tricks_are_one_row_of_numbers(rig):
    rig.press("UNDO")
    rig.play("3:8C 0:9C 1:TC")
    rig.choose("correct", "an earlier card")
    assert rig.options.keys() == {"A", "2", "3"}
    assert rig.prompt.rows == rig.prompt.options
    rig.press("UNDO")
    rig.play("1:3C")
    rig.choose("correct", "an earlier card")
    assert rig.prompt.rows == (("A-4", "the trick's number; A is 1"),)


@pytest.mark.parametrize(
    ("number", "names"),
    [
        (0, ["Tricks 1-13", "Tricks 14-26", "Tricks 27-27"]),
        (2, ["Round 2, tricks 1-13", "Round 2, tricks 14-26", "Round 2, tricks 27-27"]),
    ],
)
def test_more_tricks_than_there_are_keys_are_on_pages_with_their_numbers(number, names):
    """No game of ours has as many."""
    tricks = [[LaidCard(seq, Played(0, card("QH")))] for seq in range(1, 28)]
    pages = [*_pages(number, tricks, [])]
    assert [str(page.name) for page in pages] == names
    assert [trick.cards for page in pages for trick in page.piles.values()] == tricks


def test_the_right_card_is_typed(rig):
    rig.press("A", "3", "2")
    assert rig.said == "Lay the right card in place of 2H."
    rig.press("9", "H", "OK")
    assert first_trick(rig)[1] == (1, "9H")
    rig.press("UNDO")
    assert first_trick(rig)[1] == (1, "2H")


def test_the_right_card_is_laid(rig):
    rig.press("A", "3", "2")
    rig.lay("9H", 2)
    assert first_trick(rig)[1] == (1, "9H")


def test_the_right_seat_is_asked_for(rig):
    rig.press("3", "2", "3")
    rig.button(0)
    assert rig.game.trick == ((0, "7C"),)


def test_a_card_that_never_lay_there_is_struck(rig):
    rig.press("3", "2", "4")
    assert rig.game.trick == ()


def test_what_later_entries_rest_on_is_refused_with_the_reason(rig):
    rig.press("A", "2", "3")
    rig.button(1)
    assert "seat cannot have played it" in rig.said
    assert first_trick(rig)[0] == (0, "QH")


@pytest.mark.parametrize("keys", ["9", "K", "OK", "A9", "AH", "A29", "A2H"])
def test_what_is_no_answer_changes_nothing(rig, keys):
    rig.press(*(["OK"] if keys == "OK" else keys))
    assert rig.said == "That key does nothing here."
    assert rig.view.asked is not None


def test_cards_that_were_shown_are_a_list_of_their_own(tmp_path):
    rig = Rig(tmp_path)
    rig.choose("game", "new game", "TriATri")
    rig.press("3", "OK")
    rig.button(0)
    rig.play("0:7R 1:2B")
    rig.choose("correct", "an earlier card")
    assert rig.options == {"OK": "Shown"}
    rig.press("OK", "3", "2", "5", "S", "OK")
    assert rig.game.position.revealed == ((0, "7R"), (1, "5B"))


def round_two(folder: Path, tricks: int) -> Rig:
    """The Torite for two, with this many tricks of the second round."""
    rig = Rig(folder)
    rig.table.board_is("live")
    rig.ask(request_for_game(Begin("torite", 2)))
    for _ in SelfPlay(rig, 3, FAST).acts():
        view = rig.view.view
        if view is not None and view.deal == 2 and len(view.tricks) == 12 + tricks:
            return rig
    raise AssertionError("the second round was not reached")


@pytest.mark.parametrize("tricks", [1, 2, 11])
def test_each_trick_of_both_rounds_is_reached_and_outlasts_a_restart(tmp_path, tricks):
    rig = round_two(tmp_path, tricks)
    played = [[code for _, code in each.plays] for each in rig.game.tricks]
    rig.choose("correct", "an earlier card")
    rig.restart()
    assert rig.options == {"A": "Round 1", "2": "Round 2"}
    for round_key, codes in (("A", played[:12]), ("2", played[12:])):
        rig.press(round_key)
        keys = [key for key in rig.options if key != "OK"]
        assert keys == list("A23456789TJQ")[: len(codes)]
        for number, (key, trick) in enumerate(zip(keys, codes, strict=True), 1):
            assert rig.options[key] == f"Trick {number}"
            rig.press(key)
            assert [each.split()[-1] for each in rig.options.values()] == trick
            rig.press("UNDO")
        rig.press("UNDO")


def test_a_question_that_was_left_open_when_tricks_were_numbered_on_is_asked_again(tmp_path):
    rig = round_two(tmp_path, 2)
    rig.choose("correct", "an earlier card")
    *_, last = rig.journal.read("7KQ")
    left = json.dumps({"note": None, "asking": ["earlier", None, ["K", "2"], ""]})
    rig.journal.append([last._replace(seq=last.seq + 1, source=None, kind="desk", body=left)])
    rig.restart()
    assert rig.options == {"A": "Round 1", "2": "Round 2"}
    rig.press("2")
    assert rig.options == {"A": "Trick 1", "2": "Trick 2"}
