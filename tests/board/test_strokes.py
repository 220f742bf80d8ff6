"""Lines of words fitted, wrapped and shortened: nothing gets lost without a sign."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tableboard import glyphs
from tableboard.strokes import fitted, frame, large_words, shortened, words
from tableboard.strokes import wrapped as wrapping

PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=120)
WIDTHS = st.integers(min_value=12, max_value=128)
MANY = 1000


def wrapped(sentence, width, most=MANY):
    """All lines of a sentence; the board makes one of them at a time."""
    steps = wrapping(sentence, width, most)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


@given(PRINTABLE, WIDTHS)
def test_wrapped_lines_fit_and_hold_every_letter(sentence, width):
    lines = wrapped(sentence, width)
    assert all(glyphs.width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(sentence.split())


@given(PRINTABLE, WIDTHS)
def test_lines_break_between_words_that_fit(sentence, width):
    words_that_fit = [word for word in sentence.split() if glyphs.width(word) <= width]
    pieces = " ".join(wrapped(sentence, width)).split()
    assert all(word in pieces for word in words_that_fit)


@given(PRINTABLE, WIDTHS)
def test_no_line_could_have_held_the_next_word(sentence, width):
    if all(glyphs.width(word) <= width for word in sentence.split()):
        lines = wrapped(sentence, width)
        for line, following in pairwise(lines):
            assert glyphs.width(line + " " + following.split()[0]) > width


def test_a_long_word_breaks_behind_a_mark():
    assert wrapped("10.0.0.5:8080/t/7KQ", 55) == ["10.0.0.5:", "8080/t/7KQ"]
    assert wrapped("x" * 30, 60) == ["x" * 10] * 3
    assert wrapped("mmm", 1) == ["m"] * 3, "where no letter fits, one stands on each line"


def test_nothing_is_one_empty_line():
    assert wrapped("", 100) == [""]
    assert wrapped("   ", 100) == [""]


@given(PRINTABLE, WIDTHS)
def test_what_is_fitted_fits_and_says_when_it_is_cut(name, width):
    cut = fitted(name, width)
    assert glyphs.width(cut) <= width
    assert cut == name or (cut[-1] == "." and name.startswith(cut[:-1]))


def test_no_letter_is_given_up_that_has_room():
    assert fitted("Penelope", glyphs.width("Penel.")) == "Penel."
    assert fitted("Penelope", glyphs.width("Penelope")) == "Penelope"


@given(st.lists(PRINTABLE, max_size=6), st.integers(1, 5), WIDTHS)
def test_missing_lines_are_owned_up_to(lines, count, width):
    kept = shortened(lines, count, width)
    assert len(kept) == min(len(lines), count)
    assert (kept == lines) == (len(lines) <= count)
    if kept != lines:
        assert kept[:-1] == lines[: count - 1]
        assert kept[-1].endswith("...")
        assert glyphs.width(kept[-1]) <= max(width, glyphs.width("..."))


def test_strokes_know_their_size():
    assert (words("Ann", 3, 4).width, words("Ann", 3, 4).height) == (glyphs.width("Ann"), 8)
    first, *_, last = large_words("Ann", 3, 4)
    assert (first.x, last.x + last.width - first.x) == (3, 2 * glyphs.width("Ann"))
    assert (first.y, first.height) == (4, 16)
    outer, inner = frame(1, 2, 30, 20)
    assert (outer.lit, inner.lit) == (True, False)
    assert (inner.x, inner.y, inner.width, inner.height) == (2, 3, 28, 18)


def test_a_kana_is_not_parted_from_its_mark():
    sakura = "\xb6\xde\xcc\xde\xd8"  # ga bu ri
    seen = {fitted(sakura, width) for width in range(4, glyphs.width(sakura) + 1)}
    assert seen == {".", "\xb6\xde.", "\xb6\xde\xcc\xde.", sakura}
