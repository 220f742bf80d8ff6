"""Phones that sit down: what lets them, how long they wait, and whose they are in the next game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rig.table import Rig
from tricktable import requests, seating
from tricktable.showing import Sitting

ANN, BO = "ann's token", "bo's token"
NAMES = ["Ann", "Bo", "Cy", "Di"]


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.begin(names=NAMES)
    return rig


def claim(rig: Rig, seat: int, token: str) -> str:
    """A phone asks for a seat: why it cannot, or nothing."""
    return rig.table.claim(seat, seating.digest(token)).reason


def sits(rig: Rig, seat: int, token: str) -> None:
    """A phone asks for a seat, and its button is held."""
    assert claim(rig, seat, token) == ""
    rig.button(seat, "long")
    assert state(rig, token) == ("sits", seat)


def sitting(rig: Rig, token: str) -> Sitting:
    return rig.table.sitting(seating.digest(token))


def state(rig: Rig, token: str) -> tuple[str, int | None]:
    known = sitting(rig, token)
    return known.known.state, known.seat


# --- what lets a phone sit ------------------------------------------------------------------------


def test_a_phone_sits_once_its_seats_button_is_held(rig: Rig) -> None:
    claim(rig, 1, BO)
    assert state(rig, BO) == ("waits", 1)
    number = sitting(rig, BO).known.claim.number
    assert rig.said == f"Bo: hold your button to let phone {number} sit there."
    rig.button(1, "long")
    assert state(rig, BO) == ("sits", 1)
    assert rig.said == "Bo's phone sits here now."


def test_the_press_that_lets_a_phone_in_reads_no_hand_and_the_next_one_does(rig: Rig) -> None:
    sits(rig, 1, BO)
    assert rig.view.reading is None
    rig.button(1, "long")
    assert rig.view.reading == 1


def test_a_hand_that_is_being_read_goes_on_when_a_phone_sits_down(rig: Rig) -> None:
    rig.button(1, "long")
    sits(rig, 1, BO)
    assert rig.view.reading == 1
    rig.button(1, "long")
    assert rig.view.reading is None


@pytest.mark.parametrize(("seat", "length"), [(1, "short"), (0, "long"), (2, "long")])
def test_no_other_press_lets_it_in(rig: Rig, seat: int, length: str) -> None:
    claim(rig, 1, BO)
    rig.button(seat, length)
    assert state(rig, BO) == ("waits", 1)


STATES: dict[str, Callable[[Rig], object]] = {
    "a card is awaited": lambda rig: rig.play("0:QH"),
    "a card is typed": lambda rig: rig.press("K", "H"),
    "a card is asked about": lambda rig: rig.play("0:QH 1:QH"),
    "the menu is open": lambda rig: rig.press("MENU"),
    "a seat's name is asked for": lambda rig: rig.choose("game", "people", "a name"),
    "the scores are shown": lambda rig: rig.press("MENU", "7"),
    "another seat's hand is read": lambda rig: rig.button(2, "long"),
    "the game is paused": lambda rig: rig.ask(requests.Pause()),
    "the deal is awaited": lambda rig: rig.ask(requests.NewGame("troika", 4, NAMES)),
    "a bid is awaited": lambda rig: rig.ask(requests.NewGame("troika", 4, NAMES, {}, 0)),
    "cards are set aside": lambda rig: rig.ask(requests.NewGame("tredici", 4, NAMES, {}, 0)),
}


@pytest.mark.parametrize("state_of_the_table", STATES.values(), ids=STATES.keys())
def test_a_phone_is_let_in_whatever_the_table_does(
    rig: Rig, state_of_the_table: Callable[[Rig], object]
) -> None:
    state_of_the_table(rig)
    before, record = rig.view, rig.table.record()
    assert record is not None
    entries = record.seq
    sits(rig, 1, BO)
    after, record = rig.view, rig.table.record()
    assert record is not None
    assert record.seq == entries
    assert (after.page, after.reading, after.is_paused) == (
        before.page,
        before.reading,
        before.is_paused,
    )


def test_a_phone_waits_for_a_minute(rig: Rig) -> None:
    claim(rig, 1, BO)
    rig.now_ms += seating.CLAIM_MS - 1
    assert sitting(rig, BO).left_ms == 1
    rig.now_ms += 1
    assert state(rig, BO) == ("unknown", None)
    rig.button(1, "long")
    assert state(rig, BO) == ("unknown", None)
    assert rig.view.reading == 1


def test_the_table_says_when_a_phone_waits_no_more(rig: Rig) -> None:
    claim(rig, 1, BO)
    rig.table.end_old_claims()
    assert "hold your button" in rig.said
    rig.now_ms += seating.CLAIM_MS
    rig.table.end_old_claims()
    assert rig.said == "That phone waits for a seat no more."


def test_one_phone_at_a_time_waits_for_a_seat_and_a_phone_for_one_seat(rig: Rig) -> None:
    claim(rig, 1, BO)
    assert claim(rig, 1, ANN) == ("Another phone is just sitting down here; try again in a minute.")
    rig.now_ms += seating.CLAIM_MS
    assert claim(rig, 1, ANN) == ""
    claim(rig, 0, ANN)
    assert state(rig, ANN) == ("waits", 0)
    rig.button(1, "long")
    assert [place.is_taken for place in rig.table.places()] == [False] * 4


def test_a_seat_that_is_not_there_cannot_be_had(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    assert claim(rig, 0, ANN) == "No game has begun at this table."
    rig.begin(3)
    assert claim(rig, 3, ANN) == "Nobody sits there in this game."


def test_at_shared_buttons_the_host_lets_phones_in(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.ask(requests.NewGame("etori", 6, [*NAMES, "Eve", "Fay"], dealer=0))
    claim(rig, 1, BO)
    rig.button(1, "long")
    assert state(rig, BO) == ("waits", 1)
    assert rig.ask(requests.LetIn(1)).is_done
    assert state(rig, BO) == ("sits", 1)
    assert rig.ask(requests.LetIn(0)).reason == "No phone waits to sit there."


# --- who loses a seat -----------------------------------------------------------------------------


def test_a_new_phone_takes_the_seat_only_by_its_button_and_the_old_one_is_told(rig: Rig) -> None:
    sits(rig, 0, ANN)
    claim(rig, 0, "another")
    assert state(rig, ANN) == ("sits", 0)
    rig.button(0, "long")
    assert (state(rig, ANN), state(rig, "another")) == (("replaced", None), ("sits", 0))
    assert sitting(rig, ANN).record is None


def test_the_host_gives_a_seat_back_to_the_phone_before(rig: Rig) -> None:
    sits(rig, 0, ANN)
    sits(rig, 0, "a thief")
    assert rig.table.places()[0].can_be_given_back
    assert rig.ask(requests.GiveBack(0)).is_done
    assert (state(rig, ANN), state(rig, "a thief")) == (("sits", 0), ("sent_away", None))


def test_the_host_sends_a_phone_away(rig: Rig) -> None:
    sits(rig, 0, ANN)
    assert rig.ask(requests.SendAway(0)).is_done
    assert state(rig, ANN) == ("sent_away", None)
    assert not rig.table.places()[0].is_taken


def test_a_phone_gets_up_by_itself_and_waits_no_more_if_it_says_so(rig: Rig) -> None:
    sits(rig, 0, ANN)
    claim(rig, 1, BO)
    for token in (ANN, BO):
        rig.table.leave(seating.digest(token))
    assert (state(rig, ANN), state(rig, BO)) == (("sent_away", None), ("unknown", None))


# --- whose phone it is ----------------------------------------------------------------------------


def test_a_phone_goes_with_its_person_when_all_move_on_a_seat(rig: Rig) -> None:
    sits(rig, 0, ANN)
    sits(rig, 1, BO)
    rig.ask(requests.NextGame(rotate=1))
    assert rig.view.names == ("Di", "Ann", "Bo", "Cy")
    assert (state(rig, ANN), state(rig, BO)) == (("sits", 1), ("sits", 2))


def test_a_phone_goes_with_its_person_into_another_game_and_back(rig: Rig) -> None:
    sits(rig, 1, BO)
    rig.ask(requests.NewGame("troika", 4, ["Cy", "Di", "Eve", " bo "]))
    assert state(rig, BO) == ("sits", 3)
    rig.ask(requests.NewGame("triatri", 3, ["Ann", "Cy", "Di"]))
    assert state(rig, BO) == ("sits", None)
    assert sitting(rig, BO).record is None


def test_who_comes_back_after_a_game_without_them_sits_down_again(rig: Rig) -> None:
    """Nobody knows whether it is the same Bo, and a phone must never show a stranger's hand."""
    sits(rig, 1, BO)
    rig.ask(requests.NewGame("triatri", 3, ["Ann", "Cy", "Di"]))
    rig.ask(requests.NewGame("triatri", 3, ["Ann", "Bo", "Di"]))
    assert state(rig, BO) == ("sits", None)


def test_two_people_of_one_name_sit_down_again(rig: Rig) -> None:
    sits(rig, 0, ANN)
    sits(rig, 1, BO)
    rig.ask(requests.NewGame("torite", 4, ["Ann", "Bo", "Ann", "Di"]))
    assert (state(rig, ANN), state(rig, BO)) == (("sits", None), ("sits", 1))


def test_another_name_is_not_another_person(rig: Rig) -> None:
    sits(rig, 1, BO)
    rig.ask(requests.Rename(1, "Beatrice"))
    assert state(rig, BO) == ("sits", 1)
    rig.ask(requests.NextGame(rotate=2))
    assert state(rig, BO) == ("sits", 3)


def test_two_who_change_places_take_their_phones_along(rig: Rig) -> None:
    sits(rig, 0, ANN)
    rig.choose("game", "people", "two change places")
    rig.press("A", "3")
    assert rig.view.names == ("Cy", "Bo", "Ann", "Di")
    assert state(rig, ANN) == ("sits", 2)


def test_who_takes_another_ones_name_takes_no_phone(rig: Rig) -> None:
    sits(rig, 0, ANN)
    rig.ask(requests.Rename(1, "Ann"))
    assert state(rig, ANN) == ("sits", 0)


def test_a_claim_does_not_outlast_the_game_whose_seat_it_was_for(rig: Rig) -> None:
    claim(rig, 1, BO)
    rig.ask(requests.NextGame(rotate=1))
    rig.button(1, "long")
    assert state(rig, BO) == ("unknown", None)


# --- what is kept ---------------------------------------------------------------------------------


def test_seats_stay_taken_over_a_restart_and_claims_do_not(rig: Rig) -> None:
    sits(rig, 0, ANN)
    sits(rig, 0, "another")
    sits(rig, 2, "cy's")
    claim(rig, 1, BO)
    rig.ask(requests.SendAway(2))
    rig.restart()
    assert state(rig, "another") == ("sits", 0)
    assert state(rig, ANN) == ("replaced", None)
    assert state(rig, "cy's") == ("sent_away", None)
    assert state(rig, BO) == ("unknown", None)
    assert rig.ask(requests.GiveBack(0)).is_done
    assert state(rig, ANN) == ("sits", 0)


def test_no_file_has_a_token_and_no_row_of_the_journal_a_digest(rig: Rig) -> None:
    token = seating.new_token()
    sits(rig, 0, token)
    files = b"".join(path.read_bytes() for path in rig.path.parent.iterdir())
    assert token.encode() not in files
    assert seating.digest(token).encode() in files
    assert all(seating.digest(token) not in row.body for row in rig.table.rows())


def test_a_token_is_random_and_long() -> None:
    tokens = {seating.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {22}  # 128 bits in base 64


def test_without_room_on_the_disk_phones_sit_all_the_same_and_are_saved_later(rig: Rig) -> None:
    assert hasattr(rig.journal, "limit")
    rig.journal.limit(1)
    while rig.view.trouble is None:
        rig.ask(requests.Rename(0, "Ann"))
    sits(rig, 1, BO)
    rig.journal.limit(2**20)
    rig.table.try_to_save()
    rig.restart()
    assert state(rig, BO) == ("sits", 1)


SITS_AND_IS_KILLED = """
import os, signal, sys
from pathlib import Path
from rig.table import Rig
from tricktable import seating
rig = Rig(Path(sys.argv[1]))
rig.begin(names=["Ann", "Bo", "Cy", "Di"])
rig.table.claim(1, seating.digest("bo's token"))
rig.button(1, "long")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_host_that_is_killed_knows_its_phones_again(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SITS_AND_IS_KILLED, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert state(Rig(tmp_path), BO) == ("sits", 1)
