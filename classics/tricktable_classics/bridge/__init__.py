"""Contract Bridge, for Tricktable."""

from typing import Final

from tricktable.rules.cards import STANDARD, mask
from tricktable.rules.deal import Holding
from tricktable.rules.game import Game, State
from tricktable.rules.options import Preset
from tricktable.rules.page import Page
from tricktable.rules.portrait import Portrait
from tricktable.rules.review.sides import Contract, Sides
from tricktable.text.language import message
from tricktable_classics.bridge.guide import GUIDE
from tricktable_classics.bridge.house_rules import OPTIONS
from tricktable_classics.bridge.lesson import LESSON
from tricktable_classics.bridge.play import PLAYER
from tricktable_classics.bridge.position import STRAINS, Position
from tricktable_classics.bridge.rules import SEATS, Bridge, start
from tricktable_classics.bridge.score import SCORE
from tricktable_classics.bridge.scoring import BOOK
from tricktable_classics.bridge.words import PHASES, TOPICS, middle

_ABOVE_NINE: Final = mask(each for each in STANDARD if each.rank > 9)
STRAIN: Final = {
    each: Contract("none", title=message("No trump")) if each == "N" else Contract(each, each)
    for each in STRAINS
}


def _goal(begin: State, _: State) -> Sides | None:
    """The tricks of the declarer's side, with any trump."""
    assert isinstance(begin, Bridge)
    if begin.contract is None:
        return None
    return Sides(
        begin.side(begin.contract.declarer),
        contract=STRAIN[begin.contract.strain],
        others=tuple(STRAIN.values()),
        needed=BOOK + begin.contract.level,
    )


GAME: Final[Game[Position]] = Game(
    name="bridge",
    title=message("Contract Bridge"),
    players=frozenset({SEATS}),
    options=OPTIONS,
    start=start,
    score=SCORE,
    topics=TOPICS,
    position=Position,
    phases=PHASES,
    page=Page(middle=middle),
    player=PLAYER,
    goal=_goal,
    holdings=(Holding(message("One hand held no card above a nine"), _ABOVE_NINE, 0, 0),),
    guide=GUIDE,
    lesson=LESSON,
    presets=(Preset("boards", message("Four boards"), {"scoring": "duplicate"}),),
    portrait=Portrait(
        message("Bid for a contract with your partner, and make it with one hand open."),
        "AS AH AD AC",
        (45, 120),
    ),
)
