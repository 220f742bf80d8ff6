"""Questions from other threads: each is put once, answered or given up, and never left over."""

import threading

import pytest

from rig.patience import PATIENCE_S
from tricktable.board.link.enquiries import Enquiries


class Session:
    """A session that notes what it is asked, and answers when told."""

    def __init__(self, can_tell=True):
        self.can_tell = can_tell
        self.asked = []
        self.health = {}

    def ask(self, test):
        self.asked.append(test)
        self.health = None
        return self.can_tell


@pytest.fixture
def enquiries():
    return Enquiries()


def asking(enquiries, test):
    thread = threading.Thread(target=enquiries.ask, args=(test, PATIENCE_S))
    thread.start()
    while not enquiries._open or enquiries._open[-1].test is not test:
        thread.join(0.001)
    return thread


def ended(thread):
    thread.join(PATIENCE_S)
    return not thread.is_alive()


def test_one_after_the_other_and_each_gets_its_own_answer(enquiries):
    session = Session()
    first, second = asking(enquiries, True), asking(enquiries, False)
    for _ in range(3):
        enquiries.put(session)
    assert session.asked == [True]
    assert first.is_alive()
    session.health = {"keys": ("-",)}
    enquiries.put(session)
    assert ended(first)
    enquiries.put(session)
    assert session.asked == [True, False]
    assert second.is_alive()
    session.health = {}
    enquiries.put(session)
    assert ended(second)
    enquiries.put(session)
    assert session.asked == [True, False]


def test_a_board_that_cannot_tell_keeps_nobody_waiting(enquiries):
    thread = asking(enquiries, True)
    enquiries.put(Session(can_tell=False))
    assert ended(thread)


def test_a_question_that_was_given_up_is_never_put(enquiries):
    enquiries.ask(True, within_s=0)  # no board was there
    session = Session()
    enquiries.put(session)
    assert session.asked == []
    thread = asking(enquiries, False)
    enquiries.put(session)
    assert session.asked == [False]
    session.health = {}
    enquiries.put(session)
    assert ended(thread)


def test_one_that_was_given_up_while_the_board_was_silent_makes_room(enquiries):
    session = Session()
    enquiries._open.append(one := _put(session))
    one.is_over.set()
    enquiries.put(session)
    assert not enquiries._open


def _put(session):
    enquiries = Enquiries()
    enquiries.ask(True, within_s=0)
    (one,) = enquiries._open
    one.is_put = True
    return one
