"""The pages of the display, laid out: a picture in, a drawing out. Puts nothing on the display.

What a picture may say is listed in docs/reference/wire.md. A sentence is wrapped where it must
be; what still does not fit ends in a dot or in three.
"""

import json

from tableboard import glyphs
from tableboard.drawings import (
    LARGE_LEADING,
    LEADING,
    LEAST_LARGE_LEADING,
    NOTE_X,
    Seat,
    answer,
    banner,
    bar,
    darkness,
    gauge,
    heading,
    is_card,
    large_answer,
    modules,
    note,
    row,
    text,
)
from tableboard.lights import BRIGHTEST
from tableboard.sounds import LOUD
from tableboard.strokes import (
    HEIGHT,
    NOTHING,
    WIDTH,
    Drawing,
    box,
    frame,
    grown,
    large_words,
    shortened,
    wrapped,
)

_UNLED = ("reveal", "show", "over")  # awaited while cards lie there that nobody led
_BAR_HEIGHT = 11  # of a heading
_CELL_GAP = 6  # pixels between two cells of a table
_MOST_CELLS = WIDTH // _CELL_GAP  # that anything is seen of
_LEAST_NAME = 48  # pixels that large numbers leave for the name before them
_MOST_LINES = HEIGHT // LEADING  # of small text
_MOST_SEATS = 4  # columns that fit beside each other
_KEY_AND_GAP = 10  # beside a large key's own columns: its ground, and the gap before its answer
_LARGE_CARD_WIDTH = 60
_LARGE_CARD_HEIGHT = 44
_QUIET = 8  # pixels of light beside a QR code: four modules, as ISO/IEC 18004 asks
_MOST_MODULES = 60  # a side, which leaves room for both


NO_PICTURE = (ValueError, KeyError, TypeError, IndexError, AttributeError)
"""What is raised by a picture that this board cannot draw."""


class Page:
    """A picture as the board takes it: a drawing, a word for each light, a sound's word.

    `next_ms` is after how long the picture's second page takes its place, 0 if it has none;
    `volume` and `brightness` are how the table likes it; `holds` has for each seat the word that
    holding its button answers, "" for none.
    """

    def __init__(self, drawing: Drawing, lights: list[str], sound: str) -> None:
        self.drawing = drawing
        self.lights = lights
        self.sound = sound
        self.next_ms = 0
        self.volume = LOUD
        self.brightness = BRIGHTEST
        self.holds: list[str] = []


def page(picture: str, is_second: bool = False) -> Page:
    """Return what a picture says, the JSON of the wire; or what its second page does.

    Raises:
        NO_PICTURE: this board does not know such pictures. Drawing the page may raise it too.
    """
    told = json.loads(picture)
    shows = told["x"] if is_second else told
    kind = shows["p"]
    if kind == "trick":
        cards = [
            (each[0], each[1], str(each[2]) if len(each) > 2 else "")
            for each in shows["c"][:_MOST_SEATS]
        ]
        words = (shows["t"], shows["u"], shows["m"], shows.get("e", ""))
        seats = [shows["w"]]
        seats.extend(shows.get("j", ()))
        foot, suits = shows["f"], shows.get("i") or []
        drawing = trick_page(
            words,
            shows["n"],
            shows["k"],
            cards,
            shows["b"],
            (seats, shows["a"]),
            (foot[0], foot[1]),
            suits,
        )
    elif kind == "ask":
        drawing = ask_page(shows["q"], [(key, reply) for key, reply in shows["o"]])
    elif kind == "qr":
        drawing = qr_page(shows["z"], shows["r"], shows["t"])
    elif kind == "sheet":
        drawing = sheet_page(shows["t"], shows["r"], shows["q"])
    elif kind == "card":
        drawing = card_page(shows["t"], shows["c"], shows["d"], shows["n"], shows["q"])
    elif kind == "words":
        drawing = words_page(shows["t"], shows["q"])
    else:
        raise ValueError(kind)
    page = Page(drawing, [str(word) for word in told.get("l", ())], str(told.get("s", "")))
    page.volume = min(max(int(told.get("v", LOUD)), 0), LOUD)
    page.brightness = min(max(int(told.get("g", BRIGHTEST)), 1), BRIGHTEST)
    page.holds = [str(word) for word in told.get("h", ())]
    if is_second:
        page.sound = ""
    elif "x" in told:
        page.next_ms = int(told["y"])
    return page


def trick_page(
    words: tuple[str, str, str, str],
    names: list[str],
    tally: list[int],
    cards: list[tuple[int, str, str]],
    best: int,
    awaited: tuple[list[int], str],
    foot: tuple[str, str],
    suits: list[list[int]],
) -> Drawing:
    """Draw the trick: its cards in playing order, and who is awaited for what.

    `words` are the title, the trump suit, a note, and the suit led; `cards` are seats, codes or
    other words, and what the card counts if that is told; `best` is the place in `cards` of the
    card that wins so far, -1 for none; `awaited` the seats, the first of them -1 if several act
    at once, and what for, which the `foot` says in two words. `suits` are for each seat how many
    of each suit it has, [] where that is not known. The note takes the title's place; one that
    needs two or three lines takes the foot, and the awaited seat stays marked by its name; a
    longer one takes the page.
    """
    title, trump, sentence, led = words
    lines = yield from wrapped(sentence, WIDTH - NOTE_X, 3)
    if len(lines) > 3:
        yield from words_page(title, sentence)
        return
    yield darkness()
    seats_awaited, action = awaited
    played = [seat for seat, _, _ in cards]
    order = _order(played, len(names), seats_awaited[0])
    width = WIDTH // max(2, len(order))
    for place, seat in enumerate(order):
        column = Seat(place * width, width, names[seat], str(tally[seat]))
        column.is_awaited = seat in seats_awaited
        column.is_best = place == best
        if suits:
            column.suits = suits[seat]
        if place < len(cards):
            _, column.card, column.worth = cards[place]
            column.is_leader = place == 0 and action not in _UNLED and is_card(column.card)
        yield from column.strokes()
    is_long = len(lines) > 1
    if sentence and not is_long:
        yield from note(lines, 0)
    else:
        yield from heading(title, trump, led)
    if is_long:
        yield from note(lines, HEIGHT - 8 * len(lines))
    else:
        yield from banner(foot[0], foot[1])


def _order(played: list[int], count: int, awaited: int) -> list[int]:
    """Return the seats as they play: those of the cards, then clockwise from the awaited one."""
    first = awaited if awaited >= 0 else played[-1] + 1 if played else 0
    order = played[:]
    for step in range(min(count, 2 * _MOST_SEATS)):
        seat = (first + step) % count
        if seat not in order:
            order.append(seat)
    return order[:_MOST_SEATS]


def sheet_page(title: str, rows: list[list[str]], sentence: str) -> Drawing:
    """Draw a heading, a table under it and a sentence at the foot, empty for none.

    Up to three rows are large where they fit; a sentence that does not fit is cut first.
    """
    heads = yield from wrapped(title, WIDTH - 2, 2)
    heads = shortened(heads, 2, WIDTH - 2)
    height = _BAR_HEIGHT + 8 * (len(heads) - 1)
    room = HEIGHT - height - LEADING * len(rows) - 1
    foot = []
    if sentence:
        count = max(1, room // 8)
        foot = yield from wrapped(sentence, WIDTH - 2, count)
        foot = shortened(foot, count, WIDTH - 2)
    foot_height = 8 * len(foot) + 1 if foot else 0
    room = HEIGHT - height - foot_height
    widths: list[int] = []  # of each column but the first
    for cells in rows:
        for column, cell in enumerate(cells[1:_MOST_CELLS]):
            if column == len(widths):
                widths.append(0)
            widths[column] = max(widths[column], glyphs.width(cell))
            yield NOTHING
    ends = _ends(widths, 2)
    leading = min(LARGE_LEADING, room // max(1, len(rows)))
    is_large = leading >= LEAST_LARGE_LEADING and ends[0] >= _LEAST_NAME
    if not is_large:
        ends = _ends(widths, 1)
        leading = LEADING
    yield darkness()
    yield from bar(heads, 0, height)
    y = height + (room - leading * len(rows) + 1) // 2 + (0 if is_large else 1)
    for cells in rows:
        yield from row(cells, ends, y, is_large)
        y += leading
    if foot:
        yield from bar(foot, HEIGHT - foot_height, foot_height)


def _ends(widths: list[int], scale: int) -> list[int]:
    """Return where each column ends: the last at the right, the first before all others."""
    ends = [WIDTH - 1]
    for width in reversed(widths):
        ends.append(ends[-1] - scale * (width + _CELL_GAP))
    ends.reverse()
    return ends


def card_page(title: str, card: str, done: int, of: int, sentence: str) -> Drawing:
    """Draw one card, as large as it goes, a sentence beside it, and how many are done.

    `card` may be another word as well; without any the sentence has all the room.
    """
    yield darkness()
    yield from bar([title], 0, _BAR_HEIGHT)
    x = 2
    if card:
        x = _LARGE_CARD_WIDTH + 4
        yield from frame(0, _BAR_HEIGHT + 1, _LARGE_CARD_WIDTH, _LARGE_CARD_HEIGHT)
    y = _BAR_HEIGHT + 4
    if is_card(card):
        yield from grown(glyphs.RANKS[card[0]], glyphs.RANK_WIDTH, 3, y)
        yield from grown(glyphs.SUITS[card[1]], glyphs.SUIT_SIDE, 31, y + 6)
    elif card:
        left = (_LARGE_CARD_WIDTH - 2 * glyphs.width(card)) // 2
        yield from large_words(card, left, y + 11)
    lines = yield from wrapped(sentence, WIDTH - x, 5)
    lines = shortened(lines, 5, WIDTH - x)
    yield from text(lines, x, y - 3 + LEADING * (5 - len(lines)) // 2)
    yield from gauge(done, of)


def ask_page(question: str, answers: list[tuple[str, str]]) -> Drawing:
    """Draw a question above its answers, each with the key that gives it.

    Six answers of a line each leave room for a line of the question; so answers move together
    and are cut to a line where there are many. Where all are few and short, they are large.
    """
    asked = yield from wrapped(question, WIDTH - 2, _MOST_LINES)
    key_width = widest = 0
    for key, reply in answers:
        key_width = max(key_width, glyphs.width(key))
        widest = max(widest, glyphs.width(key) + glyphs.width(reply))
        yield NOTHING
    y = HEIGHT - LARGE_LEADING * len(answers) + 1
    if LEADING * len(asked) <= y and 2 * widest < WIDTH - _KEY_AND_GAP:
        yield darkness()
        yield from text(asked, 1, 1)
        for key, reply in answers:
            yield from large_answer(key, reply, 2 * key_width + _KEY_AND_GAP, y)
            y += LARGE_LEADING
        return
    x = key_width + 8
    replies: list[list[str]] = []
    lines, most = 0, _MOST_LINES  # of all answers together, and of each
    for _, reply in answers:
        replies.append((yield from wrapped(reply, WIDTH - x, most)))
        lines += len(replies[-1])
    gap = 1
    room = HEIGHT - LEADING
    if LEADING * lines + gap * len(answers) > room:
        gap = 0
    if LEADING * lines > room:
        lines, most = len(answers), 1
    y = HEIGHT - LEADING * lines - gap * len(answers) + 1
    asked = shortened(asked, max(1, y // LEADING), WIDTH - 2)
    yield darkness()
    yield from text(asked, 1, min(2, y - LEADING * len(asked)))
    for (key, _), kept in zip(answers, replies):
        kept = shortened(kept, most, WIDTH - x)
        yield from answer(key, kept, x, y)
        y += LEADING * len(kept) + gap


def qr_page(side: int, rows: list[str], address: str) -> Drawing:
    """Draw a QR code on a lit ground, its dark modules dark, and beside it what it holds.

    `rows` are the modules without border, one hex string a row, the first module the highest
    bit; `side` is at most 60. Two pixels a module where the display has them.
    """
    if side > _MOST_MODULES:
        raise ValueError(side)
    scale = 2 if 2 * side <= HEIGHT - 4 else 1
    lit_width = scale * side + 2 * _QUIET
    top = (HEIGHT - scale * side) // 2
    yield darkness()
    yield box(0, 0, lit_width, HEIGHT)
    band = 8 // scale
    for first in range(0, side, band):
        yield from modules(_QUIET, top + scale * first, side, scale, rows[first : first + band])
    x = lit_width + 3
    yield from large_words("Scan", x, 0)
    plain = address[7:] if address.startswith("http://") else address
    lines = yield from wrapped(plain, WIDTH - x, 5)
    if "://" in address:
        lines.insert(0, "or open")
    yield from text(shortened(lines, 5, WIDTH - x), x, 2 * LEADING)


def words_page(title: str, sentence: str) -> Drawing:
    """Draw a heading and a sentence under it, large where it fits."""
    large = yield from wrapped(sentence, WIDTH // 2 - 1, 3)
    yield darkness()
    yield from bar([title], 0, _BAR_HEIGHT)
    if len(large) <= 3:
        y = _BAR_HEIGHT + 2 + LARGE_LEADING * (3 - len(large)) // 2
        for line in large:
            yield from large_words(line, 2, y)
            y += LARGE_LEADING
        return
    lines = yield from wrapped(sentence, WIDTH - 4, 5)
    lines = shortened(lines, 5, WIDTH - 4)
    yield from text(lines, 2, _BAR_HEIGHT + 5 + LEADING * (5 - len(lines)) // 2)


def waiting_page(kept: int, lost: int, told: list[str], has_keys: bool = True) -> Drawing:
    """Draw what the board shows without its host: how many events it keeps, and the last ones.

    `lost` counts events that found the memory full; `told` are lines, the newest first.
    """
    yield darkness()
    yield from bar(["Waiting for the host"], 0, _BAR_HEIGHT)
    yield from large_words("%d kept" % kept, 2, _BAR_HEIGHT + 3)
    if not kept:
        what = "Lay cards and press keys:" if has_keys else "Lay cards on the reader:"
        told = [what, "all is kept until it comes."]
    yield from text(told[: 2 if lost else 3], 2, 36)
    if lost:
        line = "Memory full: %d not kept" % lost
        yield from bar([line], HEIGHT - _BAR_HEIGHT, _BAR_HEIGHT)


def refused_page(reason: str) -> Drawing:
    """Draw why the host does not take this board; the reason's words are joined by "_"."""
    return words_page("Refused by the host", reason[:1].upper() + reason[1:].replace("_", " "))
