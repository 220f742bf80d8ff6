"""Euchre, for Tricktable."""

from typing import Final

from tricktable.rules.game import Game, opposite
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait, PortraitCard
from tricktable.text.language import message
from tricktable_classics.euchre.goal import goal
from tricktable_classics.euchre.guide import GUIDE
from tricktable_classics.euchre.house_rules import options
from tricktable_classics.euchre.lesson import LESSON
from tricktable_classics.euchre.play import HANDLING, PRESUMING, Player, in_hand
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import DECK, SEATS, SIDES, start
from tricktable_classics.euchre.score import score
from tricktable_classics.euchre.words import LAYING, PHASES, SEEN, TOPICS

GAME: Final[Game[Position]] = Game(
    name="euchre",
    title=message("Euchre"),
    players=frozenset({SEATS}),
    options=options,
    start=start,
    score=score,
    deck=lambda _: DECK,
    owners=lambda header: opposite(header, SIDES),
    topics=TOPICS,
    position=Position,
    laying=LAYING,
    presuming=PRESUMING,
    phases=PHASES,
    seen=SEEN,
    in_hand=in_hand,
    deal=HANDLING,
    player=Player,
    goal=goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(
        Preset("british", message("Played to 15"), {"until": 15}),
        Preset("passed", message("Thrown in when all pass"), {"stick": "no"}),
    ),
    portrait=Portrait(
        message("Make trump, and take three of five tricks with your partner."),
        (PortraitCard("JH"), PortraitCard("JD"), PortraitCard("AH")),
        (20, 40),
    ),
)
