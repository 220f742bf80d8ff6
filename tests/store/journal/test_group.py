"""Group commit by itself: who commits, for whom, and what happens when somebody is interrupted."""

import signal
import threading

import pytest

from rig.patience import PATIENCE_S, until
from store.journal.suite import in_threads, row
from tricktable.store.journal import Outage, RowTaken
from tricktable.store.journal.group import GroupCommit, Ticket, together_or_apart


class Store:
    """Keeps batches in memory; a commit begins when `gate` is open."""

    def __init__(self):
        self.batches = []
        self.by = []
        self.gate = threading.Event()
        self.gate.set()
        self.began = threading.Event()
        self.group = GroupCommit(self.commit)

    def commit(self, batch):
        self.began.set()
        assert self.gate.wait(PATIENCE_S)
        self.batches.append([ticket.rows[0].seq for ticket in batch])
        self.by.append(threading.current_thread())
        for ticket in batch:
            ticket.answer = None

    def submit(self, seq):
        self.group.submit([row("T5", seq)])


@pytest.fixture
def store():
    return Store()


def line_up(store, seqs, work=None):
    """Threads that submit while commit 1 runs, in this order; returns them, commit 1 first."""
    store.gate.clear()
    threads = [threading.Thread(target=store.submit, args=(1,))]
    threads[0].start()
    assert store.began.wait(PATIENCE_S)
    for waiting, seq in enumerate(seqs, start=1):
        threads.append(threading.Thread(target=work or store.submit, args=(seq,)))
        threads[-1].start()
        until(lambda waiting=waiting: store.group.queue_length == waiting)
    return threads


def end(store, threads):
    store.gate.set()
    for thread in threads:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def test_a_lone_producer_commits_in_its_own_thread(store):
    before = {*threading.enumerate()}
    for seq in (1, 2, 3):
        store.submit(seq)
    assert store.batches == [[1], [2], [3]]
    assert set(store.by) == {threading.current_thread()}
    assert {*threading.enumerate()} <= before


def test_who_comes_during_a_commit_is_in_the_next_one(store):
    threads = line_up(store, [2, 3, 4, 5])
    end(store, threads)
    assert store.batches == [[1], [2, 3, 4, 5]]
    assert store.by == threads[:2]  # the first of those who waited committed for all
    assert store.group.queue_length == 0


def test_every_producer_hears_its_own_answer(store):
    heard = {}

    def commit(batch):
        Store.commit(store, batch)
        for ticket in batch:
            if ticket.rows[0].seq == 3:
                ticket.answer = RowTaken("three")

    def work(seq):
        try:
            store.submit(seq)
        except RowTaken as refusal:
            heard[seq] = str(refusal)
        else:
            heard[seq] = None

    store.group = GroupCommit(commit)
    end(store, line_up(store, [2, 3, 4], work))
    assert heard == {2: None, 3: "three", 4: None}


def test_nothing_is_lost_or_doubled_among_many(store):
    def play(first):
        for seq in range(first, first + 500):
            store.submit(seq)

    in_threads(*(lambda first=first: play(first) for first in range(0, 4000, 500)))
    committed = [seq for batch in store.batches for seq in batch]
    assert sorted(committed) == list(range(4000))
    for first in range(0, 4000, 500):
        mine = [seq for seq in committed if first <= seq < first + 500]
        assert mine == sorted(mine)


class Interrupted(BaseException):
    """As Ctrl-C, but no test runner listens to it."""


def test_ctrl_c_while_waiting_holds_nobody_up(store):
    def interrupt(_signal, _frame):
        raise Interrupted

    def disturb():
        until(lambda: store.group.queue_length == 2)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        threads = line_up(store, [2])
        threads.append(threading.Thread(target=disturb))
        threads[-1].start()
        with pytest.raises(Interrupted):
            store.submit(3)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert store.group.queue_length == 1
    end(store, threads)
    store.submit(4)
    assert store.batches == [[1], [2], [4]]


def test_a_commit_that_breaks_off_is_no_answer_for_the_others(store):
    heard = []

    def commit(batch):
        if 2 in [ticket.rows[0].seq for ticket in batch]:
            raise Interrupted
        Store.commit(store, batch)

    def work(seq):
        try:
            store.submit(seq)
        except (Interrupted, Outage) as error:
            heard.append((seq, type(error)))

    store.group = GroupCommit(commit)
    end(store, line_up(store, [2, 3], work))
    assert sorted(heard) == [(2, Interrupted), (3, Outage)]
    store.submit(4)
    assert store.batches == [[1], [4]]


@pytest.mark.parametrize(
    ("count", "answer", "writes"),
    [
        (1, None, ["1"]),
        (3, None, ["123"]),
        (1, RowTaken("two"), ["1"]),  # the same rows again would only be refused again
        (3, RowTaken("two"), ["123", "1", "2", "3"]),
        (1, Outage("disk"), ["1"]),
        (3, Outage("disk"), ["123"]),
    ],
)
def test_rows_are_written_apart_only_if_others_may_be_why_they_fail(count, answer, writes):
    written = []

    def write(rows, _phones):
        written.append("".join(str(each.seq) for each in rows))
        is_good = isinstance(answer, RowTaken) and written[-1] in ("1", "3") and count > 1
        return None if is_good else answer

    batch = [Ticket([row("T5", seq)], []) for seq in range(1, count + 1)]
    together_or_apart(write)(batch)
    assert written == writes
    is_apart = len(writes) > 1
    assert [each.answer for each in batch] == (
        [None, answer, None] if is_apart else [answer] * count
    )
