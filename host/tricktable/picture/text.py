"""Text as the board can print it: short, in ASCII, with small pictures of suits. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
SUIT_OF_COLOUR: Final = {"R": "H", "B": "S", "G": "C"}  # A32


def ascii_text(text: str, most: int = SENTENCE_CHARACTERS) -> str:
    """The text as the board can print it: transliterated, on one line, cut where it is too long.

    `~` begins a frame on the wire, where it would be six characters long.
    """
    told = "".join(each if " " <= each < "~" else " " for each in anyascii(text[:most]))
    return told if len(told) <= most else f"{told[: most - 3]}..."


_CODES: Final = re.compile(r"\b([2-9TJQKA])([CDHSRBG])\b")


def sentence(text: str, names: Sequence[str] = (), most: int = SENTENCE_CHARACTERS) -> str:
    """A sentence as the board can print it, its cards with pictures of their suits.

    Whoever is called `AS` or so keeps the name.
    """

    def card(found: re.Match[str]) -> str:
        return found[0] if found[0] in names else rank_and_pip(found[0])

    return _CODES.sub(card, ascii_text(text, most))


def rank_and_pip(code: str) -> str:
    """`10` and the small picture of spades for TS."""
    return f"{'10' if code[0] == 'T' else code[0]}{PIPS[code[1]]}"


def short_name(name: str, most: int = NAME_CHARACTERS) -> str:
    """A name in printable ASCII, short enough for the display."""
    return ascii_text(name)[:most].strip() or "?"


def label(seats: Sequence[int], names: Sequence[str]) -> str:
    """A team in few characters: `Ann & Cy`, `Ann +3`."""
    if len(seats) > 2:
        return f"{short_name(names[seats[0]], 6)} +{len(seats) - 1}"
    return " & ".join(short_name(names[seat]) for seat in seats)


def suited(code: str, options: Mapping[str, object]) -> str:
    """A card or colour of TriATri as the table's deck has it: hearts for fire (A32)."""
    if options.get("deck") != "standard_map" or code.startswith("X"):
        return code
    return code[:-1] + SUIT_OF_COLOUR.get(code[-1], code[-1])


def pip(letter: str, options: Mapping[str, object]) -> str:
    """The small picture of a suit or colour."""
    return PIPS[suited(letter, options)]
