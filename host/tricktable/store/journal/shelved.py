"""What a club keeps of a deck, as stored: a name, a kind and a text. Reads none of them."""

from __future__ import annotations

from typing import NamedTuple


class Shelved(NamedTuple):
    """One deck of the club, or one that it had."""

    name: str
    """No other has it."""
    seq: int
    """The number of its last change, from 1; each number is used once in the whole club."""
    place: int
    """Where it stands among the others."""
    kind: str
    """What the text is; the journal does not care."""
    body: str
