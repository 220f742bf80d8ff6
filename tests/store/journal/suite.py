"""What every journal must do, whatever it is made of. Knows no store: a subclass opens one.

class TestSqliteJournal(JournalSuite):
    def open(self, place: Path) -> Journal:
        return open_journal(place / "journal.db")
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from tricktable.store.journal import (
    CLUB,
    Extent,
    Home,
    Journal,
    JournalError,
    Lease,
    Outage,
    Phone,
    Row,
    RowTaken,
    ShelfRow,
)
from tricktable.store.journal.row import REPLACED, SITS, Hints

ANN = Phone("T5", "aa", "1.0", SITS, "2026-05-01T12:00:00")
BO = Phone("T5", "bb", "1.1", SITS, "2026-05-01T11:00:00")
ELSEWHERE = Phone("T6", "cc", "1.0", SITS, "2026-05-01T11:00:00")
FIRST = Home("E661", "7KQ", "2026-05-01T12:00:00")
OTHER = Home("E662", "T5A", "2026-05-01T11:00:00")


def row(table: str, seq: int, source: str | None = None, body: str = "{}") -> Row:
    """A row as the suite likes them: only what matters is said."""
    return Row(table, seq, "2026-11-21T20:15:00+01:00", source, "entry", body)


def in_threads(*works: Callable[[], object]) -> None:
    """Run `works` at the same time, each in a thread of its own, until all have ended."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def hinted(news: Hints) -> Mapping[str, int]:
    """The next hint."""
    ends_s = time.monotonic() + PATIENCE_S
    while (hint := news.wait(PATIENCE_S)) is None:
        assert time.monotonic() < ends_s
    return hint


class JournalSuite:
    """Run by every store: subclass it and say how to open one."""

    def open(self, place: Path) -> Journal:
        """Open the store that belongs to `place`, as a program that starts would; may be twice."""
        raise NotImplementedError

    @pytest.fixture
    def journal(self, tmp_path: Path) -> Iterator[Journal]:
        opened = self.open(tmp_path)
        yield opened
        opened.close()

    def test_rows_come_back_whole_and_in_order(self, journal: Journal) -> None:
        rows = [
            Row("T5", 1, "2026-11-21T20:15:00+01:00", None, "game", '{"names": ["安", "Bo"]}'),
            Row("T5", 2, "", "0badcafe:1", "entry", '{"kind": "dealt", "dealer": 0}'),
            Row("T5", 3, "1970-01-01T00:00:00Z", "0badcafe:2", "note", '"\\u0000 \U0001f0a1 \n"'),
        ]
        journal.append(rows[:1])
        journal.append(rows[1:])
        assert list(journal.read("T5")) == rows
        assert all(type(read) is Row for read in journal.read("T5"))

    def test_reading_starts_behind_a_number(self, journal: Journal) -> None:
        rows = [row("T5", seq) for seq in range(1, 6)]
        journal.append(rows)
        assert list(journal.read("T5", after=3)) == rows[3:]
        assert list(journal.read("T5", after=5)) == []

    def test_many_tables_are_read_at_once_each_behind_its_number(self, journal: Journal) -> None:
        rows = {code: [row(code, seq) for seq in range(1, 6)] for code in ("A1", "T5", "club")}
        for each in (*rows.values(), [row("X9", 1)]):
            journal.append(each)
        read = [*journal.read_on({"T5": 3, "A1": 0, "club": 5, "never": 0})]
        assert {each.table for each in read} == {"A1", "T5"}
        assert [each for each in read if each.table == "A1"] == rows["A1"]
        assert [each for each in read if each.table == "T5"] == rows["T5"][3:]
        assert [*journal.read_on({"T5": 5})] == [*journal.read_on({})] == []

    def test_many_rows_of_many_tables_are_read_and_none_is_left_out(self, journal: Journal) -> None:
        codes = ["T1", "T2", "T3"]
        for code in codes:
            journal.append([row(code, seq, body=f'"{seq}"') for seq in range(1, 902)])
        read = [*journal.read_on(dict.fromkeys(codes, 1))]
        for code in codes:
            assert [each for each in read if each.table == code] == [*journal.read(code, 1)]
        assert len(read) == 2700

    def test_many_rows_are_read_and_none_is_left_out(self, journal: Journal) -> None:
        rows = [row("T5", seq, body=f'"{seq}"') for seq in range(1, 3002)]
        journal.append(rows)
        assert list(journal.read("T5")) == rows

    def test_a_table_that_never_was_has_no_rows(self, journal: Journal) -> None:
        assert list(journal.read("T5")) == []
        assert journal.tables() == []

    def test_tables_keep_to_themselves(self, journal: Journal) -> None:
        journal.append([row("T5", 1), row("A1", 1)])
        journal.append([row("A1", 2)])
        assert journal.tables() == ["A1", "T5"]
        assert list(journal.read("A1")) == [row("A1", 1), row("A1", 2)]

    def test_nothing_to_append_is_appended_at_once(self, journal: Journal) -> None:
        journal.append([])
        assert journal.tables() == []

    def test_a_long_body_is_kept(self, journal: Journal) -> None:
        long = row("T5", 1, body='"' + "x" * 1_000_000 + '"')
        journal.append([long])
        assert list(journal.read("T5")) == [long]

    def test_a_number_is_taken_once(self, journal: Journal) -> None:
        journal.append([row("T5", 1, body="1")])
        with pytest.raises(RowTaken):
            journal.append([row("T5", 1, body="2")])
        assert list(journal.read("T5")) == [row("T5", 1, body="1")]

    def test_a_board_event_is_taken_once(self, journal: Journal) -> None:
        journal.append([row("T5", 1, source="0badcafe:7")])
        with pytest.raises(RowTaken):
            journal.append([row("T5", 2, source="0badcafe:7")])
        journal.append([row("T5", 2, source="0badcafe:8"), row("A1", 1, source="0badcafe:7")])
        assert [read.source for read in journal.read("T5")] == ["0badcafe:7", "0badcafe:8"]

    def test_a_row_is_found_by_where_it_came_from(self, journal: Journal) -> None:
        first = row("T5", 1, source="b001:1")
        second = row("T5", 2, source="key.here.card-one:1")
        journal.append([first, second])
        assert journal.find(first.table, "key.here.card-one:1") == second
        assert journal.find(first.table, "b001:1") == first
        for source in ("b001:0", "b001:2", "key.here.card-two:1"):
            assert journal.find(first.table, source) is None
        assert journal.find("another", "b001:1") is None

    def test_many_rows_may_come_from_no_board(self, journal: Journal) -> None:
        journal.append([row("T5", 1), row("T5", 2)])
        journal.append([row("T5", 3)])
        assert len(list(journal.read("T5"))) == 3

    def test_all_rows_or_none(self, journal: Journal) -> None:
        journal.append([row("T5", 1)])
        with pytest.raises(RowTaken):
            journal.append([row("T5", 2), row("T5", 3), row("T5", 1)])
        assert list(journal.read("T5")) == [row("T5", 1)]
        journal.append([row("T5", 2), row("T5", 3)])
        assert len(list(journal.read("T5"))) == 3

    @pytest.mark.parametrize("bad", [row("T5", 0), row("T5", 1, body='"\ud800"')])
    def test_what_is_no_row_is_a_bug_of_the_caller(self, journal: Journal, bad: Row) -> None:
        with pytest.raises(ValueError, match=r"CHECK|surrogates"):
            journal.append([row("T5", 2), bad])
        assert list(journal.read("T5")) == []
        journal.append([row("T5", 1)])

    def test_bodies_are_overwritten_in_their_place(self, tmp_path: Path) -> None:
        journal = self.open(tmp_path)
        rows = [row("T5", seq, source=f"b:{seq}", body='"old-body"') for seq in (1, 2, 3)]
        journal.append([*rows, row("T6", 2, body='"old"')])
        journal.overwrite("T5", {1: '"a"', 3: '"b"', 9: '"nobody"'})
        journal.overwrite("T5", {2: '"c"'})
        journal.close()
        journal = self.open(tmp_path)
        assert [each.body for each in journal.read("T5")] == ['"a"', '"c"', '"b"']
        assert [each._replace(body="") for each in journal.read("T5")] == [
            each._replace(body="") for each in rows
        ]
        assert [each.body for each in journal.read("T6")] == ['"old"']
        journal.close()
        assert not any(b"old-body" in path.read_bytes() for path in tmp_path.iterdir())

    def test_rows_outlive_the_program(self, tmp_path: Path) -> None:
        first = self.open(tmp_path)
        first.append([row("T5", 1)])
        first.close()
        second = self.open(tmp_path)
        second.append([row("T5", 2)])
        assert list(second.read("T5")) == [row("T5", 1), row("T5", 2)]
        second.close()

    def test_two_writers_of_one_table_are_told_apart(
        self, journal: Journal, tmp_path: Path
    ) -> None:
        other = self.open(tmp_path)
        journal.append([row("T5", 1)])
        other.append([row("T5", 2)])
        with pytest.raises(RowTaken):
            journal.append([row("T5", 2)])
        newer = list(journal.read("T5", after=1))
        assert newer == [row("T5", 2)]
        journal.append([row("T5", 3)])
        assert list(other.read("T5")) == [row("T5", 1), row("T5", 2), row("T5", 3)]
        other.close()

    def test_a_reader_that_stops_half_way_holds_nothing_up(self, journal: Journal) -> None:
        journal.append([row("T5", seq) for seq in range(1, 2501)])
        reader = journal.read("T5")
        assert next(reader).seq == 1
        journal.append([row("T5", 2501)])
        assert [read.seq for read in reader] == list(range(2, 2502))

    def test_producers_do_not_mix_their_tables(self, journal: Journal) -> None:
        def play(table: str) -> None:
            for seq in range(1, 101):
                journal.append([row(table, seq, source=f"{table}:{seq}")])

        codes = [f"T{number}" for number in range(8)]
        in_threads(*(lambda code=code: play(code) for code in codes))
        assert journal.tables() == codes
        for code in codes:
            assert [read.seq for read in journal.read(code)] == list(range(1, 101))

    def test_reading_goes_on_while_others_write(self, journal: Journal) -> None:
        seen: list[int] = []

        def play() -> None:
            for seq in range(1, 201):
                journal.append([row("T5", seq)])

        def watch() -> None:
            while not seen or seen[-1] < 200:
                seen.extend(read.seq for read in journal.read("T5", after=len(seen)))

        in_threads(play, watch)
        assert seen == list(range(1, 201))

    def test_a_producer_that_conflicts_fails_alone(self, journal: Journal) -> None:
        journal.append([row("T0", 1)])
        refused: list[JournalError] = []

        def honest(table: str) -> None:
            for seq in range(1, 51):
                journal.append([row(table, seq)])

        def wrong() -> None:
            for _ in range(50):
                with pytest.raises(RowTaken) as refusal:
                    journal.append([row("T0", 2 + len(refused)), row("T0", 1)])
                refused.append(refusal.value)

        in_threads(wrong, *(lambda n=n: honest(f"T{n}") for n in range(1, 7)))
        assert len(refused) == 50
        assert list(journal.read("T0")) == [row("T0", 1)]
        for number in range(1, 7):
            assert len(list(journal.read(f"T{number}"))) == 50

    def test_a_closed_journal_says_so(self, tmp_path: Path) -> None:
        journal = self.open(tmp_path)
        journal.close()
        journal.close()
        with pytest.raises(Outage, match="closed"):
            journal.append([row("T5", 1)])
        with pytest.raises(Outage, match="closed"):
            list(journal.read("T5"))
        with pytest.raises(Outage, match="closed"):
            list(journal.read_on({"T5": 0}))
        with pytest.raises(Outage, match="closed"):
            journal.tables()
        with pytest.raises(Outage, match="closed"):
            journal.extents()
        with pytest.raises(Outage, match="closed"):
            journal.append((), [ANN])
        with pytest.raises(Outage, match="closed"):
            journal.phones("T5")
        with pytest.raises(Outage, match="closed"):
            journal.keep_homes([FIRST])
        with pytest.raises(Outage, match="closed"):
            journal.homes()
        with pytest.raises(Outage, match="closed"):
            journal.take("pen:T5", "A", 1000)
        with pytest.raises(Outage, match="closed"):
            journal.leases("")

    def test_each_tables_newest_row_is_known_whoever_wrote_it(
        self, journal: Journal, tmp_path: Path
    ) -> None:
        other = self.open(tmp_path)
        assert journal.newest() == {}
        journal.append([row("T5", 1), row("T5", 2), row("A1", 1)])
        assert journal.newest() == other.newest() == {"A1": 1, "T5": 2}
        other.append([row("T5", 3), row("club", 1)])
        assert journal.newest() == other.newest() == {"A1": 1, "T5": 3, "club": 1}
        journal.append([row("T5", 4)])
        assert journal.newest() == other.newest() == {"A1": 1, "T5": 4, "club": 1}
        other.close()

    def test_whoever_waits_hears_at_once_that_another_program_has_added_rows(
        self, journal: Journal, tmp_path: Path
    ) -> None:
        other = self.open(tmp_path)
        news = journal.hints()
        assert news.wait(PATIENCE_S) == {}, "the first one, for all that was there before"
        for seq in range(1, 6):
            other.append([row("T5", seq)])
            hint = hinted(news)
            assert hint in ({}, {"T5": seq})
            assert journal.newest() == {"T5": seq}
        other.append((), [ANN])
        assert hinted(news) in ({}, {"T5": 0})
        other.keep_homes([FIRST])
        assert hinted(news) == {}
        news.stop()
        other.close()

    def test_whoever_waits_in_vain_is_told_so_in_time(self, journal: Journal) -> None:
        news = journal.hints()
        assert news.wait(PATIENCE_S) == {}
        assert news.wait(0) is None
        assert news.wait(0.03) is None
        news.stop()

    def test_waiting_ends_when_it_is_stopped(self, journal: Journal) -> None:
        news = journal.hints()
        assert news.wait(PATIENCE_S) == {}
        began_s = time.monotonic()
        waiting = threading.Thread(target=news.wait, args=(PATIENCE_S,))
        waiting.start()
        news.stop()
        waiting.join()
        assert time.monotonic() - began_s < PATIENCE_S
        assert news.wait(PATIENCE_S) is None
        news.stop()

    def test_waiting_outlives_the_journal(self, tmp_path: Path) -> None:
        journal = self.open(tmp_path)
        news = journal.hints()
        assert news.wait(PATIENCE_S) == {}
        journal.close()
        assert news.wait(0) in (None, {})
        news.stop()
        with pytest.raises(Outage, match="closed"):
            journal.newest()

    def test_phones_are_there_after_a_restart_oldest_first_and_each_at_its_table(
        self, tmp_path: Path
    ) -> None:
        journal = self.open(tmp_path)
        journal.append((), [ANN, BO])
        journal.append((), [ELSEWHERE])
        journal.append((), [])
        journal.close()
        journal = self.open(tmp_path)
        assert journal.phones("T5") == [BO, ANN]
        assert journal.phones("T6") == [ELSEWHERE]
        both = journal.phones("T5", "T6", "never")
        assert both[-1] == ANN
        assert {*both} == {ANN, BO, ELSEWHERE}
        assert journal.phones() == journal.phones("never") == []
        assert journal.tables() == []
        journal.close()

    def test_a_phone_is_known_once_as_it_was_last(self, journal: Journal) -> None:
        journal.append((), [ANN, BO])
        gone = ANN._replace(state=REPLACED, since="2026-05-01T13:00:00")
        journal.append((), [gone])
        assert journal.phones("T5") == [BO, gone]

    def test_a_phone_comes_with_the_row_that_tells_of_it_or_not_at_all(
        self, journal: Journal, tmp_path: Path
    ) -> None:
        journal.append([row("T5", 1), row("T6", 1)], [BO, ELSEWHERE])
        gone = BO._replace(state=REPLACED, since="2026-05-01T13:00:00")
        for rows, fault in (([row("T5", 2), row("T5", 1)], RowTaken), ([row("T5", 0)], ValueError)):
            with pytest.raises(fault):
                journal.append(rows, [gone, ANN])
            assert journal.phones("T5") == [BO]
        journal.append([row("T5", 2)], [gone, ANN, ANN._replace(state=REPLACED), ANN])
        with contextlib.closing(self.open(tmp_path)) as other:
            assert [each.seq for each in other.read("T5")] == [1, 2]
            assert other.phones("T5") == [ANN, gone]
            assert other.phones("T6") == [ELSEWHERE]

    def test_whoever_reads_a_row_reads_its_phone_however_many_write(self, journal: Journal) -> None:
        """Each row brings a phone of its own; those that conflict bring none."""

        def play(table: str) -> None:
            for seq in range(1, 41):
                phone = Phone(table, f"{table} {seq}", "1.0", SITS, f"{seq:02}")
                journal.append([row(table, seq)], [phone])
                with pytest.raises(RowTaken):
                    journal.append([row(table, seq)], [phone._replace(digest=f"no {table}")])

        def watch() -> None:
            while len(seqs := [each.seq for each in journal.read("T1")]) < 40:
                assert len(journal.phones("T1")) >= len(seqs)

        in_threads(watch, *(lambda n=n: play(f"T{n}") for n in range(1, 5)))
        for code in ("T1", "T2", "T3", "T4"):
            seats = [each.digest for each in journal.phones(code)]
            assert seats == [f"{code} {seq}" for seq in range(1, 41)]

    def test_homes_are_there_after_a_restart_oldest_first(self, tmp_path: Path) -> None:
        journal = self.open(tmp_path)
        journal.keep_homes([FIRST, OTHER])
        journal.keep_homes([])
        journal.close()
        journal = self.open(tmp_path)
        assert journal.homes() == [OTHER, FIRST]
        assert journal.tables() == []
        journal.close()

    def test_a_board_has_one_home_and_two_change_theirs_together(self, journal: Journal) -> None:
        journal.keep_homes([FIRST, OTHER])
        at = "2026-05-01T13:00:00"
        swapped = [FIRST._replace(table="T5A", since=at), OTHER._replace(table="7KQ", since=at)]
        journal.keep_homes(swapped)
        assert journal.homes() == swapped

    def test_how_far_a_tables_rows_reach_is_told_the_table_opened_first_first(
        self, journal: Journal
    ) -> None:
        assert journal.extents() == []
        first, later = (
            row("T5", 1)._replace(at="2026-05-02"),
            row("A1", 1)._replace(at="2026-05-03"),
        )
        newest = row("T5", 3)._replace(at="2026-05-04", kind="note")
        journal.append([later, first, row("T5", 2), newest, row(CLUB, 1)])
        assert journal.extents() == [
            Extent("T5", first.at, 3, newest.at, "note"),
            Extent("A1", later.at, 1, later.at, "entry"),
        ]
        journal.append([row("B1", 1)._replace(at=first.at), row("A1", 2)])
        assert [(each.table, each.seq) for each in journal.extents()] == [
            ("B1", 1),
            ("T5", 3),
            ("A1", 2),
        ]

    def test_decks_are_there_after_a_restart_in_their_order_each_as_it_was_last(
        self, tmp_path: Path
    ) -> None:
        red, blue = ShelfRow("red", 1, 2, "deck", '"r"'), ShelfRow("blue", 2, 1, "deck", '"b"')
        journal = self.open(tmp_path)
        assert journal.shelf() == []
        journal.shelve([red, blue])
        journal.shelve([])
        journal.close()
        journal = self.open(tmp_path)
        assert journal.shelf() == [blue, red]
        gone = ShelfRow("red", 3, 0, "gone", "")
        journal.shelve([gone])
        assert journal.shelf() == [gone, blue]
        journal.close()
        with pytest.raises(Outage, match="closed"):
            journal.shelve([red])

    def test_of_two_that_change_the_decks_at_once_one_is_told(self, tmp_path: Path) -> None:
        here, there = self.open(tmp_path), self.open(tmp_path)
        red, blue = ShelfRow("red", 1, 1, "deck", '"r"'), ShelfRow("blue", 2, 2, "deck", '"b"')
        here.shelve([red])
        with pytest.raises(RowTaken):
            there.shelve([blue, ShelfRow("green", 1, 3, "deck", '"g"')])
        assert there.shelf() == [red], "all of them, or none"
        there.shelve([blue])
        assert here.shelf() == [red, blue]
        here.close()
        there.close()

    def test_a_lease_has_one_holder_and_the_other_is_told_which(self, tmp_path: Path) -> None:
        here, there = self.open(tmp_path), self.open(tmp_path)
        taken = here.take("pen:T5", "A", 60_000, '{"host": 1}')
        assert taken == Lease("pen:T5", "A", 1, taken.left_ms, '{"host": 1}')
        assert 0 < taken.left_ms <= 60_000
        assert there.take("pen:T5", "B", 60_000)[:3] == ("pen:T5", "A", 1)
        assert here.take("pen:T5", "A", 60_000)[:3] == ("pen:T5", "A", 1), "asked again"
        assert there.take("pen:T5", "B", 60_000, forced=True)[:3] == ("pen:T5", "B", 2)
        assert here.renew(taken, 60_000) is None
        assert not here.let_go(taken)
        assert [lease[:3] for lease in here.leases("pen:")] == [("pen:T5", "B", 2)]
        here.close()
        there.close()

    def test_a_lease_that_has_ended_can_be_taken_and_until_then_renewed(
        self, journal: Journal
    ) -> None:
        ended = journal.take("board:E661", "A", 0)
        assert journal.leases("board:") == []
        again = journal.renew(ended, 60_000, '"back"')
        assert again is not None
        assert (again.epoch, again.what) == (1, '"back"')
        assert journal.take("board:E661", "B", 60_000).holder == "A"
        over = journal.renew(again, 0, None)
        assert over is not None
        # PostgreSQL reads its clock once more for what is left: that may be a millisecond later.
        assert over._replace(left_ms=0) == again._replace(left_ms=0)
        assert over.left_ms <= 0
        taken = journal.take("board:E661", "B", 60_000)
        assert taken[:3] == ("board:E661", "B", 2)
        assert journal.renew(again, 60_000) is None

    def test_a_lease_that_was_let_go_is_gone_with_what_it_said(self, journal: Journal) -> None:
        taken = journal.take("claim:T5:2", "A", 60_000, '"secret"')
        assert journal.let_go(taken)
        assert not journal.let_go(taken)
        assert journal.leases("claim:") == []
        assert journal.renew(taken, 60_000) is None
        assert journal.take("claim:T5:2", "A", 60_000)[:3] == ("claim:T5:2", "A", 2)

    def test_leases_are_listed_by_how_their_names_begin(self, journal: Journal) -> None:
        for name in ("pen:T6", "pen:T5", "Pen:T5", "p%:T5", "host:安"):
            journal.take(name, "A", 60_000)
        assert [lease.name for lease in journal.leases("pen:")] == ["pen:T5", "pen:T6"]
        assert [lease.name for lease in journal.leases("p%")] == ["p%:T5"]
        assert [lease.name for lease in journal.leases("host:安")] == ["host:安"]
        assert len(journal.leases("")) == 5

    def test_all_leases_of_a_holder_are_prolonged_at_once(self, journal: Journal) -> None:
        ended = journal.take("board:E661", "A", 0, '"kept"')
        lost, gone = journal.take("board:E662", "A", 0), journal.take("board:E663", "A", 60_000)
        journal.take("board:E664", "B", 0)
        journal.take(lost.name, "B", 60_000)
        journal.let_go(gone)
        prolonged = journal.renew_all("A", 60_000)
        assert [each._replace(left_ms=0) for each in prolonged] == [ended._replace(left_ms=0)]
        held = [(each.name, each.holder) for each in journal.leases("board:")]
        assert held == [("board:E661", "A"), ("board:E662", "B")]

    def test_of_many_that_take_a_lease_at_once_one_has_it(self, tmp_path: Path) -> None:
        journals = [self.open(tmp_path) for _ in range(3)]
        told: list[Lease] = []

        def take(journal: Journal, holder: str) -> None:
            told.extend(journal.take(f"claim:{n}", holder, 60_000) for n in range(10))

        in_threads(*(lambda j=j, n=n: take(j, f"{n}") for n, j in enumerate(journals)))
        held = {lease.name: lease.holder for lease in journals[0].leases("claim:")}
        assert len(held) == 10
        assert {(lease.name, lease.holder) for lease in told} == set(held.items())
        for each in journals:
            each.close()
