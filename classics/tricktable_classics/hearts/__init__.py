"""Hearts, for Tricktable."""

from typing import Final

from tricktable.rules.cards import cards_in
from tricktable.rules.game import Game, State
from tricktable.rules.options import Preset
from tricktable.rules.passing import HANDLING, PHASES, cards_passed
from tricktable.rules.portrait import Portrait
from tricktable.rules.review.sides import POINTS, Sides
from tricktable.text.language import message
from tricktable_classics.hearts.guide import GUIDE
from tricktable_classics.hearts.house_rules import OPTIONS
from tricktable_classics.hearts.lesson import LESSON
from tricktable_classics.hearts.play import PLAYER
from tricktable_classics.hearts.position import Position
from tricktable_classics.hearts.rules import ALL, FOR_QUEEN, OF_HEARTS, QUEEN, Hearts, start
from tricktable_classics.hearts.score import SCORE


def _goal(_: State, end: State) -> Sides:
    """What whoever took most could have been spared, with all others against them.

    If that is everything, whether the others could have stopped it.
    """
    assert isinstance(end, Hearts)
    points = end.points
    most = max(points)
    sign = 1 if most == ALL else -1
    worth = dict.fromkeys(cards_in(OF_HEARTS), sign)
    worth |= dict.fromkeys(cards_in(QUEEN), sign * FOR_QUEEN)
    return Sides(
        frozenset({points.index(most)}),
        trick=0,
        worth=worth,
        cards=end.size,
        unit=POINTS._replace(is_loss=sign < 0),
        needed=ALL if most == ALL else None,
    )


GAME: Final[Game[Position]] = Game(
    name="hearts",
    title=message("Hearts"),
    players=frozenset({3, 4, 5}),
    options=OPTIONS,
    start=start,
    score=SCORE,
    topics=(cards_passed(),),
    position=Position,
    phases=PHASES,
    deal=HANDLING,
    player=PLAYER,
    goal=_goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(
        Preset("omnibus", message("Omnibus Hearts"), {"jack": "yes"}),
        Preset("short", message("A short game"), {"until": 50}),
    ),
    portrait=Portrait(
        message("Take no hearts and not the queen of spades, or all of them."),
        "QS AH 2H",
        (30, 60),
    ),
)
