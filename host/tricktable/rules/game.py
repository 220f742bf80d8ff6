"""What the rules core asks of a game: how it starts, and a state that entries are folded into.

Games share functions (`tricks`, `follow`), not a class tree: anything with these shapes is a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

from tricktable.rules import names
from tricktable.rules.asides import Aside, EntrySeen
from tricktable.rules.cards import Card
from tricktable.rules.chance import Chance
from tricktable.rules.deal import COMMON, Handling
from tricktable.rules.deck import COMMON_PACK, Pack
from tricktable.rules.display import Display
from tricktable.rules.entries import Happening
from tricktable.rules.explained import DealSeen, Explained, by_gains
from tricktable.rules.findings import Improper, no_words
from tricktable.rules.laying import Laying
from tricktable.rules.options import Options
from tricktable.rules.page import Page
from tricktable.rules.phases import DEAL, Dealing, Phase, by_default, no_secret
from tricktable.rules.player import Brain, ByChance
from tricktable.rules.position import P, Position
from tricktable.rules.report import TextTable, by_score, ended
from tricktable.rules.score import Score
from tricktable.rules.seats import default_names
from tricktable.rules.topics import AnyTopic, Declarable
from tricktable.rules.tricks import Trick
from tricktable.rules.values import Chosen, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint
from tricktable.text.names import Names
from tricktable.text.parts import Sentence

if TYPE_CHECKING:
    from tricktable.rules.record import Record
    from tricktable.rules.view import FindingDetail, View

Owners = tuple[tuple[int, ...], ...]
"""The seats that win together, side by side: teams where the game has them."""


class Next(NamedTuple):
    """What the game waits for, and the seat where exactly one is awaited."""

    seat: int | None
    what: str


class Offer(NamedTuple):
    """Something other than a card face up that can be said or done now, as everybody may know."""

    what: str
    """`dealt`, a topic of records, or a move from one place to another (`hand>discard`)."""
    seats: tuple[int | None, ...]
    """Who may say or do it; None for the table itself. For `dealt`, who may be the dealer."""
    values: tuple[JsonValue, ...] = (None,)
    """As records write them; for a move the counts. Empty where they are too many to list."""
    is_secret: bool = False
    """The value is for the seat alone to know."""


class Tabletop(NamedTuple):
    """What lies on the table for all to see, for displays and pages."""

    deal: int = 0
    """The deal or round that runs or ended last, from 1; 0 before the first, or if all is one."""
    number: int = 0
    """The running trick, from 1."""
    of: int = 0
    """How many tricks are played, at most, in the deal that runs or ended last."""
    deals: int = 0
    """How many deals or rounds are played; 0 where that is open."""
    trick: Trick = ()
    owed: str | None = None
    """Letter of the suit or colour that is to be followed; None while none is."""
    best: int | None = None
    """Seat that is winning the running trick."""
    last: Trick = ()
    """The trick before, empty if there is none."""
    last_winner: int | None = None
    tally: tuple[int, ...] = ()
    """Tricks taken by each seat."""
    trump: str = ""
    """Suit letter, empty for none."""


class State(Protocol):
    """One moment of a game. Immutable: `apply` returns the next one."""

    def apply(self, entry: Happening) -> Self:
        """The state after `entry`. Raises: Impossible, and nothing else."""

    @property
    def trick(self) -> Trick:
        """The running trick, as `tabletop` has it, but at no cost; empty between tricks."""

    @property
    def kernel(self) -> Hashable:
        """All of the state that later entries can depend on.

        Of two states of one game with equal kernels, an entry is possible in both or in neither,
        and leads to states with equal kernels.
        """

    @property
    def next(self) -> Next:
        """What is awaited now."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of which the table waits for one or all, in order; none where it is no seat's.

        One alone if `next` names a seat.
        """

    @property
    def status(self) -> str:
        """`playing`, `finished` or `drawn`."""

    def winner(self, findings: Sequence[Finding]) -> list[int] | None:
        """The winning seats; None while playing, empty when nobody won."""

    def position(self, findings: Sequence[Finding], viewpoint: Viewpoint) -> Position:
        """How the game stands, with the secrets that the viewpoint may know."""

    def tabletop(self) -> Tabletop:
        """What lies on the table."""

    def offers(self) -> tuple[Offer, ...]:
        """Everything but `played`, `held` and `shown` that can come now.

        Whatever `apply` accepts of it is offered. It depends on no secret; so what only a secret
        forbids is offered too, and nothing else that `apply` refuses.
        """

    def judge(self, viewpoint: Viewpoint) -> Judge[Self]:
        """A judge for a game that begins in this state."""


S = TypeVar("S", contravariant=True)


class Judge(Protocol[S]):
    """Watches one game from one viewpoint, entry by entry."""

    def watch(self, before: S, entry: Happening, seq: int, after: S) -> None:
        """Entry `seq` has led from one state to the next; called for each entry in order."""

    def findings(self) -> list[Finding]:
        """What is known now to have been improper, sorted; not to be changed by the caller."""

    def copy(self) -> Judge[S]:
        """A judge that knows the same and goes on apart from this one."""


def each_alone(header: Header) -> Owners:
    """Every seat wins for itself."""
    return tuple((seat,) for seat in range(header.seats))


def opposite(header: Header, teams: int) -> Owners:
    """So many teams, whose people sit apart: a team is a seat modulo the number of teams."""
    return tuple(tuple(range(team, header.seats, teams)) for team in range(teams))


InHand = Callable[[frozenset[Card], int, Happening, P, P], frozenset[Card]]
"""Called with what was left, the seat, the entry, and what all know before and after it."""


class Variant(NamedTuple):
    """A variant that people know by a name of its own and may begin at once."""

    name: str
    """The value of the house rule `variant`."""
    title: str
    """A message."""


@dataclass(frozen=True, slots=True, repr=False)
class Game(Generic[P]):
    """One game, as the table of games lists it."""

    name: str
    title: str
    players: frozenset[int]
    options: Callable[[int, Chosen], Options]
    """The house rules, from the number of players and what the record gives of them.

    Raises: Malformed, if players and options together make no game.
    """
    seats: Callable[[int], int]
    """How many seats play, from the number of players."""
    start: Callable[[int, Chosen], State]
    """The first state, from the number of players and the options."""
    score: Callable[[View[P]], Score]
    """How it stands in figures, and what each deal has brought, for whoever the view is for."""
    aside: Callable[[EntrySeen[P]], Aside | None] = lambda _: None
    """What the table says by itself behind an entry."""
    suit_counts: Callable[[Record], tuple[tuple[int, ...] | None, ...]] = lambda _: ()
    """By seat, how many cards of each suit are left in a hand whose suits the table shows."""
    usual: Callable[[int], Chosen] = lambda _: {}
    """The options by which so many play that have told the table nothing."""
    owners: Callable[[Header], Owners] = each_alone
    explained: Callable[[DealSeen[P]], Explained] = by_gains
    """How a deal was scored, with the rules, the cards and the arithmetic."""
    improper: Callable[[FindingDetail, Names], Improper | None] = no_words
    """What broke a rule that is the game's own, in words; None of any other rule."""
    in_hand: InHand[P] | None = None
    """What is left of a hand after a word or a card shown, where those move other cards, too."""
    report: Callable[[View[P]], Iterable[TextTable]] = by_score
    """How it stands, for terminals."""
    ended: Callable[[View[P], View[P]], Iterable[str]] = ended
    """What has come to its end between two moments with a card between them, for terminals."""
    dealing: Dealing = DEAL
    """What the game calls the part of it between one dealing of the cards and the next."""
    phases: Callable[[View[P]], Phase] = by_default
    """What it says of a moment. Total: each moment that `start` and entries lead to has one."""
    secret: Callable[[View[P], int], Sentence] = no_secret
    """What the seat has chosen in secret, for its own page alone; empty where there is nothing."""
    page: Page[P] = Page()  # noqa: RUF009 - a frozen value
    """What pages show of it."""
    topics: tuple[AnyTopic[P], ...] = ()
    """What can be said or moved, in the order in which pages list it."""
    laying: Laying[P] = Laying()  # noqa: RUF009 - a frozen value
    """What it means that a card is laid."""
    variants: tuple[Variant, ...] = ()
    """Besides the one that is played by the book."""
    packs: tuple[Pack, ...] = (COMMON_PACK,)
    """What it can be played with."""
    pack: Callable[[Header], Pack] = lambda header: header.rules.packs[0]
    """The one of them that these house rules ask for."""
    deal: Handling = COMMON
    """How its cards are dealt by chance and where they go, for tables without people."""
    player: Callable[[Chance], Brain[P]] = ByChance
    """Makes a player for one game, who plays all hands."""
    display: Display[P] = Display()  # noqa: RUF009 - a frozen value
    """What the board's display shows of it."""

    def __repr__(self) -> str:
        # A view that is printed tells no card of the deck.
        return f"Game({self.name!r})"


AnyGame = Game[Any]
"""A game of which nobody asks what its positions are made of."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: which game, how many, by which house rules."""

    rules: AnyGame
    players: int
    options: Chosen
    """Every option of the game with its value."""
    given: Chosen
    """The options as the record gives them."""
    names: tuple[str, ...] | None
    topics: Mapping[str, Declarable]
    """What a line of the record may declare."""

    @property
    def game(self) -> str:
        """The game's name in records."""
        return self.rules.name

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.rules.seats(self.players)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """A name for every seat, given or not, fit to be shown whatever the record says."""
        defaults = default_names(self.players, self.seats)
        given = map(names.shown, self.names or (), defaults)
        return (*given, *defaults[len(self.names or ()) :])

    @property
    def owners(self) -> Owners:
        """The seats that win together."""
        return self.rules.owners(self)

    @property
    def pack(self) -> Pack:
        """The deck on the table."""
        return self.rules.pack(self)

    def start(self) -> State:
        """The state before the first entry."""
        return self.rules.start(self.players, self.options)
