"""Presence: only edges become events, whatever a reader says in between."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableboard import tags
from tableboard.tags import ABSENT, COLLISION, DEAD, NOISE, TRUNCATED, Presence, lit

A = bytes.fromhex("04A3C6CAE26180")
B = bytes.fromhex("88112233")  # four bytes that begin like a cascade tag, and are none
LAID_A, LAID_B = ("C", "04A3C6CAE26180"), ("C", "88112233")
CROWD = ("X", "")

MFRC522 = Path(__file__).parents[2] / "firmware" / "pico" / "mfrc522.py"


class Lying:
    """A reader that is polled when it is due."""

    def __init__(self):
        self.presence = Presence(2)
        self.now_ms = 0
        self.events = []

    def finds(self, found, for_ms):
        """Let every poll of the next milliseconds find this; return the events of that time."""
        events = []
        until_ms = self.now_ms + for_ms
        while self.presence.due_ms < until_ms:
            self.now_ms = max(self.now_ms, self.presence.due_ms)
            self.answers(found, events)
        self.now_ms = until_ms
        return events

    def answers(self, found, events=None):
        """Take one poll; return its event."""
        event = self.presence.take_poll(found, self.now_ms)
        if event is not None:
            self.events.append(event)
            if events is not None:
                events.append(event)
        return event


def test_a_card_that_lies_still_and_misses_polls_is_counted_and_not_told():
    lying = Lying()
    lying.finds(A, 500)
    for _ in range(5):
        lying.answers(ABSENT)
        lying.finds(A, 300)
    assert lying.events == [LAID_A]
    assert (lying.presence.retries, lying.presence.falls) == (5, 0)


def test_a_card_that_comes_back_at_once_has_not_left():
    lying = Lying()
    lying.finds(A, 500)
    lying.finds(ABSENT, 200)
    lying.finds(A, 500)
    assert lying.events == [LAID_A, LAID_A]
    assert lying.presence.falls == 1
    lying.finds(ABSENT, 1500)
    lying.finds(A, 500)  # a person who thought again
    lying.finds(ABSENT, 200)
    lying.finds(B, 500)
    assert lying.presence.falls == 1


@pytest.fixture
def lying():
    return Lying()


def test_the_words_are_the_drivers():
    driver = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(MFRC522.read_text()).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        if isinstance(node.targets[0], ast.Name)
    }
    for name in ("ABSENT", "COLLISION", "NOISE", "TRUNCATED", "DEAD"):
        assert getattr(tags, name) == driver[name]


def test_a_card_is_told_at_its_first_read(lying):
    assert lying.answers(A) == LAID_A


def test_a_card_lying_still_for_ten_minutes_is_one_event(lying):
    assert lying.finds(A, 600_000) == [LAID_A]


def test_a_still_card_that_misses_every_second_answer_is_one_event(lying):
    for _ in range(2000):
        lying.finds(A, 80)
        lying.finds(ABSENT, 20)
    assert lying.events == [LAID_A]


def test_a_card_laid_again_after_it_was_lifted_is_a_new_event(lying):
    lying.finds(A, 500)
    assert lying.finds(ABSENT, 200) == []
    assert lying.finds(A, 500) == [LAID_A]


def test_a_card_is_gone_within_an_eighth_of_a_second(lying):
    lying.finds(A, 500)
    lying.finds(ABSENT, 125)
    assert not lying.presence.is_occupied


def test_one_missed_answer_lifts_nothing(lying):
    lying.finds(A, 500)
    lying.answers(ABSENT)
    assert lying.finds(A, 500) == []


def test_two_misses_in_one_instant_lift_nothing(lying):
    lying.finds(A, 500)
    lying.answers(A)
    lying.answers(ABSENT)
    lying.answers(ABSENT)
    assert lying.finds(A, 500) == []


@pytest.mark.parametrize("sign", [NOISE, COLLISION])
def test_noise_between_two_misses_means_that_the_card_is_there(lying, sign):
    lying.finds(A, 500)
    for _ in range(50):
        lying.finds(ABSENT, 30)
        lying.answers(sign)
    lying.finds(A, 1000)
    assert lying.events == [LAID_A]


def test_a_card_replaced_without_a_gap_is_told(lying):
    assert lying.finds(A, 500) == [LAID_A]
    assert lying.finds(B, 500) == [LAID_B]


def test_the_first_card_may_come_back_later_without_a_gap(lying):
    for found in (A, B, A):
        lying.finds(found, 2000)
    assert lying.events == [LAID_A, LAID_B, LAID_A]


def test_two_cards_that_take_turns_are_a_crowd_told_once(lying):
    for _ in range(100):
        lying.finds(A, 60)
        lying.finds(B, 60)
    assert lying.events == [LAID_A, LAID_B, CROWD]


def test_two_cards_at_once_are_told_once_however_long_they_lie(lying):
    assert lying.finds(COLLISION, 60_000) == [CROWD]


def test_one_collision_alone_is_a_card_on_its_way(lying):
    assert lying.answers(COLLISION) is None
    lying.finds(ABSENT, 200)
    assert lying.finds(A, 500) == [LAID_A]


def test_after_two_cards_the_one_that_stays_is_told(lying):
    lying.finds(COLLISION, 500)
    assert lying.finds(B, 1000) == [LAID_B]
    lying.finds(ABSENT, 200)
    assert lying.finds(A, 100) == [LAID_A]


def test_a_card_that_lay_there_before_the_second_came_is_not_told_again(lying):
    lying.finds(A, 500)
    assert lying.finds(COLLISION, 500) == [CROWD]
    assert lying.finds(A, 5000) == []
    assert lying.finds(COLLISION, 500) == [CROWD]


def test_a_collision_that_comes_and_goes_is_told_once(lying):
    for _ in range(100):
        lying.finds(COLLISION, 60)
        lying.finds(A, 60)
    assert lying.events == [CROWD]


def test_two_cards_lifted_together_leave_nothing_behind(lying):
    lying.finds(COLLISION, 500)
    lying.finds(ABSENT, 400)
    assert lying.finds(COLLISION, 500) == [CROWD]


def test_a_truncated_id_is_told_once_and_recovers(lying):
    assert lying.finds(TRUNCATED, 60_000) == [("U", "truncated")]
    assert lying.finds(A, 500) == [LAID_A]
    lying.finds(ABSENT, 200)
    assert lying.finds(TRUNCATED, 500) == [("U", "truncated")]


def test_a_card_and_a_truncated_id_that_take_turns_are_told_once_each(lying):
    for _ in range(100):
        lying.finds(A, 80)
        lying.finds(TRUNCATED, 80)
    assert lying.events == [LAID_A, ("U", "truncated")]


def test_noise_is_a_card_on_its_way_and_told_only_when_it_stays(lying):
    assert lying.finds(NOISE, 400) == []
    assert lying.finds(A, 100) == [LAID_A]
    lying.finds(ABSENT, 5_000)
    assert lying.finds(NOISE, 400) == [], "what counts is how long it lasts, not when it comes"
    assert lying.finds(NOISE, 60_000) == [("U", "noise")]


def test_a_still_card_may_be_noisy_for_minutes(lying):
    lying.finds(A, 100)
    assert lying.finds(NOISE, 120_000) == []
    assert lying.finds(A, 100) == []


def test_a_reader_that_dies_and_comes_back_is_told_and_its_card_is_not_told_again(lying):
    lying.finds(A, 500)
    assert lying.finds(DEAD, 60_000) == [("R", "dead")]
    assert lying.finds(A, 5000) == [("R", "ok")]
    assert lying.finds(DEAD, 2000) == [("R", "dead")]
    assert lying.finds(ABSENT, 2000) == [("R", "ok")]
    assert lying.finds(A, 500) == [LAID_A]


def test_one_failed_poll_is_no_death(lying):
    for _ in range(20):
        assert lying.answers(DEAD) is None
        assert lying.answers(ABSENT) is None


def test_a_dead_reader_is_asked_twice_a_second(lying):
    lying.finds(DEAD, 2000)
    lying.now_ms = lying.presence.due_ms
    lying.answers(DEAD)
    assert lying.presence.due_ms == lying.now_ms + tags.DEAD_MS


ANSWERS = st.sampled_from([ABSENT, A, B, COLLISION, NOISE, TRUNCATED, DEAD])


@given(st.lists(st.tuples(ANSWERS, st.integers(0, 900)), max_size=60))
def test_whatever_a_reader_says_nothing_is_told_twice_without_a_reason(said):
    lying = Lying()
    told, told_ms = None, 0
    for found, for_ms in said:
        for event in lying.finds(found, for_ms):
            if event[0] == "C":
                assert event[1] == found.hex().upper(), "only the card that lies there is told"
                assert event != told, "nothing else was told, and nothing lifted"
            if event[0] in "XU":
                again = event == told
                assert not again or lying.now_ms - told_ms >= tags.SETTLED_MS, "no calm between"
            if event[0] != "R":
                told, told_ms = event, lying.now_ms
        if not lying.presence.is_occupied:
            told = None


@given(st.lists(st.tuples(ANSWERS, st.integers(0, 900)), max_size=30))
def test_after_whatever_a_reader_said_a_card_that_is_laid_is_told(said):
    lying = Lying()
    for found, for_ms in said:
        lying.finds(found, for_ms)
    lying.finds(ABSENT, 2000)
    assert lying.finds(A, 1000) == [LAID_A]


@pytest.mark.parametrize(("now_ms", "due_ms"), [(0, 10), (4, 10), (5, 11), (50, 56)])
def test_the_reader_that_waits_longest_is_lit_and_due_when_it_has_had_its_field(now_ms, due_ms):
    readers = [Presence(reader) for reader in range(3)]
    for reader, its_due_ms in zip(readers, (30, 10, 20), strict=True):
        reader.due_ms = its_due_ms
    assert lit(readers, now_ms) is readers[1]
    assert [reader.due_ms for reader in readers] == [30, due_ms, 20]
