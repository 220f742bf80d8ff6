"""The flow of an evening at any game: undo, redo, putting right, throwing in, pausing, going on."""

from dataclasses import replace
from random import Random

import pytest

from players.every_game import KINDS, by_chance
from rig.table import Rig
from thorough import FACTOR
from tricktable.rules.entries import Dealt
from tricktable.table import commands
from tricktable.table.views import TableView

KIND = pytest.mark.parametrize("kind", KINDS, ids=str)


def seen(rig: Rig) -> object:
    """All that the game itself shows, without how many entries it took."""
    return rig.record.state


def enter(rig: Rig, kind: tuple[str, int], seed: int, most: int) -> int:
    """The first entries of a game by chance; how many they are."""
    header, lines = by_chance(Random(seed), *kind, is_tidy=True)
    rig.ask(commands.NewGame(header.game, header.players, [], dict(header.given)))
    for line in lines[:most]:
        answer = rig.ask(commands.Enter(line))
        assert answer.is_done, answer
    return min(most, len(lines))


# --- undo and redo -------------------------------------------------------------------------------


@KIND
def test_all_is_undone_and_redone_over_a_restart(rig, kind):
    count = enter(rig, kind, seed=1, most=25)
    end = seen(rig)
    for done in range(count):
        rig.press("UNDO")
        if done == count // 2:
            rig.restart()
    assert not rig.table.history.done
    rig.restart()
    for _ in range(count):
        assert rig.ask(commands.Redo()).is_done
    assert seen(rig) == end
    assert not rig.table.history.undone


def test_what_happens_after_an_undo_leaves_nothing_to_redo(rig):
    rig.begin()
    rig.play("0:QH")
    rig.press("UNDO")
    rig.play("0:KH")
    assert not rig.ask(commands.Redo()).is_done
    assert rig.said == "There is nothing to redo."


def test_undo_takes_a_correction_back_to_what_it_had_been(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    before = seen(rig)
    assert rig.ask(commands.Correct(3, None, "KH")).is_done
    assert rig.ask(commands.Undo()).is_done
    assert seen(rig) == before
    assert rig.ask(commands.Redo()).is_done
    assert rig.game.trick == ((0, "KH"), (1, "2H"))


@KIND
def test_a_dealer_put_right_is_one_act_over_a_restart(rig, kind):
    enter(rig, kind, seed=1, most=7)
    before, depth = seen(rig), rig.table.history.depth
    deal = next(step.seq for step in rig.record.steps() if isinstance(step.entry, Dealt))
    answer = rig.ask(commands.Correct(deal, 1))
    if not answer.is_done:
        assert "ntry" not in answer.reason
        assert seen(rig) == before
        return
    after = seen(rig)
    assert rig.table.history.depth == depth + 1
    rig.restart()
    assert seen(rig) == after
    assert rig.ask(commands.Undo()).is_done
    assert seen(rig) == before


def test_undo_names_what_it_takes_back(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    rig.ask(commands.Correct(3, None, "KH"))
    rig.press("UNDO")
    assert rig.said == "Undone: the last change."
    rig.ask(commands.Strike(4))
    rig.press("UNDO")
    assert rig.said == "Undone: the last change."
    rig.press("UNDO")
    assert rig.said == "Undone: East's 2H."
    rig.ask(commands.ThrowIn())
    rig.press("UNDO")
    assert rig.said == "Undone: the hand thrown in."


def test_any_entry_is_struck_and_restored(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH")
    before = seen(rig)
    assert rig.ask(commands.Strike(4)).is_done
    rig.restart()
    assert rig.ask(commands.Restore(4)).is_done
    assert seen(rig) == before
    rig.press("UNDO", "UNDO")
    assert seen(rig) == before


def test_both_cards_of_a_mended_mistake_go_back_together(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH")
    before = seen(rig)
    rig.play("3:QH")
    rig.press("3")
    rig.lay("9H", 0)
    rig.press("UNDO")
    assert seen(rig) == before


def test_what_is_taken_back_from_a_hand_is_not_named(rig):
    rig.begin()
    rig.button(1, "long")
    rig.play("1:9C")
    rig.press("UNDO")
    assert rig.said.startswith("Undone:")
    assert not rig.names("9C")


# --- putting right -------------------------------------------------------------------------------


def test_a_card_on_the_wrong_reader_is_moved_to_its_seat_in_one_step(rig):
    rig.begin()
    rig.play("0:QH 2:2H")
    rig.choose("correct", "wrong last seat")
    rig.button(1)
    assert rig.game.trick == ((0, "QH"), (1, "2H"))
    assert rig.game.findings == ()
    assert len(rig.entries) == 5
    rig.press("UNDO")
    assert rig.game.trick == ((0, "QH"), (2, "2H"))


@pytest.mark.parametrize("key", ["OK", "5", "K", "H"])
def test_a_key_that_is_no_seat_moves_nothing(rig, key):
    rig.begin()
    rig.play("0:QH 2:2H")
    rig.choose("correct", "wrong last seat")
    rig.press(key)
    assert rig.said == "That key does nothing here."
    assert len(rig.entries) == 4


def test_a_page_moves_any_entry_to_its_seat(rig):
    rig.begin()
    rig.play("0:QH 2:2H 3:3H")
    assert rig.ask(commands.Correct(4, 1)).is_done
    assert rig.game.trick == ((0, "QH"), (1, "2H"), (3, "3H"))


def test_a_seat_that_cannot_have_played_it_is_told(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    rig.choose("correct", "wrong last seat")
    rig.button(0)
    assert rig.said.endswith("seat cannot have played it.") or "cannot" in rig.said
    assert len(rig.entries) == 4


def test_a_misread_card_is_corrected_in_place_by_laying_the_right_one(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    rig.choose("correct", "wrong last card")
    rig.play("1:4H")
    assert rig.game.trick == ((0, "QH"), (1, "4H"))
    assert rig.entries[-1]["kind"] == "corrected"


# --- a hand thrown in ----------------------------------------------------------------------------


@KIND
@pytest.mark.parametrize("seed", range(FACTOR))
def test_a_hand_is_thrown_in_in_one_act_and_comes_back_in_one(rig, kind, seed):
    enter(rig, kind, seed, most=20 + seed)
    record = rig.record
    if record.state.status != "playing":
        return
    dealt = [step for step in record.steps() if type(step.entry).__name__ == "Dealt"][-1]
    before, fresh = record.state, record.before(dealt.seq)
    rig.choose("game", "throw the hand in")
    assert seen(rig) == fresh
    assert rig.game.next_what == "deal"
    rig.restart()
    rig.press("UNDO")
    assert seen(rig) == before
    assert rig.ask(commands.Redo()).is_done
    assert seen(rig) == fresh


def test_the_same_dealer_deals_again_after_a_hand_was_thrown_in(rig):
    rig.ask(commands.NewGame("troika", 4, dealer=2))
    rig.ask(commands.Declare("bid", 3, "8"))
    assert rig.ask(commands.ThrowIn()).is_done
    assert rig.ask(commands.Deal(2)).is_done
    assert rig.game.position.deals == ()


def test_nothing_is_thrown_in_before_a_deal_and_after_the_game(rig):
    rig.ask(commands.NewGame("torite", 4))
    refusal = rig.ask(commands.ThrowIn())
    assert (refusal.is_done, refusal.reason) == (
        False,
        "There is no hand to throw in.",
    )


# --- pause, people, the next game ----------------------------------------------------------------


def test_a_paused_game_waits_until_tomorrow_and_records_nothing(rig):
    rig.begin()
    rig.play("0:QH")
    rig.choose("game", "pause")
    rig.restart()
    assert rig.view.desk.is_paused
    rig.play("1:2H")
    assert rig.said == "Paused. Press OK to resume."
    rig.button(1)
    rig.press("9", "UNDO")
    assert len(rig.entries) == 3
    refusal = rig.ask(commands.Lay("2H", 1))
    assert refusal.reason == "The game is paused; resume it first."
    assert rig.ask(commands.Rename(1, "Bo")).is_done
    rig.press("OK")
    assert not rig.view.desk.is_paused
    rig.play("1:2H")
    assert len(rig.entries) == 4


def test_the_next_game_has_the_same_rules_and_everybody_one_seat_further(rig):
    rules = {"variant": "saskatchewan", "min_bid": 6}
    rig.ask(commands.NewGame("troika", 4, ["Ann", "Bo", "Cy", "Di"], dict(rules)))
    rig.ask(commands.Rename(3, "Eve"))
    assert rig.ask(commands.NextGame(1)).is_done
    assert rig.view.names == ("Eve", "Ann", "Bo", "Cy")
    assert rig.view.header.given == rules
    rig.choose("game", "again, move one seat")
    assert rig.view.names == ("Cy", "Eve", "Ann", "Bo")
    rig.choose("game", "play again, same seats")
    assert rig.view.names == ("Cy", "Eve", "Ann", "Bo")
    assert rig.view.games == 4


# --- house rules of the table itself -------------------------------------------------------------


def revoke(rig: Rig, action: str) -> None:
    """West plays a spade to hearts in trick 1, and a heart in trick 2."""
    rig.ask(commands.NewGame("torite", 4, [], {"revoke_action": action}, 0))
    rig.button(0)
    rig.play("0:QH 1:2H 2:KH 3:3S 3:4C 0:5C 1:6C 2:7C 2:8H 3:9H")


def told(rig: Rig) -> dict[str, str]:
    """What the table asks by itself."""
    return dict(rig.view.asked.options) if rig.view.asked else {}


def test_a_revoke_is_only_told_by_default(rig):
    revoke(rig, "flag")
    assert told(rig) == {}


def test_a_revoke_may_be_taken_back_to_its_trick(rig):
    revoke(rig, "undo")
    assert told(rig) == {"2": "let it stand", "3": "back to that trick"}
    rig.restart()
    before = seen(rig)
    rig.press("3")
    assert (rig.game.trick, rig.game.next_seat) == (
        ((0, "QH"), (1, "2H"), (2, "KH")),
        3,
    )
    rig.press("UNDO")
    assert seen(rig) == before


def test_a_revoke_that_only_the_last_card_proves_voids_the_deal_too(rig):
    rig.ask(commands.NewGame("torite", 2, [], {"revoke_action": "void_deal"}, 0))
    rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    for rank in "23456789TJQK":
        rig.play(f"0:{rank}S 1:{rank}H")
    rig.play("0:AS 1:AH")
    for rank in "23456789TJQK":
        rig.play(f"0:{rank}C 1:{rank}D")
    rig.play("0:AD 1:AC")
    assert rig.game.status == "finished"
    assert told(rig)["3"] == "throw the hand in"
    rig.press("3")
    assert rig.game.next_what == "deal"


def lose(rig: Rig, stop: str) -> None:
    """Two players; seat 0 takes all tricks of round 1."""
    rig.ask(commands.NewGame("torite", 2, [], {"stop_when_lost": stop}, 0))
    rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    for rank in "23456789TJQK":
        rig.play(f"0:{rank}S 1:{rank}H")
    rig.play("0:AS 1:AH")


def test_a_game_that_round_one_has_lost_may_be_stopped(rig):
    lose(rig, "ask")
    assert told(rig) == {"2": "play on", "3": "stop here"}
    rig.press("3")
    assert rig.view.desk.is_stopped
    assert rig.said.startswith("Stopped here.")
    rig.restart()
    assert rig.view.desk.is_stopped
    rig.press("UNDO")
    assert not rig.view.desk.is_stopped
    rig.play("0:2C")
    assert rig.entries[-1]["card"] == "2C"


@pytest.mark.parametrize("rule", ["no", "yes"])
def test_suit_counts_of_a_hand_that_was_read_are_shown_by_house_rule(rig, rule):
    rig.ask(commands.NewGame("torite", 4, [], {"show_suit_counts": rule}, 0))
    rig.button(0, "long")
    for code in "2C 3C 4C 5D 6D 7H 8H 9H TH JS QS KS AS".split():
        rig.lay(code, 0)
    rig.button(0, "long")
    rig.button(0)
    rig.play("0:2C")
    counts = ((2, 2, 4, 4), None, None, None) if rule == "yes" else ()
    assert rig.view.suit_counts == counts


# --- secrets -------------------------------------------------------------------------------------


def public(view: TableView) -> TableView:
    """The view without what counts up."""
    return replace(view, version=0)


def test_which_cards_are_read_in_hands_and_moves_changes_nothing_that_is_shown(tmp_path):
    views = []
    for name, cards in (("one", "2H 3H 9C TC"), ("other", "5H 6H JD 4S")):
        folder = tmp_path / name
        folder.mkdir()
        rig = Rig(folder)
        rig.ask(commands.NewGame("tredici", 2, [], {}, 0))
        for seat, suit in enumerate("HS" if name == "one" else "HD"):
            rig.ask(commands.Declare("target", seat, suit))
        first, second, third, fourth = cards.split()
        rig.button(0, "long")
        rig.play(f"0:{first}")
        rig.button(0, "long")
        rig.play(f"0:{first} 0:{second}")
        rig.button(0)
        rig.ask(commands.Move(1, "hand", "stack", 2))
        rig.play(f"1:{third} 1:{third} 1:{fourth} 1:{first}")
        views.append([public(view) for view in rig.everybody.views])
        rig.journal.close()
    assert views[0] == views[1]
