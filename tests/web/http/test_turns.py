"""Words are computed one at a time, address by address; who comes to a full queue is told so."""

import gevent
import pytest
from gevent.event import Event

from tricktable.web.turns import QueueFull, Turns


class Line:
    """People in a queue whose computing ends when the test says so."""

    def __init__(self, **most: int) -> None:
        self.turns = Turns(**most)
        self.served: list[str] = []
        self.refused: list[str] = []
        self.ends = Event()

    def come(self, address: str, times: int = 1) -> list[gevent.Greenlet]:
        came = [gevent.spawn(self._ask, address) for _ in range(times)]
        gevent.idle()
        return came

    def _ask(self, address: str) -> None:
        try:
            with self.turns.turn(address):
                self.ends.wait()
                self.served.append(address)
        except QueueFull:
            self.refused.append(address)

    def all_end(self) -> None:
        self.ends.set()
        while self.turns._busy:
            gevent.idle()


def test_addresses_take_turns_whoever_came_first_with_how_many():
    line = Line()
    line.come("greedy", 6)
    line.come("other", 6)
    line.come("honest")
    line.all_end()
    assert line.served.index("honest") <= 3, line.served
    assert (len(line.served), line.refused) == (13, [])
    assert len(line.turns) == 0


def test_an_address_has_only_so_many_in_the_queue():
    line = Line(per_address=3)
    line.come("greedy", 10)
    assert line.refused == ["greedy"] * 6
    line.come("honest")
    line.all_end()
    assert line.served == ["greedy", "honest", "greedy", "greedy", "greedy"]


def test_a_full_queue_makes_room_for_who_has_least_in_it():
    line = Line(per_address=4, in_total=6)
    line.come("first")
    line.come("a", 4)
    line.come("b", 2)
    line.come("honest")
    assert line.refused == ["a"]
    line.come("b", 2)
    assert line.refused == ["a", "b", "b"]
    line.all_end()
    assert sorted(line.served) == ["a", "a", "a", "b", "b", "first", "honest"]
    assert len(line.turns) == 0


def test_nobody_waits_for_who_has_gone():
    line = Line()
    line.come("first")
    (gone,) = line.come("gone")
    line.come("honest")
    gone.kill()
    line.all_end()
    assert line.served == ["first", "honest"]


def test_a_turn_that_was_just_given_to_who_goes_passes_on():
    line = Line()
    (first,) = line.come("first")
    (gone,) = line.come("gone")
    line.come("honest")
    line.ends.set()
    first.join()
    gone.kill()
    line.all_end()
    assert line.served[0] == "first"
    assert line.served[-1] == "honest"
    assert len(line.turns) == 0


def test_who_fails_in_the_turn_gives_it_back():
    line = Line()
    with pytest.raises(ValueError, match="no word"), line.turns.turn("one"):
        raise ValueError("no word")
    line.come("other")
    line.all_end()
    assert line.served == ["other"]
