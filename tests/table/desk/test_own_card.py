"""A seat lays its own card from its phone, and takes it back; presses that come twice or late."""

from __future__ import annotations

from pathlib import Path

import pytest

from rig.table import Rig
from tricktable.rules.cards import BY_CODE
from tricktable.table import commands
from tricktable.table.answering import Answer
from tricktable.table.desk.moment import EarlyCard
from tricktable.table.desk.own_card import just_laid
from tricktable.table.views import WITHOUT

NAMES = ["Ann", "Bo", "Cy", "Di"]
LATE = "The table has moved on; look again, then press once more."


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.begin(names=NAMES)
    rig.table.board_is(WITHOUT)
    return rig


def seq(rig: Rig) -> int:
    record = rig.table.record()
    assert record is not None
    return record.seq


def lay(rig: Rig, seat: int, card: str, seen: int | None = None, game: int = 1) -> Answer:
    at = seq(rig) if seen is None else seen
    return rig.ask(commands.LayOwn(seat, card, game, at))


def take_back(rig: Rig, seat: int, at: int, game: int = 1) -> Answer:
    return rig.ask(commands.TakeBack(seat, game, at))


def trick(rig: Rig) -> list[tuple[int, str]]:
    view = rig.view.view
    assert view is not None
    return [*view.trick]


def test_a_card_from_a_phone_is_played_by_its_seat(rig: Rig) -> None:
    assert lay(rig, 0, "QH").is_done
    assert lay(rig, 1, "2H").is_done
    assert trick(rig) == [(0, "QH"), (1, "2H")]


def test_an_improper_card_is_taken_and_judged_as_ever(rig: Rig) -> None:
    assert lay(rig, 2, "QH").is_done  # out of turn
    assert trick(rig) == [(2, "QH")]
    assert [each.rule for each in rig.view.view.findings] == ["turn"]  # type: ignore[union-attr]


def test_the_same_press_twice_is_one_card(rig: Rig) -> None:
    seen = seq(rig)
    assert lay(rig, 0, "QH", seen).is_done
    assert lay(rig, 0, "QH", seen) == Answer(True, "", 1, seen + 1)
    assert lay(rig, 1, "2H").is_done
    assert lay(rig, 0, "QH", seen).is_done
    assert seq(rig) == seen + 2


def test_a_press_on_a_page_that_another_seats_card_has_made_old_counts(rig: Rig) -> None:
    seen = seq(rig)
    assert lay(rig, 1, "2H", seen).is_done  # too early, and told
    assert lay(rig, 0, "QH", seen).is_done
    assert trick(rig) == [(1, "2H"), (0, "QH")]


def test_another_card_on_a_page_from_before_the_first_is_refused(rig: Rig) -> None:
    seen = seq(rig)
    lay(rig, 0, "QH", seen)
    assert lay(rig, 0, "KH", seen).reason == LATE
    for seat, card in ((1, "2H"), (2, "3H"), (3, "4H")):
        lay(rig, seat, card)
    assert lay(rig, 0, "KH", seen).reason == LATE
    assert seq(rig) == seen + 4


def test_a_press_from_before_a_correction_or_another_game_is_refused(rig: Rig) -> None:
    lay(rig, 0, "QH")
    seen = seq(rig)
    rig.ask(commands.Undo())
    assert lay(rig, 1, "2H", seen).reason == LATE
    rig.ask(commands.NextGame())
    assert lay(rig, 0, "QH", 0).reason == "The table has moved on. Look again."
    assert trick(rig) == []


@pytest.mark.parametrize("seen", [999, 10_000_000])
def test_a_page_cannot_have_seen_what_has_not_happened(rig: Rig, seen: int) -> None:
    assert lay(rig, 0, "QH", seen).reason == LATE


def test_a_card_that_is_out_is_asked_of_the_host(rig: Rig) -> None:
    lay(rig, 0, "QH")
    asked = lay(rig, 1, "QH")
    assert (asked.is_done, asked.reason) == (False, "QH was already played by Ann in trick 1.")
    assert trick(rig) == [(0, "QH")]
    assert rig.view.asked is not None
    lay(rig, 1, "KH")
    assert rig.view.asked is None, "whoever lays another card has answered"


def test_the_newest_card_can_be_taken_back_by_its_seat_once(rig: Rig) -> None:
    lay(rig, 0, "QH")
    at = seq(rig)
    assert take_back(rig, 1, at).reason == LATE
    assert take_back(rig, 0, at).is_done
    assert trick(rig) == []
    assert rig.said == "Undone: Ann's QH."
    after = seq(rig)
    assert take_back(rig, 0, at).is_done  # pressed twice
    assert seq(rig) == after
    assert lay(rig, 0, "KH").is_done
    assert take_back(rig, 0, at).is_done
    assert trick(rig) == [(0, "KH")]


def test_a_card_is_taken_back_only_until_something_else_happens(rig: Rig) -> None:
    lay(rig, 0, "QH")
    at = seq(rig)
    lay(rig, 1, "2H")
    assert take_back(rig, 0, at).reason == LATE
    assert take_back(rig, 0, at, game=2).reason == "The table has moved on. Look again."
    assert trick(rig) == [(0, "QH"), (1, "2H")]


@pytest.mark.parametrize(
    ("request_", "why", "end"),
    [
        (commands.Pause(), "The game is paused; resume it first.", commands.Resume()),
        (commands.Lock(), "The table is locked; ask the scorekeeper.", commands.Unlock()),
    ],
)
def test_while_a_table_rests_or_is_locked_no_phone_lays_a_card(
    rig: Rig, request_: commands.Request, why: str, end: commands.Request
) -> None:
    lay(rig, 0, "QH")
    at = seq(rig)
    rig.ask(request_)
    assert lay(rig, 1, "2H").reason == why
    assert take_back(rig, 0, at).reason == why
    rig.ask(end)
    assert lay(rig, 1, "2H").is_done


def test_phones_take_seats_by_themselves_only_once_the_host_has_opened_them(rig: Rig) -> None:
    assert not rig.view.are_seats_open
    rig.ask(commands.OpenSeats())
    assert rig.view.are_seats_open
    rig.ask(commands.CloseSeats())
    assert not rig.view.are_seats_open


def test_a_seat_that_is_none_lays_nothing(rig: Rig) -> None:
    assert lay(rig, 7, "QH").reason == "That seat is empty in this game."


def test_a_card_shows_that_the_cards_were_dealt_and_takes_that_back_with_it(rig: Rig) -> None:
    rig.ask(commands.NewGame("torite", 4, NAMES))
    assert lay(rig, 1, "2C", 0, game=2).is_done
    assert trick(rig) == [(1, "2C")]
    assert rig.said.startswith("Presumed: ")
    at = seq(rig)
    assert at > 1
    assert lay(rig, 1, "2C", 0, game=2).is_done  # pressed twice
    assert seq(rig) == at
    assert take_back(rig, 1, at, game=2).is_done
    assert not [*rig.table.record().steps()]  # type: ignore[union-attr]
    assert lay(rig, 1, "2C", 0, game=2).reason == LATE


def test_a_card_counts_though_somebody_says_meanwhile_what_it_would_have_shown(rig: Rig) -> None:
    rig.ask(commands.NewGame("torite", 4, NAMES))
    assert lay(rig, 1, "2C", 0, game=2).is_done  # it shows that Ann has dealt
    assert lay(rig, 2, "3C", 0, game=2).is_done  # laid at the same moment
    assert trick(rig) == [(1, "2C"), (2, "3C")]
    rig.ask(commands.NewGame("torite", 4, NAMES, abandon=True))
    rig.ask(commands.Deal(0))
    assert lay(rig, 1, "2C", 0, game=3).is_done


def test_a_card_from_before_a_deal_that_it_would_not_have_shown_is_refused(rig: Rig) -> None:
    seen = seq(rig)
    rig.ask(commands.Undo())
    rig.ask(commands.Deal(0))
    assert lay(rig, 1, "2C", seen).reason == LATE


def test_a_card_that_no_presumption_makes_possible_is_refused(rig: Rig) -> None:
    rig.ask(commands.NewGame("tredici", 4, NAMES, dealer=0))
    assert not lay(rig, 1, "7C", game=2).is_done
    assert seq(rig) == 1


def test_of_cards_that_wait_each_seat_can_take_back_its_own_and_no_other(rig: Rig) -> None:
    record = rig.table.record()
    assert record is not None
    early = (EarlyCard(1, "2C", 0), EarlyCard(3, "4C", 0), EarlyCard(0, "AS", 0))
    found = [each and each[:2] for each in (just_laid(record, seat, early) for seat in range(4))]
    assert found == [(0, BY_CODE["AS"]), (0, BY_CODE["2C"]), None, (0, BY_CODE["4C"])]
