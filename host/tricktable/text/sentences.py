"""What pages are made of: sentences with cards in them, and sheets of rows. Holds no markup.

A sentence is a row of parts: plain words, names, and what a page draws and a screen reader speaks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import ClassVar, Final, Literal, NamedTuple

from tricktable.text.language import _, form, message
from tricktable.text.names import (
    AND,
    LARGEST_TEAM_NAMED,
    NEXT,
    SUIT_NAMES,
    Names,
    card_name,
    suit_name,
)


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name, clean already."""

    text: str
    kind: ClassVar = "name"


@dataclass(frozen=True, slots=True)
class Picture:
    """A card (`QH`), a whole suit (`H`) or a colour of gems (`R`)."""

    code: str

    @property
    def kind(self) -> str:
        """How it is drawn."""
        return "suit" if self.code in SUIT_NAMES else "card"

    @property
    def text(self) -> str:
        """As it is spoken: "queen of hearts", "hearts"."""
        return suit_name(self.code) if self.kind == "suit" else card_name(self.code)


@dataclass(frozen=True, slots=True)
class Sign:
    """A suit or colour drawn without its name, where there is no room for it."""

    code: str
    kind: ClassVar = "sign"

    @property
    def text(self) -> str:
        """As it is spoken."""
        return suit_name(self.code)


@dataclass(frozen=True, slots=True)
class Strong:
    """A number or word that stands out."""

    text: str
    kind: ClassVar = "strong"


@dataclass(frozen=True, slots=True)
class Mark:
    """A number that is still within reach (`open`) or no longer (`shut`)."""

    text: str
    state: str
    kind: ClassVar = "mark"


@dataclass(frozen=True, slots=True)
class Slot:
    """A suit and how many kept cards there are of it."""

    code: str
    count: int
    kind: ClassVar = "slot"

    @property
    def text(self) -> str:
        """As it is spoken: "hearts: 1"."""
        return _("{suit}: {count}", suit=suit_name(self.code), count=self.count)


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Cards that lie face down on each other."""

    count: int
    kind: ClassVar = "pile"

    @property
    def text(self) -> str:
        """As it is spoken: "3"."""
        return str(self.count)


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card in a list of tricks: whether it was led, and whether it took the trick."""

    code: str
    leads: bool
    wins: bool
    is_telling: bool = False
    """It is what a sentence above the tricks speaks of."""
    kind: ClassVar = "laid"

    @property
    def letter(self) -> str:
        """Its suit or colour; `X` for an imitation."""
        return "X" if self.code[0] == "X" else self.code[1]

    @property
    def rank(self) -> str:
        """As printed; nothing on an imitation."""
        return {"X": "", "T": "10"}.get(self.code[0], self.code[0])

    @property
    def text(self) -> str:
        """As it is spoken."""
        return card_name(self.code)


_TEN: Final = re.compile(r"\bT[CDHS]\b")


def ten(*texts: str) -> str:
    """What a page adds whose questions and notes write a ten as `TH`; empty if none of these does.

    Everywhere else pages draw their cards, and print 10.
    """
    return _("T means ten.") if any(map(_TEN.search, texts)) else ""


Part = str | Name | Picture | Sign | Strong | Mark | Slot | FaceDown | TrickCard
Sentence = tuple[Part, ...]


Field = Part | Sentence | int


def sentence(message: str, **fields: Field) -> Sentence:
    """The message in the current language with its `{fields}` filled, to be drawn or spoken."""
    return _filled(_(message), fields)


def counted(one: str, many: str, count: int, **fields: Field) -> Sentence:
    """The same in the form for this number, which `{count}` stands for."""
    return _filled(form(one, many, count), {"count": count, **fields})


def speaker(seat: int | None, names: Sequence[str]) -> Part:
    """Who says it: the people of no one seat say it together."""
    return _("The table") if seat is None else Name(names[seat])


def _filled(words: str, fields: Mapping[str, Field]) -> Sentence:
    made: list[Part] = []
    for text, name in _pieces(words):
        field = fields[name] if name else ()
        listed = field if isinstance(field, tuple) else (field,)
        for part in (text, *(str(each) if isinstance(each, int) else each for each in listed)):
            if isinstance(part, str) and made and isinstance(made[-1], str):
                made[-1] += part  # plain words side by side are one part
            elif part:
                made.append(part)
    return tuple(made)


@cache
def _pieces(words: str) -> tuple[tuple[str, str | None], ...]:
    """The words of a message between its fields, each with the field behind it."""
    # Each message is taken apart once: a view makes dozens of sentences for each language.
    return tuple((text, field) for text, field, _, _ in Formatter().parse(words))


def listed(things: Sequence[Part | Sentence], last: str = AND) -> Sentence:
    """Things side by side: `Ann, Bo and Cy`; `last` as in `tricktable.table.happenings`."""
    if not things:
        return ()
    *before, end = [each if isinstance(each, tuple) else (each,) for each in things]
    if not before:
        return end
    others = before[0]
    for each in before[1:]:
        others = sentence(NEXT, one=others, other=each)
    return sentence(last, one=others, other=end)


def people(of: Sequence[str], last: str = AND) -> Sentence:
    """These names side by side."""
    return listed([Name(name) for name in of], last)


def team(seats: Sequence[int], names: Names) -> Sentence:
    """The people of a team by name, or a large one by its first: `Ann’s team`."""
    if len(seats) > LARGEST_TEAM_NAMED:
        return sentence("{who}’s team", who=Name(names[seats[0]]))
    return listed([Name(names[seat]) for seat in seats], message("{one} & {other}"))


def spoken(of: Sentence) -> str:
    """The sentence as plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in of)


def ended(text: str) -> str:
    """The text as a whole sentence: with a full stop, unless it ends already."""
    return text if text.endswith((".", "!", "?", "。")) else _("{text}.", text=text)


class SheetRow(NamedTuple):
    """One line of a sheet's table."""

    head: Sentence
    cells: tuple[Sentence, ...]
    mark: str = ""
    """`due`: it is their turn; `won`; `out`: they take no part now; `apart`: it is nobody's."""


class Fact(NamedTuple):
    """One line that says how something stands."""

    words: Sentence
    state: str = ""
    """`open`, `met` or `lost` where it is a condition."""


Layout = Literal["", "names", "sums", "digits", "list"]
"""How a table makes room.

`names`: those in the second column break where they must. `sums`: every column but the first breaks
between words, closer to the next one. `digits`: columns of one width. `list`: long, of names with
one number each, and on the big screen in two columns.
"""


class Sheet(NamedTuple):
    """One part of a page below the cards: a table, facts, or both."""

    name: str
    """One word, for the page's own use."""
    title: str
    heads: tuple[Sentence, ...] = ()
    rows: tuple[SheetRow, ...] = ()
    facts: tuple[Fact, ...] = ()
    is_plain: bool = False
    """The table speaks for itself: its title is for screen readers alone."""
    is_folded: bool = False
    """For whoever asks: it is unfolded by hand."""
    is_long: bool = False
    """Too long to be heard whenever somebody asks how it stands."""
    layout: Layout = ""
    """How its table makes room."""


def counts(numbers: object) -> tuple[Sentence, ...]:
    """A cell for each number, large."""
    listed = numbers if isinstance(numbers, (list, tuple)) else ()
    return tuple((Strong(str(each)),) for each in listed)


def signed(amount: int) -> str:
    """With its sign, as a sum is written: `+5`, `−3`, `0`."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def figure(amount: int) -> str:
    """As a score stands: `5`, `−3`."""
    return str(amount).replace("-", "−")
