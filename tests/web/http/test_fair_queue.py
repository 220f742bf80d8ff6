"""Addresses take turns, whoever has how many there, and one may be held back for a while."""

import random
from collections import Counter

from tricktable.web.fair_queue import FairQueue


def taken(queue: FairQueue[str]) -> list[str]:
    """All that comes next, one after the other."""
    found = []
    while queue.has_next():
        found.append(queue.next()[1])
    return found


def filled(*things: str, in_order: int = 99) -> FairQueue[str]:
    """A queue of these; the address is the first letter."""
    queue: FairQueue[str] = FairQueue(in_order)
    for each in things:
        queue.add(each[0], each)
    return queue


def test_one_of_each_address_in_turn_and_each_in_its_order():
    queue = filled("a1", "a2", "a3", "b1", "c1", "c2")
    assert len(queue) == 6
    assert [queue.of(each) for each in "abcd"] == [3, 1, 2, 0]
    assert taken(queue) == ["a1", "b1", "c1", "a2", "c2", "a3"]
    assert len(queue) == 0


def test_of_an_address_with_very_many_the_last_comes_first():
    assert taken(filled("a1", "a2", "a3", "a4", "b1", "b2", in_order=2)) == [
        *("a4", "b1", "a3", "b2", "a1", "a2"),
    ]


def test_whoever_is_held_back_has_no_turn_until_released():
    queue = filled("a1", "b1")
    queue.hold("a")
    queue.hold("a")
    queue.hold("c")
    queue.add("a", "a2")
    queue.add("c", "c1")
    assert taken(queue) == ["b1"]
    assert (len(queue), queue.of("a")) == (3, 2)
    assert queue.newest_of_greediest() == ("a", "a2")
    queue.release("a")
    queue.release("b")
    assert taken(queue) == ["a1", "a2"]
    assert queue.remove("c", "c1")
    queue.add("c", "c2")
    assert not queue.has_next(), "still held back"
    queue.release("c")
    assert taken(queue) == ["c2"]


def test_what_is_taken_out_does_not_come():
    queue = filled("a1", "b1", "a2")
    assert queue.remove("a", "a1")
    assert not queue.remove("a", "a1")
    assert not queue.remove("c", "a2")
    assert queue.remove("b", "b1")
    assert taken(queue) == ["a2"]


def test_whatever_happens_nothing_is_lost_or_comes_twice():
    for seed in range(50):
        chance, queue = random.Random(seed), FairQueue[str](3)
        there, came, held = set[str](), Counter[str](), set[str]()
        for number in range(300):
            address, what = chance.choice("abc"), chance.random()
            if what < 0.5:
                there.add(f"{address}{number}")
                queue.add(address, f"{address}{number}")
            elif what < 0.6:
                held.add(address)
                queue.hold(address)
            elif what < 0.7:
                held.discard(address)
                queue.release(address)
            elif what < 0.8 and there:
                thing = chance.choice(sorted(there))
                assert queue.remove(thing[0], thing)
                there.remove(thing)
            elif queue.has_next():
                whose, thing = queue.next()
                assert whose == thing[0]
                assert whose not in held
                there.remove(thing)
                came[thing] += 1
            assert len(queue) == len(there)
            assert queue.has_next() == any(each[0] not in held for each in there)
        assert max(came.values()) == 1
