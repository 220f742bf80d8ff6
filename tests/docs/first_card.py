"""A small game whose parts docs/howto/add-a-game.md shows: the first card led makes trump.

Whoever plays the jack of clubs is the partner of whoever led that card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, Self

from tricktable.rules import page, phases
from tricktable.rules.cards import BY_CODE, JOKERS, SPADES, STANDARD, SUIT_MASKS, WILD, mask
from tricktable.rules.deck import JOKER_PACK
from tricktable.rules.entries import Happening, Played
from tricktable.rules.game import Game, Offer, State
from tricktable.rules.guide import Guide
from tricktable.rules.options import Form, always
from tricktable.rules.page import Middle, Page
from tricktable.rules.phases import Phase
from tricktable.rules.position import SummaryPart
from tricktable.rules.ranking import LETTERS, Ranking, ranking_of
from tricktable.rules.review.sides import Sides
from tricktable.rules.score import by_points
from tricktable.rules.topics import Topic
from tricktable.rules.trick_game import DECK, TrickGame
from tricktable.rules.tricks import Bans, Bar
from tricktable.rules.values import JsonValue
from tricktable.rules.view import View
from tricktable.text.language import message
from tricktable.text.sentences import Name, list_in_words, sentence

JACK: Final = BY_CODE["JC"]


@dataclass(frozen=True, slots=True)
class OneDeal(SummaryPart):
    """A deal that is over: the tricks of each seat."""

    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position(SummaryPart):
    """How the game stands."""

    partner: int | None
    totals: tuple[int, ...]
    deals: tuple[OneDeal, ...]
    what: Literal["deal", "turn_up", "take", "play", "over"]


@dataclass(frozen=True)
class FirstCard(TrickGame):
    """One moment of a game."""

    POSITION = Position
    AFRESH = ("trump", "partner")

    size: int = 5
    of_deals: int = 1
    trump: int = -1
    partner: int | None = None

    def apply(self, entry: Happening) -> Self:
        """The state after this entry. Raises: Impossible."""
        after = super().apply(entry)
        if isinstance(entry, Played):
            if self.trump < 0:
                after = after.having(trump=entry.card.suit)
            if entry.card == JACK:
                after = after.having(partner=entry.seat)
        return after

    @property
    def exempt(self) -> int:
        """A trump may be played although the suit led could be followed."""
        return self.ranking.masks[self.trump] if self.trump >= 0 else 0

    def scored(self) -> FirstCard:
        """A point a trick."""
        return self.next_deal(OneDeal(self.tally))


@dataclass(frozen=True)
class Strict(FirstCard):
    """The trick must be beaten, or trumped, and spades broken before one is led."""

    exempt: int = 0

    @property
    def duties(self) -> tuple[Bar, ...]:
        """Whoever follows suit beats the trick, and whoever cannot plays a trump."""
        return (self.heading, self.trumping) if self.follows else ()

    @property
    def bans(self) -> Bans:
        """No spades are led before one has been played."""
        return Bans(led=SUIT_MASKS[SPADES], breaks=SUIT_MASKS[SPADES])


@dataclass(frozen=True)
class Drawing(FirstCard):
    """Hands draw from the stock."""

    DRAWS = True

    @property
    def follows(self) -> bool:
        """Once the stock is empty, as in Schnapsen; always `False` in Briscola."""
        return not self.stock

    def offers(self) -> tuple[Offer, ...]:
        """Whoever leads may close the stock, and then leads a card all the same."""
        if self.phase != "play" or self.trick or not self.stock:
            return super().offers()
        return (*super().offers(), Offer("close", (self.due,)))

    def said(self, seat: int, topic: str, value: JsonValue) -> Self:
        """Nobody draws any more."""
        return self.closed() if topic == "close" else super().said(seat, topic, value)


@dataclass(frozen=True)
class Later(FirstCard):
    """Five cards and one turned up; three more once somebody has taken it."""

    TURNS_UP = True
    FIRST = "take"
    WAITS: ClassVar = {"take": message("somebody takes the card first")}

    deck: int = mask(card for card in STANDARD if card.rank >= 7)
    size: int = 8
    later: int = 3

    def values(self) -> tuple[str, ...]:
        """Whoever's turn it is takes the card, or passes."""
        return ("pass", "take") if self.phase == "take" else ()

    def said(self, seat: int, _topic: str, value: JsonValue) -> Self:
        """Whoever takes the card gets it, and two more; everybody else gets three."""
        if value == "pass":
            return self.having(due=self.after(seat))
        return self.having(maker=seat).dealt_out(seat).asking("play")


ABOVE_SPADES: Final = ranking_of(S="1W 2W AS")
ALONE: Final = ranking_of(W="1W 2W")


@dataclass(frozen=True)
class Jokers(FirstCard):
    """Whist with two jokers above the ace of spades, which are trump."""

    deck: int = DECK | mask(JOKERS)
    size: int = 7
    sides: int = 2
    trump: int = SPADES
    ranking: Ranking = ABOVE_SPADES
    exempt: int = 0

    def scored(self) -> Jokers:
        """A point a trick."""
        return self.next_deal(OneDeal(tuple(sum(self.tally[side::2]) for side in range(2))))


@dataclass(frozen=True)
class JokersAlone(Jokers):
    """The same where jokers alone are trumps: a suit of their own."""

    trump: int = LETTERS.index(WILD)
    ranking: Ranking = ALONE


def _play(view: View[Position]) -> Phase:
    told = phases.play(view)
    if view.trump:
        return told
    return told._replace(can=sentence("Lead any card: its suit becomes trump."))


def _middle(view: View[Position]) -> Middle:
    made, partner = page.table(view), view.position.partner
    if partner is None:
        return made
    told = sentence("{who} is the partner", who=Name(view.names[partner]))
    return replace(made, side=list_in_words([made.side, told], page.BESIDE))


GAME: Final[Game[Position]] = Game(
    name="first-card",
    title="The first card",
    players=frozenset({4}),
    options=always(),
    start=lambda players, _: FirstCard(players),
    score=by_points(),
    position=Position,
    phases=phases.of({"play": _play}),
    page=Page(middle=_middle),
)
STRICT: Final = replace(GAME, start=lambda players, _: Strict(players))
CLOSE: Final[Topic[Position, None]] = Topic(name="close", title="Close the stock", bidding=None)
DRAWING: Final = replace(GAME, start=lambda players, _: Drawing(players), topics=(CLOSE,))
TAKE: Final[Topic[Position, str]] = Topic(
    name="take",
    title="Take",
    form=Form(lambda value: value in ("pass", "take"), message("pass or take")),
)
LATER: Final = replace(GAME, start=lambda players, _: Later(players), topics=(TAKE,))


def _goal(begin: State, _: State) -> Sides:
    assert isinstance(begin, Jokers)
    return Sides(begin.side(0))


WITH_JOKERS: Final = replace(
    GAME,
    start=lambda players, _: Jokers(players),
    packs=(JOKER_PACK,),
    phases=phases.by_default,
    goal=_goal,
    guide=Guide(goal=(message("Take tricks with your partner."),)),
)
JOKERS_ALONE: Final = replace(WITH_JOKERS, start=lambda players, _: JokersAlone(players))
