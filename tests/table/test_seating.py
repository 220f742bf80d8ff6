"""Phones that sit down: what lets them, how long they wait, and whose they are in the next game."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rig.locks import another_host
from rig.table import STRANGER, Rig
from tablewire.newest import Newest
from tricktable.board.picture import picture
from tricktable.board.picture.pages import PICTURE_CHARACTERS
from tricktable.store.journal import Lease
from tricktable.table import commands, seating
from tricktable.table.views import PhoneView
from tricktable.web import invites

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


def sitting(rig: Rig, token: str) -> PhoneView:
    return rig.table.phone_view(seating.digest(token))


def state(rig: Rig, token: str) -> tuple[str, int | None]:
    known = sitting(rig, token)
    return known.known.state, known.seat


# --- what lets a phone sit ------------------------------------------------------------------------


def test_a_phone_sits_once_its_seats_button_is_held(rig):
    claim(rig, 1, BO)
    assert state(rig, BO) == ("waits", 1)
    number = sitting(rig, BO).known.claim.number
    assert rig.said == f"Bo: hold your button to accept phone {number}."
    rig.button(1, "long")
    assert state(rig, BO) == ("sits", 1)
    assert rig.said == "Bo's phone has joined."


def test_the_press_that_lets_a_phone_in_reads_no_hand_and_the_next_one_does(rig):
    sits(rig, 1, BO)
    assert rig.view.desk.reading is None
    rig.button(1, "long")
    assert rig.view.desk.reading == 1


def test_a_hand_that_is_being_read_goes_on_when_a_phone_sits_down(rig):
    rig.button(1, "long")
    sits(rig, 1, BO)
    assert rig.view.desk.reading == 1
    rig.button(1, "long")
    assert rig.view.desk.reading is None


@pytest.mark.parametrize(("seat", "length"), [(1, "short"), (0, "long"), (2, "long")])
def test_no_other_press_lets_it_in(rig, seat, length):
    claim(rig, 1, BO)
    rig.button(seat, length)
    assert state(rig, BO) == ("waits", 1)


TEAMS = [[*range(7)], [*range(7, 13)]]
STATES: dict[str, Callable[[Rig], object]] = {
    "a card is awaited": lambda rig: rig.play("0:QH"),
    "a card is typed": lambda rig: rig.press("K", "H"),
    "a card is asked about": lambda rig: rig.play("0:QH 1:QH"),
    "the menu is open": lambda rig: rig.press("MENU"),
    "a seat's name is asked for": lambda rig: rig.choose("game", "people", "change a name"),
    "the scores are shown": lambda rig: rig.press("MENU", "7"),
    "another seat's hand is read": lambda rig: rig.button(2, "long"),
    "the game is paused": lambda rig: rig.ask(commands.Pause()),
    "the deal is awaited": lambda rig: rig.ask(commands.RoundGame("troika", 4, NAMES)),
    "a bid is awaited": lambda rig: rig.ask(commands.RoundGame("troika", 4, NAMES, {}, 0)),
    "cards are set aside": lambda rig: rig.ask(commands.RoundGame("tredici", 4, NAMES, {}, 0)),
}


@pytest.mark.parametrize("state_of_the_table", STATES.values(), ids=STATES.keys())
def test_a_phone_is_let_in_whatever_the_table_does(rig, state_of_the_table):
    state_of_the_table(rig)
    before, record = rig.view, rig.table.record()
    entries = record.seq
    sits(rig, 1, BO)
    after, record = rig.view, rig.table.record()
    assert record.seq == entries
    assert (after.desk.page, after.desk.reading, after.desk.is_paused) == (
        before.desk.page,
        before.desk.reading,
        before.desk.is_paused,
    )


def word(rig: Rig, seat: int = 1) -> str:
    """What the picture asks of a seat's button now."""
    told = json.loads(picture(rig.view))
    asked: str = told["h"][seat]
    return asked


def test_a_long_press_that_the_display_did_not_ask_for_lets_nobody_in(rig):
    claim(rig, 1, BO)
    rig.event("S", "1", "long")  # it began before, or the board is older and cannot tell
    assert state(rig, BO) == ("waits", 1)
    assert rig.view.desk.reading == 1
    rig.button(1, "long")
    assert state(rig, BO) == ("sits", 1)
    assert rig.view.desk.reading == 1


def test_an_answer_lets_only_that_phone_in_whose_number_was_shown(rig):
    claim(rig, 1, ANN)
    before = word(rig)
    rig.table.leave(seating.digest(ANN))
    claim(rig, 1, BO)
    for seat, said in ((1, before), (1, "42"), (1, ""), (0, word(rig)), (9, word(rig))):
        rig.event("Y", str(seat), said)
        assert rig.said.startswith("Bo: hold your button to accept phone ")
        assert rig.said.endswith(". That phone is no longer waiting for a seat.")
        assert state(rig, BO) == ("waits", 1)
    assert rig.view.desk.reading is None


def test_no_two_questions_have_the_same_word_whatever_their_number(rig):
    words = set()
    for _ in range(200):
        claim(rig, 1, BO)
        words.add(word(rig))
        assert word(rig).startswith(sitting(rig, BO).known.claim.number)
        rig.table.leave(seating.digest(BO))
    assert len(words) == 200


@pytest.mark.parametrize("state_of_the_table", STATES.values(), ids=STATES.keys())
def test_a_phone_that_waits_is_shown_until_it_is_answered(rig, state_of_the_table):
    state_of_the_table(rig)
    claim(rig, 1, BO)
    for act in ("K 5", "S 3 short", f"C 2 {STRANGER}", "X 0", "K UNDO"):
        rig.event(*act.split())
        told = json.loads(picture(rig.view))
        said = told.get("m") or told.get("q") or told["t"]
        assert said.startswith(f"Bo: hold for phone {sitting(rig, BO).known.claim.number}."), told
        assert told["l"][1] == "hold"
    rig.button(1, "long")
    told = json.loads(picture(rig.view))
    assert ("h" in told, "hold" in told["l"]) == (False, False)


def test_the_code_to_join_gives_its_address_up_for_who_waits_and_stays(rig):
    rig.press("MENU", "MENU")
    join = invites.board_page("http://10.0.0.5:8080/t/7KQ")
    claim(rig, 1, BO)
    told = json.loads(picture(rig.view, None, join))
    assert (told["p"], told["r"]) == ("qr", join["r"])
    assert told["t"] == f"Bo: hold for phone {sitting(rig, BO).known.claim.number}."


def test_all_who_wait_are_shown_with_their_numbers(rig):
    for seat in range(4):
        assert rig.table.claim(seat, f"phone {seat}", f"10.0.0.{seat}").is_done
    numbers = [place.number for place in rig.table.snapshot().places]
    named = ", ".join(f"{name} {number}" for name, number in zip(NAMES, numbers, strict=True))
    told = json.loads(picture(rig.view))
    assert told["q"] == f"Hold to sit: {named}."
    assert told["l"] == ["hold"] * 4
    assert [each.partition("-")[0] for each in told["h"]] == numbers


@pytest.mark.parametrize("state_of_the_table", STATES.values(), ids=STATES.keys())
def test_the_picture_fits_the_wire_however_many_wait(rig, state_of_the_table):
    for seat in range(4):
        rig.ask(commands.Rename(seat, "ガギグゲゴザジズゼゾ" + str(seat)))
    state_of_the_table(rig)
    for seat in range(4):
        assert rig.table.claim(seat, f"phone {seat}", f"10.0.0.{seat}").is_done
    for act in ("K 5", "C 1 00", "U 3 truncated", "K MENU", "K 6", "K 5"):
        rig.event(*act.split())
        told = picture(rig.view)
        assert len(told) <= PICTURE_CHARACTERS
        assert "Hold to sit: " in told
        Newest().show(told)


def crowd(rig: Rig, address: str = "10.0.0.5") -> None:
    """As many claims as are forgiven end there with nobody let in."""
    for number in range(len(rig.view.names)):
        assert rig.table.claim(0, f"nobody {number}", address).is_done
        if number == 0:
            rig.now_ms += seating.CLAIM_MS
        else:
            rig.choose("table", "refuse the phone")


def test_a_whole_table_waits_from_behind_one_router(rig):
    assert rig.ask(commands.NewGame("tredici", 13, options={"teams": TEAMS}, abandon=True)).is_done
    for seat in range(13):
        assert rig.table.claim(seat, f"phone {seat}", "10.0.0.5").is_done
    assert len(rig.view.claims) == 13
    assert len(picture(rig.view)) <= PICTURE_CHARACTERS


def test_an_address_that_held_seats_for_nobody_has_one_phone_that_waits(rig):
    crowd(rig)
    assert rig.table.claim(0, "one", "10.0.0.5").is_done
    refused = rig.table.claim(1, "other", "10.0.0.5").reason
    assert refused == "A phone at your address is already sitting down; try again in a minute."
    assert rig.table.claim(1, "one", "10.0.0.5").is_done  # it waits elsewhere now
    assert rig.table.claim(0, "other", "10.0.0.6").is_done
    rig.button(1, "long")
    assert rig.table.claim(1, "third", "10.0.0.5").is_done
    rig.now_ms += seating.CLAIM_MS
    assert rig.table.claim(2, "fourth", "10.0.0.5").is_done
    rig.now_ms += seating.UNANSWERED_MS + seating.CLAIM_MS
    for seat in range(3):
        assert rig.table.claim(seat, f"later {seat}", "10.0.0.5").is_done


def test_who_waits_leaves_no_row_and_is_shown_again_from_a_restart_on(rig):
    rows = len([*rig.table.rows()])
    claim(rig, 1, BO)
    asked = word(rig)
    assert len([*rig.table.rows()]) == rows
    rig.restart()
    assert word(rig) == asked  # a press that the board has kept may be the first thing heard
    rig.event("Y", "1", asked)
    assert state(rig, BO) == ("sits", 1)
    assert rig.view.desk.reading is None


def test_the_menu_turns_whoever_waits_away(rig):
    claim(rig, 1, BO)
    asked = word(rig)
    rig.choose("table", "refuse the phone")
    assert state(rig, BO) == ("turned_away", 1)
    assert rig.said == "That phone is no longer waiting for a seat."
    rig.event("Y", "1", asked)
    assert state(rig, BO) == ("turned_away", 1)


def host_lets_in(rig: Rig) -> None:
    """No button lets in; the display says who does, and the host does."""
    number = sitting(rig, BO).known.claim.number
    told = json.loads(picture(rig.view))
    assert told["q"].startswith(f"Bo: host must accept phone {number}.")
    assert ("h" in told, "hold" in told["l"]) == (False, False)
    assert rig.ask(commands.LetIn(1)).is_done
    assert state(rig, BO) == ("sits", 1)


def test_a_board_that_cannot_say_what_was_asked_leaves_it_to_the_host(rig):
    rig.table.buttons_answer(False)
    claim(rig, 1, BO)
    assert rig.said == f"Phone {sitting(rig, BO).known.claim.number} asks the host for Bo's seat."
    host_lets_in(rig)


def test_a_table_that_is_locked_meanwhile_leaves_it_to_the_host(rig):
    claim(rig, 1, BO)
    asked = word(rig)
    rig.ask(commands.Lock())
    rig.event("Y", "1", asked)
    assert state(rig, BO) == ("waits", 1)
    assert "Locked" in rig.said
    host_lets_in(rig)


def test_the_terminal_tells_once_who_waits(rig):
    claim(rig, 1, BO)
    rig.press("5", "UNDO")
    number = sitting(rig, BO).known.claim.number
    told = f"  Bo: hold your button to accept phone {number}."
    assert rig.everybody.lines.count(told) == 1


def test_a_phone_waits_for_a_minute(rig):
    claim(rig, 1, BO)
    rig.now_ms += seating.CLAIM_MS - 1
    assert sitting(rig, BO).left_ms == 1
    rig.now_ms += 1
    assert state(rig, BO) == ("lapsed", 1)
    rig.button(1, "long")  # the display still asks
    assert state(rig, BO) == ("lapsed", 1)
    assert rig.said == "That phone is no longer waiting for a seat."
    assert rig.view.desk.reading is None
    rig.table.end_old_claims()
    rig.button(1, "long")
    assert rig.view.desk.reading == 1


def test_the_table_says_when_a_phone_waits_no_more(rig):
    claim(rig, 1, BO)
    rig.table.end_old_claims()
    assert "hold your button" in rig.said
    rig.now_ms += seating.CLAIM_MS
    rig.table.end_old_claims()
    assert rig.said == "That phone is no longer waiting for a seat."


def test_one_phone_at_a_time_waits_for_a_seat_and_a_phone_for_one_seat(rig):
    claim(rig, 1, BO)
    assert claim(rig, 1, ANN) == ("Another phone is taking this seat; try again in a minute.")
    rig.now_ms += seating.CLAIM_MS
    assert claim(rig, 1, ANN) == ""
    claim(rig, 0, ANN)
    assert state(rig, ANN) == ("waits", 0)
    rig.button(1, "long")
    assert [place.is_taken for place in rig.table.snapshot().places] == [False] * 4


def test_a_seat_that_is_not_there_cannot_be_had(tmp_path):
    rig = Rig(tmp_path)
    assert claim(rig, 4, ANN) == "That chair is not there any more."
    rig.begin(3)
    assert claim(rig, 3, ANN) == "That seat is empty in this game."


def test_at_shared_buttons_the_host_lets_phones_in(tmp_path):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("etori", 6, [*NAMES, "Eve", "Fay"], dealer=0))
    claim(rig, 1, BO)
    rig.button(1, "long")
    assert state(rig, BO) == ("waits", 1)
    assert rig.ask(commands.LetIn(1)).is_done
    assert state(rig, BO) == ("sits", 1)
    assert rig.ask(commands.LetIn(0)).reason == "No phone is waiting for that seat."


# --- who loses a seat -----------------------------------------------------------------------------


def test_a_new_phone_takes_the_seat_only_by_its_button_and_the_old_one_is_told(rig):
    sits(rig, 0, ANN)
    claim(rig, 0, "another")
    assert state(rig, ANN) == ("sits", 0)
    rig.button(0, "long")
    assert (state(rig, ANN), state(rig, "another")) == (("replaced", None), ("sits", 0))
    assert sitting(rig, ANN).record is None


def test_the_host_gives_a_seat_back_to_the_phone_before(rig):
    sits(rig, 0, ANN)
    sits(rig, 0, "a thief")
    assert rig.table.snapshot().places[0].can_be_given_back
    assert rig.ask(commands.GiveBack(0)).is_done
    assert (state(rig, ANN), state(rig, "a thief")) == (("sits", 0), ("sent_away", None))


def test_the_host_sends_a_phone_away(rig):
    sits(rig, 0, ANN)
    assert rig.ask(commands.SendAway(0)).is_done
    assert state(rig, ANN) == ("sent_away", None)
    assert not rig.table.snapshot().places[0].is_taken


def test_a_phone_gets_up_by_itself_and_waits_no_more_if_it_says_so(rig):
    sits(rig, 0, ANN)
    claim(rig, 1, BO)
    for token in (ANN, BO):
        rig.table.leave(seating.digest(token))
    assert (state(rig, ANN), state(rig, BO)) == (("sent_away", None), ("unknown", None))


# --- whose phone it is ----------------------------------------------------------------------------


def test_a_phone_goes_with_its_person_when_all_move_on_a_seat(rig):
    sits(rig, 0, ANN)
    sits(rig, 1, BO)
    rig.ask(commands.NextGame(rotate=1, abandon=True))
    assert rig.view.names == ("Di", "Ann", "Bo", "Cy")
    assert (state(rig, ANN), state(rig, BO)) == (("sits", 1), ("sits", 2))


def test_a_phone_goes_with_its_person_into_another_game_and_back(rig):
    sits(rig, 1, BO)
    rig.ask(commands.NewGame("troika", 4, ["Cy", "Di", "Eve", " bo "], abandon=True))
    assert state(rig, BO) == ("sits", 3)
    rig.ask(commands.NewGame("triatri", 3, ["Ann", "Cy", "Di"], abandon=True))
    assert state(rig, BO) == ("sits", None)
    assert sitting(rig, BO).record is None


def test_who_comes_back_after_a_game_without_them_sits_down_again(rig):
    """Nobody knows whether it is the same Bo, and a phone must never show a stranger's hand."""
    sits(rig, 1, BO)
    rig.ask(commands.NewGame("triatri", 3, ["Ann", "Cy", "Di"], abandon=True))
    rig.ask(commands.NewGame("triatri", 3, ["Ann", "Bo", "Di"], abandon=True))
    assert state(rig, BO) == ("sits", None)


def test_two_people_of_one_name_sit_down_again(rig):
    sits(rig, 0, ANN)
    sits(rig, 1, BO)
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Ann", "Di"], abandon=True))
    assert (state(rig, ANN), state(rig, BO)) == (("sits", None), ("sits", 1))


def test_another_name_is_not_another_person(rig):
    sits(rig, 1, BO)
    rig.ask(commands.Rename(1, "Beatrice"))
    assert state(rig, BO) == ("sits", 1)
    rig.ask(commands.NextGame(rotate=2, abandon=True))
    assert state(rig, BO) == ("sits", 3)


def test_two_who_change_places_take_their_phones_along(rig):
    sits(rig, 0, ANN)
    rig.choose("game", "people", "swap two players")
    rig.press("A", "3")
    assert rig.view.names == ("Cy", "Bo", "Ann", "Di")
    assert state(rig, ANN) == ("sits", 2)


def test_who_takes_another_ones_name_takes_no_phone(rig):
    sits(rig, 0, ANN)
    rig.ask(commands.Rename(1, "Ann"))
    assert state(rig, ANN) == ("sits", 0)


def test_a_claim_does_not_outlast_the_game_whose_seat_it_was_for(rig):
    claim(rig, 1, BO)
    rig.ask(commands.NextGame(rotate=1, abandon=True))
    rig.button(1, "long")
    assert state(rig, BO) == ("overtaken", None)


# --- what is kept ---------------------------------------------------------------------------------


def test_seats_stay_taken_over_a_restart_and_so_do_claims(rig):
    sits(rig, 0, ANN)
    sits(rig, 0, "another")
    sits(rig, 2, "cy's")
    claim(rig, 1, BO)
    rig.ask(commands.SendAway(2))
    rig.restart()
    assert state(rig, "another") == ("sits", 0)
    assert state(rig, ANN) == ("replaced", None)
    assert state(rig, "cy's") == ("sent_away", None)
    assert state(rig, BO) == ("waits", 1)
    assert rig.ask(commands.GiveBack(0)).is_done
    assert state(rig, ANN) == ("sits", 0)


def test_no_phone_is_said_to_go_or_come_back_that_is_not_there(rig):
    said = rig.said
    for request, why in (
        (commands.SendAway(1), "No phone has that seat."),
        (commands.GiveBack(1), "No other phone had that seat before."),
    ):
        answer = rig.ask(request)
        assert (answer.is_done, answer.reason) == (False, why)
    sits(rig, 1, BO)
    assert not rig.ask(commands.GiveBack(1)).is_done
    assert rig.said != said, "Bo’s phone came"
    assert "back" not in rig.said
    assert state(rig, BO) == ("sits", 1)


def test_no_file_has_a_token_and_no_row_of_the_journal_a_digest(rig):
    token = seating.new_token()
    sits(rig, 0, token)
    files = b"".join(path.read_bytes() for path in rig.path.parent.iterdir())
    assert token.encode() not in files
    assert seating.digest(token).encode() in files
    assert all(seating.digest(token) not in row.body for row in rig.table.rows())


def test_a_token_is_random_and_long():
    tokens = {seating.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {22}  # 128 bits in base 64


def test_without_room_on_the_disk_phones_sit_all_the_same_and_are_saved_later(rig):
    assert hasattr(rig.journal, "limit")
    rig.journal.limit(1)
    while rig.view.trouble is None:
        rig.ask(commands.Rename(0, "Ann"))
    sits(rig, 1, BO)
    rig.journal.limit(2**20)
    rig.table.try_to_save()
    rig.restart()
    assert state(rig, BO) == ("sits", 1)


SITS_AND_IS_KILLED = """
import os, signal, sys
from pathlib import Path
from rig.table import Rig
from tricktable.table import seating
rig = Rig(Path(sys.argv[1]))
rig.begin(names=["Ann", "Bo", "Cy", "Di"])
rig.table.claim(1, seating.digest("bo's token"))
rig.button(1, "long")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_host_that_is_killed_knows_its_phones_again(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", SITS_AND_IS_KILLED, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert state(Rig(tmp_path), BO) == ("sits", 1)


# --- two hosts of one club ------------------------------------------------------------------------


@pytest.fixture
def other(rig: Rig, tmp_path: Path) -> Iterator[Rig]:
    """The same table at another host, which started before anybody sat down."""
    other = Rig(tmp_path, boot="FFFFFFFF")
    yield other
    other.journal.close()


def test_a_phone_that_sat_down_at_one_host_is_known_at_the_other(rig, other):
    sits(rig, 1, BO)
    assert state(other, BO) == ("sits", 1)
    assert state(other, ANN) == ("unknown", None)


def test_a_phone_that_was_replaced_at_one_host_can_do_nothing_at_the_other(rig, other):
    sits(rig, 1, BO)
    assert state(other, BO) == ("sits", 1)
    sits(rig, 1, ANN)
    acting = other.table.phone_view(seating.digest(BO), is_acting=True)
    assert acting.known.state == "replaced"
    assert acting.record is None
    assert state(other, ANN) == ("sits", 1)


def test_a_phone_is_sent_away_or_replaced_by_a_host_that_did_not_let_it_in(rig, other):
    sits(rig, 1, BO)
    assert other.table.ask(commands.SendAway(1)).is_done
    assert rig.table.phone_view(seating.digest(BO), is_acting=True).known.state == "sent_away"
    sits(rig, 1, BO)
    assert claim(other, 1, ANN) == ""
    assert other.table.ask(commands.LetIn(1)).is_done
    assert state(other, ANN) == ("sits", 1)
    assert rig.table.phone_view(seating.digest(BO), is_acting=True).known.state == "replaced"
    assert rig.table.ask(commands.GiveBack(1)).is_done
    assert other.table.phone_view(seating.digest(ANN), is_acting=True).known.state == "sent_away"
    assert state(other, BO) == ("sits", 1)


def test_a_phone_whose_seat_could_not_be_saved_still_has_it(rig):
    rig.journal.close()
    sits(rig, 1, BO)
    assert rig.table.phone_view(seating.digest(BO), is_acting=True).known.sits


def seen(rig: Rig) -> list[tuple[int, str]]:
    """Which seats phones wait for at a host, with the numbers that it shows."""
    rig.table.heed(rig.journal.leases("claim:7KQ:"))
    return [(seat, waiting.number) for seat, waiting in rig.view.claims]


def test_who_asks_at_one_host_is_let_in_by_a_button_at_the_other(rig, other):
    assert rig.table.claim(1, seating.digest(BO), "10.0.0.5").is_done
    number = sitting(rig, BO).known.claim.number
    assert seen(other) == [(1, number)]
    assert word(other) == word(rig)
    other.button(1, "long")
    assert rig.table.catch_up()
    assert state(rig, BO) == ("sits", 1)
    assert (seen(rig), seen(other)) == ([], [])


def test_an_older_answer_does_not_bring_back_who_stopped_waiting_meanwhile(rig, monkeypatch):
    """Who asks the journal notes `phone_changes` before, and asks again if there are more."""
    assert rig.table.claim(1, seating.digest(BO), "10.0.0.5").is_done
    let_go, asked = rig.journal.let_go, []

    def noted(lease: Lease) -> None:
        asked.append((rig.table.phone_changes, len(rig.journal.leases("claim:7KQ:"))))
        let_go(lease)

    monkeypatch.setattr(rig.journal, "let_go", noted)
    rig.table.leave(seating.digest(BO))
    ((before, still_waiting),) = asked
    assert still_waiting == 1
    assert rig.table.phone_changes > before


def test_one_address_has_one_phone_that_waits_and_a_seat_too_whichever_host_is_asked(rig, other):
    for each in (rig, other):
        crowd(each)
    assert rig.table.claim(1, "one", "10.0.0.5").is_done
    there = other.table
    assert "at your address" in there.claim(0, "two", "10.0.0.5").reason
    assert "Another phone is taking" in there.claim(1, "two", "10.0.0.6").reason
    assert there.claim(0, "one", "10.0.0.5").is_done  # it waits elsewhere now
    assert [seat for seat, _ in seen(rig)] == [0]


def test_of_two_hosts_asked_at_once_one_lets_the_phone_wait(rig, other, monkeypatch):
    crowd(other)
    take = other.journal.take

    def quicker(name: str, holder: str, for_ms: int, what: str = "{}") -> Lease:
        monkeypatch.undo()
        with another_host():
            assert rig.table.claim(1, "quick", "10.0.0.5").is_done
        return take(name, holder, for_ms, what)

    monkeypatch.setattr(other.journal, "take", quicker)
    assert "Another phone is taking" in other.table.claim(1, "slow", "10.0.0.6").reason
    monkeypatch.setattr(other.journal, "take", quicker)
    assert other.table.phone_view("slow").known.state == "unknown"
    rig.table.leave("quick")
    assert "at your address" in other.table.claim(0, "slow", "10.0.0.5").reason
    assert [seat for seat, _ in seen(rig)] == [seat for seat, _ in seen(other)] == [1]


def test_a_claim_of_another_host_ends_by_the_databases_clock_and_leaves_no_row(rig, other):
    claim(rig, 1, BO)
    assert seen(other)
    rows = len([*other.table.rows()])
    other.now_ms += seating.CLAIM_MS
    other.table.end_old_claims()
    assert other.view.claims == ()
    assert len([*other.table.rows()]) == rows


def test_a_new_game_at_one_host_ends_what_was_asked_at_the_other(rig, other):
    claim(rig, 1, BO)
    assert seen(other)
    assert other.ask(commands.NextGame(rotate=1, abandon=True)).is_done
    assert rig.table.catch_up()
    assert (seen(rig), seen(other)) == ([], [])
    assert state(rig, BO) == ("overtaken", None)


def test_without_the_database_a_host_lets_phones_in_by_itself(rig):
    crowd(rig)
    rig.journal.close()
    assert rig.table.claim(1, seating.digest(BO), "10.0.0.5").is_done
    assert "at your address" in rig.table.claim(0, "another", "10.0.0.5").reason
    rig.button(1, "long")
    assert state(rig, BO) == ("sits", 1)
