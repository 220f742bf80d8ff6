"""Text as the board can print it: short, in ASCII and katakana, with pictures of suits. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from anyascii import anyascii

NAME_CHARACTERS: Final = 8
"""Of a name in a seat's column."""
SENTENCE_CHARACTERS: Final = 160
"""The display holds fewer, and a picture of as many still fits into a line of the wire."""
LABEL_CHARACTERS: Final = 24
"""Of a team in a table, or of the people who are awaited together."""

PIPS: Final = {
    "H": "\x03",
    "D": "\x04",
    "C": "\x05",
    "S": "\x06",
    "R": "\x0e",
    "B": "\x0f",
    "G": "\x10",
}
"""What stands in a text for the small picture of a suit or colour (docs/reference/wire.md)."""
FACE: Final = "\x11"
CHIP: Final = "\x12"


@lru_cache(maxsize=1024)  # names and sentences come again in picture after picture
def board_text(text: str, most: int = SENTENCE_CHARACTERS) -> str:
    """The text as the board can print it: transliterated, on one line, cut where it is too long.

    It is cut between the characters that people see, and a kana takes the room of two, for on the
    wire it is long. `~` begins a frame there, where it would be six characters long.
    """
    told, room = "", most
    for seen in _seen(text):
        printed = _printed(seen)
        room -= sum(_KANA_ROOM if each > "~" else 1 for each in printed)
        if room < 0:
            return f"{_cut(told, most - len(_CUT))}{_CUT}"
        told += printed
    return told


_CUT: Final = "..."
_KANA_ROOM: Final = 2
_MARKS: Final = "\xde\xdf"
# Glyphs of the board's own, 315 bytes: bitmaps sent by the host would cost more, and could not be
# wrapped.
_KANA: Final = {
    **{unicodedata.normalize("NFKC", chr(0xFF61 + at)): chr(0xA1 + at) for at in range(63)},
    **dict(zip("ヵヶヮ", "\xb6\xb9\xdc", strict=True)),
}
"""Katakana as the board has them: JIS X 0201, whose codes are U+00A1 to U+00DF here."""
_HIRAGANA: Final = range(0x3041, 0x3097)
_TO_KATAKANA: Final = 0x60


def _seen(text: str) -> Iterator[str]:
    """The characters that people see: each with its accents, and what joins several to one."""
    seen = ""
    for each in text:
        joins = unicodedata.category(each) in ("Mn", "Me", "Mc", "Sk", "Cf") or each in "ﾞﾟ"
        if seen and not joins and not seen.endswith(_JOINER):
            yield seen
            seen = ""
        seen += each
    if seen:
        yield seen


_JOINER: Final = "\u200d"


def _printed(seen: str) -> str:
    """One character in the board's own: kana as kana, all else in ASCII."""
    kana = "".join(
        chr(ord(each) + _TO_KATAKANA) if ord(each) in _HIRAGANA else each
        for each in unicodedata.normalize("NFKD", seen)
    )
    if all(each in _KANA for each in kana):
        return "".join(_KANA[each] for each in kana)
    return "".join(each if " " <= each < "~" else " " for each in anyascii(seen))


def _cut(printed: str, most: int) -> str:
    """As much of it as has room, no kana without its mark."""
    while sum(_KANA_ROOM if each > "~" else 1 for each in printed) > most:
        printed = printed[:-2] if printed[-1] in _MARKS else printed[:-1]
    return printed


_CODES: Final = re.compile(r"\b([2-9TJQKA])([CDHSRBG])\b")


def sentence(text: str, names: Sequence[str] = (), most: int = SENTENCE_CHARACTERS) -> str:
    """A sentence as the board can print it, its cards with pictures of their suits.

    Whoever is called `AS` or so keeps the name.
    """

    def card(found: re.Match[str]) -> str:
        return found[0] if found[0] in names else rank_and_pip(found[0])

    return _CODES.sub(card, board_text(text, most))


def rank_and_pip(code: str) -> str:
    """`10` and the small picture of spades for TS."""
    return f"{'10' if code[0] == 'T' else code[0]}{PIPS[code[1]]}"


def short_name(name: str, most: int = NAME_CHARACTERS) -> str:
    """A name as the board can print it, short enough for its column."""
    told = ""
    for seen in _seen(name):
        printed = _printed(seen)
        if len(told.lstrip() + printed) > most:
            break
        told += printed
    first = next(_seen(name.strip()), "")
    return told.strip() or _printed(first)[:most].strip() or "?"


def label(seats: Sequence[int], names: Sequence[str]) -> str:
    """A team in few characters: `Ann & Cy`, `Ann +3`."""
    if len(seats) > 2:
        return f"{short_name(names[seats[0]], 6)} +{len(seats) - 1}"
    return " & ".join(short_name(names[seat]) for seat in seats)
