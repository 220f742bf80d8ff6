"""What happened in a game of The Torite, looked up slowly. Judges nothing.

Written from record.md and from nothing else of this project: it works on entries as records write
them, and goes through all of them again for every question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple

Line = dict[str, Any]
"""One entry as record.md writes it, without its own `seq`."""

SUITS, RANKS = "CDHS", "23456789TJQKA"
HAND, TRICKS = 13, 12


def deck(players: int) -> list[str]:
    """The cards of a game; three players leave out 2, 3 and 4 (T4)."""
    return [rank + suit for suit in SUITS for rank in RANKS[3 if players == 3 else 0 :]]


def rank(card: str) -> int:
    """2 … 14."""
    return RANKS.index(card[0]) + 2


def trick_winner(cards: Sequence[tuple[int, str]]) -> int:
    """The seat with the highest spade, or else with the highest card of the suit led."""
    spades = [(rank(card), seat) for seat, card in cards if card[1] == "S"]
    followers = [(rank(card), seat) for seat, card in cards if card[1] == cards[0][1][1]]
    return max(spades or followers)[1]


def standing(lines: Sequence[Line]) -> list[tuple[int, Line]]:
    """The entries that count: of several words about one entry the newest wins."""
    words: dict[int, Line | None] = {}
    for seq, line in enumerate(lines, start=1):
        if line["kind"] == "struck":
            words[line["seq"]] = None
        elif line["kind"] == "corrected":
            words[line["seq"]] = line["entry"]
        else:
            words[seq] = line
    return [(seq, line) for seq, line in sorted(words.items()) if line is not None]


class Naming(NamedTuple):
    """An entry that says of a card in whose hand it is or was."""

    seq: int
    kind: str
    seat: int
    card: str


@dataclass
class Round:
    """Thirteen cards a hand: twelve tricks and what is kept."""

    leader: int | None = None
    """Who is to lead first."""
    namings: list[Naming] = field(default_factory=list)
    kept: dict[int, str] = field(default_factory=dict)
    face_up: set[str] = field(default_factory=set)
    may_turn: str | None = None
    entries: list[int] = field(default_factory=list)
    """The numbers of its entries."""
    left_before: frozenset[str] = frozenset()
    """The cards that had been played or kept before it began."""

    @property
    def plays(self) -> list[Naming]:
        """The cards played, in order."""
        return [each for each in self.namings if each.kind == "played"]

    def trick_of(self, play: Naming, seats: int) -> list[Naming]:
        """The cards that lay on the table before this one, from its trick."""
        before = [each for each in self.plays if each.seq < play.seq]
        return before[len(before) // seats * seats :]


class Witness:
    """One game of 1 to 4 players, looked at after all of its entries."""

    def __init__(
        self, players: int, lines: Sequence[Line], options: dict[str, Any] | None = None
    ) -> None:
        self.players, self.seats = players, max(players, 2)
        self.options = options or {}
        self.seq = len(lines)
        self.dealer: int | None = None
        self.leader: tuple[int, int] | None = None
        self.stacks: list[list[int]] | None = None
        self.paired = False
        self.set_aside: tuple[int, str] | None = None
        self.rounds = [Round()]
        for seq, line in standing(lines):
            self._take_in(seq, line)

    # --- what happened -------------------------------------------------------------------------

    def _take_in(self, seq: int, line: Line) -> None:
        kind, now = line["kind"], self.rounds[-1]
        now.entries.append(seq)
        if kind == "dealt":
            self.dealer, self.stacks = line["dealer"], None
        elif kind == "declared":
            self._declared(seq, line)
        elif kind == "shown" and line["seat"] is None:
            self.set_aside = (seq, line["card"])
        else:
            keeps = kind == "shown" and self.phase == "show"
            self._named(Naming(seq, kind, line["seat"], line["card"]), keeps)
        if self.players <= 2 and len(self.rounds) == 1 and len(now.kept) == 2:
            last = self.tricks(now)[-1]
            self.rounds.append(Round(trick_winner(last), left_before=frozenset(self.left())))

    def _declared(self, seq: int, line: Line) -> None:
        if line["topic"] == "leader":
            self.leader = (seq, line["seat"])
            self.rounds[0].leader = line["seat"]
        elif line["topic"] == "stacks":
            self.stacks = line["value"]
        else:
            self.paired = True
            self.rounds[0].leader = self.dealer

    def _named(self, naming: Naming, keeps: bool) -> None:
        now, card = self.rounds[-1], naming.card
        now.namings.append(naming)
        if naming.kind == "played":
            now.may_turn = card[1] if card in now.face_up else None
            now.face_up.discard(card)
        elif keeps:
            now.kept[naming.seat] = card
        elif naming.kind == "shown":
            now.face_up.add(card)
            now.may_turn = None

    def tricks(self, of: Round) -> list[list[tuple[int, str]]]:
        """The complete tricks of a round, as (seat, card) in the order on the table."""
        cards = [(each.seat, each.card) for each in of.plays]
        return [cards[n : n + self.seats] for n in range(0, len(cards), self.seats)][
            : len(cards) // self.seats
        ]

    def counts(self, of: Round) -> list[int]:
        """Tricks taken by each seat in a round."""
        taken = [trick_winner(trick) for trick in self.tricks(of)]
        return [taken.count(seat) for seat in range(self.seats)]

    def left(self) -> set[str]:
        """The cards that everybody saw leave a hand, or lie aside."""
        gone = {card for each in self.rounds for card in each.kept.values()}
        gone |= {play.card for each in self.rounds for play in each.plays}
        return gone | ({self.set_aside[1]} if self.set_aside else set())

    def due(self, now: Round, before: float = float("inf")) -> int | None:
        """Whose turn it is in a round, or was before entry `before`."""
        cards = [(each.seat, each.card) for each in now.plays if each.seq < before]
        begun = len(cards) % self.seats
        if not begun:
            return trick_winner(cards[-self.seats :]) if cards else now.leader
        seats = [seat for seat, _ in cards[-begun:]]
        clockwise = [(seats[0] + step) % self.seats for step in range(self.seats)]
        return next(seat for seat in clockwise if seat not in seats)

    # --- what is awaited, and what is possible ---------------------------------------------------

    @property
    def phase(self) -> str:
        """`deal`, `leader`, `stacks`, `pairing`, `play`, `show` or `over`."""
        now = self.rounds[-1]
        if self.dealer is None:
            return "deal"
        if self.players >= 3 and self.leader is None:
            return "leader"
        if self.players <= 2 and not self.paired:
            if self.stacks is None:
                return "stacks"
            return "pairing" if any(map(self._is_legal, permutations((1, 2, 3, 4)))) else "deal"
        if len(now.plays) < TRICKS * self.seats:
            return "play"
        aside_is_missing = self.players == 3 and self.set_aside is None
        return "show" if len(now.kept) < self.seats or aside_is_missing else "over"

    def _is_legal(self, order: Sequence[int]) -> bool:
        """T11: stacks a, b of seat 0 and c, d of seat 1, for rounds 1 and 2."""
        if self.stacks is None:
            return True
        a, b, c, d = (self.stacks[number - 1] for number in order)
        return a != c and b != d

    def next(self) -> Line:
        """What is awaited."""
        phase, now = self.phase, self.rounds[-1]
        seat = None
        if phase == "play":
            seat = self.due(now)
            if self.players == 1 and not now.plays and len({card[1] for card in now.face_up}) < 4:
                return {"seat": 1, "what": "turn_up"}
        if phase == "show":
            awaited = [each for each in range(self.seats) if each not in now.kept]
            seat = awaited[0] if len(awaited) == 1 else None
        return {"seat": seat, "what": phase}

    def allows(self, line: Line) -> bool:
        """Whether this well-formed happening is possible now."""
        kind, phase, now = line["kind"], self.phase, self.rounds[-1]
        if kind == "dealt":
            return phase == "deal" and (self.players > 1 or line["dealer"] == 0)
        if kind == "declared":
            return self._allows_declared(line)
        if kind == "moved" or phase == "over":
            return False
        seat, card = line["seat"], line["card"]
        if not self._may_lie(seat, card):
            return False
        if kind == "held":
            return phase in ("play", "leader") and seat not in [play.seat for play in now.plays]
        if kind == "played":
            begun = len(now.plays) % self.seats
            in_trick = [play.seat for play in now.plays[-begun:]] if begun else []
            return phase == "play" and seat not in in_trick
        if phase == "show":
            if seat is None:
                return self.players == 3 and self.set_aside is None
            return seat not in now.kept
        return phase == "play" and seat == 1 and self.players == 1 and self._may_be_turned(card)

    def _allows_declared(self, line: Line) -> bool:
        topic, phase = line["topic"], self.phase
        value: Any = line.get("value")
        if topic == "leader":
            return phase == "leader"
        if topic == "stacks":
            columns = [sum(stack[suit] for stack in value) for suit in range(4)]
            return phase == "stacks" and {*map(sum, value), *columns} == {HAND}
        if topic == "pairing":
            return phase in ("stacks", "pairing") and self._is_legal([*value[0], *value[1]])
        return False

    def _may_lie(self, seat: int | None, card: str) -> bool:
        """Whether that card can be in that hand now (seat None: lie aside)."""
        namings = self.rounds[-1].namings
        if card not in deck(self.players) or card in self.left():
            return False
        if any(each.card == card and each.seat != seat for each in namings):
            return False
        return seat is None or len({e.card for e in namings if e.seat == seat} | {card}) <= HAND

    def _may_be_turned(self, card: str) -> bool:
        now = self.rounds[-1]
        if not now.plays:
            return card[1] not in {each[1] for each in now.face_up}
        return card[1] == now.may_turn
