"""What the rules core asks of a game: how it starts, and a state to fold entries into.

Games share functions (`tricks`, `follow`), not a class tree: anything with these shapes is a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

from tricktable.rules import names
from tricktable.rules.asides import Aside, EntrySeen
from tricktable.rules.cards import Card, mask
from tricktable.rules.chance import Chance
from tricktable.rules.deal import COMMON, Handling, Holding, is_of_hands
from tricktable.rules.deck import COMMON_PACK, Pack
from tricktable.rules.display import Display
from tricktable.rules.entries import Happening
from tricktable.rules.explanation import DealSeen, Explanation, by_gains
from tricktable.rules.field_words import field_words
from tricktable.rules.findings import Improper, by_proof, of_shared
from tricktable.rules.guide import Guide
from tricktable.rules.laying import Laying
from tricktable.rules.lesson import Lesson
from tricktable.rules.names import default_names
from tricktable.rules.options import Options, Preset, allows
from tricktable.rules.page import Page
from tricktable.rules.phases import DEAL, Dealing, Phase, by_default, no_secret
from tricktable.rules.player import Brain, ByChance
from tricktable.rules.portrait import Portrait
from tricktable.rules.position import P, Position, awaited_in, told_of
from tricktable.rules.presumptions import PresumptionRules, by_offer
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.report import TextTable, by_score, ended
from tricktable.rules.score import Score
from tricktable.rules.topics import AnyTopic, Declarable
from tricktable.rules.tricks import NO_BANS, Bans, Bar, Trick
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint
from tricktable.text.names import Names
from tricktable.text.sentences import Sentence

if TYPE_CHECKING:
    from tricktable.rules.record import Record
    from tricktable.rules.review.review import Goal
    from tricktable.rules.view import FindingDetail, View

Owners = tuple[tuple[int, ...], ...]
"""The seats that win together, side by side: teams, if the game has them."""


@field_words
class Next(NamedTuple):
    """What the game waits for, and the seat if it waits for exactly one."""

    seat: int | None
    what: str


@field_words
class Offer(NamedTuple):
    """Something that can be said or done now, other than laying a card face up, as all may know."""

    what: str
    """`dealt`, a topic of records, or a move from one place to another (`hand>discard`)."""
    seats: tuple[int | None, ...]
    """Who may say or do it; None for the table itself. For `dealt`, who may be the dealer."""
    values: tuple[JsonValue, ...] = (None,)
    """As records write them; for a move the counts. Empty where they are too many to list."""
    is_secret: bool = False
    """Whether only the seat may know the value."""


@field_words
class Dummy(NamedTuple):
    """A hand that lies open on the table: a dummy's."""

    seat: int
    by: int
    """The seat that plays its cards."""
    cards: int
    """Those that are known to lie there, as a mask."""


@field_words
class Tabletop(NamedTuple):
    """What lies on the table for all to see, for displays and pages."""

    deal: int = 0
    """The deal or round that runs or ended last, from 1; 0 before the first, or if all is one."""
    number: int = 0
    """The running trick, from 1."""
    of: int = 0
    """How many tricks are played, at most, in the deal that runs or ended last."""
    deals: int = 0
    """How many deals or rounds are played; 0 if that is open."""
    until: int = 0
    """How many points end the game; 0 if none do."""
    trick: Trick = ()
    owed: str | None = None
    """Letter of the suit or colour to follow; None while there is none."""
    best: int | None = None
    """Seat that is winning the running trick."""
    last: Trick = ()
    """The trick before, empty if there is none."""
    last_winner: int | None = None
    tally: tuple[int, ...] = ()
    """Tricks taken by each seat."""
    highest: int | None = None
    """Seat whose bid stands, before the first card is led."""
    trump: str = ""
    """Suit letter, empty for none."""
    ranking: Ranking = PRINTED
    """Which suit each card belongs to, and how high it is."""
    exempt: int = 0
    """The cards that may be played though the suit led could be followed, as a mask."""
    optional: int = 0
    """The cards that need not be played though the suit led is theirs, as a mask."""
    bars: tuple[Bar, ...] = ()
    """What else must not be played now."""
    bans: Bans = NO_BANS
    """What comes too early in this deal."""
    turned: Card | None = None
    """The card that was turned up, as long as it lies there."""
    stock: int = 0
    """How many cards the hands have yet to draw, with the one that lies turned up."""
    taken_up: tuple[int, Card] | None = None
    """The seat that has taken up the card that was turned up, and that card, until it discards."""
    out: tuple[int, ...] = ()
    """Seats that do not play this deal, or did not play the last one."""
    dummy: Dummy | None = None
    step: int = 1
    """How many seats further clockwise the next one sits: -1 where play goes anticlockwise."""


class State(Protocol):
    """One moment of a game. Immutable: `apply` returns the next one."""

    def apply(self, entry: Happening) -> Self:
        """The state after `entry`. Raises: Impossible, and nothing else."""

    @property
    def trick(self) -> Trick:
        """The running trick, as `tabletop` has it, but at no cost; empty between tricks."""

    @property
    def future_key(self) -> Hashable:
        """Everything in the state that later entries can depend on.

        Of two states of one game with equal future keys, an entry is possible in both or in
        neither, and leads to states with equal future keys.
        """

    @property
    def next(self) -> Next:
        """What the game waits for now."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose turn it is, one or all of them, in order; none if it is no seat's.

        Exactly one if `next` names a seat.
        """

    @property
    def status(self) -> str:
        """`playing`, `finished` or `drawn`."""

    def winner(self, findings: Sequence[Finding]) -> list[int] | None:
        """The winning seats; None while playing, empty if nobody won."""

    def position(self, findings: Sequence[Finding], viewpoint: Viewpoint) -> Position:
        """The position, with the secrets that the viewpoint may know."""

    def tabletop(self) -> Tabletop:
        """What lies on the table."""

    def offers(self) -> tuple[Offer, ...]:
        """Everything that can come now except `played`, `held` and `shown`.

        Whatever `apply` accepts of it is offered. It depends on no secret; so what only a secret
        forbids is offered too, and nothing else that `apply` refuses.
        """

    def judge(self, viewpoint: Viewpoint) -> Judge[Self]:
        """A judge for a game that begins in this state."""


S = TypeVar("S", contravariant=True)


class Judge(Protocol[S]):
    """Watches one game from one viewpoint, entry by entry."""

    def watch(self, before: S, entry: Happening, seq: int, after: S) -> None:
        """Take in entry `seq`, which led from one state to the next; call it for each in order."""

    def findings(self) -> list[Finding]:
        """What is now known to have been improper, sorted; read-only."""

    def copy(self) -> Judge[S]:
        """An independent copy of this judge."""


def opposite(header: Header, teams: int) -> Owners:
    """This many teams, whose people sit apart: a team is a seat modulo the number of teams."""
    return tuple(tuple(range(team, header.seats, teams)) for team in range(teams))


def by_sides(header: Header) -> Owners:
    """The sides that the state has, as `TrickGame.sides` does; else every seat wins for itself."""
    state = header.start()
    sides = state.sides if is_of_hands(state) else 0
    return opposite(header, sides or header.seats)


def by_state(header: Header) -> int:
    """The cards that the state says, as `TrickGame.deck` does; else the whole pack, as a mask."""
    state = header.start()
    return state.deck if is_of_hands(state) else mask(header.pack.cards)


InHand = Callable[[frozenset[Card], int, Happening, P, P], frozenset[Card]]
"""Called with what was left, the seat, the entry, and what all know before and after it."""


class Variant(NamedTuple):
    """A variant that people know by name and can begin directly."""

    name: str
    """The value of the house rule `variant`."""
    title: str
    """A message."""


@field_words
@dataclass(frozen=True, slots=True)
class Game(Generic[P]):
    """One game, as listed in the table of games."""

    name: str
    """As records write it."""
    title: str
    """A message."""
    players: frozenset[int]
    """How many can play it."""
    options: Callable[[int, HouseRules], Options]
    """The house rules, given the number of players and the options in the record.

    Raises: BadLine, if players and options together make no game.
    """
    start: Callable[[int, HouseRules], State]
    """The first state, from the number of players and the options."""
    score: Callable[[View[P]], Score]
    """The standing in figures, and what each deal gained, as far as the viewpoint may know it."""
    seats: Callable[[int], int] = lambda players: players
    """How many seats play, from the number of players; by default as many."""
    aside: Callable[[EntrySeen[P]], Aside | None] = lambda _: None
    """What the table announces by itself after an entry."""
    suit_counts: Callable[[Record], tuple[tuple[int, ...] | None, ...]] = lambda _: ()
    """By seat, the suit counts left in a hand, if the table may show them."""
    usual: Callable[[int], HouseRules] = lambda _: {}
    """The default options for this many players."""
    owners: Callable[[Header], Owners] = by_sides
    """The seats that win together; by default the sides of a `TrickGame`."""
    is_cooperative: bool = False
    """Whether all players win or lose together, so that nobody finishes ahead of another."""
    explained: Callable[[DealSeen[P]], Explanation] = by_gains
    """The explanation of a deal's score: the rules, the cards and the arithmetic."""
    improper: Callable[[FindingDetail, Names], Improper | None] = of_shared
    """The words for a breach of one of the game's own rules; None for any other rule."""
    seen: Mapping[str, str] = field(default_factory=dict, hash=False)
    """How the game shows a card, in messages like those of `findings.SEEN`.

    By kind, move (`kitty>hand`) or topic. Default: the words there.
    """
    exhibits: Callable[[Record, Finding], Iterable[int]] = by_proof
    """The entries shown with a finding; by default the improper one and those that prove it."""
    in_hand: InHand[P] | None = None
    """What is left of a hand after a declaration or a shown card that also moves other cards."""
    report: Callable[[View[P]], Iterable[TextTable]] = by_score
    """The standing, for terminals."""
    ended: Callable[[View[P], View[P]], Iterable[str]] = ended
    """What a card completed, given the moments before and after it, for terminals."""
    dealing: Dealing = DEAL
    """What the game calls the part between one deal of the cards and the next."""
    phases: Callable[[View[P]], Phase] = by_default
    """Its phase at each moment. Total: every moment reachable from `start` has one."""
    secret: Callable[[View[P], int], Sentence] = no_secret
    """What the seat has chosen secretly, for its own page only; empty if nothing."""
    page: Page[P] = Page()  # noqa: RUF009 - a frozen value
    """What pages show of it."""
    topics: tuple[AnyTopic[P], ...] = ()
    """What can be said or moved, in the order of pages."""
    position: type[P] | None = None
    """The type of its positions, for programs that read a summary; None if it does not say."""
    laying: Laying[P] = Laying()  # noqa: RUF009 - a frozen value
    """What laying a card means."""
    presuming: PresumptionRules = by_offer()  # noqa: RUF009 - a frozen value
    """What the table enters by itself when an act shows that it has happened; by default the deal
    in turn, and what leaves no choice."""
    variants: tuple[Variant, ...] = ()
    """Variants besides the standard game."""
    presets: tuple[Preset, ...] = ()
    """House rules that are chosen by name, besides the variants."""
    packs: tuple[Pack, ...] = (COMMON_PACK,)
    """The packs it can be played with."""
    pack: Callable[[Header], Pack] = lambda header: header.rules.packs[0]
    """The deck that these house rules require."""
    deck: Callable[[Header], int] = by_state
    """The cards of that deck that are played with, as a mask; by default those of a `TrickGame`, or
    all of them."""
    deal: Handling = COMMON
    """How its cards are dealt at random and where they go, for tables without people."""
    player: Callable[[Chance], Brain[P]] = ByChance
    """Makes a player for one game, who plays all hands."""
    display: Display[P] = Display()  # noqa: RUF009 - a frozen value
    """What the board's display shows of it."""
    portrait: Portrait = Portrait()  # noqa: RUF009 - a frozen value
    """What it is, for people who choose a game."""
    goal: Callable[[State, State], Goal | None] | None = None
    """What a deal is played for, given the game before its first card and after its last entry.

    A review looks for it with all hands open; None if there is none of this deal. While a deal runs
    it is asked for a claim: then the second is the game as it is now.
    """
    holdings: tuple[Holding, ...] = ()
    """What its dealt hands are remembered for, beside long suits, voids and all trumps."""
    guide: Guide = Guide()  # noqa: RUF009 - a frozen value
    """How it is played, for people who have never seen it."""
    lesson: Lesson = Lesson()  # noqa: RUF009 - a frozen value
    """A short game that stops and asks, for the same people."""

    @property
    def detail(self) -> type | None:
        """The type of its part of a summary; None if it does not say."""
        return self.position and told_of(self.position)

    @property
    def awaits(self) -> tuple[str, ...]:
        """All that it can wait for, as `Next.what` calls it; empty if it does not say."""
        return awaited_in(self.position) if self.position else ()

    def named_rules(self, players: int) -> tuple[Preset, ...]:
        """The house rules that this many players choose by name: the variants, then the presets."""
        variants = (Preset(each.name, each.title, {"variant": each.name}) for each in self.variants)
        return tuple(each for each in (*variants, *self.presets) if self._allows(players, each))

    def _allows(self, players: int, preset: Preset) -> bool:
        known = self.options(players, {**self.usual(players), **preset.options})
        return all(
            name in known and allows(known[name].values, value)
            for name, value in preset.options.items()
        )

    def __repr__(self) -> str:
        # Printing a view must reveal no card of the deck.
        return f"Game({self.name!r})"


AnyGame = Game[Any]
"""A game whose type of position does not matter to the caller."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: which game, how many players, which house rules."""

    rules: AnyGame
    players: int
    options: HouseRules
    """Every option of the game with its value."""
    given: HouseRules
    """The options as the record gives them."""
    names: tuple[str, ...] | None
    topics: Mapping[str, Declarable]
    """What a line of the record may declare."""
    seats: int = field(init=False)
    """How many seats play: each entry is read by it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", self.rules.seats(self.players))

    @property
    def game(self) -> str:
        """The game's name in records."""
        return self.rules.name

    @property
    def dummy_seats(self) -> range:
        """The seats that no person has: a dummy's. Others lay its cards."""
        return range(self.players, self.seats)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """A name for every seat, given or default, safe to show whatever the record says."""
        defaults = default_names(self.players, self.seats)
        given = map(names.safe_name, self.names or (), defaults)
        return (*given, *defaults[len(self.names or ()) :])

    @property
    def owners(self) -> Owners:
        """The seats that win together."""
        return self.rules.owners(self)

    @property
    def pack(self) -> Pack:
        """The deck on the table."""
        return self.rules.pack(self)

    @property
    def deck(self) -> int:
        """The cards that are played with, as a mask."""
        return self.rules.deck(self)

    def start(self) -> State:
        """The state before the first entry."""
        return self.rules.start(self.players, self.options)
