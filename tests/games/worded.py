"""What is read of a page or a sentence: its words, and whether any is missing. Test support."""

import re
from html.parser import HTMLParser

from tricktable.text.sentences import Sentence


class Text(HTMLParser):
    """What a page says, to the eye and to the ear, in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._mute = 0

    @classmethod
    def of(cls, page: str) -> str:
        """The words of a page."""
        made = cls()
        made.feed(page)
        return " ".join(" ".join(made.said).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what is spoken of an element."""
        self._mute += tag in ("script", "style")
        self.said += [value or "" for name, value in attrs if name in ("aria-label", "title")]

    def handle_endtag(self, tag: str) -> None:
        """Hear again behind a script."""
        self._mute -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        """Keep the words."""
        self.said += [] if self._mute else [data]


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
