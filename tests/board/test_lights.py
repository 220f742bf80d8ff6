"""Lights: every word has a colour, and none is told by its hue alone."""

from itertools import combinations, pairwise

from tableboard.lights import BLINK_MS, COLOURS, DARK, READ, colour, dimmed


def brightness(rgb):
    """How bright a colour is to any eye: Rec. 709 luma."""
    red, green, blue = rgb
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_each_word_has_its_colour():
    assert {word: colour(word, 0) for word in COLOURS} == COLOURS
    assert colour("off", 0) == DARK


def test_a_word_of_a_newer_host_is_dark():
    assert colour("disco", 0) == DARK


def test_a_dimmer_light_shines_less_and_none_goes_out():
    for rgb in COLOURS.values():
        steps = [dimmed(rgb, step) for step in (1, 2, 3, 4)]
        assert steps[-1] == rgb
        assert [brightness(each) for each in steps] == sorted(brightness(each) for each in steps)
        assert any(steps[0]) == any(rgb)


def changes(word):
    """How often a word's colour changes in two seconds."""
    seen = [colour(word, now_ms) for now_ms in range(0, 8 * BLINK_MS, 10)]
    return sum(one != other for one, other in pairwise(seen))


def test_wrong_blinks_hold_half_as_fast_and_nothing_else_does():
    assert {word: changes(word) for word in COLOURS if changes(word)} == {"wrong": 7, "hold": 3}


def test_steady_colours_differ_in_brightness_for_a_colour_blind_eye():
    steady = [colours for word, colours in COLOURS.items() if word not in ("wrong", "hold", "off")]
    for one, other in combinations(steady, 2):
        assert abs(brightness(one) - brightness(other)) > 1


def test_four_lamps_stay_below_a_hundred_milliamperes():
    # A WS2812 draws 20 mA for each of three colours at 255, and the port has 500 mA for everything.
    for rgb in [*COLOURS.values(), READ]:
        assert 4 * sum(rgb) / 255 * 20 <= 100
