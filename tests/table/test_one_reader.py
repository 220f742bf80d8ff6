"""A table whose board has one reader and one button: everybody lays and presses there in turn."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rig.hands import SelfPlay
from rig.table import Rig, with_desk
from tricktable.board.picture import picture
from tricktable.sim.acts import Begin, Button, LayOnReader, Press
from tricktable.sim.autoplay import FAST
from tricktable.sim.scene import as_json
from tricktable.sim.stage import Scene, request_for_game
from tricktable.table import commands
from tricktable.table.desk.moment import WHOLE_BOARD, Equipment
from tricktable.table.views import LIVE
from tricktable.text.language import speaking

ONE = Equipment(1, False)


@pytest.fixture
def rig(tmp_path):
    rig = Rig(tmp_path)
    rig.table.board_is(LIVE)
    rig.table.board_has(ONE)
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"], abandon=True))
    rig.ask(commands.Deal(0))
    rig.ask(commands.Declare("leader", 1))
    return rig


def entries(rig):
    """Who played what."""
    return [(each.seat, each.card.code) for each in rig.table.record().happenings()
            if hasattr(each, "card")]  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "equipment"),
    [
        ("readers=4,keys=20,seats=4", WHOLE_BOARD),
        ("readers=1,keys=0,seats=1", ONE),
        ("readers=2,keys=20,seats=1", Equipment(1)),
        ("readers=2,keys=0,seats=0", Equipment(2, False)),
        ("", WHOLE_BOARD),
        ("readers=no,keys=,seats=99", WHOLE_BOARD),
        ("readers=0,seats=-1", Equipment(1)),
    ],
)
def test_what_a_board_says_it_has_is_what_decisions_count_on(parts, equipment):
    told = dict(each.split("=") for each in parts.split(",") if each)
    assert Equipment.from_hello(told) == equipment


def test_a_card_is_that_of_whoever_is_due(rig):
    for code in ("QH", "2H", "3H", "4H"):
        rig.lay(code, 0)
    assert entries(rig) == [(1, "QH"), (2, "2H"), (3, "3H"), (0, "4H")]


def test_the_button_gives_the_next_card_to_the_next_seat_and_undoes_when_held(rig):
    rig.lay("QH", 0)
    rig.event("S", "0", "short")
    assert rig.said == "Di's card is next. Press again for the next seat."
    rig.event("S", "0", "short")
    assert rig.view.desk.chosen == 0
    rig.event("S", "0", "long")
    assert rig.view.desk.chosen is None
    rig.event("S", "0", "long")
    assert entries(rig) == []


def test_the_button_says_nothing_for_a_seat_that_it_has_only_named(rig):
    """Who holds a card, nobody's press at a button for all can tell."""
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"], abandon=True))
    assert "Who deals? Say so on a phone." in picture(rig.view)
    rig.ask(commands.Deal(0))
    assert "Say so on a phone." in picture(rig.view)
    assert rig.everybody.lines[-1] == "  Who holds 2♣? Say so on a phone."
    rig.table.board_has(Equipment(4, has_keys=False))
    assert "Press your button." in picture(rig.view)
    rig.table.board_has(ONE)
    before = len([*rig.table.record().happenings()])
    for name in ("Ann", "Bo", "Cy", "Di", "Ann", "Bo"):
        rig.event("S", "0", "short")
        assert rig.said == f"{name}'s card is next. Press again for the next seat."
    assert len([*rig.table.record().happenings()]) == before
    rig.lay("2C", 0)
    assert entries(rig) == [(1, "2C")]


def test_the_button_resumes_a_pause_and_does_not_undo_at_a_locked_table(rig):
    rig.lay("QH", 0)
    rig.ask(commands.Pause())
    shown = picture(rig.view)
    assert "button" in shown
    assert "OK" not in shown
    rig.event("S", "0", "short")
    assert not rig.view.desk.is_paused
    rig.ask(commands.Lock())
    rig.event("S", "0", "long")
    assert entries(rig) == [(1, "QH")]


def test_no_page_speaks_of_keys(rig):
    stopped = with_desk(rig.view, is_stopped=True)
    assert "OK" not in picture(stopped)
    assert "Press: next" in picture(stopped)
    scores = with_desk(rig.view, page="scores")
    assert "Press the button to go back." in picture(scores)


def test_what_takes_keys_is_said_on_a_phone(rig):
    rig.ask(commands.NewGame("tredici", 4, abandon=True))
    rig.event("S", "0", "short")
    assert rig.view.asked is None
    assert "Press OK" not in picture(rig.view)


def test_a_table_without_a_game_sends_people_to_a_phone(tmp_path):
    rig = Rig(tmp_path)
    rig.table.board_is(LIVE)
    rig.table.board_has(ONE)
    assert "phone" in picture(rig.view)
    rig.lay("QH", 0)
    assert rig.said == "No game yet. The host begins one."
    assert not rig.view.has_buttons


def test_a_question_names_no_key_that_is_not_there(rig):
    for code in ("QH", "2H", "3H", "QH"):
        rig.lay(code, 0)
    assert rig.view.asked is not None
    assert "hold the button" in picture(rig.view)
    rig.event("S", "0", "long")
    assert rig.view.asked is None


def test_what_the_board_finds_out_about_its_wires_is_told(rig):
    rig.event("R", "0", "dead")
    assert rig.said == "The reader is not answering. Enter the cards on a phone."
    rig.event("F", "reader_1:_exchange_SCK_(GP18)_and_MOSI_(GP19)")
    assert rig.said == "Check the wires: reader 1: exchange SCK (GP18) and MOSI (GP19)."
    with speaking("ja"):
        assert "リーダー1" in rig.said
        assert "SCK (GP18)とMOSI (GP19)を入れ替える" in rig.said
    rig.event("R", "0", "ok")
    assert rig.said == "The reader works again."
    with speaking("ja"):
        assert rig.said == "リーダーは復旧しました。"


PAGE = (Path(__file__).parents[2] / "docs/howto/start-on-a-breadboard.md").read_text("utf-8")
NAMED = {"reader": "reader 1", "display": "display", "button": "button 1"}
FOUND = sorted(
    {
        f"{NAMED[part]}: {says.removesuffix(', once it is pressed')}"
        for part, says in re.findall(r"^\| (reader|display|button): .+? \| (.+?) \|$", PAGE, re.M)
        if not says.startswith("nothing")
    }
)
"""What a board can say of its wires, as the page has it; of one row a board says nothing."""


def test_all_kinds_of_wrong_wires_are_known():
    assert len(FOUND) >= 15
    assert {found.split(": ")[1].split()[0] for found in FOUND} == {
        *("check", "exchange", "no", "5", "move"),
    }


@pytest.mark.parametrize("found", FOUND)
def test_each_wrong_wire_is_told_in_the_boards_words_and_in_japanese(rig, found):
    rig.event("F", found.replace(" ", "_"))
    assert rig.said == f"Check the wires: {found}."
    with speaking("ja"):
        words = set(re.findall(r"[a-z][a-z-]+", rig.said))
    assert words == set()


def test_a_whole_board_that_is_plugged_in_instead_is_used_as_one(rig):
    rig.table.board_has(WHOLE_BOARD)
    rig.lay("QH", 1)
    rig.lay("2H", 2)
    assert entries(rig) == [(1, "QH"), (2, "2H")]
    assert rig.view.has_buttons


@pytest.mark.parametrize(("game", "players"), [("torite", 4), ("torite", 2)])
def test_a_whole_game_is_played_over_one_reader_and_one_button(rig, game, players):
    rig.ask(request_for_game(Begin(game, players, abandon=True)))
    play = SelfPlay(rig, 3, FAST)
    acts = [done.act for done in play.game()]
    assert rig.view.view.is_over
    assert {act.reader for act in acts if isinstance(act, LayOnReader)} == {0}
    assert {act.seat for act in acts if isinstance(act, Button)} <= {0}
    assert not [act for act in acts if isinstance(act, Press)]
    assert "OK" not in picture(rig.view)


def test_the_virtual_table_shows_the_parts_that_the_board_says_it_has(rig):
    hands, lights = ((),) * 4, ((0, 0, 0),) * 4
    bare = {"screen": bytes(1024), "lights": lights, "hertz": 0, "piles": {}, "cut": (False,) * 4}
    scene = Scene(
        "DEMO", rig.view, hands=hands, readers=hands, is_plugged=True, is_auto=True, **bare
    )
    shown = as_json(scene)
    assert [each["name"] for each in shown["readers"]] == ["Reader 1"]
    assert shown["keys"] is False
    rig.table.board_has(WHOLE_BOARD)
    shown = as_json(replace(scene, table=rig.view))
    assert [each["name"] for each in shown["readers"]] == ["Ann", "Bo", "Cy", "Di"]
    assert shown["keys"] is True
