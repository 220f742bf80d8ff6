"""Oh Hell, for Tricktable."""

from typing import Final

from oh_hell.goal import goal
from oh_hell.guide import GUIDE
from oh_hell.house_rules import options
from oh_hell.lesson import LESSON
from oh_hell.phases import PHASES
from oh_hell.player import PLAYER
from oh_hell.position import Position
from oh_hell.rules import start
from oh_hell.score import SCORE
from oh_hell.topics import TOPICS
from tricktable.rules.game import Game
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message

GAME: Final[Game[Position]] = Game(
    name="oh-hell",
    title=message("Oh Hell"),
    players=frozenset(range(3, 8)),
    options=options,
    start=start,
    score=SCORE,
    topics=TOPICS,
    position=Position,
    phases=PHASES,
    player=PLAYER,
    goal=goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("short", message("Short hands"), {"longest": 5}),),
    portrait=Portrait(
        message("Say how many tricks you will take, then take exactly that many."),
        "AS KS QS",
        (30, 60),
    ),
)
