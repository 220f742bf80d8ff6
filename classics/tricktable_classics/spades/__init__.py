"""Spades, for Tricktable."""

from typing import Final

from tricktable.rules.game import Game, State, opposite
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait, PortraitCard
from tricktable.rules.presumed import IN_TURN
from tricktable.rules.review.sides import Sides
from tricktable.text.language import message
from tricktable_classics.spades.guide import GUIDE
from tricktable_classics.spades.house_rules import options
from tricktable_classics.spades.lesson import LESSON
from tricktable_classics.spades.play import Player
from tricktable_classics.spades.position import Position
from tricktable_classics.spades.rules import SEATS, SIDES, start
from tricktable_classics.spades.score import score
from tricktable_classics.spades.words import IMPROPER, PHASES, TOPICS


def _goal(_: State, __: State) -> Sides:
    """The tricks of the first side."""
    return Sides(frozenset(range(0, SEATS, SIDES)))


GAME: Final[Game[Position]] = Game(
    name="spades",
    title=message("Spades"),
    players=frozenset({SEATS}),
    options=options,
    start=start,
    score=score,
    owners=lambda header: opposite(header, SIDES),
    topics=TOPICS,
    position=Position,
    presuming=IN_TURN,
    phases=PHASES,
    improper=IMPROPER,
    player=Player,
    goal=_goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(
        Preset("short", message("A short game"), {"until": 200}),
        Preset("blind", message("With blind nil"), {"blind": "behind"}),
    ),
    portrait=Portrait(
        message("Bid with your partner how many tricks you will take. Spades are trump."),
        (PortraitCard("AS"), PortraitCard("KS"), PortraitCard("2S")),
        (45, 90),
    ),
)
