"""Control cards at a table: made from spare tags, and doing what they say, with a sound."""

import json
from pathlib import Path

import pytest

from rig.hands import SelfPlay
from rig.table import Rig
from tricktable.board.picture import picture
from tricktable.store.decks import ACTS, Controls, ShelfChange
from tricktable.store.decks.controls import MUTE, NEW_DEAL, NO_TRUMP, SCORES, UNDO
from tricktable.table import commands
from tricktable.table.notes import CONTROLS
from tricktable.table.views import LIVE

SPARE = "04FEFEFEFEFE80"


class Steered(Rig):
    """A table with a control card for each act."""

    def lay_control(self, act: str, reader: int = 0) -> str:
        """A control card is laid on a reader; what the board sounds."""
        before = self.view
        self.event("C", str(reader), f"04FEFEFEFEFE9{ACTS.index(act)}")
        return str(json.loads(picture(self.view, before))["s"])


@pytest.fixture
def rig(tmp_path: Path) -> Steered:
    rig = Steered(tmp_path)
    tags = {f"04FEFEFEFEFE9{number}": act for number, act in enumerate(ACTS)}
    rig.shelf.put(ShelfChange("", Controls(tags)))
    return rig


# --- made and unmade -----------------------------------------------------------------------------


def test_a_spare_tag_is_made_one_at_the_board(rig):
    rig.press("MENU", "5", "4", "2")
    assert rig.said == "Lay a spare card for undo."
    assert rig.view.deck_work == ("control", "", "", "", 0, 1, ())
    rig.event("C", "2", SPARE)
    assert rig.said == "That card is now set up for undo."
    assert rig.view.deck_work is None
    assert rig.shelf.decks.controls.counts[UNDO] == 2
    rig.begin()
    rig.play("0:QH")
    rig.event("C", "1", SPARE)
    assert rig.said == "Undone: North's QH."
    assert not any(SPARE in row.body for row in rig.table.rows())


def test_one_that_stood_for_another_act_changes_over(rig):
    rig.ask(commands.MakeControl(MUTE))
    rig.lay_control(SCORES)
    assert rig.said == "That card is now set up for mute."
    assert rig.shelf.decks.controls.counts == dict.fromkeys(ACTS, 1) | {MUTE: 2, SCORES: 0}


def test_what_is_no_spare_tag_is_told_and_may_be_stopped(rig):
    rig.ask(commands.MakeControl(UNDO))
    rig.lay("QH", 0)
    assert rig.said == "That is the QH from the red deck."
    rig.lay_control(UNDO)
    assert rig.said == "That is the control card for undo."
    rig.event("C", "0", "88041234")
    assert rig.said.startswith("That tag's number was cut short")
    rig.press("OK", "MENU")
    assert rig.said == "Stopped. No card for undo was set up."
    assert not rig.ask(commands.MakeControl("explode")).is_done


def test_they_are_forgotten_at_the_board(rig):
    rig.choose("cards", "control cards", "delete one", "no trump")
    assert rig.said == "No card is set up for no trump any more."
    assert rig.shelf.decks.controls.counts == dict.fromkeys(ACTS, 1) | {NO_TRUMP: 0}
    assert not rig.ask(commands.ForgetControls(NO_TRUMP)).is_done
    for act in ACTS:
        rig.ask(commands.ForgetControls(act))
    rig.press("MENU", "5", "4")
    assert [words for _, words in rig.prompt.options] == [*CONTROLS.values()]


@pytest.mark.parametrize(
    "request_",
    [
        commands.Enrol("Mine", "green"),
        commands.ReplaceCard("demo red", "7D"),
        commands.CheckDeck("demo red"),
    ],
)
def test_while_a_deck_is_seen_to_they_are_known_and_do_nothing(rig, request_):
    rig.begin()
    rig.play("0:QH")
    rig.ask(request_)
    before, entries = rig.view.deck_work, rig.entries
    assert rig.lay_control(UNDO) == "refused"
    assert rig.said == "That is the control card for undo."
    assert (rig.view.deck_work, rig.entries) == (before, entries)


# --- what they do --------------------------------------------------------------------------------


def test_undo_takes_back_what_the_key_would(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:QH")
    assert rig.view.asked is not None
    rig.lay_control(UNDO)
    assert rig.view.asked is None
    assert rig.lay_control(UNDO) == "read"
    assert rig.said == "Undone: East's 2H."
    for _ in range(3):
        rig.lay_control(UNDO)
    assert rig.lay_control(UNDO) == "refused"
    assert rig.said == "There is nothing to undo."


def test_new_deal_begins_the_deal_for_whose_reader_it_lies_on(rig):
    rig.ask(commands.NewGame("torite", 4))
    assert rig.lay_control(NEW_DEAL, reader=2) == "read"
    assert rig.entries == [{"kind": "dealt", "dealer": 2}]


def test_new_deal_throws_a_hand_in_and_then_the_same_dealer_deals(rig):
    rig.ask(commands.NewGame("troika", 4, dealer=2))
    rig.ask(commands.Declare("bid", 3, "7"))
    assert rig.lay_control(NEW_DEAL) == "read"
    assert rig.said == "The hand is thrown in. UNDO brings it back."
    rig.press("UNDO")
    assert rig.record.state.next.what == "bid"
    rig.lay_control(NEW_DEAL)
    rig.lay_control(NEW_DEAL, reader=2)
    assert rig.entries[-1] == {"kind": "dealt", "dealer": 2}


def test_new_deal_after_a_game_begins_the_next_one(rig):
    rig.table.board_is(LIVE)
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"]))
    SelfPlay(rig, 3).game()
    assert rig.view.games == 1
    assert rig.lay_control(NEW_DEAL) == "read"
    assert rig.view.games == 2
    assert rig.view.names == ("Ann", "Bo", "Cy", "Di")  # each in their seat
    assert rig.game.next_what == "leader", "whoever sits after the last dealer deals"


def test_where_nobody_can_be_the_dealer_new_deal_asks_for_the_reader(rig):
    rig.ask(commands.NewGame("torite", 3))
    assert rig.lay_control(NEW_DEAL, reader=3) == "refused"
    assert rig.said == "Lay it on the dealer's reader."


def test_new_deal_lies_anywhere_where_only_one_can_be_the_dealer(rig):
    rig.ask(commands.NewGame("torite", 1))
    assert rig.lay_control(NEW_DEAL, reader=1) == "read"
    assert rig.entries[-1] == {"kind": "dealt", "dealer": 0}


def test_no_trump_is_bid_by_whose_reader_it_lies_on(rig):
    rig.ask(commands.NewGame("troika", 4, dealer=0))
    assert rig.lay_control(NO_TRUMP, reader=3) == "refused"
    assert rig.said == "Only East can say that."
    assert rig.lay_control(NO_TRUMP, reader=1) == "ask"
    assert rig.prompt.text == "East bids how many, No trump?"
    assert list(dict(rig.prompt.options))[:2] == ["6", "7"]
    rig.press("H")
    assert rig.said == "That key does nothing here."
    rig.press("7")
    assert rig.entries[-1] == {"kind": "declared", "seat": 1, "topic": "bid", "value": "7N"}


def test_no_trump_ends_a_bid_whose_number_was_keyed(rig):
    rig.ask(commands.NewGame("troika", 4, dealer=0))
    rig.button(1)
    rig.press("8")
    rig.lay_control(NO_TRUMP, reader=1)
    assert rig.entries[-1]["value"] == "8N"


def test_no_trump_where_nothing_is_bid_says_so(rig):
    rig.begin()
    assert rig.lay_control(NO_TRUMP) == "refused"
    assert rig.said == "You cannot bid no trump now."


def test_mute_is_silent_and_gives_the_same_sound_back(rig):
    rig.press("MENU", "6", "3", "3")
    assert rig.view.desk.sound == "quiet"
    rig.lay_control(MUTE)
    assert (rig.view.desk.sound, rig.said) == ("off", "Sound: off.")
    rig.begin()
    rig.play("0:QH")
    rig.restart()
    assert rig.lay_control(MUTE) == "read"
    assert (rig.view.desk.sound, rig.said) == ("quiet", "Sound: quiet.")


def test_a_table_that_was_silenced_in_the_menu_is_loud_again(rig):
    rig.press("MENU", "6", "3", "2")
    assert rig.view.desk.sound == "off"
    rig.lay_control(MUTE)
    assert (rig.view.desk.sound, rig.said) == ("loud", "Sound: loud.")


def test_scores_are_shown_and_turned_away(rig):
    rig.begin()
    assert rig.lay_control(SCORES) == "read"
    assert rig.view.desk.page == "scores"
    assert json.loads(picture(rig.view))["p"] == "sheet"
    assert rig.lay_control(SCORES) == "read"
    assert rig.view.desk.page == "table"


@pytest.mark.parametrize("act", [NEW_DEAL, NO_TRUMP, SCORES])
def test_without_a_game_and_in_a_pause_they_say_why_nothing_happens(rig, act):
    rig.lay_control(act)
    assert rig.said == "No game yet. How many players? Press A, 2, 3 or 4."
    rig.begin()
    rig.ask(commands.Pause())
    rig.lay_control(act)
    assert rig.said == "Paused. Press OK to resume."
    assert rig.view.desk.page == "table"
