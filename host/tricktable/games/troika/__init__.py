"""Troika (Kaiser, Three-Spot), base and Saskatchewan: bid, and take the five, not the three."""

from typing import Final

from tricktable.games.troika.deal import HANDLING
from tricktable.games.troika.display import DISPLAY, ended, report
from tricktable.games.troika.explanation import explained
from tricktable.games.troika.findings import exhibits, improper
from tricktable.games.troika.goal import goal
from tricktable.games.troika.guide import GUIDE
from tricktable.games.troika.house_rules import options
from tricktable.games.troika.lesson import LESSON
from tricktable.games.troika.page import PAGE
from tricktable.games.troika.phases import PHASES
from tricktable.games.troika.player import TroikaPlayer
from tricktable.games.troika.position import Position
from tricktable.games.troika.presumptions import PRESUMING
from tricktable.games.troika.rules import SEATS, deck, start
from tricktable.games.troika.score import score
from tricktable.games.troika.topics import LAYING, TOPICS
from tricktable.rules.game import Game, Variant, opposite
from tricktable.rules.options import Preset
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message

GAME: Final[Game[Position]] = Game(
    name="troika",
    title=message("Troika"),
    players=frozenset({SEATS}),
    options=options,
    start=start,
    deck=deck,
    score=score,
    explained=explained,
    improper=improper,
    seen={"kitty>hand": message("{card}, taken from the kitty, shows it.")},
    exhibits=exhibits,
    report=report,
    ended=ended,
    variants=(Variant("saskatchewan", message("Saskatchewan")),),
    deal=HANDLING,
    player=TroikaPlayer,
    owners=lambda header: opposite(header, 2),
    page=PAGE,
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    laying=LAYING,
    phases=PHASES,
    display=DISPLAY,
    goal=goal,
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("bidders", message("Only bidders win"), {"win": "only_bidders"}),),
    portrait=Portrait(
        message("Partners bid and name trump; catch the five of hearts, not the three of spades."),
        "5H+5 3S−3",
        (45, 90),
    ),
)
