"""Credit: what a board may send. For both Pythons: plain asserts."""

from tablewire.credit import Credit
from tablewire.limits import CREDIT_BYTES, MAX_HELLO_BYTES


def sent(*sizes):
    """A credit with frames of these sizes sent; a negative size is a mark, numbered 1, 2, ..."""
    credit = Credit()
    mark = 0
    for size in sizes:
        credit.spend(abs(size))
        if size < 0:
            mark += 1
            credit.mark(mark)
    return credit


def test_a_mark_proves_what_went_before_it_and_nothing_after():
    credit = sent(44, 44, -40, 44)
    assert credit.unread == 172
    credit.take_mark(1)
    assert credit.unread == 44
    assert not credit.has_mark_out


def test_a_later_mark_proves_the_earlier_ones():
    credit = sent(-40, 44, -41, -42)
    credit.take_mark(2)
    assert credit.unread == 42
    assert credit.has_mark_out


def test_a_mark_counts_once():
    credit = sent(-40, 44)
    credit.take_mark(1)
    credit.take_mark(1)
    assert credit.unread == 44


def test_marks_that_were_not_sent_prove_nothing():
    credit = sent(44, -40)
    for mark in (0, 2, 99999):
        credit.take_mark(mark)
        assert credit.unread == 84


def test_an_opening_makes_room_for_a_hello_and_its_mark_proves_all():
    credit = sent(44, -40, 44, 44, 44)
    credit.reset()
    assert credit.unread == CREDIT_BYTES - MAX_HELLO_BYTES
    assert not credit.has_mark_out
    credit.take_mark(1)  # of the earlier opening
    assert credit.unread == CREDIT_BYTES - MAX_HELLO_BYTES
    credit.spend(130)
    credit.mark(2)
    credit.take_mark(2)
    assert credit.unread == 0


def test_an_opening_never_takes_credit():
    credit = sent(30)
    credit.reset()
    assert credit.unread == 30
