"""Tredici (Jordon Kalilich, v1.6, 2003): collect all thirteen cards of a secret suit."""

from typing import Final

from tricktable.games.tredici.deal import HANDLING, in_hand
from tricktable.games.tredici.display import DISPLAY, report
from tricktable.games.tredici.explanation import explained
from tricktable.games.tredici.goal import goal
from tricktable.games.tredici.guide import GUIDE
from tricktable.games.tredici.house_rules import options, usual
from tricktable.games.tredici.lesson import LESSON
from tricktable.games.tredici.page import PAGE
from tricktable.games.tredici.phases import PHASES, aside, secret
from tricktable.games.tredici.player import TrediciPlayer
from tricktable.games.tredici.position import Position
from tricktable.games.tredici.presumptions import PRESUMING
from tricktable.games.tredici.rules import owners, start
from tricktable.games.tredici.score import score
from tricktable.games.tredici.topics import TOPICS
from tricktable.rules.game import Game
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message

GAME: Final[Game[Position]] = Game(
    name="tredici",
    title=message("Tredici"),
    players=frozenset(range(2, 14)),
    options=options,
    usual=usual,
    start=start,
    score=score,
    explained=explained,
    in_hand=in_hand,
    report=report,
    aside=aside,
    deal=HANDLING,
    player=TrediciPlayer,
    owners=owners,
    page=PAGE,
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    phases=PHASES,
    secret=secret,
    display=DISPLAY,
    goal=goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("open", message("Open discards"), {"discard_face": "up"}),),
    portrait=Portrait(
        message("Everybody secretly collects one suit, and guesses who else collects it."),
        "QH 8H 5H 2H",
        (20, 40),
    ),
)
