"""The virtual table: where cards lie, what hands do to the board, and what is to be seen of it."""

from random import Random

import msgspec
import pytest

from rig.table import Rig
from tricktable.games.torite.deal import dealt_hands
from tricktable.rules.cards import cards_in
from tricktable.sim.acts import (
    Auto,
    Begin,
    Button,
    Cable,
    Cut,
    LayOnReader,
    Lift,
    Pair,
    Press,
    Reset,
    Say,
    Shuffle,
)
from tricktable.sim.autoplay import FAST, Player
from tricktable.sim.scene import as_json
from tricktable.sim.stage import FRAME_MS, LIFT_MS, GameSwitch, Stage, tags_of
from tricktable.table import commands

SEED = 4
UIDS = {"bank": "0488F0A2C36180", "blue": "04B0B0B0B0B080"}


class Touched:
    """A board that notes what hands do to it; a test decides what it shows and sounds."""

    def __init__(self):
        self.touched = []
        self.bits = bytes(1024)
        self.leds = [(0, 0, 0)] * 4
        self.sounds = ()

    def __getattr__(self, name):
        return lambda *args, **more: self.touched.append((name, *args, *more.values()))

    def screen(self):
        return self.bits

    def lights(self):
        return self.leds

    def on_change(self, callback):
        self.tell = callback


@pytest.fixture
def rig(tmp_path):
    """A table without its board."""
    rig = Rig(tmp_path)
    rig.table.board_is("live")
    yield rig
    rig.journal.close()


@pytest.fixture
def board():
    return Touched()


@pytest.fixture
def scenes():
    return []


@pytest.fixture
def stage(rig, board, scenes):
    """A stage in the hands of a person, whose clock the test turns."""
    return made(rig, board, scenes, is_auto=False)


def made(rig, board, scenes, is_auto):
    red, _, triatri = rig.decks.decks
    tags = tags_of((red, triatri), UIDS)
    player = Player(SEED, FAST)
    return Stage(board, rig.table, tags, player, scenes.append, SEED, is_auto)


def tag(rig, code):
    return rig.decks.decks[0].tag_of(code)


def hands_of(seed, game, players=4):
    dealt = dealt_hands(players, Random(f"{seed}/{game}"))
    return tuple(tuple(card.code for card in cards_in(hand)) for hand in dealt)


@pytest.mark.parametrize(
    ("act", "touch"),
    [
        (Press("UNDO"), ("press", "UNDO")),
        (Button(2), ("button", 2, False)),
        (Button(1, True), ("button", 1, True)),
        (Lift(3), ("lift", 3)),
        (LayOnReader("bank", 0), ("lay", 0, UIDS["bank"])),
        (Cut(1), ("fault", "dead", 1, True)),
        (Cut(1, mend=True), ("fault", "dead", 1, False)),
        (Cable(False), ("unplug",)),
        (Cable(True), ("replug",)),
        (Reset(), ("reset",)),
    ],
)
def test_each_act_touches_the_board(stage, board, act, touch):
    stage.do(act)
    stage.tick(0)
    assert board.touched == [touch]


def test_before_a_game_no_card_is_dealt(stage, scenes):
    stage.tick(0)
    assert scenes[-1].hands == ((),) * 4


def test_a_game_is_dealt_by_seed_and_number(stage, rig, scenes):
    for game in (1, 2):
        rig.ask(commands.NewGame("torite", 4))
        stage.tick(100 * game)
        assert scenes[-1].hands == hands_of(SEED, game)
    assert hands_of(SEED, 1) != hands_of(SEED, 2) != hands_of(SEED + 1, 2)


def test_a_card_goes_from_the_hand_over_the_reader_to_the_trick(stage, rig, board, scenes):
    rig.begin()
    code = hands_of(SEED, 1)[0][0]
    stage.do(LayOnReader(code, 0))
    stage.tick(0)
    assert board.touched == [("lay", 0, tag(rig, code))]
    assert scenes[-1].readers[0] == (code,)
    assert code not in scenes[-1].hands[0]
    rig.lay(code, 0)
    board.sounds = (2093,)
    stage.tick(50)
    stage.tick(50 + LIFT_MS - 1)
    assert scenes[-1].readers[0] == (code,)
    stage.tick(50 + LIFT_MS)
    assert board.touched[-1] == ("lift", 0)
    stage.tick(50 + LIFT_MS + FRAME_MS)
    assert scenes[-1].readers[0] == ()
    assert code not in scenes[-1].hands[0]


def test_a_card_that_was_not_recorded_goes_back_to_its_hand(stage, rig, scenes):
    rig.begin()
    code = hands_of(SEED, 1)[2][5]
    for act in (LayOnReader(code, 1), Lift(1)):
        stage.do(act)
    stage.tick(0)
    assert code in scenes[-1].hands[2]


def test_an_undone_card_is_in_its_hand_again(stage, rig, scenes):
    rig.begin()
    code = hands_of(SEED, 1)[0][0]
    rig.lay(code, 0)
    stage.tick(0)
    assert code not in scenes[-1].hands[0]
    rig.press("UNDO")
    stage.tick(100)
    assert code in scenes[-1].hands[0]


def test_without_a_beep_a_card_stays_until_a_hand_takes_it(stage, rig, board, scenes):
    rig.begin()
    code = hands_of(SEED, 1)[0][0]
    board.sounds = (2093, 0)
    stage.tick(0)
    stage.do(LayOnReader(code, 0))
    stage.tick(1000)
    stage.tick(60_000)
    assert scenes[-1].readers[0] == (code,)
    stage.do(Lift(0))
    stage.tick(60_100)
    assert board.touched[-1] == ("lift", 0)


def test_a_card_lies_at_one_place_only(stage, rig, board, scenes):
    rig.begin()
    code = hands_of(SEED, 1)[0][0]
    stage.do(LayOnReader(code, 0))
    stage.do(LayOnReader(code, 2))
    stage.tick(0)
    assert scenes[-1].readers == ((), (), (code,), ())
    uid = tag(rig, code)
    assert board.touched == [("lay", 0, uid), ("lift", 0, uid), ("lay", 2, uid)]


def test_two_at_once_are_two_of_that_hand(stage, rig, board, scenes):
    rig.begin()
    stage.do(Pair(3))
    stage.tick(0)
    assert scenes[-1].readers[3] == hands_of(SEED, 1)[3][:2]
    assert [touch[:2] for touch in board.touched] == [("lay", 3), ("lay", 3)]


def test_an_empty_hand_lays_two_strangers(stage, scenes):
    stage.do(Pair(1))
    stage.tick(0)
    assert scenes[-1].readers[1] == ("bank", "blue")


def test_cards_are_gathered_from_the_readers_before_a_deal(stage, rig, board, scenes):
    rig.begin()
    stage.do(LayOnReader(hands_of(SEED, 1)[0][0], 0))
    stage.tick(0)
    stage.do(Shuffle(abandon=True))
    stage.tick(100)
    stage.tick(200)
    assert ("lift", 0) in board.touched
    assert scenes[-1].hands == hands_of(SEED, 2)


def test_the_same_people_sit_at_the_next_game(stage, rig):
    rig.begin(names=["Ann", "Bo", "ゆき", "Di"])
    stage.tick(0)
    stage.do(Shuffle(abandon=True))
    stage.tick(100)
    assert rig.view.games == 2
    assert rig.view.names == ("Ann", "Bo", "ゆき", "Di")


def test_three_players_have_a_fourth_reader_for_the_card_set_aside(stage, rig, scenes):
    rig.press("3")
    stage.tick(0)
    assert scenes[-1].hands == hands_of(SEED, 1, players=3)
    stage.do(Shuffle(abandon=True))
    stage.tick(100)
    stage.tick(200)
    assert rig.view.header.players == 3


def test_a_touch_takes_over_and_auto_gives_it_back(rig, board, scenes):
    stage = made(rig, board, scenes, is_auto=True)
    stage.tick(0)
    assert board.touched == [("press", "4")], "left alone, it begins"
    assert scenes[-1].is_auto
    stage.do(Press("MENU"))
    stage.tick(100)
    stage.tick(60_000)
    assert board.touched == [("press", "4"), ("press", "MENU")]
    assert not scenes[-1].is_auto
    stage.do(Auto(True))
    stage.tick(70_000)
    assert board.touched[-1] == ("press", "4")
    stage.do(Auto(False))
    stage.tick(80_000)
    stage.tick(90_000)
    assert not scenes[-1].is_auto


def test_a_scene_is_shown_only_when_something_has_changed(stage, board, scenes):
    stage.tick(0)
    stage.tick(100)
    assert len(scenes) == 1
    board.leds = [(1, 2, 3), *[(0, 0, 0)] * 3]
    board.bits = b"\1" * 1024
    board.sounds = (440,)
    stage.tick(200)
    assert scenes[-1].lights[0] == (1, 2, 3)
    assert scenes[-1].screen == b"\1" * 1024
    assert scenes[-1].hertz == 440
    assert len(scenes) == 2


def test_no_eye_needs_scenes_faster_than_frames(stage, board, scenes):
    for now_ms in range(100):
        board.bits = bytes([now_ms]) * 1024
        stage.tick(now_ms)
    assert len(scenes) == 1 + 99 // FRAME_MS
    stage.tick(200)
    assert scenes[-1].screen == bytes([99]) * 1024


def test_what_is_cut_or_pulled_is_to_be_seen(stage, scenes):
    for act in (Cut(2), Cable(False)):
        stage.do(act)
    stage.tick(0)
    assert scenes[-1].cut == (False, False, True, False)
    assert not scenes[-1].is_plugged


def test_the_thread_serves_until_it_is_stopped(stage, board):
    stage.start()
    stage.do(Press("A"))
    board.tell()
    stage.stop()
    assert not stage.is_alive()


def test_what_is_said_is_asked_of_the_table(stage, rig):
    stage.do(Begin("troika", 4))
    stage.do(Say("dealt", 0))
    stage.do(Say("bid", 1, "7N"))
    stage.tick(0)
    assert rig.view.view.position.bids == ("7N",)
    assert rig.view.names == ("Ann", "Bo", "ゆき", "Di")


def test_stacks_are_counted_by_whoever_sees_their_backs(stage, rig, scenes):
    stage.do(Begin("torite", 1))
    stage.do(Say("dealt", 0))
    stage.tick(0)
    stage.do(Say("stacks"))
    stage.tick(100)
    stage.tick(200)
    counted = next(each.value for each in rig.view.view.said if each.topic == "stacks")
    assert [sum(stack) for stack in counted] == [13] * 4
    assert len(scenes[-1].piles) == 4


def test_what_cannot_be_said_changes_nothing(stage, rig):
    stage.do(Begin("tredici", 3))
    stage.tick(0)
    for act in (Say("bid", 1, "7"), Say("hand>stack", 0, 3), Say("hand>stack", 0, "x"), Say("?")):
        stage.do(act)
    stage.do(Begin("chess", 2))
    stage.tick(100)
    assert rig.table.record().seq == 0
    assert rig.view.view.game == "tredici"


def test_what_the_table_refuses_is_shown_until_the_next_act(stage, scenes):
    stage.do(Begin("troika", 4))
    stage.do(Say("trump", 1, "H"))
    stage.tick(0)
    assert as_json(scenes[-1])["note"] == scenes[-1].refused != ""
    stage.do(Say("dealt", 0))
    stage.tick(100)
    assert scenes[-1].refused == ""


@pytest.mark.parametrize("act", [Begin("torite", 2), Shuffle()], ids=["another", "again"])
@pytest.mark.parametrize("was_auto", [False, True])
def test_a_running_game_is_left_only_after_a_question(rig, board, scenes, act, was_auto):
    stage = made(rig, board, scenes, is_auto=was_auto)
    rig.begin()
    rig.play("1:9H")
    stage.do(act)
    stage.tick(0)
    assert (rig.view.games, scenes[-1].leaving) == (1, GameSwitch(act, was_auto))
    assert as_json(scenes[-1])["leaving"]["title"] == "The Torite, trick 1, is not over. Leave it?"
    stay = as_json(scenes[-1])["leaving"]["stay"]
    assert stay == {"do": "auto", "on": was_auto}
    stage.do(Auto(False))
    stage.tick(100)
    assert (rig.view.games, scenes[-1].leaving) == (1, None)
    stage.do(msgspec.structs.replace(act, abandon=True))
    stage.tick(200)
    assert (rig.view.games, scenes[-1].leaving) == (2, None)


def test_another_game_that_has_begun_elsewhere_is_not_asked_about(stage, rig, scenes):
    rig.begin()
    rig.play("1:9H")
    stage.do(Shuffle())
    stage.tick(0)
    rig.ask(commands.NewGame("torite", 4, abandon=True))
    stage.tick(100)
    assert scenes[-1].leaving is None


def test_many_players_of_tredici_sit_in_teams(stage, rig):
    stage.do(Begin("tredici", 8))
    stage.tick(0)
    teams = rig.view.header.given["teams"]
    assert teams == [[0, 1], [2, 3], [4, 5], [6, 7]]


def test_cards_of_triatri_have_tags_too(stage, rig, board):
    stage.do(Begin("triatri", 4))
    stage.do(LayOnReader("X1", 2))
    stage.tick(0)
    assert board.touched[-1] == ("lay", 2, rig.decks.decks[2].tag_of("X1"))


def test_with_a_standard_deck_its_own_cards_are_laid_for_those_of_the_game(stage, rig, board):
    rig.ask(commands.NewGame("triatri", 3, options={"deck": "standard_map"}))
    stage.do(LayOnReader("2R", 0))
    stage.do(LayOnReader("X1", 1))
    stage.tick(0)
    assert board.touched == [("lay", 0, tag(rig, "2H")), ("lay", 1, tag(rig, "JD"))]
