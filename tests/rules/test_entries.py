"""Refusals: how one names seats, whoever tells it."""

import pytest

from tricktable.rules.entries import Impossible, in_words
from tricktable.text.language import Message


@pytest.mark.parametrize(
    ("seats", "words"),
    [([2], "Cy deals"), ([2, 0], "Cy or Ann deals"), ((3, 0, 2), "Di or Ann or Cy deals")],
)
def test_each_seat_that_may_deal_is_named(seats, words):
    who = ("Ann", "Bo", "Cy", "Di").__getitem__
    assert in_words(Message("{seats} deals", {"seats": seats}), who) == words


def test_the_reason_for_programs_names_seats_by_number_in_a_reason_within_a_reason_too():
    inner = Message("{seat} has no card left", {"seat": 3})
    refusal = Impossible("{other} waits: {why}", other=1, why=inner)
    assert refusal.reason == str(refusal) == "seat 1 waits: seat 3 has no card left"
