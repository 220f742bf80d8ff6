"""Etori (Kakeya Toranpu): teams capture sixteen face cards and win chips from each other."""

from typing import Final

from tricktable.games.etori.deal import HANDLING
from tricktable.games.etori.display import DISPLAY, ended, report
from tricktable.games.etori.explanation import explained
from tricktable.games.etori.goal import goal
from tricktable.games.etori.guide import GUIDE
from tricktable.games.etori.house_rules import OPTIONS
from tricktable.games.etori.lesson import LESSON
from tricktable.games.etori.page import PAGE
from tricktable.games.etori.phases import PHASES
from tricktable.games.etori.player import EtoriPlayer
from tricktable.games.etori.position import Position
from tricktable.games.etori.presumptions import PRESUMING
from tricktable.games.etori.rules import FACES, HAND, start
from tricktable.games.etori.score import score
from tricktable.games.etori.topics import TOPICS
from tricktable.rules.deal import Holding
from tricktable.rules.game import Game, opposite
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message

GAME: Final[Game[Position]] = Game(
    name="etori",
    title=message("Etori"),
    players=frozenset({4, 6}),
    options=lambda *_: OPTIONS,
    start=start,
    score=score,
    explained=explained,
    report=report,
    ended=ended,
    deal=HANDLING,
    player=EtoriPlayer,
    owners=lambda header: opposite(header, header.seats // 2),
    page=PAGE,
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    phases=PHASES,
    display=DISPLAY,
    goal=goal,
    holdings=(Holding(message("One hand held seven face cards or more"), FACES, 7, HAND),),
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("quick", message("Stop when decided"), {"stop_when_decided": "yes"}),),
    portrait=Portrait(
        message("Partners catch face cards with their tricks, and win the other teams’ chips."),
        "AC KH QS JD",
        (30, 60),
    ),
)
