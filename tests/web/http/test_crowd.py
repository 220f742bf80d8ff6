"""Who must go so that somebody new may come: never who is being answered, and the greedy first."""

import random

import pytest

from tricktable.web.http.crowd import Crowd


class Guest:
    """A connection whose client is waited for, unless it says otherwise."""

    def __init__(self, address="10.0.0.1", is_waiting=True):
        self.address, self.is_waiting = address, is_waiting


def come(crowd, *guests):
    """Each comes, and its turn comes; who goes for it."""
    return [crowd.come(each) or crowd.step_up(each) for each in guests]


def test_there_is_room_for_so_many_of_one_address_and_the_longest_waiting_goes_for_the_next():
    crowd = Crowd(per_address=3, in_total=100)
    first, second, third, fourth, fifth = (Guest() for _ in range(5))
    assert come(crowd, first, second, third) == [None] * 3
    crowd.ask_again(first)  # it has just been answered
    assert come(crowd, fourth, Guest("10.0.0.2"), fifth) == [second, None, third]
    assert len(crowd) == 4


def test_nobody_who_is_being_answered_goes_for_another():
    crowd = Crowd(per_address=2, in_total=4)
    busy, idle, new = Guest(is_waiting=False), Guest(), Guest()
    assert come(crowd, busy, idle, new) == [None, None, idle]
    new.is_waiting = False
    assert come(crowd, *(Guest(is_waiting=False) for _ in range(2))) == [None, None]
    refused = Guest()
    assert crowd.come(refused) is refused, "all is full, and nobody else is dispensable"
    assert len(crowd) == 4


def test_any_number_of_requests_of_one_address_may_be_in_line():
    """A club behind one router."""
    crowd = Crowd(per_address=3, in_total=100)
    club = [Guest() for _ in range(90)]
    assert [crowd.come(each) for each in club] == [None] * 90
    assert [crowd.step_up(each) for each in club[:4]] == [None, None, None, club[0]]
    for each in club[1:4]:
        crowd.line_up(each)  # its request is here
    assert crowd.step_up(club[4]) is None
    assert len(crowd) == 89


def test_where_all_together_are_too_many_the_address_with_the_most_gives_way():
    crowd = Crowd(per_address=50, in_total=20)
    family = [Guest(f"10.0.0.{number}") for number in range(5)]
    greedy = [Guest("10.9.9.9") for _ in range(15)]
    come(crowd, *family, *greedy)
    assert come(crowd, *(Guest(f"10.0.1.{n}") for n in range(5))) == greedy[:5]


def test_if_all_of_the_greediest_are_in_line_its_first_goes():
    """The last are served first then: see `FairQueue`."""
    crowd = Crowd(per_address=5, in_total=10)
    greedy = [Guest("10.9.9.9", is_waiting=False) for _ in range(10)]
    for each in greedy:
        crowd.come(each)
    assert [crowd.come(Guest()), crowd.come(Guest())] == greedy[:2]


def test_a_host_without_files_makes_room_too():
    crowd = Crowd(per_address=5, in_total=5)
    assert crowd.make_room() is None
    first, second = Guest(), Guest("10.0.0.2", is_waiting=False)
    come(crowd, first, second)
    assert crowd.make_room() is first
    assert crowd.make_room() is None, "nobody else is waited for"


def test_who_has_gone_is_forgotten_however_often_it_is_said():
    crowd = Crowd(per_address=2, in_total=5)
    gone, here = Guest(), Guest()
    come(crowd, gone, here)
    for _ in range(3):
        crowd.leave(gone)
        crowd.ask_again(gone)
        crowd.line_up(gone)
        assert crowd.step_up(gone) is None
    assert come(crowd, Guest()) == [None]
    assert crowd.make_room() is here
    assert len(crowd) == len(crowd.members()) == 1


@pytest.mark.parametrize("seed", range(20))
def test_whatever_comes_and_goes_the_caps_hold_and_a_lone_visitor_gets_in(seed):
    chance = random.Random(seed)
    crowd, here, in_line = Crowd(per_address=8, in_total=30), [], set()
    for _ in range(2000):
        what, goes = chance.random(), None
        if what < 0.5 or not here:
            guest = Guest(f"10.0.0.{min(chance.randrange(6), chance.randrange(6))}")
            goes = crowd.come(guest)
            here.append(guest)
            in_line.add(guest)
        elif what < 0.7 and in_line:
            guest = chance.choice(sorted(in_line, key=here.index))
            in_line.discard(guest)
            goes = crowd.step_up(guest)
        elif what < 0.8:
            if (guest := chance.choice(here)) not in in_line:
                crowd.line_up(guest)
                in_line.add(guest)
        elif what < 0.9:
            crowd.ask_again(chance.choice(here))
        else:
            crowd.leave(guest := here.pop(chance.randrange(len(here))))
            in_line.discard(guest)
        if goes is not None:
            here.remove(goes)
            in_line.discard(goes)
        assert {*crowd.members()} == {*here}
        assert len(crowd) == len(here) <= 30
        others = [each for each in here if each not in in_line]
        counts = [sum(each.address == a for each in others) for a in {e.address for e in others}]
        assert max(counts, default=0) <= 8
    visitor = Guest("192.168.1.5")
    assert crowd.come(visitor) is not visitor
