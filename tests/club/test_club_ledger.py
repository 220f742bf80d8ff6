"""The club's rows: decided, durable, then shown; and what two hosts make of one journal."""

import json
from contextlib import closing

import pytest

from club.evening import BEGAN, Evening
from rig.far_journal import far
from rig.locks import another_host
from rig.postgres import running
from tricktable.club import announcements, calls, locks, registry, round_timer
from tricktable.club.announcements import Announce, Withdraw
from tricktable.club.calls import CallForHelp, EndCall
from tricktable.club.locks import LockAll, UnlockAll
from tricktable.club.round_timer import PauseTimer, StartTimer
from tricktable.house.repair import check, mended_club, repair
from tricktable.store.journal import CLUB, Full, Journal, Outage, Row, open_journal
from tricktable.table.answers import REUSED


@pytest.fixture
def other(journal: Journal, evening: Evening) -> Evening:
    """Another host's."""
    return Evening(journal, evening.clock)


def kinds(journal: Journal) -> list[str]:
    return [row.kind for row in journal.read(CLUB)]


def called(evening: Evening) -> list[str]:
    return [each.table for each in evening.club.view().of(calls.PART).open]


def test_what_was_asked_is_a_row_and_is_shown(journal, evening):
    answer = evening.club.ask(CallForHelp("7KQ"))
    assert answer.is_done
    assert answer.is_saved
    assert answer.seq == evening.club.seq == 1
    (row,) = journal.read(CLUB)
    assert (row.seq, row.at, row.kind) == (1, BEGAN.isoformat(timespec="milliseconds"), "called")
    assert json.loads(row.body) == {"table": "7KQ", "by": "host", "seat": None}
    first, second = evening.seen.views
    assert first.of(calls.PART).open == ()
    assert second == evening.club.view()
    assert second.version == first.version + 1
    assert called(evening) == ["7KQ"]


def test_a_restart_finds_the_club_as_it_was(journal, evening):
    for request in (Announce("Supper"), CallForHelp("7KQ"), LockAll(), CallForHelp("A2B")):
        assert evening.club.ask(request).is_done
    assert Evening(journal).club.view().state == evening.club.view().state


def test_nothing_to_do_writes_nothing(journal, evening):
    evening.club.ask(LockAll())
    assert evening.club.ask(LockAll()).is_done
    assert kinds(journal) == ["locked"]


def test_what_cannot_be_is_refused_with_a_sentence(journal, evening):
    answer = evening.club.ask(Withdraw(3))
    assert not answer.is_done
    assert answer.reason == "This announcement is already gone."
    assert kinds(journal) == []


def test_the_club_is_no_table(journal, evening):
    evening.club.ask(LockAll())
    assert journal.tables() == []
    journal.append([Row("A2B", 1, "", None, "opened", "{}")])
    assert journal.tables() == ["A2B"]


def test_a_request_with_a_key_is_carried_out_once(journal, evening):
    asked = [evening.club.ask(Announce("Supper"), "supper-1") for _ in range(2)]
    assert all(each.is_done for each in asked)
    assert kinds(journal) == ["announced", "asked"]
    again = Evening(journal).club
    assert again.ask(Announce("Supper"), "supper-1").is_done
    other = again.ask(Announce("Tea"), "supper-1")
    assert (other.is_done, other.because) == (False, REUSED)
    assert kinds(journal) == ["announced", "asked"]


# --- two hosts -----------------------------------------------------------------------------------


def test_what_another_host_wrote_is_taken_in(evening, other):
    other.club.ask(CallForHelp("7KQ"))
    evening.club.catch_up()
    assert called(evening) == ["7KQ"]
    shown = len(evening.seen.views)
    evening.club.catch_up()
    assert len(evening.seen.views) == shown


def test_whoever_comes_second_decides_anew(journal, evening, other):
    other.club.ask(Announce("Supper"))
    assert evening.club.ask(Announce("Tea")).seq == 2
    other.club.catch_up()
    assert other.club.view().state == evening.club.view().state
    made = evening.club.view().of(announcements.PART).made
    assert [(each.id, each.text) for each in made] == [(1, "Supper"), (2, "Tea")]


def test_what_another_host_has_done_already_is_not_done_twice(journal, evening, other):
    other.club.ask(LockAll())
    assert evening.club.ask(LockAll()).is_done
    assert kinds(journal) == ["locked"]


def test_what_another_host_made_impossible_is_refused(evening, other):
    evening.club.ask(Announce("Supper"))
    other.club.catch_up()
    other.club.ask(Withdraw(1))
    answer = evening.club.ask(Withdraw(1))
    assert (answer.is_done, answer.reason) == (False, "This announcement is already gone.")


def test_the_same_key_at_two_hosts_is_carried_out_once(journal, evening, other):
    evening.journal.before_writing = once(lambda: other.club.ask(Announce("Supper"), "supper"))
    assert evening.club.ask(Announce("Supper"), "supper").is_done
    assert kinds(journal) == ["announced", "asked"]


def once(act):  # type: ignore[no-untyped-def]
    """The act of another host when it is called first; nothing after that."""
    acts = [act]

    def there():  # type: ignore[no-untyped-def]
        if acts:
            with another_host():
                acts.pop()()

    return there


# --- a journal that is away ----------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Full("full"), Outage("away")])
def test_what_cannot_be_saved_counts_and_is_saved_later(journal, evening, fault):
    evening.journal.fault = fault
    answer = evening.club.ask(CallForHelp("7KQ"))
    assert answer.is_done
    assert not answer.is_saved
    assert called(evening) == ["7KQ"]
    assert evening.club.view().trouble
    assert kinds(journal) == []
    assert evening.club.seq == 0
    evening.club.tick()
    assert evening.club.view().trouble
    evening.journal.fault = None
    evening.club.tick()
    assert evening.club.view().trouble is None
    assert kinds(journal) == ["called"]
    assert evening.club.seq == 1


def test_what_waited_is_decided_behind_what_others_wrote_meanwhile(journal, evening, other):
    evening.journal.fault = Outage("away")
    evening.club.ask(CallForHelp("7KQ"))
    evening.club.ask(LockAll())
    evening.club.ask(Announce("Supper"))
    for request in (LockAll(), UnlockAll(), LockAll(), CallForHelp("A2B")):
        other.club.ask(request)
    evening.journal.fault = None
    evening.club.tick()
    other.club.catch_up()
    assert other.club.view().state == evening.club.view().state
    assert called(evening) == ["A2B", "7KQ"]
    assert kinds(journal) == ["locked", "unlocked", "locked", "called", "called", "announced"]
    (supper,) = evening.club.view().of(announcements.PART).made
    assert supper.id == 6


def test_what_was_saved_though_the_answer_was_lost_is_not_saved_twice(journal, evening):
    evening.journal.after_writing = Outage("the connection broke")
    assert not evening.club.ask(Announce("Supper")).is_saved
    evening.club.tick()
    evening.club.catch_up()
    assert kinds(journal) == ["announced"]
    assert len(evening.club.view().of(announcements.PART).made) == 1
    assert evening.club.view().trouble is None


def test_a_key_of_what_waits_is_known(journal, evening):
    evening.journal.fault = Outage("away")
    first = evening.club.ask(Announce("Supper"), "supper")
    again = evening.club.ask(Announce("Supper"), "supper")
    assert (first.is_saved, again.is_done, again.is_saved) == (False, True, False)
    assert evening.club.ask(Announce("Tea"), "supper").because == REUSED
    evening.journal.fault = None
    evening.club.tick()
    assert kinds(journal) == ["announced", "asked"]


def test_a_journal_that_cannot_be_read_is_told(evening, other):
    other.club.ask(LockAll())
    evening.journal.is_readable = False
    evening.club.catch_up()
    assert evening.club.view().trouble
    assert not evening.club.ask(LockAll(), "key").is_done
    assert evening.club.ask(LockAll()).is_saved is False
    evening.journal.is_readable = True
    evening.club.tick()
    assert evening.club.view().trouble is None
    assert evening.club.view().of(locks.PART).is_on


# --- damage --------------------------------------------------------------------------------------


def test_a_damaged_row_stops_the_club_and_says_so(journal):
    journal.append([Row(CLUB, 1, BEGAN.isoformat(), None, "called", "{")])
    evening = Evening(journal)
    answer = evening.club.ask(LockAll())
    assert not answer.is_done
    assert "damaged" in answer.reason
    assert evening.club.view().trouble == "the journal is damaged"
    evening.club.tick()
    assert kinds(journal) == ["called"]


def test_a_row_that_no_part_knows_is_left_alone(journal):
    journal.append([Row(CLUB, 1, BEGAN.isoformat(), None, "of a newer host", "{}")])
    evening = Evening(journal)
    evening.club.ask(EndCall("7KQ"))
    assert evening.club.ask(CallForHelp("7KQ")).seq == 2


def test_a_repaired_club_keeps_every_row_that_can_be_read(journal, evening):
    for table in ("A2B", "7KQ", "Q7K"):
        evening.club.ask(CallForHelp(table))
    found = {row.seq: row for row in journal.read(CLUB)}
    del found[1]
    found[2] = found[2]._replace(body='{"tab')
    rows = mended_club(found, 4)
    assert [row.kind for row in rows] == ["lost", "lost", "called", "lost"]
    assert [each.table for each in registry.fold_rows(rows).of(calls.PART).open] == ["Q7K"]


def test_no_two_parts_share_a_kind_a_request_or_a_name():
    kinds = [kind for part in registry.PARTS for kind in part.kinds]
    assert len({*kinds}) == len(kinds)
    assert {"asked", "lost"}.isdisjoint(kinds)
    names = [part.name for part in registry.PARTS]
    assert len({*names}) == len(names)
    requests = [each for part in registry.PARTS for each in part.requests]
    assert len({*requests}) == len(requests)


def test_check_and_repair_know_the_club(tmp_path):
    place = tmp_path / "journal.db"
    with closing(open_journal(place)) as journal:
        Evening(journal).club.ask(CallForHelp("7KQ"))
        *_, verdict = check(place)
        assert verdict == ("club", True, "sound, 1 row")
        journal.append([Row(CLUB, 2, BEGAN.isoformat(), None, "called", "{}")])
        *_, verdict = check(place)
        assert not verdict.is_sound
        assert verdict.sentence.startswith("row 2 is damaged: it makes no sense")
    done = repair(place, "2026-11-23T19-00-00Z")
    assert done.tables == {"club": (1, (2,))}
    with closing(open_journal(place)) as journal:
        assert called(Evening(journal)) == ["7KQ"]


def test_a_request_that_another_host_refuses_is_carried_out_nowhere(tmp_path):
    with running() as server, closing(open_journal(server.database())) as shared:
        reached, cut = far(shared)
        here = Evening(reached)
        there = Evening(shared, here.clock)
        cut.fails = lambda call: call != "find"
        assert not here.club.ask(StartTimer(20)).is_saved
        assert not here.club.ask(PauseTimer(), "a-pause-1").is_saved
        refused = there.club.ask(PauseTimer(), "a-pause-1")
        assert (refused.is_done, refused.reason) == (False, "No round timer is running.")
        cut.fails = lambda _: False
        here.club.tick()
        there.club.catch_up()
        timers = [each.club.view().of(round_timer.PART) for each in (here, there)]
        assert [each.state(here.clock()) for each in timers] == [round_timer.RUNS] * 2
        # Sent again it is another attempt, and carried out once.
        again = [each.club.ask(PauseTimer(), "a-pause-1") for each in (there, here, there)]
        assert [each.is_done for each in again] == [True] * 3
        assert kinds(shared).count("asked") == 2


def test_a_call_by_keys_that_cannot_be_leaves_no_row(tmp_path):
    """Nobody is told of it, and each row would have it tried again."""
    with running() as server, closing(open_journal(server.database())) as shared:
        evening = Evening(shared)
        assert not evening.club.ask(PauseTimer(), "keys.7KQ.1", is_told=False).is_done
        assert kinds(shared) == []
