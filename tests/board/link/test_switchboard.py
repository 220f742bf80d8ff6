"""The thread between a simulated board's process and its cable."""

import threading
from pathlib import Path

import pytest

from rig.patience import PATIENCE_S
from tricktable.board.link.process import PowerOn, Process, best_interpreter
from tricktable.board.link.switchboard import Switchboard

PROGRAMS = Path(__file__).parent / "programs"


class Notes:
    """A watcher that writes down what it is told."""

    def __init__(self):
        self.news = []
        self.last_words = None
        self.told = threading.Event()

    def take_news(self, news):
        self.news += news
        self.told.set()

    def broke(self, last_words):
        self.last_words = last_words
        self.told.set()


def process():
    return Process(best_interpreter(), PowerOn(PROGRAMS / "word.py", 1.0, bytes(8), 1))


@pytest.fixture
def notes():
    return Notes()


@pytest.fixture
def board(notes):
    switchboard = Switchboard(process(), notes)
    switchboard.start()
    yield switchboard
    switchboard.stop()


def test_jobs_are_done_on_its_own_thread(board):
    threads = []
    board.do(lambda: threads.append(threading.current_thread()))
    board.do(lambda: board.do(lambda: threads.append(threading.current_thread())))
    assert threads == [board, board]


def test_a_host_that_ends_does_not_wait_for_it(board):
    assert board.daemon


def test_what_the_process_tells_is_passed_on(board, notes):
    board.tell({"do": "stat"})
    assert notes.told.wait(PATIENCE_S)
    assert "stat" in notes.news[0]


def test_a_process_that_ends_is_told_once(board, notes):
    board.do(lambda: board._process._popen.kill())
    assert notes.told.wait(PATIENCE_S)
    assert notes.last_words is not None
    notes.told.clear()
    board.do(lambda: board.exchange(process()))
    board.tell({"do": "stat"})
    assert notes.told.wait(PATIENCE_S)
    assert "stat" in notes.news[0]


def test_after_its_end_nothing_is_done(board):
    board.stop()
    done = []
    board.do(lambda: done.append(1))
    board.stop()
    assert done == []
    assert board.cable is None
    assert not board.is_alive()


def test_a_cable_is_pulled_once(board):
    first = board.cable
    board.do(board.unplug)
    board.do(board.unplug)
    assert board.cable is None
    board.do(board.replug)
    again = board.cable
    board.do(board.replug)
    assert board.cable is again is not first
