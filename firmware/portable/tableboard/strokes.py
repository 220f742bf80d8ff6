"""What is put on the display, one stroke at a time: boxes, bitmaps, lines of words. Draws nothing.

A stroke is a value; the shell puts it on a `framebuf` (see firmware/pico/rounds.py). Strokes go on
top of each other in their order.
"""

from tableboard import glyphs

WIDTH, HEIGHT = 128, 64


class Stroke:
    """A bitmap at a place, or a filled box when it has no columns.

    `columns` are bands of `width` columns each, as many as `height` rows need; only their set
    pixels are changed, to light when `lit`, to dark when not.
    """

    def __init__(
        self, x: int, y: int, width: int, height: int, columns: bytes | None, lit: bool
    ) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.columns = columns
        self.lit = lit


def box(x: int, y: int, width: int, height: int, lit: bool = True) -> Stroke:
    """Return a filled box."""
    return Stroke(x, y, width, height, None, lit)


def frame(x: int, y: int, width: int, height: int) -> list[Stroke]:
    """Return the outline of a box, one pixel thick, its inside dark."""
    return [box(x, y, width, height), box(x + 1, y + 1, width - 2, height - 2, lit=False)]


def words(line: str, x: int, y: int, lit: bool = True) -> Stroke:
    """Return one line of text, as wide as it comes; no bitmap is empty, an empty box may be."""
    columns = glyphs.text(line)
    return Stroke(x, y, len(columns), glyphs.TEXT_HEIGHT, columns or None, lit)


def large_words(line: str, x: int, y: int, lit: bool = True) -> Stroke:
    """Return one line of text at twice the size."""
    columns = glyphs.large(line)
    return Stroke(x, y, len(columns) // 2, glyphs.LARGE_HEIGHT, columns or None, lit)


def grown(columns: bytes, width: int, x: int, y: int) -> Stroke:
    """Return a rank or a suit at twice its size."""
    large = glyphs.grown(columns, width)
    return Stroke(x, y, 2 * width, 8 * len(large) // (2 * width), large, True)


def fitted(line: str, width: int) -> str:
    """Return the line, or as much of it as fits with a dot that says so."""
    if glyphs.width(line) <= width:
        return line
    return line[: _fitting(line, width - glyphs.width(".") - glyphs.LETTER_GAP)] + "."


def wrapped(sentence: str, width: int) -> list[str]:
    """Return the sentence in lines that fit; a word wider than a line is broken."""
    lines = [""]
    used = 0
    for word in sentence.split():
        word_width = glyphs.width(word)
        if lines[-1] and used + glyphs.WORD_GAP + word_width <= width:
            lines[-1] += " " + word
            used += glyphs.WORD_GAP + word_width
            continue
        pieces = [word] if word_width <= width else _broken(word, width)
        if not lines[-1]:
            lines.pop()
        lines.extend(pieces)
        used = word_width if len(pieces) == 1 else glyphs.width(pieces[-1])
    return lines


def _broken(word: str, width: int) -> list[str]:
    """Return the word in pieces that fit, broken after one of "/.:-" where it has one."""
    pieces = []
    while word:
        kept = _fitting(word, width)
        if kept < len(word):
            kept = max([word.rfind(mark, 0, kept) + 1 for mark in "/.:-"]) or max(1, kept)
        pieces.append(word[:kept])
        word = word[kept:]
    return pieces


def _fitting(line: str, width: int) -> int:
    """Return how many characters of the line fit; a kana is not parted from its mark."""
    for count in range(len(line)):
        width -= glyphs.width(line[count]) + (glyphs.LETTER_GAP if count else 0)
        if width < 0:
            return count - 1 if line[count] in glyphs.KANA_MARKS and count else count
    return len(line)


def shortened(lines: list[str], count: int, width: int) -> list[str]:
    """Return at most `count` lines; where lines are missing, the last one ends in "..."."""
    if len(lines) <= count:
        return lines
    kept = lines[:count]
    while kept[-1] and glyphs.width(kept[-1] + "...") > width:
        kept[-1] = kept[-1][:-1]
    kept[-1] += "..."
    return kept
