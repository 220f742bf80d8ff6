"""How a game is played, for people who have never seen it: what pages, programs and docs tell them.

Only values: it draws nothing. What ranks above what is read from the game, and typed nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.cards import COLOURS, JACKS, SUITS, WILD, Card, cards_in
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.text.language import _, message
from tricktable.text.names import SUIT_NAMES, suit_name
from tricktable.text.sentences import Part, Picture, Sentence, Sign, sentence, with_pictures

if TYPE_CHECKING:
    from tricktable.rules.game import Header

MOST_WORDS: Final = 400
"""Goal, turn, end and score together have no more words: they are read in two minutes."""
GLYPHS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
_LETTERS: Final = {glyph: letter for letter, glyph in GLYPHS.items()}
_WRITTEN: Final = re.compile(r"(?<![0-9A-Za-z])(10|[2-9JQKA])([♣♦♥♠])")
PICTURES: Final[Mapping[str, Part]] = {
    **{letter: Picture(letter) for letter in SUIT_NAMES},
    **{letter.lower(): Sign(letter) for letter in SUIT_NAMES},
}
"""What `{S}` and `{s}` of its messages become."""


TRICKS: Final = message(
    "The player at the dealer’s left leads. Clockwise, everybody plays a card of the suit "
    "led if they have one, and any card if they do not. The highest trump takes the trick; "
    "without a trump, the highest card of the suit led. The player who took it leads next."
)
"""How tricks are played in most games with a trump, for their guides."""


class Grid(NamedTuple):
    """A small table of messages; a cell that is the same in every language is none."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Detail(NamedTuple):
    """A part that can be looked up later; pages fold it."""

    title: str
    """A message."""
    parts: tuple[str | Grid, ...]
    """Paragraphs, as messages, and tables."""
    rulings: tuple[str, ...] = ()
    """The numbers of the rulings that settled gaps in it."""

    @property
    def messages(self) -> Iterator[str]:
        """Everything that it says."""
        yield self.title
        for part in self.parts:
            if isinstance(part, Grid):
                yield from (cell for row in (part.heads, *part.rows) for cell in row)
            else:
                yield part


class Ladder(NamedTuple):
    """Cards by rank."""

    suits: str
    """The letters of the suits or colours that rank like this; empty for no suit in particular."""
    cards: tuple[str, ...]
    """The codes of those of the first suit, the highest first."""
    title: str = ""
    """A message: where they rank so, or what they do; empty for the ranks of every trick."""


def ladders(
    cards: Iterable[Card],
    height: Callable[[Card], int | tuple[int, ...]],
    letters: Sequence[str] = PRINTED.letters,
    title: str = "",
) -> tuple[Ladder, ...]:
    """These cards by suit, each suit from its highest card; suits that rank alike are one ladder.

    Args:
        cards: the cards of the game.
        height: of two cards of one suit, the one with the larger value is higher.
        letters: each card's suit, by card.
        title: as in `Ladder`.
    """
    by_suit: dict[str, list[str]] = {letter: [] for letter in (JACKS, *SUITS, WILD, *COLOURS, "X")}
    for card in sorted(cards, key=height, reverse=True):
        by_suit[letters[card]].append(card.code)
    alike: dict[tuple[str, ...], list[str]] = {}
    for letter, codes in by_suit.items():
        # A card that is printed with another suit makes its ladder like no other.
        ranks = tuple(code[0] if code[1] == letter else code for code in codes)
        if ranks:
            alike.setdefault(ranks, []).append(letter)
    return tuple(Ladder("".join(them), tuple(by_suit[them[0]]), title) for them in alike.values())


def by_ranking(header: Header) -> tuple[Ladder, ...]:
    """The cards of this game as it ranks them before its first card."""
    ranking: Ranking = header.start().tabletop().ranking
    cards = cards_in(header.deck)
    return ladders(cards, lambda card: ranking.heights[card], ranking.letters)


def trump_of(header: Header) -> str:
    """The letter of the suit that is trump from the beginning; empty if there is none."""
    return header.start().tabletop().trump


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is played by its standard rules; empty if the game does not say.

    All text is messages. They write cards as `5♥`; `{S}` becomes spades, drawn and named, and `{s}`
    the sign alone.
    """

    goal: tuple[str, ...] = ()
    """What everybody plays for; this and the next three are short paragraphs."""
    turn: tuple[str, ...] = ()
    """What happens from a deal to the next, and what one may do."""
    end: tuple[str, ...] = ()
    score: tuple[str, ...] = ()
    trump: str = ""
    """What is trump, in a sentence or two."""
    ladders: Callable[[Header], tuple[Ladder, ...]] = by_ranking
    """What ranks above what; empty where ranks do not matter."""
    details: tuple[Detail, ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether the game says how it is played."""
        return bool(self.goal)

    @property
    def parts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What everybody reads: each part with its title."""
        return (
            (message("The goal"), self.goal),
            (message("The play"), self.turn),
            (message("The end"), self.end),
            (message("The score"), self.score),
        )

    @property
    def messages(self) -> Iterator[str]:
        """Everything that the game itself says, part by part."""
        for _title, paragraphs in self.parts:
            yield from paragraphs
        yield self.trump
        for detail in self.details:
            yield from detail.messages


def sentence_of(words: str) -> Sentence:
    """A message of a guide in the current language, its cards and suits drawn."""
    made: list[Part] = []
    for part in sentence(words, **PICTURES):
        made += with_pictures(_WRITTEN.sub(_code, part)) if isinstance(part, str) else (part,)
    return tuple(made)


def _code(found: re.Match[str]) -> str:
    """A card as people write it in English, `10♥`, by its code."""
    return ("T" if found[1] == "10" else found[1]) + _LETTERS[found[2]]


def plain(words: str) -> str:
    """The same as text: cards as they are written, suits by their names or signs."""
    names = {letter: suit_name(letter) for letter in SUIT_NAMES}
    signs = {letter.lower(): GLYPHS.get(letter, suit_name(letter)) for letter in SUIT_NAMES}
    return _(words, **names, **signs)
