"""Euchre, for Tricktable."""

from typing import Final

from tricktable.rules.cards import SUITS
from tricktable.rules.game import Game, State
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.rules.review.sides import Contract, Sides
from tricktable.text.language import message
from tricktable_classics.euchre.guide import GUIDE
from tricktable_classics.euchre.house_rules import OPTIONS
from tricktable_classics.euchre.lesson import LESSON
from tricktable_classics.euchre.play import PLAYER
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import ENOUGH, HAND, RANKINGS, SEATS, Euchre, start
from tricktable_classics.euchre.score import SCORE
from tricktable_classics.euchre.words import SEEN, TOPICS

_TRUMPS: Final = tuple(Contract(suit, suit, ranking=RANKINGS[at]) for at, suit in enumerate(SUITS))


def _goal(begin: State, _: State) -> Sides | None:
    """The makers' tricks, of those who play, with any trump."""
    assert isinstance(begin, Euchre)
    if begin.maker is None:
        return None
    return Sides(
        begin.side(begin.maker),
        contract=_TRUMPS[begin.trump],
        others=_TRUMPS,
        order=begin.turns if begin.out else (),
        cards=HAND,
        needed=ENOUGH,
    )


GAME: Final[Game[Position]] = Game(
    name="euchre",
    title=message("Euchre"),
    players=frozenset({SEATS}),
    options=OPTIONS,
    start=start,
    score=SCORE,
    topics=TOPICS,
    position=Position,
    seen=SEEN,
    player=PLAYER,
    goal=_goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(
        Preset("british", message("Played to 15"), {"until": 15}),
        Preset("passed", message("Thrown in when all pass"), {"stick": "no"}),
    ),
    portrait=Portrait(
        message("Make trump, and take three of five tricks with your partner."),
        "JH JD AH",
        (20, 40),
    ),
)
