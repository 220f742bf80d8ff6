"""What pages are made of: sentences with cards in them, and sheets of rows. Holds no markup.

A sentence is a row of parts: plain words, names, and pictures that a screen reader speaks.
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
    MOST_NAMED,
    NEXT,
    ONE_OF_SUIT,
    SUIT_NAMES,
    Names,
    card_name,
    suit_name,
)


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name, already cleaned."""

    text: str
    kind: ClassVar = "name"


@dataclass(frozen=True, slots=True)
class Picture:
    """A card (`QH`), a whole suit (`H`) or a colour of gems (`R`)."""

    code: str

    @property
    def kind(self) -> str:
        """How it is drawn: `suit` or `card`."""
        return "suit" if self.code in SUIT_NAMES else "card"

    @property
    def text(self) -> str:
        """The spoken form: "queen of hearts", "hearts"."""
        return suit_name(self.code) if self.kind == "suit" else card_name(self.code)


@dataclass(frozen=True, slots=True)
class Sign:
    """A suit or colour drawn without its name, where space is short."""

    code: str
    is_one: bool = False
    """Whether it follows the number 1: one heart, two hearts."""
    kind: ClassVar = "sign"

    @property
    def text(self) -> str:
        """The spoken form."""
        return _(ONE_OF_SUIT[self.code]) if self.is_one else suit_name(self.code)


@dataclass(frozen=True, slots=True)
class Strong:
    """An emphasised number or word."""

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
    """A suit, and how many kept cards there are of it."""

    code: str
    count: int
    kind: ClassVar = "slot"

    @property
    def text(self) -> str:
        """The spoken form: "hearts: 1"."""
        return _("{suit}: {count}", suit=suit_name(self.code), count=self.count)


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A stack of face-down cards."""

    count: int
    kind: ClassVar = "pile"

    @property
    def text(self) -> str:
        """The spoken form: "3"."""
        return str(self.count)


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card in a list of tricks: whether it was led, and whether it took the trick."""

    code: str
    leads: bool
    wins: bool
    is_telling: bool = False
    """Whether a sentence above the tricks is about this card."""
    kind: ClassVar = "laid"

    @property
    def letter(self) -> str:
        """Its suit or colour; `X` for an imitation."""
        return "X" if self.code[0] == "X" else self.code[1]

    @property
    def rank(self) -> str:
        """The printed rank; empty on an imitation."""
        return {"X": "", "T": "10"}.get(self.code[0], self.code[0])

    @property
    def text(self) -> str:
        """The spoken form."""
        return card_name(self.code)


Part = str | Name | Picture | Sign | Strong | Mark | Slot | FaceDown | TrickCard
Sentence = tuple[Part, ...]
_DRAWN: Final = (Picture, Sign, Slot)
"""Parts whose words begin with a capital letter where a sentence begins."""


# What stands in quotation marks is quoted from a file or a request, as somebody wrote it.
_WRITTEN: Final = re.compile(
    r"(?<![0-9A-Za-z\"])(?:([2-9TJQKA])([CDHS])|([1-9])([RBGW])|(X)([1-9])|([♣♦♥♠])(10|[2-9JQKA]))(?![0-9A-Za-z\"])"
)
_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def with_pictures(text: str, names: Sequence[str] = ()) -> Sentence:
    """A note or a question with its cards drawn: `7C is already out`, in Japanese `♣7`.

    A name that looks like a card stays a name.
    """
    made: list[Part] = []
    end = 0
    for found in _WRITTEN.finditer(text):
        if any(found[0] in name for name in names):
            continue
        one, other = filter(None, found.groups())
        if one in _SIGNS:
            one, other = "T" if other == "10" else other, _SIGNS[one]
        made += [text[end : found.start()], Picture(one + other)]
        end = found.end()
    return tuple(part for part in (*made, text[end:]) if part)


def with_signs(text: str, names: Sequence[str] = ()) -> str:
    """The same for plain text: `10♥ is already out`. Other packs' cards stay as they are."""
    drawn_as = {letter: sign for sign, letter in _SIGNS.items()}

    def card(found: re.Match[str]) -> str:
        rank, letter = found[1], found[2]
        if letter is None or any(found[0] in name for name in names):
            return found[0]
        return f"{'10' if rank == 'T' else rank}{drawn_as[letter]}"

    return _WRITTEN.sub(card, text)


def in_signs(text: str, names: Sequence[str] = ()) -> str:
    """The same for terminals, with other packs' cards in words: `Six of fire is already out`."""
    parts = with_pictures(with_signs(text, names), names)
    # A cell of a table that is only a card is no sentence.
    return _with_capitals(parts) if len(parts) > 1 else spoken(parts)


def _with_capitals(of: Sentence) -> str:
    """The sentences as plain text, in which a card or suit that begins one has a capital letter."""
    said = ""
    for part in of:
        words = part if isinstance(part, str) else part.text
        # What kind of part it is matters to few of them, and takes longest to ask.
        begins = not said or said.endswith((". ", "! ", "? "))
        said += capital(words) if begins and isinstance(part, _DRAWN) else words
    return said


def capital(said: str) -> str:
    """These words as a sentence begins."""
    return said[:1].upper() + said[1:]


Field = Part | Sentence | int


def sentence(message: str, **fields: Field) -> Sentence:
    """The message in the current language with its `{fields}` filled, to be drawn or spoken."""
    return _fill(_(message), fields)


def sentence_by_number(one: str, many: str, count: int, **fields: Field) -> Sentence:
    """A `sentence` in the form for this number; `{count}` is the number."""
    return _fill(form(one, many, count), {"count": count, **fields})


def two_sentences(first: Sentence, then: Sentence) -> Sentence:
    """Two sentences, the second of which has no full stop yet either."""
    return sentence("{first}. {then}", first=first, then=then)


def speaker(seat: int | None, names: Sequence[str]) -> Part:
    """The speaker; without a seat, the people at the table speak together."""
    return _("The table") if seat is None else Name(names[seat])


def _fill(words: str, fields: Mapping[str, Field]) -> Sentence:
    made: list[Part] = []
    for text, name in _pieces(words):
        _add(made, text)
        if name is not None:
            field = fields[name]
            for part in field if isinstance(field, tuple) else (field,):
                _add(made, str(part) if isinstance(part, int) else part)
    return tuple(made)


def _add(made: list[Part], part: Part) -> None:
    if isinstance(part, str) and made and isinstance(made[-1], str):
        made[-1] += part  # adjacent plain words become one part
    elif part:
        made.append(part)


@cache
def _pieces(words: str) -> tuple[tuple[str, str | None], ...]:
    """The words of a message between its fields, each with the field after it."""
    # Each message is split only once: a view makes dozens of sentences for each language.
    return tuple((text, field) for text, field, _, _ in Formatter().parse(words))


def list_in_words(things: Sequence[Part | Sentence], last: str = AND) -> Sentence:
    """A list in words: `Ann, Bo and Cy`; `last` as in `tricktable.text.names.list_in_words`."""
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
    """These names as a list in words."""
    return list_in_words([Name(name) for name in of], last)


def team(seats: Sequence[int], names: Names) -> Sentence:
    """A team's people by name; a large team by its first person: `Ann’s team`."""
    if len(seats) > MOST_NAMED:
        return sentence("{who}’s team", who=Name(names[seats[0]]))
    return list_in_words([Name(names[seat]) for seat in seats], message("{one} & {other}"))


def spoken(of: Sentence) -> str:
    """The sentence as plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in of)


def spoken_form(text: str, names: Sequence[str] = ()) -> str:
    """A note or a question for a voice: `Seven of clubs is already out`."""
    return capital(_with_capitals(with_pictures(text, names)))


def whole(of: Sentence) -> str:
    """The sentence as a voice says it by itself: with a capital letter and a full stop.

    A person's name keeps its spelling.
    """
    said = _with_capitals(of)
    return with_full_stop(said if of and isinstance(of[0], Name) else capital(said))


def at_line_start(of: Sentence) -> Sentence:
    """The sentence to be drawn at the beginning of a line. A person's name keeps its spelling."""
    return (capital(of[0]), *of[1:]) if of and isinstance(of[0], str) else of


def coded(of: Sentence) -> str:
    """The sentence for terminals: each card by its code, `QH`."""
    return "".join(
        part if isinstance(part, str) else getattr(part, "code", part.text) for part in of
    )


_WIDE: Final = ("\u3001", "\u3002", "\uff01", "\uff1f")


def with_full_stop(text: str) -> str:
    """The text as a whole sentence: with a full stop unless it already ends with a mark."""
    return (
        text
        if text.endswith((".", "!", "?", "。", "\uff01", "\uff1f"))
        else _("{text}.", text=text)
    )


def paragraph(*sentences: str) -> str:
    """Sentences one after the other, without those that are empty.

    A blank parts them, but none follows a mark that is as wide as one, as in Japanese.
    """
    told = ""
    for each in filter(None, sentences):
        told += each if told.endswith(_WIDE) else f" {each}"
    return told.strip()


def gap() -> str:
    """What parts two sentences of a page: a blank, or nothing behind a stop that is as wide."""
    return "" if with_full_stop("_").endswith(_WIDE) else " "


class SheetRow(NamedTuple):
    """One line of a sheet's table."""

    head: Sentence
    cells: tuple[Sentence, ...]
    mark: str = ""
    """`due`: it is their turn; `won`; `out`: not taking part now; `apart`: it belongs to nobody."""
    why: Sentence = ()
    """What a touch on the head tells of the row; empty if there is nothing to tell."""


class Fact(NamedTuple):
    """A line that states how something stands."""

    words: Sentence
    state: str = ""
    """For a condition: `open`, `met` or `lost`."""


Layout = Literal["", "names", "sums", "digits", "list"]
"""How a table makes room.

`names`: the second column holds names that may break anywhere. `sums`: all columns but the first
break between words, and stand closer. `digits`: columns of equal width. `list`: a long list of
names with one number each, in two columns on the big screen.
"""


class Sheet(NamedTuple):
    """One part of a page below the cards: a table, facts, or both."""

    name: str
    """One word, used by the page itself."""
    title: str
    heads: tuple[Sentence, ...] = ()
    rows: tuple[SheetRow, ...] = ()
    facts: tuple[Fact, ...] = ()
    is_plain: bool = False
    """Whether only screen readers get the title, because the table speaks for itself."""
    is_folded: bool = False
    """Whether it starts folded, to be opened by hand."""
    is_long: bool = False
    """Whether it is too long to be read aloud each time somebody asks for the score."""
    layout: Layout = ""
    """How its table makes room."""


def counts(numbers: object) -> tuple[Sentence, ...]:
    """A cell for each number, in large print."""
    listed = numbers if isinstance(numbers, (list, tuple)) else ()
    return tuple((Strong(str(each)),) for each in listed)


def signed(amount: int) -> str:
    """With its sign, as in a sum: `+5`, `−3`, `0`."""
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def figure(amount: float) -> str:
    """As a score is written: `5`, `−3`."""
    return str(amount).replace("-", "−")
