"""Characters as people see them, and what of a typed text can be seen. Pure.

A character here is a grapheme cluster (Unicode UAX #29): a letter with its marks, a flag, a family.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

MAX_MARKS: Final = 2
"""Combining marks of no script's own on one letter: Vietnamese needs two, a tower of fifty covers
the page."""
MAX_OWN_MARKS: Final = 6
"""A script's own marks in a row: Burmese needs five, pointed Hebrew and Tibetan four."""
MAX_CODES: Final = 16
"""Code points of one character; a kiss of two skin tones has ten."""
BYTES_EACH: Final = 28
"""Bytes of one character, as a mean of a whole text: a family of four has 25, a flag of tags 28."""
_MAX_JOINTS: Final = 3
"""Joiners in one emoji: a family has four people."""

# Unicode TR44 general categories. Cf holds the bidi controls (TR9) and the zero-width characters.
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
# Letters, marks and a symbol that print nothing: Hangul fillers, the grapheme joiner, two vowels of
# Khmer and the empty Braille pattern.
_EMPTY: Final = frozenset("\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u2800")
_MARKS: Final = frozenset(("Mn", "Me"))
_BLANKS: Final = frozenset(("Zs", "Zl", "Zp"))
_ANY_SCRIPTS: Final = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
"""Marks that belong to no script, so that letters of any can carry them."""

_ALONE: Final = re.compile(
    "[\x00-\x0c\x0e-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u27bf\u3000-\u3029\u3041-\u3096"
    "\u30a0-\u30ff\u3400-\u9fff\uff01-\uff9d]*"
)
"""Text of which each code point is a character. To know of any other takes 4 MB of tables."""

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA: Final = 9  # its canonical combining class, in every script that has one
_JOINED_SCRIPTS: Final = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ua840-\ua87f\ua8e0-\ua8ff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010d00-\U00010d3f\U00011000-\U000114ff\U0001e900-\U0001e95f]"
)
"""Scripts whose letters join, or stack: Arabic, Syriac, N'Ko, those of India, Burmese, Khmer,
Mongolian, Adlam. Of the letters of others a joiner changes nothing, so there it only hides."""
_MONGOLIAN: Final = re.compile("[\u1820-\u18aa]")
_IDEOGRAPH: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_PRESENTATION: Final = frozenset("\ufe0e\ufe0f")  # as text or in colour
_FORM: Final = re.compile("[\ufe00-\ufe0f\u180b-\u180f\U000e0100-\U000e01ef]")
_FLAG: Final = "\U0001f3f4"
_TAG: Final = range(0xE0020, 0xE0080)
_FLAGS: Final = tuple(
    _FLAG + "".join(chr(0xE0000 + ord(each)) for each in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
"""All flags of tags that any system draws (RGI, UTS #51). Any other looks like a black flag, and
what its tags say is hidden."""


def characters(text: str) -> Iterator[str]:
    """The characters of the text, one by one; joined they are the text."""
    if _ALONE.fullmatch(text):
        return iter(text)
    from wcwidth import iter_graphemes

    return iter_graphemes(text)


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth

    return wcswidth(text)


def count(text: str) -> int:
    """How many characters people see."""
    return sum(1 for _each in characters(text))


def is_within(text: str, most: int) -> bool:
    """Whether it has at most this many characters, and no more bytes than they can need."""
    size = len(text.encode("utf-8", "surrogatepass"))  # half a pair is for others to refuse
    return size <= most * BYTES_EACH and count(text) <= most


def visible(text: str) -> str:
    """The text (NFC) on one line, without anything that hides or covers.

    Joiners, variants and tags stay where a script or an emoji looks different without them.
    """
    before, text = "", unicodedata.normalize("NFC", text)
    # What is taken out may bring a letter and its mark together.
    while text != before:
        before, text = text, unicodedata.normalize("NFC", _clean(text))
    return text


def printable(text: str) -> str:
    """The text on one line, without terminal controls or characters that reverse direction."""
    return "".join(
        each if each.isprintable() or _joins(text, at) else " " for at, each in enumerate(text)
    )


def is_printable(text: str) -> bool:
    """Whether nothing in the text would be taken out to print it."""
    return printable(text) == text


def look(text: str) -> str:
    """What looks alike is equal in this: the text without joiners and variants."""
    return "".join(
        each for each in text if each not in (_NON_JOINER, _JOINER) and not _FORM.match(each)
    )


def _clean(text: str) -> str:
    kept: list[str] = []
    strange = own = 0
    for at, each in enumerate(text):
        category = unicodedata.category(each)
        if category in _MARKS:
            if _ANY_SCRIPTS.match(each):
                strange += 1
            else:
                own += 1
        elif category != "Cf":
            strange = own = 0
        if category in _BLANKS or each in "\t\n\r":
            kept.append(" ")
        elif _is_shown(text, at, category) and strange <= MAX_MARKS and own <= MAX_OWN_MARKS:
            kept.append(each)
    short = (seen[:MAX_CODES] for seen in characters("".join(kept)))
    return " ".join("".join(map(_few_joints, short)).split())


def _is_shown(text: str, at: int, category: str) -> bool:
    """Whether this character is seen, or changes what is."""
    each = text[at]
    if _FORM.match(each):
        return _is_form(text, at)
    return each not in _EMPTY and (category not in _HIDDEN or _joins(text, at))


def _joins(text: str, at: int) -> bool:
    """Whether this is a joiner or a tag that what stands around it needs."""
    each, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if each in (_NON_JOINER, _JOINER):
        if not before:
            return False
        if unicodedata.combining(before) == _VIRAMA:
            return True  # also at the end: the chillus of Malayalam (RFC 5892, A.1 and A.2)
        if _is_of_joined_script(before) and _is_of_joined_script(after):
            return True
        return each == _JOINER and _is_in_emoji(text, at)
    if each == "\u180e":
        return bool(_MONGOLIAN.match(before) and _MONGOLIAN.match(after))
    return ord(each) in _TAG and any(
        text.startswith(flag, start)
        for flag in _FLAGS
        if (start := text.rfind(_FLAG, 0, at)) >= 0 and at < start + len(flag)
    )


def _is_of_joined_script(character: str) -> bool:
    return bool(_JOINED_SCRIPTS.match(character)) and unicodedata.category(character)[0] in "LM"


def _is_in_emoji(text: str, at: int) -> bool:
    """Whether this joiner stands between two emoji, the first with its skin tone or colour."""
    start = at - 1
    while start > 0 and (text[start] in _PRESENTATION or _is_tone(text[start])):
        start -= 1
    return _is_pictograph(text[start]) and _is_pictograph(text[at + 1 : at + 2])


def _is_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


@lru_cache(maxsize=1024)
def _is_pictograph(character: str) -> bool:
    """Whether emoji join with it (Extended_Pictographic, by rule GB11 of UAX #29)."""
    if not character or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf", "Sk", "Cc"):
        return False
    return count(f"\u2764{_JOINER}{character}") == 1


def _is_form(text: str, at: int) -> bool:
    """Whether what stands before has such a variant: an emoji, a digit in a key, a kanji."""
    each, before = text[at], text[at - 1 : at]
    if not before:
        return False
    if each in _PRESENTATION:
        is_key = before in "0123456789#*" and text[at + 1 : at + 2] == "\u20e3"
        return is_key or _is_pictograph(before)
    return bool((_MONGOLIAN if each < "\u2000" else _IDEOGRAPH).match(before))


def _few_joints(seen: str) -> str:
    """One character, without the joiners of an emoji beyond those of a family of four."""
    if seen.count(_JOINER) <= _MAX_JOINTS or not _is_pictograph(seen[0]):
        return seen
    *joined, rest = seen.split(_JOINER, _MAX_JOINTS + 1)
    return _JOINER.join(joined) + rest
