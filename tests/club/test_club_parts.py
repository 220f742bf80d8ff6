"""What the club's own parts decide: announcements, calls for help, the round timer."""

import unicodedata
from pathlib import Path

import pytest

from club.evening import BEGAN, Evening
from tricktable.club import announcements, calls, round_timer
from tricktable.club.announcements import LONGEST, Announce, Withdraw
from tricktable.club.calls import AnswerCall, Call, CallForHelp, EndCall
from tricktable.club.competition.commands import LONGEST_TITLE, AnnounceCompetition
from tricktable.club.notices import notices
from tricktable.club.round_timer import AddTime, EndTimer, PauseTimer, ResumeTimer, StartTimer
from tricktable.store.journal import open_journal
from tricktable.table.club_notice import ClubNotice, RoundClock


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(open_journal(tmp_path / "journal.db"))


def texts(evening: Evening) -> list[str]:
    made = evening.club.view().of(announcements.PART)
    return [each.text for each in made.current(evening.clock.now)]


def timer(evening: Evening) -> tuple[str, float]:
    now = evening.club.view().of(round_timer.PART)
    return now.state(evening.clock.now), now.seconds_left(evening.clock.now)


# --- announcements -------------------------------------------------------------------------------


def test_an_announcement_stands_for_its_minutes_and_its_end_is_shown(evening):
    evening.club.ask(Announce("  Supper\nis served ", minutes=2))
    assert texts(evening) == ["Supper is served"]
    shown = len(evening.seen.views)
    evening.clock.on(minutes=1)
    evening.club.tick()
    assert len(evening.seen.views) == shown
    evening.clock.on(minutes=1)
    evening.club.tick()
    assert texts(evening) == []
    assert len(evening.seen.views) == shown + 1


def test_an_announcement_is_taken_back(evening):
    evening.club.ask(Announce("Supper"))
    evening.club.ask(Announce("Tea"))
    assert evening.club.ask(Withdraw(1)).is_done
    assert texts(evening) == ["Tea"]
    assert not evening.club.ask(Withdraw(1)).is_done


def test_only_the_newest_announcements_stand(evening):
    for number in range(1, 6):
        evening.club.ask(Announce(f"Round {number}"))
    assert texts(evening) == ["Round 3", "Round 4", "Round 5"]


@pytest.mark.parametrize("text", [" ", "\n\t", "a\x00b", "a\u202eb"])
def test_an_announcement_needs_words_that_can_be_shown(evening, text):
    answer = evening.club.ask(Announce(text))
    assert (answer.is_done, answer.reason) == (False, "An announcement needs words.")


FAMILY, FLAG = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\U0001f1e8\U0001f1e6"
LETTERS = {
    "a": "a",
    "with two marks": "\u1ecd\u0300",
    "a family": FAMILY,
    "a flag": FLAG,
    "kanji": "\u7530",
}
"""Each of them is one character to whoever reads it."""


@pytest.mark.parametrize("letter", LETTERS.values(), ids=[*LETTERS])
def test_an_announcement_is_as_long_as_people_count_it(evening, letter):
    fits = unicodedata.normalize("NFC", letter * LONGEST)
    assert evening.club.ask(Announce(fits)).is_done
    assert texts(evening) == [fits]
    answer = evening.club.ask(Announce(letter * (LONGEST + 1)))
    assert answer.reason == "An announcement needs words, at most 140 letters of them."


@pytest.mark.parametrize("letter", LETTERS.values(), ids=[*LETTERS])
def test_a_title_is_as_long_as_people_count_it(evening, letter):
    def announced(title: str) -> AnnounceCompetition:
        return AnnounceCompetition(title, "tredici", 2, "swiss")

    answer = evening.club.ask(announced(letter * (LONGEST_TITLE + 1)))
    assert answer.reason == "A title has at most 80 letters."
    assert evening.club.ask(announced(letter * LONGEST_TITLE)).is_done


def test_one_letter_carries_no_tower_of_marks_into_an_announcement(evening):
    assert evening.club.ask(Announce("Z" + "\u0301" * 900)).is_done
    (text,) = texts(evening)
    assert len(text) <= 3


# --- calls for help ------------------------------------------------------------------------------


def test_a_call_is_answered_and_ended(evening):
    def opened() -> tuple[Call, ...]:
        return evening.club.view().of(calls.PART).open

    evening.club.ask(CallForHelp("7KQ"))
    evening.clock.on(minutes=1)
    evening.club.ask(CallForHelp("A2B"))
    evening.club.ask(CallForHelp("7KQ"))  # pressed again: it waits since it called first
    assert [(each.table, each.at) for each in opened()] == [
        ("7KQ", BEGAN),
        ("A2B", evening.clock.now),
    ]
    assert evening.club.ask(AnswerCall("A2B")).is_done
    assert [each.is_answered for each in opened()] == [False, True]
    assert evening.club.ask(EndCall("A2B")).is_done
    assert [each.table for each in opened()] == ["7KQ"]


def test_nobody_comes_to_a_table_that_does_not_call(evening):
    answer = evening.club.ask(AnswerCall("7KQ"))
    assert (answer.is_done, answer.reason) == (False, "This call is already closed.")
    assert evening.club.ask(EndCall("7KQ")).is_done  # it is as it should be


# --- the round timer -----------------------------------------------------------------------------


def test_a_round_runs_and_its_end_is_shown_once(evening):
    evening.club.ask(StartTimer(20))
    evening.clock.on(minutes=5)
    evening.club.tick()
    assert timer(evening) == ("runs", 900.0)
    shown = len(evening.seen.views)
    evening.clock.on(minutes=15)
    evening.club.tick()
    evening.club.tick()
    assert timer(evening) == ("over", 0.0)
    assert len(evening.seen.views) == shown + 1
    evening.clock.on(minutes=15)
    evening.club.tick()
    assert timer(evening) == ("none", 0.0)
    assert len(evening.seen.views) == shown + 2


def test_a_paused_round_keeps_what_is_left(evening):
    evening.club.ask(StartTimer(20))
    evening.clock.on(minutes=5)
    evening.club.ask(PauseTimer())
    evening.clock.on(hours=1)
    assert timer(evening) == ("paused", 900.0)
    evening.club.ask(AddTime())
    assert timer(evening) == ("paused", 960.0)
    evening.club.ask(ResumeTimer())
    evening.clock.on(seconds=60)
    assert timer(evening) == ("runs", 900.0)


def test_a_minute_more_after_the_end_runs_again(evening):
    evening.club.ask(StartTimer(1))
    evening.clock.on(minutes=3)
    evening.club.ask(AddTime(2))
    assert timer(evening) == ("runs", 120.0)
    evening.club.ask(EndTimer())
    assert timer(evening) == ("none", 0.0)


@pytest.mark.parametrize("request_", [PauseTimer(), ResumeTimer(), AddTime(), EndTimer()])
def test_there_is_nothing_to_do_without_a_timer(evening, request_):
    answer = evening.club.ask(request_)
    assert (answer.is_done, answer.reason) == (False, "No round timer is running.")


# --- what tables hear ----------------------------------------------------------------------------


def test_each_table_hears_of_its_own_call_and_all_of_the_round(evening):
    def hears(code: str) -> ClubNotice:
        return notices(evening.club.view(), evening.clock.now, 2).at(code)

    evening.club.ask(CallForHelp("7KQ", "seat", 2))
    assert (hears("7KQ").call, hears("A2B").call) == ("called", "")
    evening.club.ask(AnswerCall("7KQ"))
    assert hears("7KQ").summary == "The organiser is coming."
    evening.club.ask(StartTimer(20))
    runs = hears("A2B").clock
    assert runs == RoundClock("runs", round(1000 * (BEGAN.timestamp() + 1200)), "19:20")
    evening.clock.on(minutes=5, seconds=5)
    assert hears("A2B").clock == runs, "no message a second"
    evening.club.ask(PauseTimer())
    clock = hears("A2B").clock
    assert (clock.state, clock.time_left) == ("paused", "14:55")
    evening.club.ask(ResumeTimer())
    evening.clock.on(minutes=15)
    assert hears("A2B").summary == "The round is over."
    evening.clock.on(minutes=15)
    assert hears("A2B").clock is None


def test_a_guests_call_gives_way_to_whoever_sits_there(evening):
    def who() -> tuple[str, int | None]:
        (call,) = evening.club.view().of(calls.PART).open
        return call.by, call.seat

    evening.club.ask(CallForHelp("7KQ", "guest"))
    evening.clock.on(minutes=1)
    evening.club.ask(CallForHelp("7KQ", "seat", 1))
    assert who() == ("seat", 1)
    evening.club.ask(CallForHelp("7KQ", "guest"))
    assert who() == ("seat", 1)
    assert evening.club.view().of(calls.PART).open[0].at == BEGAN
