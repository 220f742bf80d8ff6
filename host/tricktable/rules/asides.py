"""What a table says by itself after an entry, as its game requires. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple

from tricktable.rules.entries import Happening
from tricktable.rules.position import P
from tricktable.text.language import Message

if TYPE_CHECKING:
    from tricktable.rules.game import Header


@dataclass(frozen=True, slots=True)
class EntrySeen(Generic[P]):
    """An entry with the positions before and after it, as everybody may know them."""

    header: Header
    before: P
    entry: Happening
    after: P


class Reminder(NamedTuple):
    """Something that people have to do now, or should know."""

    words: Message


class Stop(NamedTuple):
    """The game can no longer be won: it stops, or the table asks people."""

    is_asked: bool


Aside = Reminder | Stop
