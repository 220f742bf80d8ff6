"""The parts of a page, each drawn at one go so that no step of the board takes long. Draws nothing.

A part knows its place and its words; `strokes` makes of it what the display is given.
"""

from tableboard import glyphs
from tableboard.strokes import (
    HEIGHT,
    WIDTH,
    Stroke,
    box,
    fitted,
    frame,
    grown,
    large_words,
    shortened,
    words,
    wrapped,
)

LEADING = 9  # rows from one line of text to the next
LARGE_LEADING = 17
LEAST_LARGE_LEADING = 14  # of large figures, which hang nothing below their line

# The rows of the trick page.
_TITLE_Y = 0
_CARD_Y = 8
_CARD_WIDTH = 31
_CARD_HEIGHT = 21
_NAME_Y = 31
TALLY_Y = 40
BANNER_Y = 48
NOTE_X = 12
_SUIT_MARKS = "\x05\x04\x03\x06"  # clubs, diamonds, hearts, spades, as texts write them
_GAUGE_HEIGHT = 7


def is_card(code: str) -> bool:
    """Say whether this is a card with a rank and a suit, and no other word."""
    return len(code) == 2 and code[0] in glyphs.RANKS and code[1] in glyphs.SUITS


class Part:
    """A part of a page that is drawn at one go; by itself it darkens the whole display."""

    def strokes(self) -> list[Stroke]:
        """Return what to put on the display for this part, in order."""
        return [box(0, 0, WIDTH, HEIGHT, lit=False)]


class Lines(Part):
    """Lines of text under each other from a corner on, each `leading` rows below the last."""

    def __init__(self, lines: list[str], x: int, y: int, leading: int = LEADING) -> None:
        self.lines = lines
        self.x = x
        self.y = y
        self.leading = leading

    def strokes(self) -> list[Stroke]:
        """Return a stroke per line."""
        return [
            words(line, self.x, self.y + self.leading * index)
            for index, line in enumerate(self.lines)
        ]


class LargeLine(Part):
    """One line of large text; a page of them is drawn a line at a time."""

    def __init__(self, line: str, x: int, y: int) -> None:
        self.line = line
        self.x = x
        self.y = y

    def strokes(self) -> list[Stroke]:
        """Return its one stroke."""
        return [large_words(self.line, self.x, self.y)]


class Ground(Part):
    """A lit ground."""

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.place = (x, y, width, height)

    def strokes(self) -> list[Stroke]:
        """Return the box."""
        return [box(*self.place)]


class Bar(Part):
    """Lines of text, dark on a lit bar as wide as the display, each in the middle of it."""

    def __init__(self, lines: list[str], y: int, height: int) -> None:
        self.lines = lines
        self.y = y
        self.height = height

    def strokes(self) -> list[Stroke]:
        """Return the bar, then a stroke per line."""
        top = self.y + (self.height - 8 * len(self.lines) + 1) // 2
        lines = [fitted(line, WIDTH - 2) for line in self.lines]
        return [box(0, self.y, WIDTH, self.height)] + [
            words(line, (WIDTH - glyphs.width(line)) // 2, top + 8 * index, lit=False)
            for index, line in enumerate(lines)
        ]


class Banner(Part):
    """Who is awaited, large, and what for, dark on a lit bar at the foot of the display."""

    def __init__(self, name: str, does: str) -> None:
        self.name = name
        self.does = does

    def strokes(self) -> list[Stroke]:
        """Return the bar, the large words and up to two lines of small ones beside them."""
        bar = box(0, BANNER_Y, WIDTH, HEIGHT - BANNER_Y)
        large = 2 * glyphs.width(self.name)
        beside = wrapped(self.does, WIDTH - large - 7) if self.does else []
        if large > WIDTH - 4 or len(beside) > 2:
            lines = [line for line in (self.name, self.does) if line]
            top = BANNER_Y - len(lines) // 2  # two lines need their ground around them
            return Bar(lines, top, HEIGHT - top).strokes()
        small = max([glyphs.width(line) for line in beside] + [0])
        x = (WIDTH - large - (3 + small if beside else 0)) // 2
        y = BANNER_Y + (7 if len(beside) == 1 else 0)
        return [bar, large_words(self.name, x, BANNER_Y + 1, lit=False)] + [
            words(line, x + large + 3, y + 8 * index, lit=False)
            for index, line in enumerate(beside)
        ]


class Seat(Part):
    """One seat of the trick: its card, name and tally in a column of their own.

    `card` may be another word as well, a bid or a number; `worth` is what a card counts, if that
    is not its rank.
    """

    def __init__(self, x: int, width: int, name: str, tally: str) -> None:
        self.x = x
        self.width = width
        self.name = name
        self.tally = tally
        self.card = ""
        self.worth = ""
        self.is_best = False
        self.is_leader = False
        self.is_awaited = False
        self.suits: list[int] = []

    def strokes(self) -> list[Stroke]:
        """Return the card or its empty place, the name, the tally and the leader's flag."""
        tally = fitted(self.tally, self.width - 1)
        tally_x = self._middle(glyphs.width(tally))
        flag_y, room = TALLY_Y, self.width - 3
        if self.is_leader and tally_x <= self.x + len(glyphs.FLAG):
            flag_y, room = _NAME_Y, self.width - 3 - 2 * len(glyphs.FLAG)
        name = fitted(self.name, room)
        name_width = glyphs.width(name)
        name_x = self._middle(name_width)
        drawn = self._card() if self.card else self._place()
        if self.is_awaited:
            x = max(self.x, name_x - 2)
            drawn.append(box(x, _NAME_Y - 1, name_x + name_width + 2 - x, 9))
        drawn.append(words(name, name_x, _NAME_Y, lit=not self.is_awaited))
        drawn.append(words(tally, tally_x, TALLY_Y))
        if self.is_leader:
            drawn.append(Stroke(self.x + 1, flag_y, len(glyphs.FLAG), 8, glyphs.FLAG, True))
        return drawn

    def _middle(self, width: int) -> int:
        return self.x + (self.width - width) // 2

    def _card(self) -> list[Stroke]:
        """The card's rank and suit, or what else is there; the winning one is dark on light."""
        if self.worth:
            return self._worth()
        if not is_card(self.card):
            return self._word()
        x = self._middle(_CARD_WIDTH)
        lit = not self.is_best
        rank, suit = glyphs.RANKS[self.card[0]], glyphs.SUITS[self.card[1]]
        drawn = self._ground(_CARD_WIDTH)
        drawn.append(Stroke(x + 1, _CARD_Y + 1, glyphs.RANK_WIDTH, glyphs.RANK_HEIGHT, rank, lit))
        drawn.append(Stroke(x + 16, _CARD_Y + 4, glyphs.SUIT_SIDE, glyphs.SUIT_SIDE, suit, lit))
        return drawn

    def _worth(self) -> list[Stroke]:
        """What the card counts, large, and beside it what is printed on it."""
        lit = not self.is_best
        x = self._middle(_CARD_WIDTH)
        rank = self.card[0] if is_card(self.card) else self.card
        drawn = self._ground(_CARD_WIDTH)
        drawn.append(large_words(self.worth, x + 1, _CARD_Y + 3, lit))
        drawn.append(words(rank, x + 30 - glyphs.width(rank), _CARD_Y + 2, lit))
        if is_card(self.card):
            pip, side = glyphs.PIPS[self.card[1]], glyphs.PIP_SIDE
            drawn.append(Stroke(x + 30 - side, _CARD_Y + 12, side, side, pip, lit))
        return drawn

    def _word(self) -> list[Stroke]:
        """A bid or a number, large where it fits; of `7 No` the second word is small below."""
        lit = not self.is_best
        first, _, second = self.card.partition(" ")
        if second:
            large, small = 2 * glyphs.width(first), glyphs.width(second)
            drawn = self._ground(max(large, small) + 4)
            drawn.append(large_words(first, self._middle(large), _CARD_Y, lit))
            drawn.append(words(second, self._middle(small), _CARD_Y + 14, lit))
            return drawn
        width = glyphs.width(self.card)
        if 2 * width + 2 > self.width:
            drawn = self._ground(min(width + 4, self.width))
            drawn.append(words(self.card, self._middle(width), _CARD_Y + 7, lit))
            return drawn
        drawn = self._ground(2 * width + 4)
        drawn.append(large_words(self.card, self._middle(2 * width), _CARD_Y + 3, lit))
        return drawn

    def _ground(self, width: int) -> list[Stroke]:
        """What the winning card lies on, lit."""
        if not self.is_best:
            return []
        return [box(self._middle(width), _CARD_Y, width, _CARD_HEIGHT)]

    def _place(self) -> list[Stroke]:
        """Where the card will lie: framed for the seat that is awaited, else a dash.

        How many cards of each suit the seat has stands there, if that is known.
        """
        x = self._middle(_CARD_WIDTH)
        drawn = frame(x, _CARD_Y, _CARD_WIDTH, _CARD_HEIGHT) if self.is_awaited else []
        if self.suits:
            for place, count in enumerate(self.suits):
                y = _CARD_Y + 2 + 9 * (place // 2)
                drawn.append(words(_SUIT_MARKS[place] + str(count), x + 2 + 14 * (place % 2), y))
        elif not self.is_awaited:
            drawn.append(box(self._middle(7), _CARD_Y + _CARD_HEIGHT // 2 - 1, 7, 2))
        return drawn


class Title(Part):
    """The title at the left, and at the right the trump suit, or other words if there are any.

    The suit that was led stands between them, where there is room.
    """

    def __init__(self, title: str, trump: str, led: str = "") -> None:
        self.title = title
        self.trump = trump
        self.led = led

    def strokes(self) -> list[Stroke]:
        """Return the words and the suit."""
        drawn = []
        x = WIDTH - 1
        beside = self.trump
        if beside in glyphs.PIPS:
            side = glyphs.PIP_SIDE
            x -= side
            drawn.append(Stroke(x, _TITLE_Y, side, side, glyphs.PIPS[beside], True))
            x -= 3
            beside = "trump"
        if beside:
            x -= glyphs.width(beside)
            drawn.append(words(beside, x, _TITLE_Y))
        title = fitted(self.title, x - 4)
        drawn.append(words(title, 1, _TITLE_Y))
        led_x = 1 + glyphs.width(title) + 2 * glyphs.WORD_GAP
        led = "led" if self.led in glyphs.PIPS else ""
        if led and led_x + glyphs.PIP_SIDE + 3 + glyphs.width(led) + 4 <= x:
            pip, side = glyphs.PIPS[self.led], glyphs.PIP_SIDE
            drawn.append(Stroke(led_x, _TITLE_Y, side, side, pip, True))
            drawn.append(words(led, led_x + side + 3, _TITLE_Y))
        return drawn


class Row(Part):
    """A line of a table: the first cell at the left, each other one ends at its column's right.

    Of a large one the first cell is large only where it fits so.
    """

    def __init__(self, cells: list[str], ends: list[int], y: int, is_large: bool) -> None:
        self.cells = cells
        self.ends = ends
        self.y = y
        self.is_large = is_large

    def strokes(self) -> list[Stroke]:
        """Return a stroke per cell, or per line of the first."""
        first, room = self.cells[0], self.ends[0]
        cells = zip(self.cells[1:], self.ends[1:])
        if not self.is_large:
            drawn = [words(cell, end - glyphs.width(cell), self.y) for cell, end in cells]
            drawn.append(words(fitted(first, room), 1, self.y))
            return drawn
        drawn = [large_words(cell, end - 2 * glyphs.width(cell), self.y) for cell, end in cells]
        if 2 * glyphs.width(first) <= room:
            drawn.append(large_words(first, 1, self.y))
        else:
            lines = shortened(wrapped(first, room), 2, room)
            y = self.y + 8 - glyphs.TEXT_HEIGHT * len(lines) // 2
            drawn.extend(Lines(lines, 1, y, glyphs.TEXT_HEIGHT).strokes())
        return drawn


class Note(Part):
    """A sentence to notice: lines of text beside a warning sign, on a dark ground."""

    def __init__(self, lines: list[str], y: int) -> None:
        self.lines = lines
        self.y = y

    def strokes(self) -> list[Stroke]:
        """Return the ground, the sign, then a stroke per line."""
        height = glyphs.TEXT_HEIGHT * len(self.lines)
        sign_y = self.y + (height - glyphs.TEXT_HEIGHT) // 2
        drawn = [box(0, self.y, WIDTH, height, lit=False)]
        drawn.append(Stroke(0, sign_y, len(glyphs.WARNING), 8, glyphs.WARNING, True))
        drawn.extend(Lines(self.lines, NOTE_X, self.y, glyphs.TEXT_HEIGHT).strokes())
        return drawn


class Grown(Part):
    """A rank or a suit at twice its size."""

    def __init__(self, columns: bytes, width: int, x: int, y: int) -> None:
        self.columns = columns
        self.width = width
        self.x = x
        self.y = y

    def strokes(self) -> list[Stroke]:
        """Return its one stroke."""
        return [grown(self.columns, self.width, self.x, self.y)]


class Outline(Part):
    """The edge of a card."""

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.place = (x, y, width, height)

    def strokes(self) -> list[Stroke]:
        """Return the box and what is dark within it."""
        return frame(*self.place)


class Gauge(Part):
    """How much of something is done: a bar at the foot of the display, lit so far."""

    def __init__(self, done: int, of: int) -> None:
        self.lit_width = (WIDTH - 4) * min(done, of) // max(1, of)

    def strokes(self) -> list[Stroke]:
        """Return the bar's frame and what is lit of it."""
        y = HEIGHT - _GAUGE_HEIGHT
        drawn = frame(0, y, WIDTH, _GAUGE_HEIGHT)
        drawn.append(box(2, y + 2, self.lit_width, _GAUGE_HEIGHT - 4))
        return drawn


class Answer(Part):
    """A key, dark on a lit ground as it looks on the keypad, and what it answers."""

    def __init__(self, key: str, lines: list[str], x: int, y: int) -> None:
        self.key = key
        self.lines = lines
        self.x = x
        self.y = y

    def strokes(self) -> list[Stroke]:
        """Return the key, then a stroke per line of the answer."""
        key_width = glyphs.width(self.key)
        drawn = [box(0, self.y - 1, key_width + 4, 9), words(self.key, 2, self.y, lit=False)]
        drawn.extend(Lines(self.lines, self.x, self.y).strokes())
        return drawn


class LargeAnswer(Part):
    """The same in large letters, on one line."""

    def __init__(self, key: str, answer: str, x: int, y: int) -> None:
        self.key = key
        self.answer = answer
        self.x = x
        self.y = y

    def strokes(self) -> list[Stroke]:
        """Return the key on its ground, then the answer."""
        return [
            box(0, self.y - 1, 2 * glyphs.width(self.key) + 4, 16),
            large_words(self.key, 2, self.y, lit=False),
            large_words(self.answer, self.x, self.y),
        ]


class Modules(Part):
    """Eight pixels' height of a QR code: its dark modules, on a ground that is lit already."""

    def __init__(self, x: int, y: int, side: int, scale: int, rows: list[str]) -> None:
        self.x = x
        self.y = y
        self.side = side
        self.scale = scale
        self.rows = rows

    def strokes(self) -> list[Stroke]:
        """Return one stroke: a column a module, repeated `scale` times."""
        scale = self.scale
        columns = bytearray(self.side)
        for place, row in enumerate(self.rows):
            bits = int(row, 16) >> 4 * len(row) - self.side
            dark = ((1 << scale) - 1) << scale * place
            for column in range(self.side - 1, -1, -1):
                if bits & 1:
                    columns[column] |= dark
                bits >>= 1
        wide = bytes([column for column in columns for _ in range(scale)])
        return [Stroke(self.x, self.y, len(wide), 8, wide, False)]
