"""Players by chance: they deal and play games of Tredici with real cards, and keep the record.

Whoever reads the record knows what was noted; these know where every card lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from players.slips import noted
from players.torite import declared, played
from records.lines import record_of
from referees.tredici import DECK, Referee
from referees.witness import SUITS, Line
from tricktable.rules.entries import Happening
from tricktable.rules.piles import EMPTY, Pile
from tricktable.rules.record import Record


class Habits(NamedTuple):
    """How often, of all chances to, something is done; 0 never, 1 always."""

    names: float = 0
    """The cards of a move are named."""
    reads: float = 0
    """A card is read in a hand."""
    calls: float = 0.02
    """Somebody calls kisché."""
    withholds: float = 0
    """A card of the target suit is not set aside."""
    misses: float = 0.1
    """An ace is not declared, or thirteen cards not called."""
    slips: float = 0
    """An entry is noted wrongly first, and struck or corrected."""


@dataclass
class Game:
    """A game that was played, as it was noted."""

    players: int
    options: dict[str, Any]
    lines: list[Line] = field(default_factory=list)
    honest: list[Line] = field(default_factory=list)
    """What was noted, without slips and what put them right."""
    places: list[list[str]] = field(default_factory=list)
    """Where the cards lie in the end: hands, stacks, draw pile and discard pile."""


def dealt(dealer: int = 0) -> Line:
    """The deal."""
    return {"kind": "dealt", "dealer": dealer}


def moved(seat: int, source: str, goal: str, cards: int | str) -> Line:
    """Cards move: this many, or these."""
    line: Line = {"kind": "moved", "seat": seat, "from": source, "to": goal}
    if isinstance(cards, int):
        return {**line, "count": cards}
    return {**line, "count": len(cards.split()), "cards": cards.split()}


def aside(seat: int, cards: int | str) -> Line:
    """Cards are set aside."""
    return moved(seat, "hand", "stack", cards)


def discards(seat: int, cards: int | str) -> Line:
    """Cards are discarded."""
    return moved(seat, "hand", "discard", cards)


def draws(seat: int, cards: int | str) -> Line:
    """Cards are drawn."""
    return moved(seat, "draw", "hand", cards)


def gives(*seats: int) -> list[Line]:
    """Each of these seats gives a card."""
    return [moved(seat, "hand", "draw", 1) for seat in seats]


def targets(suits: str) -> list[Line]:
    """The seats choose these suits; a dash for one who does not."""
    return [declared(seat, "target", suit) for seat, suit in enumerate(suits) if suit != "-"]


def ready(suits: str, counts: Sequence[int], dealer: int = -1) -> list[Line]:
    """The setup with these targets and numbers of cards set aside; seat 0 has the first turn."""
    dealer = dealer % len(counts)
    stacks = [aside(seat, count) for seat, count in enumerate(counts)]
    return [dealt(dealer), *targets(suits), *stacks]


def turn(seat: int, drawn: int, kept: int) -> list[Line]:
    """A turn without discards."""
    return [draws(seat, drawn), aside(seat, kept)]


TEAMS = [[0, 1], [2, 3, 4]]
KISCHE = [declared(seat, "kische") for seat in range(4)]
DRAW = declared(None, "draw")


def table(players: int, *lines: Line, **options: object) -> Record:
    """The record of these entries."""
    return record_of(players, lines, "tredici", **options)


def exchange(seat: int, kept: int = 0) -> list[Line]:
    """A turn of a seat that set nothing aside before."""
    return [discards(seat, 3), draws(seat, 3), aside(seat, kept)]


def all_but(suit_count: int, **options: object) -> Record:
    """Seat 0 has set aside this many cards of two players with 26 each."""
    return table(2, dealt(1), *targets("SH"), aside(0, suit_count), hand_size=26, **options)


def piled(
    players: int,
    suits: str,
    counts: Sequence[int],
    hands: Sequence[int],
    draw: int,
    **options: object,
) -> Any:
    """A moment in which seat 0 is to draw as many as its hand lacks, with no discards."""
    state: Any = table(players, *ready(suits, [1] * players), **options).state
    return state._replace(
        stacks=tuple(map(Pile, counts)),
        hands=tuple(map(Pile, hands)),
        draw=Pile(draw),
        discard=EMPTY,
    )


def apply(state: Any, *entries: Happening) -> Any:
    """The state after more entries."""
    for each in entries:
        state = state.apply(each)
    return state


def play(
    chance: Random,
    players: int,
    habits: Habits,
    options: dict[str, Any] | None = None,
    longest: int = 250,
) -> Game:
    """Deal and play one game to its end, or until it has become too long."""
    return _Play(chance, players, habits, options or {}).to_the_end(longest)


class _Play:
    """One game while it is being played."""

    def __init__(
        self, chance: Random, players: int, habits: Habits, options: dict[str, Any]
    ) -> None:
        self.chance, self.habits = chance, habits
        self.game = Game(players, options)
        self.now = Referee(players, [], options)
        self.hands: list[list[str]] = []
        self.stacks: list[list[str]] = [[] for _ in self.now.owners]
        self.draw = list(DECK)
        self.discard: list[str] = []
        self.drew_ace = False

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def note(self, line: Line) -> None:
        """Note what happened, perhaps after noting what did not."""
        lines = self.game.lines
        self.game.honest.append(line)
        self.now.take(line)
        lines += noted(self.chance, self.habits.slips, line, len(lines) + 1)

    def move(self, seat: int, source: str, goal: str, cards: Sequence[str]) -> None:
        named = self.happens(self.habits.names)
        self.note(moved(seat, source, goal, " ".join(cards) if named else len(cards)))

    def to_the_end(self, longest: int) -> Game:
        self._deal()
        steps = {
            "target": self._target,
            "stack": self._stack,
            "discard": self._discard,
            "draw": self._draw,
            "give": self._give,
        }
        while self.now.what != "over" and len(self.game.lines) < longest:
            self._aside_from_play()
            if self.now.what != "over":
                steps[self.now.what](self.chance.choice(self.now.seats))
        self.game.places = [*self.hands, *self.stacks, self.draw, self.discard]
        return self.game

    def _deal(self) -> None:
        self.chance.shuffle(self.draw)
        size = self.now.size
        self.hands = [self.draw[size * n : size * n + size] for n in range(self.game.players)]
        self.draw = self.draw[size * self.game.players :]
        self.note(dealt(self.chance.randrange(self.game.players)))

    def _aside_from_play(self) -> None:
        """What may happen whenever something else is awaited."""
        seat = self.chance.randrange(self.game.players)
        if self.hands[seat] and self.happens(self.habits.reads):
            self.note(played("held", seat, self.chance.choice(self.hands[seat])))
        if len(self.now.stacks[self.now.owner(seat)]) == 13 and not self.happens(
            self.habits.misses
        ):
            self.note(declared(seat, "tredici"))
        elif self.happens(0.1) and self.now.allows(declared(None, "draw")):
            self.note(declared(None, "draw"))
        elif self.happens(self.habits.calls) and self.now.allows(declared(seat, "kische")):
            self.note(declared(seat, "kische"))
            for each in self.now.purged:
                self.discard += self.hands[each]
                self.hands[each] = []
                self.discard += self.stacks[self.now.owner(each)]
                self.stacks[self.now.owner(each)] = []

    def _target(self, seat: int) -> None:
        suits = [suit for suit in SUITS if self.now.allows(declared(seat, "target", suit))]
        self.note(declared(seat, "target", self.chance.choice(suits)))

    def _stack(self, seat: int) -> None:
        target, hand = self.now.target(seat), self.hands[seat]
        line = declared(seat, "ace")
        if self.drew_ace and self.now.allows(line) and not self.happens(self.habits.misses):
            self.note(line)
        kept = [card for card in hand if card[1] == target]
        kept = [card for card in kept if not self.happens(self.habits.withholds)]
        self.hands[seat] = [card for card in hand if card not in kept]
        self.stacks[self.now.owner(seat)] += kept
        self.move(seat, "hand", "stack", kept)
        self._turn_pile()

    def _turn_pile(self) -> None:
        """An empty draw pile is turned, as the summary says."""
        if not self.draw and self.now.draw:
            self.draw, self.discard = self.discard, []
            self.chance.shuffle(self.draw)

    def _discard(self, seat: int) -> None:
        hand = self.hands[seat]
        count = len(hand) if seat in self.now.aces else min(3, len(hand))
        gone = self.chance.sample(hand, count)
        self.hands[seat] = [card for card in hand if card not in gone]
        self.discard += gone
        self.move(seat, "hand", "discard", gone)

    def _draw(self, seat: int) -> None:
        due = min(self.now.size - len(self.hands[seat]), len(self.draw) + len(self.discard))
        drawn = [self.draw.pop() for _ in range(min(due, len(self.draw)))]
        if len(drawn) < due:
            self.draw, self.discard = self.discard, []
            self.chance.shuffle(self.draw)
            drawn += [self.draw.pop() for _ in range(due - len(drawn))]
        self.hands[seat] += drawn
        self.drew_ace = any(c[0] == "A" and c[1] != self.now.target(seat) for c in drawn)
        self.move(seat, "draw", "hand", drawn)

    def _give(self, seat: int) -> None:
        card = self.chance.choice(self.hands[seat])
        self.hands[seat].remove(card)
        self.draw.append(card)
        self.move(seat, "hand", "draw", [card])
