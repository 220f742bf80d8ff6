"""The club's competition as rows: two hosts at once, a restart, steps back, a name forgotten."""

from pathlib import Path

from club.evening import Evening
from tricktable.club.competition import declarations
from tricktable.club.competition.commands import (
    AnnounceCompetition,
    BeginRound,
    CorrectPlayed,
    CountGames,
    EndCompetition,
    EndRound,
    EnterCompetition,
    LeaveCompetition,
    SeatedMeeting,
    SubstitutePeople,
    UndoCompetition,
)
from tricktable.club.competition.contest import RoundSeats
from tricktable.club.competition.movements import draw
from tricktable.club.competition.state import Competition, Competitions
from tricktable.store.journal import Journal, open_journal

MONDAY = AnnounceCompetition(
    "Monday", "torite", 2, "round_robin", entrants=[["Ann"], ["Bo"], ["Cy"], ["Di"]]
)


def state(evening: Evening) -> Competitions:
    return evening.club.view().of(declarations.PART)


def newest(evening: Evening) -> Competition:
    found = state(evening).newest
    assert found is not None
    return found


def begun(evening: Evening) -> BeginRound:
    contest = newest(evening).contest
    seats = draw(contest, contest.here)
    assert isinstance(seats, RoundSeats)
    meetings = [
        SeatedMeeting(each.table, f"T{each.table}", [list(side) for side in each.sides], 1)
        for each in seats.meetings
    ]
    return BeginRound(contest.next_round, meetings, list(seats.sitting_out), list(seats.places))


def evening(folder: Path) -> tuple[Evening, Journal]:
    journal = open_journal(folder / "journal.db")
    return Evening(journal), journal


def test_of_two_hosts_that_begin_a_round_at_once_one_does(tmp_path):
    one, journal = evening(tmp_path)
    assert one.club.ask(MONDAY).is_done
    other = Evening(journal)
    request = begun(one)
    assert one.club.ask(request).is_done
    late = other.club.ask(request)
    assert (late.is_done, late.reason) == (False, "The competition has moved on. Look again.")
    other.club.catch_up()
    assert newest(other) == newest(one)
    assert newest(one).round == 1


def test_a_restart_reads_the_same_and_draws_nothing(tmp_path):
    one, journal = evening(tmp_path)
    for request in (MONDAY, EnterCompetition(["Eve"]), LeaveCompetition(2)):
        assert one.club.ask(request).is_done
    for more in (
        begun(one),
        CountGames(1, 1, "T1", [2]),
        EndRound(1, {"T1": 3, "T2": 1}),
        CorrectPlayed("T1", 1, {"kind": "struck", "seq": 4}, 0),
        SubstitutePeople(1, ["Anna"]),
    ):
        assert one.club.ask(more).is_done
    again = newest(Evening(journal))
    assert again == newest(one)
    assert again.where(1, 1).only == (2,)
    assert again.where(1, 2).last == 1
    assert again.corrections_of("T1", 1) == ('{"kind": "struck", "seq": 4}',)
    stale = one.club.ask(CorrectPlayed("T1", 1, {"kind": "struck", "seq": 5}, 0))
    assert not stale.is_done


def test_every_step_down_to_the_announcement_is_taken_back(tmp_path):
    one, _journal = evening(tmp_path)
    assert one.club.ask(MONDAY).is_done
    seen = [newest(one)]
    for request in (EnterCompetition(["Eve"]), LeaveCompetition(1)):
        assert one.club.ask(request).is_done
        seen.append(newest(one))
    assert one.club.ask(begun(one)).is_done
    while seen:
        before = seen.pop()
        assert not one.club.ask(UndoCompetition(state(one).act + 1)).is_done
        assert one.club.ask(UndoCompetition(state(one).act)).is_done
        assert newest(one) == before
    assert not one.club.ask(UndoCompetition(1)).is_done


def test_another_is_announced_only_after_the_end(tmp_path):
    one, _journal = evening(tmp_path)
    assert one.club.ask(MONDAY).is_done
    assert not one.club.ask(MONDAY).is_done
    assert one.club.ask(begun(one)).is_done
    assert not one.club.ask(EndCompetition()).is_done
    assert one.club.ask(EndRound(1, {})).is_done
    assert one.club.ask(EndCompetition()).is_done
    assert not one.club.ask(EnterCompetition(["Eve"])).is_done
    assert one.club.ask(MONDAY).is_done
    assert len(state(one).listed) == 2


def test_a_name_that_is_forgotten_leaves_the_competition_and_its_seats_stay(tmp_path):
    one, _journal = evening(tmp_path)
    for request in (MONDAY, SubstitutePeople(2, ["Eve"])):
        assert one.club.ask(request).is_done
    assert one.club.ask(begun(one)).is_done
    before = newest(one)
    for name in ("Ann", "Eve"):
        assert one.club.forget(name).is_done
    after = newest(one)
    names = {name for each in after.contest.entrants for name in each.people}
    assert {"Cy", "Di"} < names
    assert not {"Ann", "Eve"} & names
    assert len(names) == 4
    assert after.contest.rounds == before.contest.rounds
