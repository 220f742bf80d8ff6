"""Keys: a press is told once, however its contact bounces and however long it is held."""

import random

import pytest

from tableboard.keys import (
    DOWN,
    LONG,
    LONG_MS,
    PRESSED_MS,
    RELEASED_MS,
    SHORT,
    STUCK,
    STUCK_MS,
    Keys,
)

SCAN_MS = 8


class Scanned:
    """Three keys that are scanned every eight milliseconds."""

    def __init__(self):
        self.keys = Keys(3)
        self.now_ms = 0

    def hold(self, down, for_ms):
        """Scan the same keys for a while; return what that told."""
        told = []
        for _ in range(for_ms // SCAN_MS):
            self.now_ms += SCAN_MS
            told += self.keys.take_scan(down, self.now_ms)
        return told


@pytest.fixture
def scanned():
    return Scanned()


def test_a_press_is_told_when_the_contact_has_settled(scanned):
    assert scanned.hold(0b010, PRESSED_MS) == []
    assert scanned.hold(0b010, 2 * SCAN_MS) == [(DOWN, 1)]
    assert scanned.hold(0b010, 500) == []


def test_a_release_is_told_as_short_when_the_contact_has_settled(scanned):
    scanned.hold(0b100, 100)
    assert scanned.hold(0, RELEASED_MS - 1) == []
    assert scanned.hold(0, 100) == [(SHORT, 2)]
    assert scanned.hold(0, 100) == []


def test_a_key_that_is_held_is_long_once_and_its_release_is_silent(scanned):
    assert scanned.hold(0b001, LONG_MS - 100) == [(DOWN, 0)]
    assert scanned.hold(0b001, 200) == [(LONG, 0)]
    assert scanned.hold(0b001, 2000) == []
    assert scanned.hold(0, 100) == []
    assert scanned.hold(0b001, 100) == [(DOWN, 0)]
    assert scanned.hold(0, 100) == [(SHORT, 0)]


def test_a_stuck_key_is_told_once_and_works_again_when_it_comes_free(scanned):
    scanned.hold(0b001, STUCK_MS - 100)
    assert scanned.hold(0b001, 200) == [(STUCK, 0)]
    assert scanned.hold(0b001, 60_000) == []
    assert scanned.hold(0b011, 100) == [(DOWN, 1)]
    assert scanned.hold(0b010, 100) == []
    assert scanned.hold(0b011, 100) == [(DOWN, 0)]


def test_keys_do_not_disturb_one_another(scanned):
    assert scanned.hold(0b001, 40) == [(DOWN, 0)]
    assert scanned.hold(0b011, 40) == [(DOWN, 1)]
    assert scanned.hold(0b010, 40) == [(SHORT, 0)]
    assert scanned.hold(0b000, 40) == [(SHORT, 1)]


def test_a_short_press_beside_a_long_one_changes_neither(scanned):
    assert scanned.hold(0b001, LONG_MS + 100) == [(DOWN, 0), (LONG, 0)]
    assert scanned.hold(0b011, 100) == [(DOWN, 1)]
    assert scanned.hold(0b001, 100) == [(SHORT, 1)]
    assert scanned.hold(0b000, 100) == []


@pytest.mark.parametrize("seed", range(50))
def test_a_bouncing_contact_is_one_press(seed):
    scanned, rng = Scanned(), random.Random(seed)
    told = []
    for level in (1, 0):
        for bounce in range(2 * rng.randrange(6)):
            told += scanned.hold(level ^ bounce & 1, SCAN_MS * rng.randrange(1, 3))
        told += scanned.hold(level, 80)
    assert told == [(DOWN, 0), (SHORT, 0)]


def test_a_glitch_is_nothing(scanned):
    for _ in range(100):
        assert scanned.hold(0b001, SCAN_MS) == []
        assert scanned.hold(0, SCAN_MS) == []


@pytest.fixture
def after_a_reset(scanned):
    scanned.keys.was_reset = True
    return scanned


def test_what_is_down_after_a_reset_is_no_press_until_it_is_let_go(after_a_reset):
    assert after_a_reset.hold(0b011, LONG_MS + 100) == []
    assert after_a_reset.hold(0b110, 100) == [(DOWN, 2)]
    assert after_a_reset.hold(0b111, 100) == [(DOWN, 0)]
    assert after_a_reset.hold(0, 100) == [(SHORT, 0), (SHORT, 2)]
    assert after_a_reset.hold(0b010, 100) == [(DOWN, 1)]
    assert after_a_reset.hold(0b010, LONG_MS) == [(LONG, 1)]


def test_what_goes_down_after_a_reset_is_a_press(after_a_reset):
    assert after_a_reset.hold(0, 100) == []
    assert after_a_reset.hold(0b001, 100) == [(DOWN, 0)]


def test_what_lies_on_a_key_over_a_reset_is_told_as_stuck(after_a_reset):
    assert after_a_reset.hold(0b010, STUCK_MS - 100) == []
    assert after_a_reset.hold(0b010, 200) == [(STUCK, 1)]
    assert after_a_reset.keys.stuck == 0b010
    assert after_a_reset.hold(0, 100) == []
    assert after_a_reset.keys.stuck == 0
