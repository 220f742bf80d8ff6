"""Skat, for Tricktable."""

from typing import Final

from tricktable.rules.game import Game
from tricktable.rules.options import Preset
from tricktable.rules.page import Page
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message
from tricktable_classics.skat.goal import goal
from tricktable_classics.skat.guide import GUIDE
from tricktable_classics.skat.house_rules import OPTIONS
from tricktable_classics.skat.lesson import LESSON
from tricktable_classics.skat.play import HANDLING, PLAYER, PRESUMING
from tricktable_classics.skat.position import Position
from tricktable_classics.skat.rules import SEATS, start
from tricktable_classics.skat.score import score
from tricktable_classics.skat.words import PHASES, SEEN, TOPICS, middle

GAME: Final[Game[Position]] = Game(
    name="skat",
    title=message("Skat"),
    players=frozenset({SEATS}),
    options=OPTIONS,
    start=start,
    score=score,
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    phases=PHASES,
    page=Page(middle=middle),
    seen=SEEN,
    deal=HANDLING,
    player=PLAYER,
    goal=goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(
        Preset("seeger", message("By Seeger and Fabian"), {"list": "seeger"}),
        Preset("short", message("Twelve deals"), {"deals": 12}),
        Preset("ramsch", message("With ramsch"), {"passed": "ramsch"}),
    ),
    portrait=Portrait(
        message("Bid for a game, and play it alone against two."),
        "JC JS JH JD",
        (60, 150),
    ),
)
