"""Sounds: steps of pitch and time, silence afterwards."""

import pytest

from tableboard.sounds import SILENT, SOUNDS, pitch


@pytest.mark.parametrize("word", SOUNDS)
def test_a_sound_is_heard_step_by_step_and_ends(word):
    since_ms = 0
    for hertz, step_ms in SOUNDS[word]:
        assert pitch(word, since_ms) == hertz
        assert pitch(word, since_ms + step_ms - 1) == hertz
        since_ms += step_ms
    assert pitch(word, since_ms) == SILENT
    assert pitch(word, 10 * since_ms) == SILENT


def test_the_hosts_words_are_known_and_others_are_silent():
    assert {"read", "ask", "refused", "trick", "over"} <= SOUNDS.keys()
    assert pitch("", 0) == SILENT
    assert pitch("fanfare", 0) == SILENT


def test_no_two_sounds_have_the_same_number_of_tones_and_the_same_way_up_or_down():
    shapes = set()
    for word in ("read", "ask", "refused", "trick", "over"):
        tones = [hertz for hertz, _ in SOUNDS[word] if hertz]
        shapes.add((len(tones), tones == sorted(tones)))
    assert len(shapes) == 5


def test_a_buzzer_can_sound_every_pitch_and_nobody_waits_for_one():
    for steps in SOUNDS.values():
        assert all(hertz == SILENT or 100 <= hertz <= 4000 for hertz, _ in steps)
        assert sum(step_ms for _, step_ms in steps) <= 1000
