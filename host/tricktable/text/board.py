"""Text that the board can print: short, in ASCII and katakana, with suit symbols. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from anyascii import anyascii

from tricktable.text.characters import characters

NAME_CHARACTERS: Final = 8
"""The longest name in a seat's column."""
SENTENCE_CHARACTERS: Final = 160
"""The longest sentence. The display holds less, and a picture with it still fits on a wire line."""
LABEL_CHARACTERS: Final = 24
"""The longest label of a team in a table, or of people who act together."""

# The board draws six lines of answers below one of a question (tableboard.screens.ask_page). The
# sixth turns the page, or leaves the question another line.
ANSWER_LINES: Final = 5
"""How many answers the display lists, each on a line; more are told in one, or page by page."""

PIPS: Final = {
    "H": "\x03",
    "D": "\x04",
    "C": "\x05",
    "S": "\x06",
    "R": "\x0e",
    "B": "\x0f",
    "G": "\x10",
    "W": "\x13",
}
"""The character that stands for the symbol of each suit or colour (docs/reference/wire.md)."""
FACE: Final = "\x11"
CHIP: Final = "\x12"


@lru_cache(maxsize=1024)  # names and sentences recur in picture after picture
def board_text(text: str, most: int = SENTENCE_CHARACTERS) -> str:
    """The text as the board can print it: transliterated, on one line, cut if it is too long.

    Cuts only between characters as people see them. A kana counts as two, since it is long on the
    wire. `~` is replaced: it begins a frame there, and would take six characters.
    """
    told, room = "", most
    for seen in characters(text):
        printed = _print_character(seen)
        room -= sum(_KANA_ROOM if each > "~" else 1 for each in printed)
        if room < 0:
            return f"{_cut(told, most - len(_CUT))}{_CUT}"
        told += printed
    return told


def cut_name(name: str, most: int) -> str:
    """A name cut to what the board has room for, as text that can stand in a sentence.

    Its kana are still letters, not the board's codes: a sentence with it is printed only once.
    """
    return board_text(name, most).translate(_HALF_WIDTH)


_CUT: Final = "..."
_KANA_ROOM: Final = 2  # six bytes on the wire (`\u00b1`), where a letter takes one
_MARKS: Final = "\xde\xdf"
# The board has its own glyphs, 315 bytes. Bitmaps sent by the host would cost more, and could not
# be wrapped.
_KANA: Final = {
    **{unicodedata.normalize("NFKC", chr(0xFF61 + at)): chr(0xA1 + at) for at in range(63)},
    **dict(zip("ヵヶヮ", "\xb6\xb9\xdc", strict=True)),
}
"""The board's katakana: JIS X 0201, whose codes are U+00A1 to U+00DF here."""
_HALF_WIDTH: Final = {0xA1 + at: 0xFF61 + at for at in range(63)}
"""The letter that each of these codes stands for."""
_HIRAGANA: Final = range(0x3041, 0x3097)
_TO_KATAKANA: Final = 0x60  # Unicode has both syllabaries in one order, so far apart


def _print_character(seen: str) -> str:
    """One character as the board prints it: kana as kana, all else in ASCII."""
    kana = "".join(
        chr(ord(each) + _TO_KATAKANA) if ord(each) in _HIRAGANA else each
        for each in unicodedata.normalize("NFKD", seen)
    )
    if all(each in _KANA for each in kana):
        return "".join(_KANA[each] for each in kana)
    return "".join(each if " " <= each < "~" else " " for each in anyascii(seen))


def _cut(printed: str, most: int) -> str:
    """As much as there is room for, without separating a kana from its mark."""
    while sum(_KANA_ROOM if each > "~" else 1 for each in printed) > most:
        printed = printed[:-2] if printed[-1] in _MARKS else printed[:-1]
    return printed


_CODES: Final = re.compile(r"(?<![0-9A-Za-z])([1-9TJQKA])([CDHSRBGW])(?![0-9A-Za-z])")


def sentence(text: str, names: Sequence[str] = (), most: int = SENTENCE_CHARACTERS) -> str:
    """A sentence as the board can print it, with cards shown by suit symbols.

    A person called `AS`, for example, keeps that name.
    """

    def card(found: re.Match[str]) -> str:
        return found[0] if found[0] in names else rank_and_pip(found[0])

    return _CODES.sub(card, board_text(text, most))


def rank_and_pip(code: str) -> str:
    """`10` and the spade symbol for TS."""
    return f"{'10' if code[0] == 'T' else code[0]}{PIPS[code[1]]}"


def short_name(name: str, most: int = NAME_CHARACTERS) -> str:
    """A name as the board can print it, short enough for its column."""
    told = ""
    for seen in characters(name):
        printed = _print_character(seen)
        if len(told.lstrip() + printed) > most:
            break
        told += printed
    first = next(characters(name.strip()), "")
    return told.strip() or _print_character(first)[:most].strip() or "?"


def label(seats: Sequence[int], names: Sequence[str]) -> str:
    """A team in few characters: `Ann & Cy`, `Ann +3`."""
    if len(seats) > 2:
        return f"{short_name(names[seats[0]], 6)} +{len(seats) - 1}"
    return " & ".join(short_name(names[seat]) for seat in seats)
