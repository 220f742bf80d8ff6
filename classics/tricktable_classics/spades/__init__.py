"""Spades, for Tricktable."""

from typing import Final

from tricktable.rules.game import Game, State
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.rules.review.sides import Sides
from tricktable.text.language import message
from tricktable_classics.spades.guide import GUIDE
from tricktable_classics.spades.house_rules import OPTIONS
from tricktable_classics.spades.lesson import LESSON
from tricktable_classics.spades.play import PLAYER
from tricktable_classics.spades.position import BLIND, Position
from tricktable_classics.spades.rules import SEATS, SIDES, Spades, start
from tricktable_classics.spades.score import SCORE
from tricktable_classics.spades.words import TOPICS


def _goal(begin: State, end: State) -> Sides:
    """The tricks of a side that bid some, and rather of one that missed its bid.

    A nil is another thing: no number of tricks is told for a side with one.
    """
    assert isinstance(begin, Spades)
    bids = [
        sum(bid for bid in begin.bids[side::SIDES] if isinstance(bid, int)) for side in range(SIDES)
    ]
    nils = [any(bid in (0, BLIND) for bid in begin.bids[side::SIDES]) for side in range(SIDES)]
    tally = end.tabletop().tally
    side = min(range(SIDES), key=lambda each: (nils[each], sum(tally[each::SIDES]) >= bids[each]))
    needed = None if nils[side] else bids[side]
    return Sides(begin.side(side), needed=needed)


GAME: Final[Game[Position]] = Game(
    name="spades",
    title=message("Spades"),
    players=frozenset({SEATS}),
    options=OPTIONS,
    start=start,
    score=SCORE,
    topics=TOPICS,
    position=Position,
    player=PLAYER,
    goal=_goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(
        Preset("short", message("A short game"), {"until": 200}),
        Preset("blind", message("With blind nil"), {"blind": "behind"}),
    ),
    portrait=Portrait(
        message("Bid with your partner how many tricks you will take. Spades are trump."),
        "AS KS 2S",
        (45, 90),
    ),
)
