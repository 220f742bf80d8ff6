"""Euchre, for Tricktable."""

from typing import Final

from tricktable.rules.game import Game, opposite
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message
from tricktable_classics.euchre.goal import goal
from tricktable_classics.euchre.guide import GUIDE
from tricktable_classics.euchre.house_rules import OPTIONS
from tricktable_classics.euchre.lesson import LESSON
from tricktable_classics.euchre.play import HANDLING, PLAYER, PRESUMING
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import DECK, SEATS, SIDES, start
from tricktable_classics.euchre.score import SCORE
from tricktable_classics.euchre.words import SEEN, TOPICS

GAME: Final[Game[Position]] = Game(
    name="euchre",
    title=message("Euchre"),
    players=frozenset({SEATS}),
    options=OPTIONS,
    start=start,
    score=SCORE,
    deck=lambda _: DECK,
    owners=lambda header: opposite(header, SIDES),
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    seen=SEEN,
    deal=HANDLING,
    player=PLAYER,
    goal=goal,
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
