"""The parts of a page as drawings, a stroke at a time. Puts nothing on the display.

A part is given its place and its words.
"""

from tableboard import glyphs
from tableboard.strokes import (
    HEIGHT,
    NOTHING,
    WIDTH,
    Drawing,
    Stroke,
    box,
    fitted,
    frame,
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


def darkness() -> Stroke:
    """Return what every page begins with."""
    return box(0, 0, WIDTH, HEIGHT, lit=False)


def text(lines: list[str], x: int, y: int, leading: int = LEADING) -> Drawing:
    """Draw lines of text under each other from a corner on, each `leading` below the last."""
    for line in lines:
        yield words(line, x, y)
        y += leading


def bar(lines: list[str], y: int, height: int) -> Drawing:
    """Draw lines dark on a lit bar as wide as the display, each in the middle of it."""
    yield box(0, y, WIDTH, height)
    y += (height - 8 * len(lines) + 1) // 2
    for line in lines:
        line = fitted(line, WIDTH - 2)
        yield words(line, (WIDTH - glyphs.width(line)) // 2, y, lit=False)
        y += 8


def banner(name: str, does: str) -> Drawing:
    """Draw who is awaited, large, and what for, dark on a lit bar at the foot of the display."""
    large = 2 * glyphs.width(name)
    beside = []
    if does:
        beside = yield from wrapped(does, WIDTH - large - 7, 2)
    if large > WIDTH - 4 or len(beside) > 2:
        lines = [line for line in (name, does) if line]
        top = BANNER_Y - len(lines) // 2  # two lines need their ground around them
        yield from bar(lines, top, HEIGHT - top)
        return
    yield box(0, BANNER_Y, WIDTH, HEIGHT - BANNER_Y)
    small = max([glyphs.width(line) for line in beside] + [0])
    x = (WIDTH - large - (3 + small if beside else 0)) // 2
    yield from large_words(name, x, BANNER_Y + 1, lit=False)
    y = BANNER_Y + (7 if len(beside) == 1 else 0)
    for line in beside:
        yield words(line, x + large + 3, y, lit=False)
        y += 8


class Seat:
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

    def strokes(self) -> Drawing:
        """Draw the card or its empty place, the name, the tally and the leader's flag."""
        yield from self._card() if self.card else self._place()
        tally = fitted(self.tally, self.width - 1)
        tally_x = self._middle(glyphs.width(tally))
        flag_y, room = TALLY_Y, self.width - 3
        if self.is_leader and tally_x <= self.x + len(glyphs.FLAG):
            flag_y, room = _NAME_Y, self.width - 3 - 2 * len(glyphs.FLAG)
        name = fitted(self.name, room)
        name_width = glyphs.width(name)
        name_x = self._middle(name_width)
        if self.is_awaited:
            x = max(self.x, name_x - 2)
            yield box(x, _NAME_Y - 1, name_x + name_width + 2 - x, 9)
        yield words(name, name_x, _NAME_Y, lit=not self.is_awaited)
        yield words(tally, tally_x, TALLY_Y)
        if self.is_leader:
            yield Stroke(self.x + 1, flag_y, len(glyphs.FLAG), 8, glyphs.FLAG, True)

    def _middle(self, width: int) -> int:
        return self.x + (self.width - width) // 2

    def _card(self) -> Drawing:
        """The card's rank and suit, or what else is there; the winning one is dark on light."""
        if self.worth:
            yield from self._worth()
            return
        if not is_card(self.card):
            yield from self._word()
            return
        x = self._middle(_CARD_WIDTH)
        lit = not self.is_best
        rank, suit = glyphs.RANKS[self.card[0]], glyphs.SUITS[self.card[1]]
        yield self._ground(_CARD_WIDTH)
        yield Stroke(x + 1, _CARD_Y + 1, glyphs.RANK_WIDTH, glyphs.RANK_HEIGHT, rank, lit)
        yield Stroke(x + 16, _CARD_Y + 4, glyphs.SUIT_SIDE, glyphs.SUIT_SIDE, suit, lit)

    def _worth(self) -> Drawing:
        """What the card counts, large, and beside it what is printed on it."""
        lit = not self.is_best
        x = self._middle(_CARD_WIDTH)
        rank = self.card[0] if is_card(self.card) else self.card
        yield self._ground(_CARD_WIDTH)
        yield from large_words(self.worth, x + 1, _CARD_Y + 3, lit)
        yield words(rank, x + 30 - glyphs.width(rank), _CARD_Y + 2, lit)
        if is_card(self.card):
            pip, side = glyphs.PIPS[self.card[1]], glyphs.PIP_SIDE
            yield Stroke(x + 30 - side, _CARD_Y + 12, side, side, pip, lit)

    def _word(self) -> Drawing:
        """A bid or a number, large where it fits; of `7 No` the second word is small below."""
        lit = not self.is_best
        first, _, second = self.card.partition(" ")
        if second:
            large, small = 2 * glyphs.width(first), glyphs.width(second)
            yield self._ground(max(large, small) + 4)
            yield from large_words(first, self._middle(large), _CARD_Y, lit)
            yield words(second, self._middle(small), _CARD_Y + 14, lit)
            return
        width = glyphs.width(self.card)
        if 2 * width + 2 > self.width:
            yield self._ground(min(width + 4, self.width))
            yield words(self.card, self._middle(width), _CARD_Y + 7, lit)
            return
        yield self._ground(2 * width + 4)
        yield from large_words(self.card, self._middle(2 * width), _CARD_Y + 3, lit)

    def _ground(self, width: int) -> Stroke:
        """What the winning card lies on, lit."""
        if not self.is_best:
            return NOTHING
        return box(self._middle(width), _CARD_Y, width, _CARD_HEIGHT)

    def _place(self) -> Drawing:
        """Where the card will lie: framed for the seat that is awaited, else a dash.

        How many cards of each suit the seat has stands there, if that is known.
        """
        x = self._middle(_CARD_WIDTH)
        if self.is_awaited:
            yield from frame(x, _CARD_Y, _CARD_WIDTH, _CARD_HEIGHT)
        if self.suits:
            for place, count in enumerate(self.suits):
                y = _CARD_Y + 2 + 9 * (place // 2)
                yield words(_SUIT_MARKS[place] + str(count), x + 2 + 14 * (place % 2), y)
        elif not self.is_awaited:
            yield box(self._middle(7), _CARD_Y + _CARD_HEIGHT // 2 - 1, 7, 2)


def heading(title: str, trump: str, led: str = "") -> Drawing:
    """Draw the title at the left, and at the right the trump suit, or other words if there are any.

    The suit that was led stands between them, where there is room.
    """
    x = WIDTH - 1
    side = glyphs.PIP_SIDE
    if trump in glyphs.PIPS:
        x -= side
        yield Stroke(x, _TITLE_Y, side, side, glyphs.PIPS[trump], True)
        x -= 3
        trump = "trump"
    if trump:
        x -= glyphs.width(trump)
        yield words(trump, x, _TITLE_Y)
    title = fitted(title, x - 4)
    yield words(title, 1, _TITLE_Y)
    if led in glyphs.PIPS:
        led_x = 1 + glyphs.width(title) + 2 * glyphs.WORD_GAP
        if led_x + side + 3 + glyphs.width("led") + 4 <= x:
            yield Stroke(led_x, _TITLE_Y, side, side, glyphs.PIPS[led], True)
            yield words("led", led_x + side + 3, _TITLE_Y)


def row(cells: list[str], ends: list[int], y: int, is_large: bool) -> Drawing:
    """Draw a line of a table: the first cell at the left, each other ends at its column's right.

    Of a large one the first cell is large only where it fits so.
    """
    first, room = cells[0], ends[0]
    for cell, end in zip(cells[1:], ends[1:]):
        if is_large:
            yield from large_words(cell, end - 2 * glyphs.width(cell), y)
        else:
            yield words(cell, end - glyphs.width(cell), y)
    if not is_large:
        yield words(fitted(first, room), 1, y)
    elif 2 * glyphs.width(first) <= room:
        yield from large_words(first, 1, y)
    else:
        lines = yield from wrapped(first, room, 2)
        lines = shortened(lines, 2, room)
        y += 8 - glyphs.TEXT_HEIGHT * len(lines) // 2
        yield from text(lines, 1, y, glyphs.TEXT_HEIGHT)


def note(lines: list[str], y: int) -> Drawing:
    """Draw a sentence to notice: lines of text beside a warning sign, on a dark ground."""
    height = glyphs.TEXT_HEIGHT * len(lines)
    sign_y = y + (height - glyphs.TEXT_HEIGHT) // 2
    yield box(0, y, WIDTH, height, lit=False)
    yield Stroke(0, sign_y, len(glyphs.WARNING), 8, glyphs.WARNING, True)
    yield from text(lines, NOTE_X, y, glyphs.TEXT_HEIGHT)


def gauge(done: int, of: int) -> Drawing:
    """Draw how much of something is done: a bar at the foot of the display, lit so far."""
    y = HEIGHT - _GAUGE_HEIGHT
    yield from frame(0, y, WIDTH, _GAUGE_HEIGHT)
    yield box(2, y + 2, (WIDTH - 4) * min(done, of) // max(1, of), _GAUGE_HEIGHT - 4)


def answer(key: str, lines: list[str], x: int, y: int) -> Drawing:
    """Draw a key, dark on a lit ground as it looks on the keypad, and what it answers."""
    yield box(0, y - 1, glyphs.width(key) + 4, 9)
    yield words(key, 2, y, lit=False)
    yield from text(lines, x, y)


def large_answer(key: str, line: str, x: int, y: int) -> Drawing:
    """Draw the same in large letters, on one line."""
    yield box(0, y - 1, 2 * glyphs.width(key) + 4, 16)
    yield from large_words(key, 2, y, lit=False)
    yield from large_words(line, x, y)


def modules(x: int, y: int, side: int, scale: int, rows: list[str]) -> Drawing:
    """Draw eight pixels' height of a QR code: its dark modules, on a ground that is lit already.

    A column a module, repeated `scale` times.
    """
    columns = bytearray(side)
    for place, digits in enumerate(rows):
        bits = int(digits, 16) >> 4 * len(digits) - side
        dark = ((1 << scale) - 1) << scale * place
        for column in range(side - 1, -1, -1):
            if bits & 1:
                columns[column] |= dark
            bits >>= 1
        yield NOTHING
    wide = bytes([column for column in columns for _ in range(scale)])
    yield Stroke(x, y, len(wide), 8, wide, False)
