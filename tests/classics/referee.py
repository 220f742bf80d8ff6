"""Games of hands and tricks judged slowly and obviously: all entries again for every question.

What the referees of the classics have in common. It knows no rules.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from referees.deals import finding
from referees.torite import ALL_SEEING, PUBLIC, can_be_dealt
from referees.witness import RANKS, SUITS, Line, rank, standing


class Shown(NamedTuple):
    """A card that an entry shows to be in a hand when play begins."""

    seq: int
    seat: int
    card: str


class Deal:
    """One deal: its entries, and what they come to."""

    trump = ""

    def __init__(self, game: Referee, number: int, said: Sequence[tuple[int, Line]]) -> None:
        self.game, self.number, self.said, self.players = game, number, said, game.players
        self.dealer: int = said[0][1]["dealer"]
        self.plays = [
            Shown(seq, line["seat"], line["card"]) for seq, line in said if line["kind"] == "played"
        ]
        self.is_over = len(self.plays) == len(game.deck)

    def before_play(self) -> tuple[int | None, str] | None:
        """Whom and what the table waits for before the first card; None once it may be led."""
        return None

    def first(self) -> int | None:
        """Who leads first; None for anybody."""
        return None

    def owed(self, at: int, play: Shown) -> Iterator[tuple[str, set[str]]]:
        """Each rule that this play broke if its hand held one of these cards."""
        lead = self.lead(at)
        if at % self.players and play.card[1] != lead[1]:
            yield "follow", {card for card in self.game.deck if card[1] == lead[1]}

    # --- tricks ----------------------------------------------------------------------------------

    def trick(self, number: int) -> list[Shown]:
        """The cards of a trick, from 0; the last may not be complete."""
        return self.plays[number * self.players :][: self.players]

    def lead(self, at: int) -> str:
        """The card that was led to the trick of the play with this number, from 0."""
        return self.trick(at // self.players)[0].card

    def taker(self, number: int) -> int:
        """Whose card is the highest trump, or else the highest of the suit led."""
        cards = self.trick(number)
        trumps = [each for each in cards if each.card[1] == self.trump]
        led = [each for each in cards if each.card[1] == cards[0].card[1]]
        return max(trumps or led, key=lambda each: rank(each.card)).seat

    @property
    def takers(self) -> list[int]:
        """Who took each complete trick."""
        return [self.taker(number) for number in range(len(self.plays) // self.players)]

    @property
    def tally(self) -> list[int]:
        """Tricks by seat."""
        return [self.takers.count(seat) for seat in range(self.players)]

    def due(self, at: int) -> int | None:
        """Whose turn it is after so many cards."""
        number, present = at // self.players, at % self.players
        if present:
            there = [each.seat for each in self.trick(number)[:present]]
            turns = [(there[0] + step) % self.players for step in range(self.players)]
            return next(seat for seat in turns if seat not in there)
        return self.taker(number - 1) if number else self.first()

    # --- what is known of hands ------------------------------------------------------------------

    def read(self, viewpoint: int, upto: int) -> dict[tuple[int, str], int]:
        """The first entry that reads each card in a hand, as far as the viewpoint may know it."""
        return {
            (line["seat"], line["card"]): seq
            for seq, line in reversed(self.said)
            if line["kind"] == "held" and seq <= upto and viewpoint in (ALL_SEEING, line["seat"])
        }

    def shown(self, viewpoint: int, upto: int) -> list[Shown]:
        """What is known of the hands as they are when play begins."""
        known = self.read(viewpoint, upto)
        for each in self.plays:
            if each.seq <= upto:
                known.setdefault((each.seat, each.card), each.seq)
        return [Shown(seq, seat, card) for (seat, card), seq in known.items()]

    def _later(self, known: Iterable[Shown], play: Shown) -> list[Shown]:
        """The known cards of that hand which had not been played before."""
        gone = {each.card for each in self.plays if each.seq < play.seq}
        return [each for each in known if each.seat == play.seat and each.card not in gone]

    # --- what was improper -----------------------------------------------------------------------

    def findings(self, viewpoint: int, last: int) -> list[Line]:
        """What is known of this deal after entry `last`."""
        known, found = self.shown(viewpoint, last), []
        for at, play in enumerate(self.plays):
            if self.due(at) not in (None, play.seat):
                found.append(finding("turn", "proved", play.seat, play.seq, [play.seq]))
            for rule, instead in self.owed(at, play):
                proofs = [each.seq for each in self._later(known, play) if each.card in instead]
                if proofs:
                    proof = list(dict.fromkeys([play.seq, min(proofs)]))
                    found.append(finding(rule, "proved", play.seat, play.seq, proof))
        since = None
        for seq, line in self.said:
            since = None if line["kind"] == "moved" or self._fits(viewpoint, seq) else since or seq
        return found + ([finding("follow", "someone", None, since, [])] if since else [])

    def _fits(self, viewpoint: int, upto: int) -> bool:
        """Whether the unseen cards can lie where nobody claimed to be without their suit."""
        known = self.shown(viewpoint, upto)
        places = []
        for seat in range(self.players):
            barred = {
                suit
                for at, play in enumerate(self.plays)
                if (suit := self.lead(at)[1]) != play.card[1]
                and (play.seat, play.seq <= upto) == (seat, True)
                and not any(each.card[1] == suit for each in self._later(known, play))
            }
            places.append((self.game.size - sum(each.seat == seat for each in known), barred))
        unseen = self.game.deck - {each.card for each in known}
        return can_be_dealt(sorted(card[1] for card in unseen), places)


class Referee:
    """One game, looked at after all of its entries."""

    name: ClassVar[str]
    deal: ClassVar[type[Deal]]
    left_out: ClassVar[Mapping[int, set[str]]] = {}

    def __init__(self, players: int, lines: Sequence[Line], options: dict[str, Any]) -> None:
        self.players, self.seq, self.options = players, len(lines), options
        missing = self.left_out.get(players, set())
        self.deck = {rank + suit for suit in SUITS for rank in RANKS} - missing
        self.size = len(self.deck) // players
        said = standing(lines)
        starts = [at for at, (_, line) in enumerate(said) if line["kind"] == "dealt"]
        ends = [*starts[1:], len(said)]
        self.deals: list[Any] = []
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            self.deals.append(self.deal(self, number, said[start:end]))
        self.over = [deal for deal in self.deals if deal.is_over]
        self.runs = next((deal for deal in self.deals if not deal.is_over), None)

    def winners(self) -> list[int] | None:
        """Who has won; None while the game goes on."""
        raise NotImplementedError

    def detail(self) -> Line:
        """The game's own part of the summary."""
        raise NotImplementedError

    def next(self) -> Line:
        """What the table waits for."""
        deal = self.runs
        if deal is not None:
            seat, what = deal.before_play() or (deal.due(len(deal.plays)), "play")
            return {"seat": seat, "what": what}
        if self.winners() is not None:
            return {"seat": None, "what": "over"}
        dealers = [each.dealer for each in self.deals]
        return {"seat": (dealers[-1] + 1) % self.players if dealers else None, "what": "deal"}

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        found = [each for deal in self.deals for each in deal.findings(viewpoint, self.seq)]
        return {
            "game": self.name,
            "players": self.players,
            "status": "playing" if self.winners() is None else "finished",
            "seq": self.seq,
            "next": self.next(),
            "winner": self.winners(),
            "findings": sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"])),
            "detail": self.detail(),
        }
