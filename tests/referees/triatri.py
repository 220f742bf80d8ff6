"""TriATri judged slowly and obviously, from record.md and the rulings and nothing else.

It works on entries as records write them and goes through all of them again for every question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referees.torite import ALL_SEEING, PUBLIC, can_be_dealt
from referees.witness import Line, standing

BEATS = {"B": "R", "G": "B", "R": "G"}
"""Water beats fire, wood beats water, fire beats wood."""
HIGHEST = {2: 6, 3: 7, 4: 8}
FAKES = {2: ["X1", "X2"], 3: ["X1"], 4: ["X1", "X2", "X3"]}


def deck(players: int) -> list[str]:
    """The cards of a game."""
    numbers = [f"{n}{colour}" for colour in "RBG" for n in range(2, HIGHEST[players] + 1)]
    return numbers + FAKES[players]


def is_fake(card: str) -> bool:
    """Whether it is an imitation."""
    return card[0] == "X"


def number(card: str) -> int:
    """What is printed on it."""
    return 0 if is_fake(card) else int(card[0])


def value(card: str, before: str | None) -> int:
    """What it counts behind the card before it."""
    if is_fake(card):
        return 0
    if before is not None and not is_fake(before) and BEATS[card[1]] == before[1]:
        return 8 if card[0] == "2" else 2 * number(card)
    return number(card)


def best(row: Sequence[tuple[str, int]], tie: str) -> int:
    """The place of the card that wins."""
    highest = max(count for _, count in row)
    tied = [place for place, (_, count) in enumerate(row) if count == highest]
    if highest == 0:
        return tied[-1]
    colours = sorted({row[place][0][1] for place in tied})
    if len(colours) == 2 and (len(tied) == 2 or tie == "dominant"):
        one, other = colours
        ruling = one if BEATS[one] == other else other
        return max(place for place in tied if row[place][0][1] == ruling)
    return tied[-1]


def counted(cards: Sequence[str]) -> list[tuple[str, int]]:
    """Every card with its value in this row."""
    return [(card, value(card, cards[n - 1] if n else None)) for n, card in enumerate(cards)]


def row_of(cards: Sequence[str], options: dict[str, Any]) -> list[tuple[str, int]]:
    """The cards of a trick with their values, when every imitation has done its work."""
    how, tie = options.get("imitation", "carry"), options.get("tie_two_colours", "dominant")
    row: list[tuple[str, int]] = []
    for card in cards:
        if not row or not is_fake(card):
            row.append((card, value(card, row[-1][0] if row else None)))
        else:
            place = best(row if how == "carry" else counted([each for each, _ in row]), tie)
            row.append(row[place])
            if how != "recompute_copy":
                row[place] = (card, 0)
    return row if how == "carry" else counted([card for card, _ in row])


def winner_of(plays: Sequence[tuple[int, str]], options: dict[str, Any]) -> int:
    """The seat that wins a trick."""
    row = row_of([card for _, card in plays], options)
    return plays[best(row, options.get("tie_two_colours", "dominant"))][0]


def starts(cards: Sequence[str], options: dict[str, Any]) -> int | None:
    """The seat that starts after this reveal; None if the cards are taken back."""
    top = [seat for seat, card in enumerate(cards) if number(card) == max(map(number, cards))]
    if len(top) == 1:
        return top[0]
    if len(top) == 2:
        one, other = top
        if is_fake(cards[one]):
            return None
        return one if BEATS[cards[one][1]] == cards[other][1] else other
    if len(cards) == 3:
        return None
    (fourth,) = {0, 1, 2, 3} - set(top)
    redo = options.get("three_tie_vs_imitation") == "redo" and is_fake(cards[fourth])
    return None if redo else fourth


def score(gems: Sequence[int], stock: Sequence[int]) -> int:
    """Points of one seat."""
    if all(count >= 2 for count in gems):
        return 100
    left, total = list(gems), 0
    while all(left):
        left = [count - 1 for count in left]
        total += 1
    while sum(1 for count in left if count) == 2:
        left = [max(count - 1, 0) for count in left]
        total -= 2
    return total + sum(count * rest for count, rest in zip(left, stock, strict=True))


@dataclass
class Trick:
    """One trick: what it is played for, and the plays as (entry, seat, card)."""

    starter: int
    colour: str
    source: str
    plays: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def cards(self) -> list[tuple[int, str]]:
        """Seat and card of each play."""
        return [(seat, card) for _, seat, card in self.plays]


@dataclass
class Round:
    """Six cards a hand."""

    entries: list[int] = field(default_factory=list)
    namings: list[tuple[int, str, int, str]] = field(default_factory=list)
    """Entries that name a card in a hand: number, kind, seat, card."""
    shown: dict[int, str] = field(default_factory=dict)
    """What lies before the seats while the starting player is decided."""
    start_cards: list[str] = field(default_factory=list)
    """What decided, by seat."""
    tricks: list[Trick] = field(default_factory=list)


class Referee:
    """One game, looked at after all of its entries."""

    def __init__(
        self, players: int, lines: Sequence[Line], options: dict[str, Any] | None = None
    ) -> None:
        self.players, self.options = players, options or {}
        self.seq = len(lines)
        self.rounds: list[Round] = []
        self.gems = [[0, 0, 0] for _ in range(players)]
        self.stock = [6, 6, 6]
        self.ended_by: str | None = None
        for seq, line in standing(lines):
            self._take_in(seq, line)

    # --- what happened -------------------------------------------------------------------------

    def _take_in(self, seq: int, line: Line) -> None:
        kind = line["kind"]
        if kind == "dealt":
            self.rounds.append(Round())
        now = self.rounds[-1]
        now.entries.append(seq)
        if kind == "declared":
            colour, source = line["value"]["colour"], line["value"]["from"]
            now.tricks.append(Trick(line["seat"], colour, source))
            if source == "stock":
                self.stock["RBG".index(colour)] -= 1
        elif kind != "dealt":
            now.namings.append((seq, kind, line["seat"], line["card"]))
        if kind == "shown":
            now.shown[line["seat"]] = line["card"]
            if len(now.shown) == self.players:
                cards = [now.shown[seat] for seat in range(self.players)]
                if starts(cards, self.options) is not None:
                    now.start_cards = cards
                now.shown = {}
        elif kind == "played":
            now.tricks[-1].plays.append((seq, line["seat"], line["card"]))
            if len(now.tricks[-1].plays) == self.players:
                self._award(now)

    def _award(self, now: Round) -> None:
        trick = now.tricks[-1]
        seat, colour = winner_of(trick.cards, self.options), "RBG".index(trick.colour)
        if trick.source == "own":
            self.gems[trick.starter][colour] -= 1
        self.gems[seat][colour] += 1
        if any(min(gems) >= 2 for gems in self.gems):
            self.ended_by = "two_sets"
        elif 0 in self.stock:
            self.ended_by = "colour_gone"
        elif len(self.rounds) == 3 and len(now.tricks) == 5:
            self.ended_by = "three_rounds"

    # --- what is awaited, and what is possible ---------------------------------------------------

    @property
    def phase(self) -> str:
        """What is awaited, as `next` says it."""
        if self.ended_by:
            return "over"
        if not self.rounds:
            return "deal"
        now = self.rounds[-1]
        if not now.start_cards:
            return "reveal"
        if now.tricks and len(now.tricks[-1].plays) < self.players:
            return "play"
        return "deal" if len(now.tricks) == 5 else "prize"

    @property
    def starter(self) -> int | None:
        """Who names or named the running prize."""
        if self.phase not in ("prize", "play"):
            return None
        now = self.rounds[-1]
        if self.phase == "play":
            return now.tricks[-1].starter
        if now.tricks:
            return winner_of(now.tricks[-1].cards, self.options)
        return starts(now.start_cards, self.options)

    def due(self, trick: Trick, before: float = float("inf")) -> int:
        """Whose turn it is in a trick, or was before entry `before`."""
        seats = [seat for seq, seat, _ in trick.plays if seq < before]
        if not seats:
            return trick.starter
        clockwise = [(seats[0] + step) % self.players for step in range(self.players)]
        return next(seat for seat in clockwise if seat not in seats)

    def next(self) -> Line:
        """What is awaited."""
        phase, seat = self.phase, self.starter
        if phase == "reveal":
            missing = [each for each in range(self.players) if each not in self.rounds[-1].shown]
            seat = missing[0] if len(missing) == 1 else None
        elif phase == "play":
            seat = self.due(self.rounds[-1].tricks[-1])
        return {"seat": seat, "what": phase}

    def allows(self, line: Line) -> bool:
        """Whether this well-formed happening is possible now."""
        kind, phase, seat = line["kind"], self.phase, line.get("seat")
        if kind == "dealt":
            return phase == "deal"
        if kind == "declared":
            if line["topic"] != "prize" or phase != "prize":
                return False
            if seat is None or seat != self.starter:
                return False
            colour = "RBG".index(line["value"]["colour"])
            source = self.stock if line["value"]["from"] == "stock" else self.gems[seat]
            return source[colour] > 0
        if kind == "moved" or phase in ("over", "deal") or seat is None:
            return False
        if not self._may_lie(seat, line["card"]):
            return False
        now = self.rounds[-1]
        if kind == "shown":
            return phase == "reveal" and seat not in now.shown
        if kind == "played":
            return phase == "play" and seat not in [each for _, each, _ in now.tricks[-1].plays]
        return True

    def _may_lie(self, seat: int, card: str) -> bool:
        now = self.rounds[-1]
        seen = [*now.start_cards, *now.shown.values()]
        seen += [each for trick in now.tricks for _, _, each in trick.plays]
        known = {each for _, _, who, each in now.namings if who == seat}
        elsewhere = {each for _, _, who, each in now.namings if who != seat}
        return (
            card in deck(self.players)
            and card not in seen
            and card not in elsewhere
            and len(known | {card}) <= 6
        )

    # --- what was improper ---------------------------------------------------------------------

    def findings(self, viewpoint: int = PUBLIC) -> list[Line]:
        """What the viewpoint knows now to have been improper, sorted."""
        found: list[Line] = []
        for now in self.rounds:
            for trick in now.tricks:
                for seq, seat, _ in trick.plays:
                    if seat != self.due(trick, seq):
                        found.append(_finding("turn", "proved", seat, seq, [seq]))
            claims = self.claims(now)
            for seq, seat, colour in claims:
                proof = self._proof(now, (seq, seat, colour), viewpoint, self.seq)
                if proof is not None:
                    found.append(_finding("follow", "proved", seat, seq, [seq, proof]))
            since = None
            for seq in now.entries:
                since = None if self._fits(now, claims, viewpoint, seq) else since or seq
            if since is not None:
                found.append(_finding("follow", "someone", None, since, []))
        return sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"]))

    def claims(self, now: Round) -> list[tuple[int, int, str]]:
        """The plays that say: I have none of this colour (entry, seat, colour)."""
        free = self.options.get("leader_must_follow") == "no"
        return [
            (seq, seat, trick.colour)
            for trick in now.tricks
            for seq, seat, card in trick.plays
            if not is_fake(card)
            and card[1] != trick.colour
            and not (free and seat == trick.starter)
        ]

    def _proof(
        self, now: Round, claim: tuple[int, int, str], viewpoint: int, upto: int
    ) -> int | None:
        """The first entry known, up to `upto`, that names a card which could have followed."""
        at, seat, colour = claim
        left = {card for trick in now.tricks for seq, _, card in trick.plays if seq < at}
        left |= set(now.start_cards)
        shown = [
            seq
            for seq, kind, who, card in now.namings
            if who == seat and card[1] == colour and card not in left and seq <= upto
            if kind != "held" or viewpoint in (ALL_SEEING, seat)
        ]
        return min(shown, default=None)

    def _fits(
        self, now: Round, claims: list[tuple[int, int, str]], viewpoint: int, upto: int
    ) -> bool:
        """Whether some deal explains the claims that the viewpoint knew after entry `upto`."""
        known: list[set[str]] = [set() for _ in range(self.players)]
        for seq, kind, seat, card in now.namings:
            if seq <= upto and (kind != "held" or viewpoint in (ALL_SEEING, seat)):
                known[seat].add(card)
        barred: list[set[str]] = [set() for _ in range(self.players)]
        for claim in claims:
            if claim[0] <= upto and self._proof(now, claim, viewpoint, upto) is None:
                barred[claim[1]].add(claim[2])
        if not any(barred):
            return True
        unseen = set(deck(self.players)).difference(*known)
        places = [(6 - len(cards), bars) for cards, bars in zip(known, barred, strict=True)]
        places.append((len(unseen) - sum(room for room, _ in places), set()))
        return can_be_dealt((card[1] for card in sorted(unseen)), places)

    # --- what it means -------------------------------------------------------------------------

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        now = self.rounds[-1] if self.rounds else Round()
        trick = now.tricks[-1] if now.tricks and self.phase == "play" else None
        points = [score(gems, self.stock) for gems in self.gems]
        winner = None
        if self.phase == "over":
            first = [seat for seat, count in enumerate(points) if count == max(points)]
            most = max(sum(self.gems[seat]) for seat in first)
            winner = [seat for seat in first if sum(self.gems[seat]) == most]
        return {
            "game": "triatri",
            "players": self.players,
            "status": "finished" if self.phase == "over" else "playing",
            "seq": self.seq,
            "next": self.next(),
            "winner": winner,
            "findings": self.findings(viewpoint),
            "detail": {
                "round": len(self.rounds),
                "trick": len(now.tricks),
                "starter": self.starter,
                "prize": {"colour": trick.colour, "from": trick.source} if trick else None,
                "gems": self.gems,
                "stock": self.stock,
                "points": points,
                "ended_by": self.ended_by,
            },
        }


def _finding(rule: str, grade: str, seat: int | None, seq: int, proof: list[int]) -> Line:
    return {"rule": rule, "grade": grade, "seat": seat, "seq": seq, "proof": proof}
