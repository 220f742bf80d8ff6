"""A lesson: a short game that stops and asks, for people who have never played it. Only values.

What is right is written nowhere: `course.py` lets the game's own rules and judge say it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tricktable.rules.cards import BY_CODE, SUITS, Card
from tricktable.rules.entries import Happening, Held, Played
from tricktable.rules.field_words import field_words
from tricktable.rules.values import JsonValue
from tricktable.text.language import message

if TYPE_CHECKING:
    from tricktable.rules.view import AnyView

TABLES: Mapping[int, tuple[str, ...]] = {
    2: ("Ann", message("You")),
    3: ("Ann", message("You"), "Bo"),
    4: ("Ann", "Bo", message("You"), "Cy"),
}
"""By the number of players, who sits where. The learner sits nearest to the eye."""


class Taker(NamedTuple):
    """Who takes the trick that lies there complete? A card on the table is touched."""


class Playable(NamedTuple):
    """Which of your cards may be played? Each that the judge finds nothing against is right."""

    deed: Callable[[int, Card], Happening] = Played
    """What the learner does with a card, if not play it."""


class LessonAct(NamedTuple):
    """Something that somebody could do or say."""

    entry: Happening
    words: str
    """A message."""


class Possible(NamedTuple):
    """Which of these can be done now? Each that the game accepts is right."""

    deeds: tuple[LessonAct, ...]


class Alternative(NamedTuple):
    """One of a few words, numbers or names."""

    value: JsonValue
    words: str = ""
    """A message or a name; the value itself if empty."""


class OneOf(NamedTuple):
    """Which of these is so?"""

    answers: tuple[Alternative, ...]
    right: Callable[[AnyView], JsonValue | Collection[JsonValue]]
    """The right value by the game's own reckoning, or a set or tuple of all that are."""

    def is_right(self, view: AnyView, value: JsonValue) -> bool:
        """Whether this value is right at this moment."""
        right = self.right(view)
        return value in right if isinstance(right, (tuple, set, frozenset)) else value == right


Question = Taker | Playable | Possible | OneOf


@field_words
@dataclass(frozen=True, slots=True)
class LessonStep:
    """A moment of the game and one question about it. All text is messages, as in a guide."""

    tells: str
    """What has happened, or what there is to know; a sentence or two."""
    asks: str
    question: Question
    rule: str
    """Why, in one sentence: whoever has answered wrongly is told it, too."""
    adds: tuple[Happening, ...] = ()
    """What happens before it, from the step before on."""
    sheet: str = ""
    """The name of the sheet of the game's page to look at; empty for none."""


def playable(tells: str, rule: str, adds: tuple[Happening, ...] = ()) -> LessonStep:
    """A step that asks which of the learner's cards may be played."""
    return LessonStep(tells, message("Which of your cards may you play?"), Playable(), rule, adds)


def taker(tells: str, rule: str, adds: tuple[Happening, ...] = ()) -> LessonStep:
    """A step that asks who takes the trick."""
    return LessonStep(tells, message("Who takes this trick?"), Taker(), rule, adds)


@field_words
@dataclass(frozen=True, slots=True)
class Lesson:
    """Some moments of one game; empty if the game has no lesson."""

    players: int = 0
    steps: tuple[LessonStep, ...] = ()
    given: Mapping[str, JsonValue] = field(default_factory=dict, hash=False)
    """The house rules that are not the usual ones."""

    @property
    def is_given(self) -> bool:
        """Whether the game has one."""
        return bool(self.steps)

    @property
    def you(self) -> int:
        """The learner's seat."""
        return self.players // 2

    @property
    def messages(self) -> tuple[str, ...]:
        """Everything that it says, step by step; not what the rules say of its questions."""
        return tuple(
            words
            for step in self.steps
            for words in (step.tells, step.asks, step.rule, *_answers(step))
        )


def _answers(step: LessonStep) -> tuple[str, ...]:
    match step.question:
        case Possible(deeds):
            return tuple(each.words for each in deeds)
        case OneOf(answers):
            return tuple(each.words for each in answers if each.words)
    return ()


def _names(players: int) -> tuple[str, ...]:
    """Raises: ValueError if no lesson is for that many."""
    names = TABLES.get(players)
    if names is None:
        raise ValueError(
            f"{players!r} is no number of players from {min(TABLES)} to {max(TABLES)}: "
            "person(right, players), who_can(deed, players)"
        )
    return names


def _card(code: str) -> Card:
    """Raises: ValueError if no card is printed like that."""
    if code not in BY_CODE:
        raise ValueError(f"no card is printed {code!r}: write cards as '5H TS'")
    return BY_CODE[code]


Right = Callable[["AnyView"], "JsonValue | Collection[JsonValue]"]


def number(right: Right, *values: int) -> OneOf:
    """Which of these numbers is it?"""
    return OneOf(tuple(map(Alternative, values)), right)


def person(right: Right, players: int) -> OneOf:
    """Which seat is it, or which are they?"""
    return OneOf(tuple(Alternative(seat, name) for seat, name in enumerate(_names(players))), right)


def suit(right: Right) -> OneOf:
    """Which suit is it? They are drawn."""
    return OneOf(tuple(Alternative(letter, f"{{{letter}}}") for letter in SUITS), right)


def yes(right: Right) -> OneOf:
    """Is it so?"""
    return OneOf((Alternative(True, message("Yes")), Alternative(False, message("No"))), right)


def who_can(deed: Callable[[int], Happening], players: int) -> Possible:
    """Who can do this now?"""
    return Possible(tuple(LessonAct(deed(seat), name) for seat, name in enumerate(_names(players))))


def whichever(deed: Callable[[int], Happening], *numbers: int) -> Possible:
    """With which of these numbers can it be done now?"""
    return Possible(tuple(LessonAct(deed(number), str(number)) for number in numbers))


def holds(seat: int, codes: str) -> tuple[Held, ...]:
    """The cards of a hand: `2C 5H TS`."""
    return tuple(Held(seat, _card(code)) for code in codes.split())


def plays(leader: int, codes: str, seats: int = 4, step: int = 1) -> tuple[Played, ...]:
    """Cards of a trick, in turn from its leader: `5H 9H KH`; anticlockwise if `step` is -1."""
    return tuple(
        Played((leader + step * place) % seats, _card(code))
        for place, code in enumerate(codes.split())
    )
