"""The pages of the display, laid out: a picture in, the parts to draw out. Never draws them.

What a picture may say is listed in docs/reference/wire.md. A sentence is wrapped where it must
be; what still does not fit ends in a dot or in three.
"""

import json

from tableboard import glyphs
from tableboard.lights import BRIGHTEST
from tableboard.parts import (
    LARGE_LEADING,
    LEADING,
    LEAST_LARGE_LEADING,
    NOTE_X,
    Answer,
    Banner,
    Bar,
    Gauge,
    Ground,
    Grown,
    LargeAnswer,
    LargeLine,
    Lines,
    Modules,
    Note,
    Outline,
    Part,
    Row,
    Seat,
    Title,
    is_card,
)
from tableboard.sounds import LOUD
from tableboard.strokes import HEIGHT, WIDTH, shortened, wrapped

_LED = ("play", "prize", "deal")  # awaited while a trick lies there that somebody led
_BAR_HEIGHT = 11  # of a heading
_CELL_GAP = 6  # pixels between two cells of a table
_LEAST_NAME = 48  # pixels that large numbers leave for the name before them
_MOST_SEATS = 4  # columns that fit beside each other
_KEY_AND_GAP = 10  # beside a large key's own columns: its ground, and the gap before its answer
_LARGE_CARD_WIDTH = 60
_LARGE_CARD_HEIGHT = 44
_QUIET = 8  # pixels of light beside a QR code: four modules, as ISO/IEC 18004 asks


NO_PICTURE = (ValueError, KeyError, TypeError, IndexError, AttributeError)
"""What is raised by a picture that this board cannot draw."""


class Page:
    """A picture as the board takes it: a page in parts, a word for each light, a sound's word.

    `next_ms` is after how long the picture's second page takes its place, 0 if it has none;
    `volume` and `brightness` are how the table likes it; `holds` has for each seat the word that
    holding its button answers, "" for none.
    """

    def __init__(self, parts: list[Part], lights: list[str], sound: str) -> None:
        self.parts = parts
        self.lights = lights
        self.sound = sound
        self.next_ms = 0
        self.volume = LOUD
        self.brightness = BRIGHTEST
        self.holds: list[str] = []


def page(picture: str, is_second: bool = False) -> Page:
    """Return what a picture says, the JSON of the wire; or what its second page does.

    Raises:
        NO_PICTURE: this board does not know such pictures. Drawing the parts may raise it too.
    """
    told = json.loads(picture)
    page = Page([], [str(word) for word in told.get("l", ())], str(told.get("s", "")))
    page.volume = min(max(int(told.get("v", LOUD)), 0), LOUD)
    page.brightness = min(max(int(told.get("g", BRIGHTEST)), 1), BRIGHTEST)
    page.holds = [str(word) for word in told.get("h", ())]
    if is_second:
        page.sound = ""
        told = told["x"]
    elif "x" in told:
        page.next_ms = int(told["y"])
    kind = told["p"]
    if kind == "trick":
        cards = [(each[0], each[1], str(each[2]) if len(each) > 2 else "") for each in told["c"]]
        words = (told["t"], told["u"], told["m"], told.get("e", ""))
        seats = [told["w"]]
        seats.extend(told.get("j", ()))
        foot, suits = told["f"], told.get("i") or []
        page.parts = trick_page(
            words,
            told["n"],
            told["k"],
            cards,
            told["b"],
            (seats, told["a"]),
            (foot[0], foot[1]),
            suits,
        )
    elif kind == "ask":
        page.parts = ask_page(told["q"], [(key, answer) for key, answer in told["o"]])
    elif kind == "qr":
        page.parts = qr_page(told["z"], told["r"], told["t"])
    elif kind == "sheet":
        page.parts = sheet_page(told["t"], told["r"], told["q"])
    elif kind == "card":
        page.parts = card_page(told["t"], told["c"], told["d"], told["n"], told["q"])
    elif kind == "words":
        page.parts = words_page(told["t"], told["q"])
    else:
        raise ValueError(kind)
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
) -> list[Part]:
    """Return the trick: its cards in playing order, and who is awaited for what.

    `words` are the title, the trump suit, a note, and the suit led; `cards` are seats, codes or
    other words, and what the card counts if that is told; `best` is the place in `cards` of the
    card that wins so far, -1 for none; `awaited` the seats, the first of them -1 if several act
    at once, and what for, which the `foot` says in two words. `suits` are for each seat how many
    of each suit it has, [] where that is not known. The note takes the title's place; one that
    needs two or three lines takes the foot, and the awaited seat stays marked by its name; a
    longer one takes the page.
    """
    title, trump, note, led = words
    seats_awaited, action = awaited
    note_lines = wrapped(note, WIDTH - NOTE_X)
    if len(note_lines) > 3:
        return words_page(title, note)
    played = [seat for seat, _, _ in cards]
    order = _order(played, len(names), seats_awaited[0])
    width = WIDTH // max(2, len(order))
    parts: list[Part] = [Part()]
    for place, seat in enumerate(order):
        column = Seat(place * width, width, names[seat], str(tally[seat]))
        column.is_awaited = seat in seats_awaited
        column.is_best = place == best
        if suits:
            column.suits = suits[seat]
        if place < len(cards):
            _, column.card, column.worth = cards[place]
            column.is_leader = place == 0 and action in _LED and is_card(column.card)
        parts.append(column)
    banner = Banner(foot[0], foot[1])
    is_long = len(note_lines) > 1
    parts.append(Note(note_lines, 0) if note and not is_long else Title(title, trump, led))
    parts.append(Note(note_lines, HEIGHT - 8 * len(note_lines)) if is_long else banner)
    return parts


def _order(played: list[int], count: int, awaited: int) -> list[int]:
    """Return the seats as they play: those of the cards, then clockwise from the awaited one."""
    first = awaited if awaited >= 0 else played[-1] + 1 if played else 0
    to_come = [(first + step) % count for step in range(count)]
    return (played + [seat for seat in to_come if seat not in played])[:_MOST_SEATS]


def sheet_page(title: str, rows: list[list[str]], sentence: str) -> list[Part]:
    """Return a heading, a table under it and a sentence at the foot, empty for none.

    Up to three rows are large where they fit; a sentence that does not fit is cut first.
    """
    heads = shortened(wrapped(title, WIDTH - 2), 2, WIDTH - 2)
    height = _BAR_HEIGHT + 8 * (len(heads) - 1)
    room = HEIGHT - height - LEADING * len(rows) - 1
    foot = wrapped(sentence, WIDTH - 2) if sentence else []
    foot = shortened(foot, max(1, room // 8), WIDTH - 2)
    foot_height = 8 * len(foot) + 1 if foot else 0
    room = HEIGHT - height - foot_height
    ends = _ends(rows, 2)
    leading = min(LARGE_LEADING, room // max(1, len(rows)))
    is_large = leading >= LEAST_LARGE_LEADING and ends[0] >= _LEAST_NAME
    if not is_large:
        ends = _ends(rows, 1)
        leading = LEADING
    parts: list[Part] = [Part(), Bar(heads, 0, height)]
    y = height + (room - leading * len(rows) + 1) // 2 + (0 if is_large else 1)
    for row in rows:
        parts.append(Row(row, ends, y, is_large))
        y += leading
    if foot:
        parts.append(Bar(foot, HEIGHT - foot_height, foot_height))
    return parts


def _ends(rows: list[list[str]], scale: int) -> list[int]:
    """Return where each column ends: the last at the right, the first before all others."""
    count = max([len(row) for row in rows] + [1])
    ends = []
    x = WIDTH - 1
    for column in range(count - 1, 0, -1):
        ends.append(x)
        widths = [glyphs.width(row[column]) for row in rows if column < len(row)]
        x -= scale * (max(widths) + _CELL_GAP)
    ends.append(x)
    ends.reverse()
    return ends


def card_page(title: str, card: str, done: int, of: int, sentence: str) -> list[Part]:
    """Return one card, as large as it goes, a sentence beside it, and how many are done.

    `card` may be another word as well; without any the sentence has all the room.
    """
    parts: list[Part] = [Part(), Bar([title], 0, _BAR_HEIGHT)]
    x = 2
    if card:
        x = _LARGE_CARD_WIDTH + 4
        parts.append(Outline(0, _BAR_HEIGHT + 1, _LARGE_CARD_WIDTH, _LARGE_CARD_HEIGHT))
    y = _BAR_HEIGHT + 4
    if is_card(card):
        parts.append(Grown(glyphs.RANKS[card[0]], glyphs.RANK_WIDTH, 3, y))
        parts.append(Grown(glyphs.SUITS[card[1]], glyphs.SUIT_SIDE, 31, y + 6))
    elif card:
        left = (_LARGE_CARD_WIDTH - 2 * glyphs.width(card)) // 2
        parts.append(LargeLine(card, left, y + 11))
    lines = shortened(wrapped(sentence, WIDTH - x), 5, WIDTH - x)
    parts.append(Lines(lines, x, y - 3 + LEADING * (5 - len(lines)) // 2))
    parts.append(Gauge(done, of))
    return parts


def ask_page(question: str, answers: list[tuple[str, str]]) -> list[Part]:
    """Return a question above its answers, each with the key that gives it.

    Six answers of a line each leave room for a line of the question; so answers move together
    and are cut to a line where there are many. Where all are few and short, they are large.
    """
    asked = wrapped(question, WIDTH - 2)
    y = HEIGHT - LARGE_LEADING * len(answers) + 1
    widest = max([glyphs.width(key) + glyphs.width(answer) for key, answer in answers] + [0])
    if LEADING * len(asked) <= y and 2 * widest < WIDTH - _KEY_AND_GAP:
        x = 2 * max([glyphs.width(key) for key, _ in answers] + [0]) + _KEY_AND_GAP
        parts: list[Part] = [Part(), Lines(asked, 1, 1)]
        for key, answer in answers:
            parts.append(LargeAnswer(key, answer, x, y))
            y += LARGE_LEADING
        return parts
    x = max([glyphs.width(key) for key, _ in answers] + [0]) + 8
    wrapped_answers = [(key, wrapped(answer, WIDTH - x)) for key, answer in answers]
    gap = 1
    room = HEIGHT - LEADING
    if sum([LEADING * len(lines) + gap for _, lines in wrapped_answers]) > room:
        gap = 0
    if sum([LEADING * len(lines) for _, lines in wrapped_answers]) > room:
        wrapped_answers = [(key, shortened(lines, 1, WIDTH - x)) for key, lines in wrapped_answers]
    rows = [LEADING * len(lines) + gap for _, lines in wrapped_answers]
    y = HEIGHT - sum(rows) + 1
    asked = shortened(asked, max(1, y // LEADING), WIDTH - 2)
    parts = [Part(), Lines(asked, 1, min(2, y - LEADING * len(asked)))]
    for (key, lines), height in zip(wrapped_answers, rows):
        parts.append(Answer(key, lines, x, y))
        y += height
    return parts


def qr_page(side: int, rows: list[str], address: str) -> list[Part]:
    """Return a QR code on a lit ground, its dark modules dark, and beside it what it holds.

    `rows` are the modules without border, one hex string a row, the first module the highest
    bit; `side` is at most 60. Two pixels a module where the display has them. `address` may be a
    sentence instead.
    """
    scale = 2 if 2 * side <= HEIGHT - 4 else 1
    lit_width = scale * side + 2 * _QUIET
    top = (HEIGHT - scale * side) // 2
    parts: list[Part] = [Part(), Ground(0, 0, lit_width, HEIGHT)]
    band = 8 // scale
    parts.extend(
        [
            Modules(_QUIET, top + scale * row, side, scale, rows[row : row + band])
            for row in range(0, side, band)
        ]
    )
    x = lit_width + 3
    lines = ["or open"] if "://" in address else []
    lines.extend(wrapped(address[7:] if address.startswith("http://") else address, WIDTH - x))
    parts.append(LargeLine("Scan", x, 0))
    parts.append(Lines(shortened(lines, 5, WIDTH - x), x, 2 * LEADING))
    return parts


def words_page(title: str, sentence: str) -> list[Part]:
    """Return a heading and a sentence under it, large where it fits."""
    parts: list[Part] = [Part(), Bar([title], 0, _BAR_HEIGHT)]
    large = wrapped(sentence, WIDTH // 2 - 1)
    if len(large) <= 3:
        y = _BAR_HEIGHT + 2 + LARGE_LEADING * (3 - len(large)) // 2
        parts.extend(
            [LargeLine(line, 2, y + LARGE_LEADING * index) for index, line in enumerate(large)]
        )
        return parts
    lines = shortened(wrapped(sentence, WIDTH - 4), 5, WIDTH - 4)
    parts.append(Lines(lines, 2, _BAR_HEIGHT + 5 + LEADING * (5 - len(lines)) // 2))
    return parts


def waiting_page(kept: int, lost: int, told: list[str]) -> list[Part]:
    """Return what the board shows without its host: how many events it keeps, and the last ones.

    `lost` counts events that found the memory full; `told` are lines, the newest first.
    """
    parts: list[Part] = [Part(), Bar(["Waiting for the host"], 0, _BAR_HEIGHT)]
    parts.append(LargeLine("%d kept" % kept, 2, _BAR_HEIGHT + 3))
    if not kept:
        told = ["Lay cards and press keys:", "all is kept until it comes."]
    parts.append(Lines(told[: 2 if lost else 3], 2, 36))
    if lost:
        parts.append(Bar(["Memory full: %d not kept" % lost], HEIGHT - _BAR_HEIGHT, _BAR_HEIGHT))
    return parts


def refused_page(reason: str) -> list[Part]:
    """Return why the host does not take this board; the reason's words are joined by "_"."""
    return words_page("Refused by the host", reason[:1].upper() + reason[1:].replace("_", " "))
