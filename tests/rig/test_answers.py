"""A test that hangs up before it closes an answer is found out itself."""

import socket
from contextlib import closing

from rig.answers import left_open


def pair():
    here, there = socket.socketpair()
    return here, closing(there)


def test_a_socket_that_hangs_up_under_an_answer_is_told_once():
    here, there = pair()
    with there, here.makefile("rb"):
        assert left_open() == []
        here.close()
        assert left_open() == [here]
        assert left_open() == []


def test_a_socket_whose_answer_is_closed_first_or_last_is_none():
    here, there = pair()
    with there:
        answer = here.makefile("rb")
        here.close()
        answer.close()
        assert left_open() == []
    here, there = pair()
    with there:
        here.makefile("rb").close()
        here.close()
        assert left_open() == []
