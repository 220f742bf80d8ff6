"""TriATri (OR-U, 2021): three rounds of five tricks for gems of three colours."""

from typing import Final

from tricktable.games.triatri.deal import HANDLING, in_hand
from tricktable.games.triatri.deck import MAPPED, OWN, pack
from tricktable.games.triatri.display import DISPLAY, ended, report
from tricktable.games.triatri.explanation import explained
from tricktable.games.triatri.goal import goal
from tricktable.games.triatri.guide import GUIDE
from tricktable.games.triatri.house_rules import OPTIONS
from tricktable.games.triatri.lesson import LESSON
from tricktable.games.triatri.page import PAGE
from tricktable.games.triatri.phases import PHASES
from tricktable.games.triatri.player import TriatriPlayer
from tricktable.games.triatri.position import Position
from tricktable.games.triatri.presumptions import PRESUMING
from tricktable.games.triatri.rules import DECKS, deck, start
from tricktable.games.triatri.score import score
from tricktable.games.triatri.topics import LAYING, TOPICS
from tricktable.rules.game import Game
from tricktable.rules.options import Preset
from tricktable.rules.phases import ROUND
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message

GAME: Final[Game[Position]] = Game(
    name="triatri",
    title=message("TriATri"),
    players=frozenset(DECKS),
    options=lambda *_: OPTIONS,
    start=start,
    deck=deck,
    score=score,
    explained=explained,
    page=PAGE,
    in_hand=in_hand,
    display=DISPLAY,
    report=report,
    seen={"shown": message("{card}, shown and taken back before, shows it.")},
    ended=ended,
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    laying=LAYING,
    packs=(OWN, MAPPED),
    pack=pack,
    deal=HANDLING,
    player=TriatriPlayer,
    dealing=ROUND,
    phases=PHASES,
    goal=goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("common", message("With common cards"), {"deck": "standard_map"}),),
    portrait=Portrait(
        message("Win gems of three colours; water beats fire, wood beats water, fire beats wood."),
        "4R 4B×2 2G×4 X1",
        (30, 45),
    ),
)
