"""An allowance: this many a second from each address, a burst, and no more memory for a crowd."""

from tricktable.web.allowance import MAX_ADDRESSES, Allowance


def test_one_who_is_too_fast_slows_nobody_else_down():
    allowance = Allowance(per_s=10, burst=3)
    assert [allowance.has_one("a", 0) for _ in range(4)] == [True, True, True, False]
    assert allowance.has_one("b", 0)
    assert not allowance.has_one("a", 99)
    assert allowance.has_one("a", 100)


def test_a_crowd_of_addresses_takes_no_more_memory_and_is_forgotten():
    allowance = Allowance(per_s=10, burst=3)
    crowd = [allowance.has_one(str(number), 0) for number in range(MAX_ADDRESSES + 5)]
    assert crowd == [True] * MAX_ADDRESSES + [False] * 5
    assert allowance.has_one("late", 1000)


def test_a_larger_crowd_fits_where_one_is_expected():
    allowance = Allowance(per_s=10, burst=3, max_addresses=MAX_ADDRESSES + 1)
    crowd = [allowance.has_one(str(number), 0) for number in range(MAX_ADDRESSES + 2)]
    assert crowd == [True] * (MAX_ADDRESSES + 1) + [False]
