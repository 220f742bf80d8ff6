"""Letters, ranks and suits look as approved in tests/board/glyphs, and text is measured as drawn.

After a wanted change: APPROVE_SCREENS=1 pytest tests/board/test_glyphs.py, then look at the diff.
"""

import os
from pathlib import Path

import pytest

from board.canvas import Canvas, art
from tableboard import glyphs
from tableboard.strokes import Stroke, large_words, words

APPROVED = Path(__file__).parent / "glyphs"
PRINTABLE = "".join(chr(code) for code in range(32, 127))


KANA = "".join(chr(code) for code in range(0xA1, 0xE0))


def letters():
    """All letters, nineteen a row."""
    return [
        words(PRINTABLE[first : first + 19], 1, 1 + 10 * (first // 19))
        for first in range(0, 95, 19)
    ]


def large_letters():
    """Words at twice the size, with every kind of corner."""
    return [
        stroke
        for row, line in enumerate(("Aa Bb Gg Kk", "MNQRSWXZ", "0123456789", "?!%&@#/"))
        for stroke in large_words(line, 1, 16 * row)
    ]


def symbols():
    """Ranks, suits, pips and signs."""
    strokes = [
        Stroke(1 + 18 * (place % 7), 1 + 21 * (place // 7), 13, 19, glyphs.RANKS[rank], True)
        for place, rank in enumerate(glyphs.RANKS)
    ]
    for place, suit in enumerate("CDHS"):
        strokes.append(Stroke(1 + 18 * place, 46, 13, 13, glyphs.SUITS[suit], True))
        strokes.append(Stroke(75 + 9 * place, 46, 7, 7, glyphs.PIPS[suit], True))
    strokes.append(Stroke(112, 46, len(glyphs.FLAG), 8, glyphs.FLAG, True))
    strokes.append(Stroke(75, 55, len(glyphs.WARNING), 8, glyphs.WARNING, True))
    return strokes


def games():
    """The colours of TriATri, a joker's star, and all pips within a text, small and large."""
    strokes = [
        Stroke(1 + 18 * place, 1, 13, 13, glyphs.SUITS[colour], True)
        for place, colour in enumerate("RBGW")
    ]
    pips = " ".join(chr(code) for code in sorted(glyphs.INLINE))
    strokes.append(words(f"4{chr(3)} {pips}", 1, 20))
    strokes.extend(large_words(f"12{chr(17)} 7{chr(14)} 5{chr(18)}", 1, 32))
    return strokes


def kana():
    """All kana as texts have them, small and some of them large."""
    rows = [KANA[start : start + 16] for start in range(0, 63, 16)]
    strokes = [words(row, 1, 1 + 9 * number) for number, row in enumerate(rows)]
    return [*strokes, *large_words("\xbb\xbc\xc2\xbf\xdd\xb6\xde\xca\xdf", 1, 42)]


@pytest.mark.parametrize(
    "sheet", [letters, large_letters, symbols, games, kana], ids=lambda sheet: sheet.__name__
)
def test_a_sheet_looks_as_approved(sheet):
    canvas = Canvas()
    for stroke in sheet():
        canvas.put(stroke)
    approved = APPROVED / f"{sheet.__name__}.txt"
    if os.environ.get("APPROVE_SCREENS"):
        approved.write_text(art(canvas.buffer))
    assert art(canvas.buffer).splitlines() == approved.read_text().splitlines()


def test_there_is_a_glyph_for_every_rank_and_suit_of_a_card():
    assert "".join(glyphs.RANKS) == "23456789TJQKA1"
    assert "".join(glyphs.SUITS) == "".join(glyphs.PIPS) == "CDHSRBGW"
    assert {len(columns) for columns in glyphs.RANKS.values()} == {3 * glyphs.RANK_WIDTH}
    assert {len(columns) for columns in glyphs.SUITS.values()} == {2 * glyphs.SUIT_SIDE}
    assert {len(columns) for columns in glyphs.PIPS.values()} == {glyphs.PIP_SIDE}


def test_no_two_letters_look_alike():
    assert len({glyphs.text(letter) for letter in PRINTABLE}) == len(PRINTABLE)


def test_a_pip_within_a_text_is_the_pip_itself():
    gap = bytes(glyphs.LETTER_GAP)
    assert glyphs.text("4\x03") == glyphs.text("4") + gap + glyphs.PIPS["H"]
    assert {len(pip) for pip in glyphs.INLINE.values()} == {glyphs.PIP_SIDE}
    pips = [chr(code) for code in glyphs.INLINE]
    assert len({glyphs.text(pip) for pip in pips}) == len(pips)


PIPS_IN_TEXT = "3\x0e 2\x0f 1\x10 \x11\x12"


@pytest.mark.parametrize(
    "line", ["", " ", "A", "Ann plays", PRINTABLE, PIPS_IN_TEXT, KANA, "\xb6\xde A"]
)
def test_the_width_of_a_line_is_the_number_of_its_columns(line):
    assert glyphs.width(line) == len(glyphs.text(line))
    assert 4 * glyphs.width(line) == len(glyphs.large(line))


def test_a_space_between_words_is_as_wide_as_the_wrapping_thinks():
    assert glyphs.width("a b") == glyphs.width("a") + glyphs.WORD_GAP + glyphs.width("b")


def test_what_has_no_glyph_is_a_question_mark():
    assert glyphs.text("\x07") == glyphs.text("?")
    assert glyphs.text("\x80")
    assert glyphs.text("\U0001f0cf").startswith(glyphs.text("?"))


def test_no_two_kana_look_alike_and_each_is_drawn_with_all_its_columns():
    assert len({glyphs.text(kana) for kana in KANA}) == len(KANA) == 63
    gap = bytes(glyphs.LETTER_GAP)
    between = gap.join(glyphs.text(each) for each in ("A", "\xb1", "B"))
    assert glyphs.text("A\xb1B") == between


def doubled(columns):
    """Large text, slow and obvious: columns in, a set of lit pixels out."""
    lit = {(x, y) for x, column in enumerate(columns) for y in range(8) if column >> y & 1}
    large = set()
    for x in range(len(columns)):
        for y in range(8):
            for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
                sideways, upright = 2 * dx - 1, 2 * dy - 1
                corner = (x + sideways, y) in lit and (x, y + upright) in lit
                against = (x - sideways, y) in lit or (x, y - upright) in lit
                if (x, y) in lit or (corner and not against):
                    large.add((2 * x + dx, 2 * y + dy))
    return large


@pytest.mark.parametrize("line", ["A", "Quartz", PRINTABLE])
def test_large_text_is_twice_the_text_with_its_steps_filled(line):
    bands = glyphs.large(line)
    half = len(bands) // 2
    lit = {
        (x, y) for x in range(half) for y in range(16) if bands[(y // 8) * half + x] >> y % 8 & 1
    }
    assert lit == doubled(glyphs.text(line))
