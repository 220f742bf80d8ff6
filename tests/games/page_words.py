"""What is read of a page or a sentence: its words, and whether any is missing. Test support."""

import re
from functools import lru_cache
from html import unescape
from typing import Final

from tricktable.text.sentences import Sentence

_PIECE: Final = re.compile(
    r"""<(script|style)\b.*?</\1\s*>|<!--.*?-->|<(?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+""", re.DOTALL
)
_SPOKEN: Final = re.compile(r"""\s(?:aria-label|title)=(?:"([^"]*)"|'([^']*)')""")


@lru_cache(maxsize=512)
def text_of(page: str) -> str:
    """What a page says, to the eye and to the ear, in one line.

    Many tests read the same pages, and a parser of HTML takes ten times as long.
    """
    said = []
    for piece in _PIECE.finditer(page):
        words = piece[0]
        if not words.startswith("<"):
            said.append(words)
        elif piece[1] is None:
            said += [one or other for one, other in _SPOKEN.findall(words)]
    return " ".join(unescape(" ".join(said)).split())


def words_of(sentence: Sentence) -> list[str]:
    """The plain words of a sentence: what a page draws stands between them."""
    parts = [part for part in sentence if isinstance(part, str)]
    return [" ".join(words.split()) for words in parts if words.strip(" ·.,&")]


def is_whole(words: str) -> bool:
    """Whether something is said, and no gap or code was left in it."""
    is_code = re.search(r"\{\w*\}|\bNone\b|<built-in|<function|object at 0x", words)
    return bool(words.strip()) and not is_code


def clipped(name: str) -> str:
    """How a long name begins, wherever it is cut."""
    return name[:6]
