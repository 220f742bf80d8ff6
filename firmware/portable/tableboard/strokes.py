"""What is put on the display, one stroke at a time: boxes, bitmaps, lines of words. Draws nothing.

A stroke is a value; the shell puts it on a `framebuf` (see firmware/pico/rounds.py). Strokes go on
top of each other in their order. What may take long is a drawing: a generator of strokes that
between any two of them measures or makes no more than a line of letters, and gives NOTHING where it
has worked for so long without a stroke.
"""

from tableboard import glyphs

WIDTH, HEIGHT = 128, 64

_MOST_WORDS = 250  # none of five columns or more after these finds a place on the display
_GROWN_COLUMNS = 4  # of a rank or a suit, made at a time


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


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator  # noqa: TID251 - for who checks; no board has it

    Drawing = Generator[Stroke, None, None]
    Wrapping = Generator[Stroke, None, list[str]]
else:
    Drawing = Wrapping = None


def box(x: int, y: int, width: int, height: int, lit: bool = True) -> Stroke:
    """Return a filled box."""
    return Stroke(x, y, width, height, None, lit)


NOTHING = box(0, 0, 0, 0)


def frame(x: int, y: int, width: int, height: int) -> Drawing:
    """Draw the outline of a box, one pixel thick, its inside dark."""
    yield box(x, y, width, height)
    yield box(x + 1, y + 1, width - 2, height - 2, lit=False)


def words(line: str, x: int, y: int, lit: bool = True) -> Stroke:
    """Return one line of text, as wide as it comes; no bitmap is empty, an empty box may be."""
    columns = glyphs.text(line)
    return Stroke(x, y, len(columns), glyphs.TEXT_HEIGHT, columns or None, lit)


def large_words(line: str, x: int, y: int, lit: bool = True) -> Drawing:
    """Draw one line of text at twice the size, a stroke for each letter."""
    for letter in line:
        width = 2 * glyphs.width(letter)
        if x >= WIDTH:
            break
        if x + width <= 0:
            yield NOTHING
        else:
            yield Stroke(x, y, width, glyphs.LARGE_HEIGHT, glyphs.large(letter), lit)
        x += width + 2 * glyphs.LETTER_GAP


def grown(columns: bytes, width: int, x: int, y: int) -> Drawing:
    """Draw a rank or a suit at twice its size, some columns with each stroke."""
    height = 16 * len(columns) // width
    for first in range(0, width, _GROWN_COLUMNS):
        end = min(width, first + _GROWN_COLUMNS)
        large = glyphs.grown(columns, width, first, end)
        yield Stroke(x + 2 * first, y, 2 * (end - first), height, large, True)


def fitted(line: str, width: int) -> str:
    """Return the line, or as much of it as fits with a dot that says so."""
    if glyphs.width(line) <= width:
        return line
    return line[: glyphs.fitting(line, width - glyphs.width(".") - glyphs.LETTER_GAP)] + "."


def wrapped(sentence: str, width: int, most: int) -> Wrapping:
    """Return the sentence in lines that fit, a line at a time; a word wider than one is broken.

    What would take more than `most` lines ends after one line more, which says so.
    """
    lines = [""]
    used = 0
    for word in sentence.split(None, _MOST_WORDS):
        word_width = glyphs.width(word)
        if lines[-1] and used + glyphs.WORD_GAP + word_width <= width:
            lines[-1] += " " + word
            used += glyphs.WORD_GAP + word_width
            yield NOTHING
            continue
        if not lines[-1]:
            lines.pop()
        while word_width > width:
            piece = _piece(word, width)
            lines.append(piece)
            yield NOTHING
            if len(lines) > most:
                return lines
            word = word[len(piece) :]
            word_width = glyphs.width(word)
        if word:
            lines.append(word)
        yield NOTHING
        if len(lines) > most:
            break
        used = word_width
    return lines


def _piece(word: str, width: int) -> str:
    """Return as much of a word as fits, up to the last of "/.:-" if it has one there."""
    kept = glyphs.fitting(word, width)
    return word[: max([word.rfind(mark, 0, kept) + 1 for mark in "/.:-"]) or max(1, kept)]


def shortened(lines: list[str], count: int, width: int) -> list[str]:
    """Return at most `count` lines; where lines are missing, the last one ends in "..."."""
    if len(lines) <= count:
        return lines
    room = width - glyphs.width("...") - glyphs.LETTER_GAP
    kept = lines[:count]
    kept[-1] = kept[-1][: glyphs.fitting(kept[-1], room)] + "..."
    return kept
