"""A card laid before a choice is kept: it waits, and is played once that is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rig.table import Rig
from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.text.language import speaking

NAMES = ["Ann", "Bo", "Cy", "Di"]
FIRE = {"colour": "R", "from": "stock"}

Begin = Callable[..., Rig]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def made(game: str, players: int = 4, dealer: int | None = 3, **options: JsonValue) -> Rig:
        rig = Rig(tmp_path)
        names = NAMES[:players]
        assert rig.ask(commands.NewGame(game, players, names, options, dealer)).is_done
        return rig

    return made


@pytest.fixture
def prize(begin: Begin) -> Rig:
    """Ann names the prize."""
    rig = begin("triatri", 3, 2)
    rig.play("0:5R 1:2R 2:3R")
    return rig


def say(rig: Rig, topic: str, seat: int | None, value: JsonValue) -> None:
    answer = rig.ask(commands.Declare(topic, seat, value))
    assert answer.is_done, answer.reason


def bid(rig: Rig, *bids: str, first: int = 0) -> None:
    for number, each in enumerate(bids, start=first):
        say(rig, "bid", number % 4, each)


def trick(rig: Rig) -> list[tuple[int, str]]:
    assert rig.view.view is not None
    return [*rig.view.view.trick]


def waiting(rig: Rig) -> list[tuple[int, str]]:
    return [(each.seat, each.card) for each in rig.view.desk.early]


def count(rig: Rig) -> int:
    record = rig.table.record()
    assert record is not None
    return len([*record.steps()])


def test_a_card_before_the_prize_waits_for_it_and_is_played(prize: Rig) -> None:
    before = count(prize)
    prize.lay("6R", 0)
    assert (waiting(prize), trick(prize), count(prize)) == ([(0, "6R")], [], before)
    assert prize.said == "Ann's 6R waits for the prize."
    say(prize, "prize", 0, FIRE)
    assert (waiting(prize), trick(prize)) == ([], [(0, "6R")])
    assert prize.said == ""


@pytest.mark.parametrize("cards", [[(1, "4B"), (0, "6R")], [(0, "6R"), (1, "4B")]])
def test_undo_takes_the_newest_of_the_cards_that_wait(
    prize: Rig, cards: list[tuple[int, str]]
) -> None:
    for seat, code in cards:
        prize.lay(code, seat)
    prize.press("UNDO")
    assert waiting(prize) == cards[:1]


def test_cards_before_the_prize_lie_in_their_order_and_are_judged(prize: Rig) -> None:
    prize.play("1:4B 0:6R")
    assert prize.said == "2 cards wait for the prize."
    with speaking("ja"):
        assert prize.said == "2枚のカードが賞品の指定を待っています。"
    say(prize, "prize", 0, FIRE)
    assert trick(prize) == [(1, "4B"), (0, "6R")]
    assert prize.view.view is not None
    findings = [(each.rule, each.seat) for each in prize.view.view.findings]
    assert findings == [("turn", 1), ("turn", 0)], "after Bo it was Cy's turn"


def test_a_restart_loses_no_card_that_waits(prize: Rig) -> None:
    prize.lay("6R", 0)
    prize.restart()
    assert prize.said == "Ann's 6R waits for the prize."
    say(prize, "prize", 0, FIRE)
    prize.restart()
    assert (waiting(prize), trick(prize)) == ([], [(0, "6R")])


def test_only_what_could_be_played_waits(prize: Rig) -> None:
    prize.lay("6R", 0)
    told = []
    for code, seat in (("6R", 0), ("6R", 1), ("7R", 0), ("5R", 1)):
        prize.lay(code, seat)
        told.append(prize.said)
    assert told[:3] == [
        "6R is already there.",
        "6R is already out.",
        "Ann has already played to this trick.",
    ]
    assert waiting(prize) == [(0, "6R")]


def test_undo_takes_back_whatever_came_last(prize: Rig) -> None:
    prize.lay("6R", 0)
    prize.press("UNDO")
    assert (waiting(prize), prize.said) == ([], "Undone: Ann's 6R.")
    prize.lay("6R", 0)
    say(prize, "prize", 0, FIRE)
    prize.press("UNDO")
    assert (waiting(prize), trick(prize)) == ([], [])
    prize.press("UNDO")
    assert prize.view.view is not None
    assert prize.view.view.next_what == "prize"
    assert prize.ask(commands.Redo()).is_done
    assert prize.ask(commands.Redo()).is_done
    assert trick(prize) == [(0, "6R")]


def test_a_card_waits_through_all_bids_and_trump(begin: Begin) -> None:
    rig = begin("troika")
    rig.lay("7C", 2)
    assert rig.said == "Cy's 7C waits for the bids."
    bid(rig, "7", "8")
    rig.press("UNDO")  # the bid, which is newer than the card
    assert (waiting(rig), rig.said) == ([(2, "7C")], "Undone: what Bo said.")
    bid(rig, "pass", "9", "pass", first=1)
    assert rig.said == "Cy's 7C waits for trump."
    rig.restart()
    say(rig, "trump", 2, "H")
    assert trick(rig) == [(2, "7C")]
    assert rig.view.view is not None
    assert not rig.view.view.findings


def test_without_trump_the_last_bid_is_all_that_a_card_waits_for(begin: Begin) -> None:
    rig = begin("troika")
    bid(rig, "7N", "pass", "pass")
    rig.lay("7C", 0)
    say(rig, "bid", 3, "pass")
    assert trick(rig) == [(0, "7C")]


def test_before_the_first_deal_it_waits_too(begin: Begin) -> None:
    rig = begin("troika", dealer=None)
    rig.lay("7C", 0)
    rig.ask(commands.Deal(3))
    assert waiting(rig) == [(0, "7C")]


def test_a_misdeal_or_a_hand_thrown_in_takes_the_cards_up(begin: Begin) -> None:
    rig = begin("troika")
    rig.lay("7C", 2)
    say(rig, "misdeal", 1, None)
    assert waiting(rig) == []
    rig.ask(commands.Deal(3))
    rig.lay("7C", 2)
    assert rig.ask(commands.ThrowIn()).is_done
    assert waiting(rig) == []


def test_a_card_that_was_discarded_meanwhile_is_not_played(begin: Begin) -> None:
    rig = begin("troika", variant="saskatchewan", kitty="before_trump")
    bid(rig, "7", "pass", "pass", "pass")
    rig.lay("7C", 0)
    moved = commands.Move(0, "hand", "discard", 2, ["7C", "8C"])
    assert rig.ask(moved).is_done
    say(rig, "trump", 0, "H")
    assert (waiting(rig), trick(rig)) == ([], [])
    assert "7C" in rig.said


def test_a_phone_lays_it_and_takes_it_back(prize: Rig) -> None:
    prize.table.board_is(WITHOUT)
    seen = prize.table.snapshot().record
    assert seen is not None
    lay = commands.LayOwn(0, "6R", 1, seen.seq)
    assert prize.ask(lay).is_done
    assert prize.ask(lay).is_done, "pressed twice"
    assert waiting(prize) == [(0, "6R")]
    back = commands.TakeBack(0, 1, 0)
    assert prize.ask(back).is_done
    assert prize.ask(back).is_done, "pressed twice"
    assert waiting(prize) == []
    assert prize.ask(lay).is_done
    say(prize, "prize", 0, FIRE)
    assert prize.ask(lay).is_done, "it was played since that page was drawn"
    assert trick(prize) == [(0, "6R")]


def test_the_host_lays_it_and_a_program_is_still_told_what_a_record_can_be(prize: Rig) -> None:
    entry = {"kind": "played", "seat": 0, "card": "6R"}
    assert prize.ask(commands.Enter(entry)).reason.endswith("name the prize first.")
    assert prize.ask(commands.Lay("6R", 0)).is_done
    assert waiting(prize) == [(0, "6R")]


def test_another_game_begins_with_an_empty_table(prize: Rig) -> None:
    prize.lay("6R", 0)
    prize.ask(commands.NewGame("triatri", 3, NAMES[:3], dealer=2))
    assert waiting(prize) == []
