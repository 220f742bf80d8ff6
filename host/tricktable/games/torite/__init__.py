"""The Torite (S. Ando, 2015, rev. 2020): win together by taking 6, 4, 2 and 0 tricks."""

from typing import Final

from tricktable.games.torite.deal import HANDLING
from tricktable.games.torite.display import DISPLAY, report
from tricktable.games.torite.explanation import explained
from tricktable.games.torite.goal import goal
from tricktable.games.torite.guide import GUIDE
from tricktable.games.torite.house_rules import OPTIONS
from tricktable.games.torite.lesson import LESSON
from tricktable.games.torite.page import PAGE
from tricktable.games.torite.phases import PHASES, aside
from tricktable.games.torite.player import ToritePlayer
from tricktable.games.torite.position import Position
from tricktable.games.torite.presumptions import PRESUMING
from tricktable.games.torite.rules import deck, start
from tricktable.games.torite.score import score
from tricktable.games.torite.suit_counts import suit_counts
from tricktable.games.torite.topics import LAYING, TOPICS
from tricktable.rules.cards import STANDARD, mask
from tricktable.rules.deal import Holding
from tricktable.rules.game import Game
from tricktable.rules.options import Preset
from tricktable.rules.phases import ROUND
from tricktable.rules.portrait import Portrait
from tricktable.text.language import message

_ACES: Final = mask(each for each in STANDARD if each.rank == 14)

GAME: Final[Game[Position]] = Game(
    name="torite",
    title=message("The Torite"),
    players=frozenset({1, 2, 3, 4}),
    options=lambda *_: OPTIONS,
    seats=lambda players: max(players, 2),
    is_cooperative=True,
    start=start,
    deck=deck,
    score=score,
    explained=explained,
    page=PAGE,
    display=DISPLAY,
    report=report,
    seen={"shown_later": message("{card}, kept to the end, shows it.")},
    aside=aside,
    suit_counts=suit_counts,
    topics=TOPICS,
    position=Position,
    presuming=PRESUMING,
    laying=LAYING,
    deal=HANDLING,
    player=ToritePlayer,
    dealing=ROUND,
    phases=PHASES,
    goal=goal,
    holdings=(Holding(message("One hand held all four aces"), _ACES, 4, 4),),
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("counts", message("Suit counts in the open"), {"show_suit_counts": "yes"}),),
    portrait=Portrait(
        message("All win or lose together: everybody takes the right number of tricks."),
        "AS6 KH4 QD2 JC0",
        (20, 30),
    ),
)
