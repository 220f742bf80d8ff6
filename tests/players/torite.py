"""Players by chance: they deal and play games of The Torite, honestly or not, and keep the record.

Whoever reads the record knows what was noted; these know the hands as well.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import NamedTuple

from players.slips import noted
from referees.witness import SUITS, TRICKS, Line, deck, rank, trick_winner

Hands = list[list[set[str]]]
"""For each round, the cards dealt to each seat."""


class Manners(NamedTuple):
    """How often, of all chances to, something is done; 0 never, 1 always."""

    revokes: float = 0
    """Somebody who could follow does not."""
    hurries: float = 0
    """Somebody plays before the turn."""
    boasts: float = 0
    """Somebody without the start card claims it."""
    reads: float = 0
    """A card is read (`held`) before its seat's first play."""
    slips: float = 0
    """An entry is noted wrongly first, and struck or corrected."""


HONEST = Manners()
ATTENTIVE = Manners(revokes=0.1, hurries=0.1, reads=0.3)
CARELESS = Manners(revokes=0.1, hurries=0.1, boasts=0.2, reads=0.2, slips=0.1)
"""Those of all games by chance."""


@dataclass
class Game:
    """A game that was played: what lay in the hands, and what was noted."""

    players: int
    hands: Hands
    lines: list[Line] = field(default_factory=list)

    @property
    def seats(self) -> int:
        """How many hands were played."""
        return len(self.hands[0])

    @property
    def header(self) -> Line:
        """The first line of its record."""
        return {"record": "tricktable/1", "game": "torite", "players": self.players}


def played(kind: str, seat: int | None, card: str) -> Line:
    """An entry of kind `played`, `held` or `shown`."""
    return {"kind": kind, "seat": seat, "card": card}


def declared(seat: int | None, topic: str, value: object = None) -> Line:
    """An entry of kind `declared`."""
    return {"kind": "declared", "seat": seat, "topic": topic, "value": value}


def moved(seat: int, source: str, target: str, count: int, *cards: str) -> Line:
    """An entry of kind `moved`, of cards that were read or only counted."""
    line: Line = {"kind": "moved", "seat": seat, "from": source, "to": target, "count": count}
    return {**line, "cards": list(cards)} if cards else line


def plays(*cards: str, first: int = 0, seats: int = 4) -> list[Line]:
    """Cards played clockwise from seat `first`."""
    return [played("played", (first + n) % seats, each) for n, each in enumerate(cards)]


DEALT: Line = {"kind": "dealt", "dealer": 0}
PAIRED = [DEALT, declared(None, "pairing", [[1, 2], [3, 4]])]
"""One or two players are ready to play."""


def play(chance: Random, players: int, manners: Manners = HONEST) -> Game:
    """Deal and play one game to its end."""
    return _Play(chance, players, manners).to_the_end()


class _Play:
    """One game while it is being played."""

    def __init__(self, chance: Random, players: int, manners: Manners) -> None:
        self.chance, self.manners = chance, manners
        self.players, self.seats = players, max(players, 2)
        self.game = Game(players, [])
        self.aside: list[str] = []
        self.face_up: set[str] = set()

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def to_the_end(self) -> Game:
        leader = self._deal() if self.players >= 3 else self._deal_stacks()
        for hands in self.game.hands:
            leader = self._round(leader, [set(hand) for hand in hands])
        return self.game

    def note(self, line: Line, instead: Sequence[Line] = ()) -> None:
        """Note what happened, perhaps after noting what did not."""
        lines = self.game.lines
        lines += noted(self.chance, self.manners.slips, line, len(lines) + 1, instead)

    # --- before the first card -----------------------------------------------------------------

    def _deal(self) -> int:
        cards = deck(self.players)
        self.chance.shuffle(cards)
        hands = [set(cards[13 * seat : 13 * seat + 13]) for seat in range(self.seats)]
        self.game.hands.append(hands)
        self.aside = cards[13 * self.seats :]
        start = "2C" if self.players == 4 else "6C" if self.aside == ["5C"] else "5C"
        holder = next(seat for seat, hand in enumerate(hands) if start in hand)
        others = [seat for seat in range(self.seats) if seat != holder]
        leader = self.chance.choice(others) if self.happens(self.manners.boasts) else holder
        self.note({"kind": "dealt", "dealer": self.chance.randrange(self.seats)})
        for seat in range(self.seats):
            if self.happens(0.3):
                self._read(seat, hands[seat])
        self.note(declared(leader, "leader"), [declared(each, "leader") for each in others])
        return leader

    def _deal_stacks(self) -> int:
        dealer = 0 if self.players == 1 else self.chance.randrange(2)
        while True:
            self.note({"kind": "dealt", "dealer": dealer})
            cards = deck(self.players)
            self.chance.shuffle(cards)
            stacks = [cards[13 * n : 13 * n + 13] for n in range(4)]
            counts = [[sum(card[1] == suit for card in s) for suit in SUITS] for s in stacks]
            legal = [
                (a, b, c, d)
                for a, b, c, d in permutations(range(4))
                if counts[a] != counts[c] and counts[b] != counts[d]
            ]
            if self.happens(0.7) or not legal:
                self.note(declared(None, "stacks", counts))
            if legal:
                break
        a, b, c, d = self.chance.choice(legal)
        self.note(declared(None, "pairing", [[a + 1, b + 1], [c + 1, d + 1]]))
        self.game.hands += [[set(stacks[a]), set(stacks[c])], [set(stacks[b]), set(stacks[d])]]
        return dealer

    # --- a round -------------------------------------------------------------------------------

    def _round(self, leader: int, hands: list[set[str]]) -> int:
        """Play and show; the seat that won the last trick is returned."""
        begun: set[int] = set()
        if self.players == 1:
            for suit in SUITS:
                of_suit = sorted(card for card in hands[1] if card[1] == suit)
                if of_suit and self.happens(0.9):
                    self._turn_up(self.chance.choice(of_suit), of_suit)
        for _ in range(TRICKS):
            leader = self._trick(leader, hands, begun)
        shows: list[tuple[int | None, str]] = [(None, card) for card in self.aside]
        shows += [(seat, card) for seat, hand in enumerate(hands) for card in hand]
        self.chance.shuffle(shows)
        for seat, card in shows:
            self.note(played("shown", seat, card))
        return leader

    def _trick(self, leader: int, hands: list[set[str]], begun: set[int]) -> int:
        cards: list[tuple[int, str]] = []
        due = leader
        while len(cards) < self.seats:
            absent = [seat for seat in range(self.seats) if seat not in [s for s, _ in cards]]
            seat = self.chance.choice(absent) if self.happens(self.manners.hurries) else due
            if seat not in begun:
                begun.add(seat)
                self._read(seat, hands[seat])
            card = self._choose(hands[seat], cards[0][1][1] if cards else None)
            self.note(
                played("played", seat, card),
                [played("played", seat, each) for each in sorted(hands[seat])],
            )
            hands[seat].remove(card)
            cards.append((seat, card))
            self._after(card, hands, is_last=len(hands[seat]) == 1 and len(cards) == self.seats)
            first = cards[0][0]
            clockwise = [(first + step) % self.seats for step in range(self.seats)]
            due = next((s for s in clockwise if s not in [s for s, _ in cards]), first)
        return trick_winner(cards)

    def _choose(self, hand: set[str], led: str | None) -> str:
        """A card that follows, if it must and the player is honest now."""
        following = sorted(card for card in hand if card[1] == led)
        others = sorted(card for card in hand if card[1] != led)
        if following and not (others and self.happens(self.manners.revokes)):
            return self.chance.choice(following)
        return self.chance.choice(others)

    def _read(self, seat: int, hand: set[str]) -> None:
        for card in self.chance.sample(sorted(hand), len(hand)):
            if self.happens(self.manners.reads):
                self.note(played("held", seat, card), [played("held", seat, min(hand))])

    def _turn_up(self, card: str, instead: Sequence[str]) -> None:
        self.note(played("shown", 1, card), [played("shown", 1, each) for each in instead])
        self.face_up.add(card)

    def _after(self, card: str, hands: list[set[str]], is_last: bool) -> None:
        """A face-up card of the dummy was played: one more of that suit may be turned up."""
        if card in self.face_up:
            self.face_up.remove(card)
            down = sorted(each for each in hands[1] if each[1] == card[1])
            if down and not is_last and self.happens(0.8):
                self._turn_up(self.chance.choice(down), down)


# --- games that are made to measure -------------------------------------------------------------


FOUR = [0] * 6 + [1] * 4 + [2] * 2
THREE = [0] * 8 + [1] * 4
SIDES = (THREE, [1] * 8 + [0] * 4)
"""Who takes the tricks of a game that four, three and two players win."""
FOUR_SUITS = ["AH", "7C", "9D", "2S"]
ENDS = [["TH", "3S"], ["4D", "QC"]]
"""What four and two players keep to win it."""


def arranged(
    players: int,
    winners: Sequence[Sequence[int]],
    kept: Sequence[Sequence[str]],
    aside: str | None = None,
) -> Game:
    """An honest game with these winners of its tricks and these kept cards, by round.

    Nearly all tricks are of one suit, so that everybody follows; what the kept cards leave over
    makes one last trick of two suits.
    """
    seats = max(players, 2)
    gone = {card for cards in kept for card in cards} | {aside}
    left = [card for card in reversed(deck(players)) if card not in gone]
    tricks: list[list[str]] = []
    over: list[str] = []
    for suit in "SHDC":
        cards = [card for card in left if card[1] == suit]
        cut = len(cards) // seats * seats
        tricks += [cards[n : n + seats] for n in range(0, cut, seats)]
        over += cards[cut:]
    # Two rounds share the tricks of each suit evenly.
    shares = [tricks[n :: len(winners)] for n in range(len(winners))]
    if over:
        shares[-1].append(over)
    rounds = []
    for share, won, keeps in zip(shares, winners, kept, strict=True):
        leaders = (won[0], *won)  # who leads first matters to no trick of one suit
        tasks = zip(share, won, leaders, strict=False)
        rounds.append([_assigned(*task, keeps) for task in tasks])
    hands = [
        [{mine[seat] for mine in each} | {keeps[seat]} for seat in range(seats)]
        for each, keeps in zip(rounds, kept, strict=True)
    ]
    return Game(players, hands, list(_arranged_lines(players, rounds, kept, aside, hands[0])))


def _assigned(
    cards: Sequence[str], winner: int, leader: int, kept: Sequence[str]
) -> dict[int, str]:
    """Which seat plays which card of a trick: the best of its main suit goes to the winner."""
    main = _main_suit(cards)
    following = sorted((card for card in cards if card[1] == main), key=rank)
    strangers = [card for card in cards if card[1] != main]
    mine = {winner: following.pop()}
    for seat in range(len(cards)):
        if seat != winner:
            may_pass = strangers and seat != leader and kept[seat][1] != main
            mine[seat] = strangers.pop() if may_pass else following.pop()
    return mine


def _main_suit(cards: Iterable[str]) -> str:
    suits = [card[1] for card in cards]
    return max(SUITS, key=suits.count)


def _arranged_lines(
    players: int,
    rounds: Sequence[Sequence[dict[int, str]]],
    kept: Sequence[Sequence[str]],
    aside: str | None,
    hands: Sequence[set[str]],
) -> Iterator[Line]:
    seats = len(kept[0])
    yield {"kind": "dealt", "dealer": 0}
    leader = 0
    if players >= 3:
        start = "2C" if players == 4 else "6C" if aside == "5C" else "5C"
        leader = next(seat for seat, hand in enumerate(hands) if start in hand)
        yield declared(leader, "leader")
    else:
        yield declared(None, "pairing", [[1, 2], [3, 4]])
    for tricks, cards in zip(rounds, kept, strict=True):
        for mine in tricks:
            order = [(leader + step) % seats for step in range(seats)]
            for seat in order:
                yield played("played", seat, mine[seat])
            leader = trick_winner([(seat, mine[seat]) for seat in order])
        for seat, card in enumerate(cards):
            yield played("shown", seat, card)
    if aside:
        yield played("shown", None, aside)
