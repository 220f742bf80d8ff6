"""The picture of a game or an evening to share: who won, by what, how it stands, where and when.

Laid out as an SVG by pure functions, and drawn by a program of its own (`png.py`). It has no name
but those that the pages show.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from anyascii import anyascii
from markupsafe import escape

from tricktable.text.characters import characters, columns
from tricktable.web.guest import png
from tricktable.web.guest.fragment import WEB
from tricktable.web.guest.markup import letter, rank

SIDE: Final = 1080
"""Pixels of each side: what messengers show without cutting it."""
TYPEFACE: Final = str(WEB / "static/vendor/fraunces-600-normal.ttf")
"""For Latin letters, so that no computer lacks them."""
MOST_ROWS: Final = 8
_SYMBOLS: Final = "".join(
    (WEB / "templates/_suits.svg").read_text("utf-8").splitlines(keepends=True)[1:-1]
)
"""The suits as the pages draw them."""
_PATIENCE_S: Final = 60
_EDGE: Final = 100
_CARD: Final = 190
_LAID: Final = 360
"""The height of the largest cards, with names."""
_WIDTH: Final = SIDE - 2 * _EDGE
# The widest letters of the two typefaces, in parts of their size, with some air.
_NARROW: Final = 0.58
_CAPITAL: Final = 0.8
_WIDE: Final = 1.02
_WIDEST: Final = 1.15
_LEADING: Final = 1.16
_LEAST: Final = {False: 0.7, True: 0.55}
"""How much smaller letters may be for one line less; wide ones more, which end a line in words."""
_ENDS: Final = "、。\uff01\uff1f\uff09」』…ーっゃゅょッャュョ"
_OPENS: Final = "\uff08「『"
_LONGEST: Final = 24
"""A word with more letters than this may end a line anywhere."""


class PictureCard(NamedTuple):
    """A card on the table."""

    name: str
    """Whose it is."""
    code: str
    wins: bool


class SharedPicture(NamedTuple):
    """What it says, as plain text."""

    title: str
    """Small, above: the game."""
    headline: str
    """Who won."""
    why: str
    rows: tuple[tuple[str, str], ...]
    """Names and figures, best first; those beyond `MOST_ROWS` are left out."""
    table: str
    date: str
    won: int = 1
    """The number of rows, from the first, that have won; 0 if nobody has."""
    laid: tuple[PictureCard, ...] = ()
    """The cards of one moment, `MOST_ROWS` at most: they stand where the rows would."""


class Undrawn(Exception):
    """Raised if no picture could be drawn."""


class LettersLacking(Exception):
    """Raised if no typeface of this computer has some letters: they are its argument."""

    @property
    def letters(self) -> str:
        """Those letters."""
        return str(self.args[0])


def svg(of: SharedPicture) -> str:
    """Its markup."""
    rows = of.rows[:MOST_ROWS]
    row_height = min(88.0, 400 / len(rows)) if rows else 0.0
    is_full = bool(rows or of.laid)
    room = 830 - row_height * len(rows) - (_LAID if of.laid else 0)
    headline, large = _fit(of.headline, (124, 104, 88, 72, 60, 48, 40), 2 if is_full else 3)
    why, small = _fit(of.why, (40, 34, 28, 24), 3)
    height = 60 + _LEADING * (large * len(headline) + small * len(why)) + 20
    y = 70 + max(0.0, (room - height) / 2)
    drawn = [_text(_cut(of.title, _WIDTH / 36), 540, y + 40, 36, "#c8d6cb", "middle")]
    y += 60
    gold = "#f0c24f" if of.won else "#f3eee0"
    drawn += _lines(headline, y, large, gold)
    y += _LEADING * large * len(headline) + 20
    drawn += _lines(why, y, small, "#c8d6cb")
    top = 70 + room + 20
    drawn += [
        each
        for number, row in enumerate(rows)
        for each in _row(row, top + number * row_height, row_height, number < of.won)
    ]
    drawn += _row_of_cards(of.laid, top)
    drawn += [
        _text(of.table, 60, 1035, 34, "#5d625f", "start"),
        _text(of.date, 1020, 1035, 34, "#5d625f", "end"),
        *_suits(),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}">'
        f'<defs>{_SYMBOLS}<radialGradient id="felt" cy="0" r="1.1"><stop stop-color="#2c5a4a"/>'
        '<stop offset="1" stop-color="#234a3c"/></radialGradient></defs>'
        f'<rect width="{SIDE}" height="{SIDE}" fill="#f5f0e6"/>'
        '<rect x="40" y="40" width="1000" height="930" rx="56" fill="url(#felt)"/>'
        f"{''.join(drawn)}</svg>"
    )


def _row(row: tuple[str, str], y: float, height: float, wins: bool) -> Iterator[str]:
    """A name and its figure on paper."""
    name, amount = row
    size, edge = 0.48 * height, "#f0c24f" if wins else "#e2d9c8"
    yield (
        f'<rect x="{_EDGE}" y="{y:.1f}" width="{_WIDTH}" height="{height - 10:.1f}" rx="18" '
        f'fill="#fffdf8" stroke="{edge}" stroke-width="{4 if wins else 1}"/>'
    )
    base = y + (height - 10) / 2 + 0.35 * size
    left = _cut(name, (_WIDTH - 80) / size - _ems(amount) * 1.3)
    yield _text(left, _EDGE + 28, base, size, "#22282a", "start")
    yield _text(amount, SIDE - _EDGE - 28, base, 1.2 * size, "#22282a", "end")


def _row_of_cards(cards: Sequence[PictureCard], y: float) -> Iterator[str]:
    """Cards side by side, each with its player's name below."""
    width = min(_CARD, _WIDTH / max(len(cards), 1) - 20)
    left = SIDE / 2 - (width + 20) * len(cards) / 2
    for number, each in enumerate(cards):
        x, of = left + (width + 20) * number + 10, letter(each.code)
        edge, colour = "#f0c24f" if each.wins else "#d8cfbd", _INKS.get(of, "#5b4a6e")
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{1.4 * width:.1f}" '
            f'rx="{width / 9:.1f}" fill="#fffcf4" stroke="{edge}" '
            f'stroke-width="{10 if each.wins else 2}"/>'
        )
        middle, size = x + width / 2, width / 2
        yield _text(rank(each.code), middle, y + 0.62 * width, size, colour, "middle")
        yield (
            f'<use href="#{of}" x="{middle - size / 2:.1f}" y="{y + 0.78 * width:.1f}" '
            f'width="{size:.1f}" height="{size:.1f}" fill="{colour}"/>'
        )
        name = _cut(each.name, (width + 14) / 30)
        yield _text(name, middle, y + 1.4 * width + 48, 30, "#f3eee0", "middle")


_INKS: Final = {
    "S": "#1d2327",
    "H": "#b3202c",
    "C": "#17663a",
    "D": "#1d57a5",
    "R": "#b8371f",
    "B": "#1a5f9e",
    "G": "#2d6a2e",
}


def _suits() -> Iterator[str]:
    for number, suit in enumerate("SHCD"):
        x = SIDE / 2 - 86 + 46 * number
        fill = _INKS[suit]
        yield f'<use href="#{suit}" x="{x}" y="1006" width="34" height="34" fill="{fill}"/>'


def _text(
    text: str, x: float, y: float, size: float, colour: str, anchor: str, face: str = ""
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{colour}" '
        f'{face or _face(text)} text-anchor="{anchor}">{escape(text)}</text>'
    )


def _face(text: str) -> str:
    return _FACE[any(map(_is_wide, characters(text)))]


_FACE: Final = {
    False: 'font-family="Fraunces" font-weight="600"',
    True: 'font-family="Hiragino Sans, Yu Gothic, Noto Sans JP, Noto Sans CJK JP, IPAexGothic, '
    'Fraunces" font-weight="700"',
}
"""Latin letters, and a text with wide ones in it. What these lack comes from any other typeface of
the computer."""


def _lines(lines: Sequence[str], y: float, size: float, colour: str) -> Iterator[str]:
    """Lines in the middle, all in one typeface."""
    face = _face("".join(lines))
    for number, text in enumerate(lines, start=1):
        base = y + _LEADING * size * (number - 1) + size
        yield _text(text, SIDE / 2, base, size, colour, "middle", face)


def _fit(text: str, sizes: Sequence[int], most: int) -> tuple[Sequence[str], int]:
    """The text in `most` lines or fewer, and the largest of these sizes in which it fits.

    Somewhat smaller it may need a line less; several are about as long as each other.
    """
    least = _LEAST[any(map(_is_wide, characters(text)))]
    for number, size in enumerate(sizes):
        lines = [*_wrap(text, _WIDTH / size)]
        if len(lines) <= most:
            smaller = [each for each in sizes[number:] if each >= least * size]
            fewest, chosen = min((len([*_wrap(text, _WIDTH / each)]), -each) for each in smaller)
            ems = _WIDTH / -chosen
            narrower = ([*_wrap(text, ems * part / 20)] for part in range(10, 21))
            return next(each for each in narrower if len(each) == fewest), -chosen
    *kept, last = lines[:most]
    return [*kept, _cut(f"{last} …", _WIDTH / size)], size


def _wrap(text: str, ems: float) -> Iterator[str]:
    line = ""
    for piece in _pieces(text):
        if line and _ems((line + piece).rstrip()) > ems:
            yield line.rstrip()
            line = ""
        line += piece
    if line.strip():
        yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """Words, and wide letters and those of very long words one by one: between these a line may
    end.
    """
    for word in re.findall(r"\S+\s*|\s+", text):
        letters = [*characters(word)]
        if len(letters) > _LONGEST or any(map(_is_wide, letters)):
            yield from _letters(letters)
        else:
            yield word


def _letters(word: Sequence[str]) -> Iterator[str]:
    """One by one, but no line begins with what ends a sentence, nor ends with a bracket."""
    held = ""
    for each in word:
        if held and each not in _ENDS and held[-1] not in _OPENS:
            yield held
            held = ""
        held += each
    yield held


def _cut(text: str, ems: float) -> str:
    """The text, or as much of it as there is room for."""
    if _ems(text) <= ems:
        return text
    kept = ""
    for each in characters(text):
        if _ems(f"{kept}{each}…") > ems:
            break
        kept += each
    return f"{kept}…"


def _ems(text: str) -> float:
    """How wide it is at most, in parts of its size."""
    return sum(map(_em, characters(text)))


def _em(letter: str) -> float:
    if letter in "MWmw@%&…":
        return _WIDEST
    if _is_wide(letter):
        return _WIDE
    return _CAPITAL if letter.isupper() else _NARROW


def _is_wide(letter: str) -> bool:
    return columns(letter) > 1


def has_latin(letters: str) -> bool:
    """Whether any of these letters can be written in Latin ones: emoji cannot."""
    return not all(map(_is_emoji, letters))


def _is_emoji(letter: str) -> bool:
    return bool(_IN_WORDS.fullmatch(anyascii(letter)))


_IN_WORDS: Final = re.compile(":[^:]+:")
"""How an emoji is written in Latin letters: `:game_die:`."""


def spelt(it: SharedPicture, letters: str) -> SharedPicture:
    """The same with these letters written in Latin ones, as the board's display writes them.

    Emoji are left out; a name of nothing else is in words.
    """
    latin = {ord(each): "" if _is_emoji(each) else anyascii(each) for each in letters}
    words = {ord(each): anyascii(each).strip(":").replace("_", " ") for each in letters}

    def written(text: str) -> str:
        return " ".join(text.translate(latin).split()) or text.translate(words)

    return it._replace(
        title=written(it.title),
        headline=written(it.headline),
        why=written(it.why),
        rows=tuple((written(name), amount) for name, amount in it.rows),
        laid=tuple(each._replace(name=written(each.name)) for each in it.laid),
    )


@lru_cache(maxsize=16)
def png_of(markup: str) -> bytes:
    """That SVG as a PNG; for a thread that may wait. Raises: Undrawn, LettersLacking."""
    command = [sys.executable, "-I", png.__file__, TYPEFACE]
    try:
        done = subprocess.run(
            command, input=markup.encode(), capture_output=True, timeout=_PATIENCE_S, check=True
        )
    except (subprocess.SubprocessError, OSError) as fault:
        raise Undrawn from fault
    if lacking := _LACKING.findall(done.stderr.decode(errors="replace")):
        raise LettersLacking("".join(chr(int(each, 16)) for each in lacking))
    return done.stdout


_LACKING: Final = re.compile(re.escape(png.LACKING) + r".*?/U\+([0-9A-F]+)")
