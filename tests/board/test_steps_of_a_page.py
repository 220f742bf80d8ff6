"""No step of drawing a page is long, whatever it says: a board looks at its keys between two.

Counted is what does not depend on a machine: the instructions that Python executes in tableboard,
and the pixels of a stroke. What that takes on an RP2040, make bench says.
"""

import json
import sys
from pathlib import Path

import pytest

import tableboard
from board.display import REFUSED, WAITING, approved, by_name
from board.pictures import ADDRESS, ask, qr, sheet, trick, words
from tableboard import screens
from tableboard.strokes import HEIGHT, WIDTH

MOST_INSTRUCTIONS = 3_000
"""Of CPython, whose versions differ a little; some 3 ms of an RP2040."""
MOST_GLYPH_PIXELS = 66 * 8 * 8
"""As many letters as are ever looked at, each as wide as it can be."""
MOST_STEPS = 500
OURS = str(Path(tableboard.__file__).parent)
LONGEST = 1050
"""Letters that fit into a line of the wire with all the rest of a picture."""


def steps(drawing):
    """Each step of a drawing: how many instructions it executed, and its stroke."""
    count = 0

    def executed(frame, event, _):
        nonlocal count
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return executed

    before = sys.gettrace()
    try:
        while True:
            count = 0
            sys.settrace(executed)
            stroke = next(drawing, None)
            sys.settrace(before)
            yield count, stroke
            if stroke is None:
                return
    finally:
        sys.settrace(before)


def letters(stroke):
    """The pixels of a stroke that is a bitmap; a box is one call, however large."""
    return 0 if stroke is None or stroke.columns is None else stroke.width * stroke.height


def check(drawing):
    """Draw a page and see that no step is long; return all of them."""
    taken = list(steps(drawing))
    assert max(count for count, _ in taken) <= MOST_INSTRUCTIONS
    assert max(letters(stroke) for _, stroke in taken) <= MOST_GLYPH_PIXELS
    return taken


def many(count, thing):
    """As many of a thing as a picture has room for."""
    return [thing] * count


HOSTILE = {
    "a word": words("x" * LONGEST),
    "a narrow word": words("i" * LONGEST),
    "a word of marks": words("/" * LONGEST),
    "empty lines": words("\n" * (LONGEST // 2)),
    "lines of a letter": words("a\n" * (LONGEST // 3)),
    "words of a letter": words("i " * (LONGEST // 2)),
    "a word after a thousand blanks": words(" " * LONGEST + "x"),
    "nothing": words(""),
    "kana": words("\xb6\xde" * 90),
    "one kana and all its marks": words("\xb6" + "\xde" * 170),
    "wide characters": words("\u6f22" * 170),
    "beyond the plane": words("\U0001f0a1" * 80),
    "a long heading": words("x") | {"t": "W" * LONGEST},
    "a note without an end": trick(m="w" * 800),
    "a note of words": trick(m="on " * 260),
    "long names": trick(n=["N" * 200] * 4),
    "many names": trick(n=many(110, "N"), k=many(110, 0)),
    "long tallies": trick(k=["9" * 200] * 4),
    "long bids": trick(c=[[seat, "7" * 190] for seat in range(4)]),
    "two long words": trick(c=[[0, "7" * 400 + " " + "8" * 400]]),
    "many cards": trick(c=many(70, [0, "QH"])),
    "long worths": trick(c=[[0, "QH", "9" * 800]]),
    "a long title": trick(t="T" * 900),
    "a long trump": trick(u="U" * 900),
    "a long foot": trick(f=["A" * 400, "b" * 400]),
    "a foot of words": trick(f=["A", "b " * 400]),
    "many suits": trick(i=[many(4, 10**18)] * 4),
    "many lights": words("x") | {"l": many(100, "on")},
    "a long sheet": sheet("s", *many(80, ["a", "1"])),
    "a wide sheet": sheet("s", many(200, "1")),
    "long cells": sheet("s", ["a" * 300, "b" * 300, "c" * 300]),
    "many headings": sheet("h " * 500, ["a", "1"]),
    "many answers": ask("q", *many(80, ("2", "yes"))),
    "long answers": ask("q", *many(3, ("2", "yes" * 100))),
    "a long question": ask("q " * 500, ("2", "yes"), ("3", "no")),
    "a long key": ask("q") | {"o": [["k" * 500, "a" * 500]]},
    "a code": qr(ADDRESS),
    "the largest code": {"p": "qr", "z": 60, "r": ["A" * 15] * 60, "t": "x" * 50},
    "a long address": {"p": "qr", "z": 21, "r": ["A" * 6] * 21, "t": "x" * 800},
    "a card": {"p": "card", "t": "t", "c": "AC", "d": 1, "n": 2, "q": "x" * 900},
    "a card of words": {"p": "card", "t": "t", "c": "W" * 800, "d": 1, "n": 2, "q": "x"},
}
OWN = {
    **{name: screens.waiting_page(*told) for name, told in WAITING.items()},
    **{name: screens.refused_page(told) for name, told in REFUSED.items()},
    "a long reason": screens.refused_page("r" * LONGEST),
}


@pytest.mark.parametrize("name", approved())
def test_a_page_of_the_gallery_is_drawn_in_short_steps(name):
    page = screens.page(by_name()[name])
    check(page.drawing)


@pytest.mark.parametrize("name", OWN)
def test_a_page_of_the_boards_own_is_drawn_in_short_steps(name):
    check(OWN[name])


@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_that_somebody_made_up_is_drawn_in_short_steps(name):
    text = json.dumps(HOSTILE[name])
    assert len(text) < 1300
    assert len(check(screens.page(text).drawing)) <= MOST_STEPS


@pytest.mark.parametrize("name", [*HOSTILE])
def test_a_picture_is_taken_apart_in_one_short_step(name):
    text = json.dumps(HOSTILE[name])

    def laid_out():
        yield screens.page(text)

    assert max(count for count, _ in steps(laid_out())) <= MOST_INSTRUCTIONS


def test_whoever_counts_sees_what_is_long():
    def long():
        yield screens.box(0, 0, WIDTH, HEIGHT)
        screens.glyphs.text("x" * LONGEST)
        screens.glyphs.width("x" * LONGEST)
        for _ in range(5):
            screens.glyphs.grown(screens.glyphs.RANKS["A"], 13, 0, 13)

    with pytest.raises(AssertionError):
        check(long())
