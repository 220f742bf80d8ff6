"""A seat claims what is left: who lays it open, what ends it, and what it leaves untouched."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from players import every_game
from rig.table import Rig
from tricktable.rules.cards import cards_in
from tricktable.rules.entries import Played
from tricktable.rules.review.claim import unseen
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.table.desk.rest_claim import open_hand, size
from tricktable.table.views import WITHOUT

NAMES = ["Ann", "Bo", "Cy", "Di"]
LATE = "The table has moved on. Look again."
TRICKS = 9
"""Those that are played when somebody claims."""


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Three tricks are left of a game of The Torite."""
    played = every_game.by_chance(Random(5), "torite", 4, is_tidy=True)
    rig = Rig(tmp_path)
    given = dict(played.header.given)
    assert rig.ask(commands.NewGame("torite", 4, NAMES, given)).is_done
    rig.table.board_is(WITHOUT)
    left = 4 * TRICKS
    for line in played.lines:
        assert rig.ask(commands.Enter(line)).is_done
        left -= line["kind"] == "played"
        if not left:
            break
    return rig


def claim(rig: Rig, seat: int = 2, others: tuple[int, ...] = (0, 1)) -> Answer:
    return rig.ask(commands.ClaimRest(seat, 1, rig.record.seq, [*others]))


def answer(rig: Rig, *seats: int, is_fine: bool = True, cards: tuple[str, ...] = ()) -> Answer:
    said = commands.AnswerClaim([*seats], 1, rig.record.seq, is_fine, [0, 1, 2], [*cards])
    return rig.ask(said)


def hand(rig: Rig) -> tuple[str, ...]:
    record = rig.record
    return tuple(card.code for card in open_hand(rig.view.desk, record))


def test_it_lies_open_once_all_phones_agree_and_the_claimant_shows_the_hand(rig):
    record = rig.record
    assert size(record, 2) == 4, "three tricks, and the card that is kept"
    mine = tuple(card.code for card in cards_in(unseen(record)))[:4]
    before = [*record.steps()], rig.table.history.depth
    assert claim(rig).is_done
    assert rig.view.asks_and_note == "Cy claims what is left of this hand."
    assert claim(rig).is_done, "pressed twice"
    assert claim(rig, 0).reason == "Somebody else claims already; answer that first."
    assert answer(rig, 0).is_done
    assert answer(rig, 2, cards=mine).is_done, "too early: Bo has not agreed"
    assert not hand(rig)
    rig.restart()
    assert answer(rig, 1).is_done
    assert rig.view.asks_and_note == "Cy: lay your hand open, and touch its cards on your phone."
    for wrong in (mine[:3], (*mine[:3], mine[0]), (*mine[:3], _lain(rig))):
        assert answer(rig, 2, cards=wrong).reason.startswith("Touch the cards of your hand, 4")
    assert answer(rig, 0, cards=mine).is_done, "it is not his hand"
    assert not hand(rig)
    assert answer(rig, 2, cards=mine).is_done
    assert rig.view.asks_and_note == "Cy's claim lies open."
    assert sorted(hand(rig)) == sorted(mine)
    assert ([*rig.record.steps()], rig.table.history.depth) == before, "it is no entry"


def _lain(rig: Rig) -> str:
    laid = (step.entry for step in rig.record.newest_first())
    return next(each.card.code for each in laid if isinstance(each, Played))


def test_one_no_ends_it_and_so_does_the_claimant_and_whoever_acts(rig):
    for seat in (1, 2):
        assert claim(rig).is_done
        assert answer(rig, seat, is_fine=False).is_done
        assert rig.view.desk.rest_claim is None
        assert rig.view.asks_and_note == "The claim is not looked at: play on."
        assert answer(rig, 0).reason == LATE
    assert claim(rig).is_done
    assert rig.ask(commands.Undo()).is_done
    assert rig.view.desk.rest_claim is None
    assert rig.ask(commands.ClaimRest(2, 1, 3, [])).reason == LATE


def test_a_hand_that_was_scanned_lies_open_at_once(tmp_path):
    rig = Rig(tmp_path)
    rig.begin(names=NAMES)
    mine = [f"{rank}D" for rank in "23456789TJQKA"]
    for code in mine:
        assert rig.ask(commands.Lay(code, 2, "held")).is_done
    assert claim(rig).reason == "Nothing can be claimed now.", "no trick was taken"
    for seat, code in enumerate(("2C", "3C", "2D", "4C")):
        assert rig.ask(commands.Lay(code, seat)).is_done
    assert claim(rig).is_done
    assert not hand(rig)
    assert answer(rig, 0, 1).is_done
    assert rig.view.asks_and_note == "Cy's claim lies open."
    assert sorted(hand(rig)) == sorted({*mine} - {"2D"})


def test_where_no_trick_is_on_and_at_a_locked_table_nothing_is_claimed(rig, tmp_path):
    rig.ask(commands.Lock())
    assert claim(rig).reason == "The table is locked; ask the scorekeeper."
    rig.ask(commands.Unlock())
    rig.ask(commands.NextGame(abandon=True))
    again = commands.ClaimRest(2, 2, rig.record.seq, [])
    assert rig.ask(again).reason == "Nothing can be claimed now."
    assert rig.ask(commands.ClaimRest(7, 2, rig.record.seq, [])).reason
