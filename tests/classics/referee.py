"""Games of hands and tricks judged slowly and obviously: all entries again for every question.

What the referees of the classics have in common. It knows no rules.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
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
    out: frozenset[int] = frozenset()
    """The seats that do not play."""

    def __init__(self, game: Referee, number: int, said: Sequence[tuple[int, Line]]) -> None:
        self.game, self.number, self.said, self.players = game, number, said, game.players
        self.dealer: int = said[0][1]["dealer"]
        self.plays = [
            Shown(seq, line["seat"], line["card"]) for seq, line in said if line["kind"] == "played"
        ]
        self.is_over = len(self.plays) == len(game.deck)

    @property
    def width(self) -> int:
        """How many cards a trick has."""
        return self.players - len(self.out)

    def before_play(self) -> tuple[int | None, str] | None:
        """Whom and what the table waits for before the first card; None once it may be led."""
        return None

    def first(self) -> int | None:
        """Who leads first; None for anybody."""
        return None

    def owed(self, at: int, play: Shown) -> Iterator[tuple[str, set[str]]]:
        """Each rule that this play broke if its hand held one of these cards."""
        led = self.suit(self.lead(at))
        if at % self.width and self.suit(play.card) != led:
            yield "follow", {card for card in self.game.deck if self.suit(card) == led}

    def suit(self, card: str) -> str:
        """The suit that a card belongs to."""
        return card[1]

    def height(self, card: str) -> int:
        """Of two cards of one suit, the higher one has more."""
        return rank(card)

    # --- tricks ----------------------------------------------------------------------------------

    def trick(self, number: int) -> list[Shown]:
        """The cards of a trick, from 0; the last may not be complete."""
        return self.plays[number * self.width :][: self.width]

    def lead(self, at: int) -> str:
        """The card that was led to the trick of the play with this number, from 0."""
        return self.trick(at // self.width)[0].card

    def taker(self, number: int) -> int:
        """Whose card is the highest trump, or else the highest of the suit led."""
        cards = self.trick(number)
        trumps = [each for each in cards if self.suit(each.card) == self.trump]
        led = [each for each in cards if self.suit(each.card) == self.suit(cards[0].card)]
        return max(trumps or led, key=lambda each: self.height(each.card)).seat

    @property
    def takers(self) -> list[int]:
        """Who took each complete trick."""
        return [self.taker(number) for number in range(len(self.plays) // self.width)]

    @property
    def tally(self) -> list[int]:
        """Tricks by seat."""
        return [self.takers.count(seat) for seat in range(self.players)]

    def due(self, at: int) -> int | None:
        """Whose turn it is after so many cards."""
        number, present = at // self.width, at % self.width
        if present:
            there = [each.seat for each in self.trick(number)[:present]]
            turns = [(there[0] + step) % self.players for step in range(self.players)]
            return next(seat for seat in turns if seat not in (*there, *self.out))
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
        places = self._places(known, upto)
        unseen = self.game.deck - {each.card for each in known}
        return can_be_dealt([self.suit(card) for card in sorted(unseen)], places)

    def _places(self, known: Sequence[Shown], upto: int) -> list[tuple[int, set[str]]]:
        """By seat, how many unseen cards it holds, and the suits that it claims not to have."""
        places = []
        for seat in range(self.players):
            barred = {
                suit
                for at, play in enumerate(self.plays)
                if (suit := self.suit(self.lead(at))) != self.suit(play.card)
                and (play.seat, play.seq <= upto) == (seat, True)
                and not any(self.suit(each.card) == suit for each in self._later(known, play))
            }
            places.append((self.game.size - sum(each.seat == seat for each in known), barred))
        return places


class ExchangingDeal(Deal):
    """A deal in which one hand takes cards up and gives as many away, before the play."""

    exchanger = -1
    taken_up, given_up = 0, 0
    """The entries with which it does both; 0 before that."""

    def gone(self, viewpoint: int, upto: int) -> list[str] | None:
        """The cards that it gave away; None if they are not known."""
        given = dict(self.said).get(self.given_up, {}).get("cards")
        sees = viewpoint in (ALL_SEEING, self.exchanger) and 0 < self.given_up <= upto
        return given if sees else None

    def outside(self, viewpoint: int, upto: int) -> set[str]:
        """The cards known to lie outside all hands."""
        return {*(self.gone(viewpoint, upto) or ())}

    def before(self, viewpoint: int, upto: int) -> dict[str, int]:
        """The cards known to be in that hand before it gave any away, each with its first entry."""
        if not 0 < self.taken_up <= upto:
            return {}
        end = min(upto, (self.given_up or upto + 1) - 1)
        read = super().read(viewpoint, end)
        known = {card: seq for (seat, card), seq in read.items() if seat == self.exchanger}
        if viewpoint in (ALL_SEEING, self.exchanger):
            for card in dict(self.said)[self.taken_up].get("cards") or ():
                known.setdefault(card, self.taken_up)
        return known

    def read(self, viewpoint: int, upto: int) -> dict[tuple[int, str], int]:
        """Of that hand, what was read afterwards, and what it has kept where that is known."""
        known = super().read(viewpoint, upto)
        before, gone = self.before(viewpoint, upto), self.gone(viewpoint, upto)
        for card, seq in before.items():
            mine = (self.exchanger, card)
            if gone is not None and card not in gone:
                known[mine] = seq
            elif known.get(mine, 0) <= seq and not self._read_again(viewpoint, card, upto):
                known.pop(mine, None)
        return known

    def _read_again(self, viewpoint: int, card: str, upto: int) -> bool:
        sees = viewpoint in (ALL_SEEING, self.exchanger) and self.given_up
        return bool(sees) and any(
            self.given_up < seq <= upto and line["kind"] == "held" and line["card"] == card
            for seq, line in self.said
        )

    def shown(self, viewpoint: int, upto: int) -> list[Shown]:
        """What is known to have been kept was known from its first entry on."""
        before = self.before(viewpoint, upto)
        return [
            each._replace(seq=min(each.seq, before[each.card]))
            if each.seat == self.exchanger and each.card in before
            else each
            for each in super().shown(viewpoint, upto)
        ]

    def _fits(self, viewpoint: int, upto: int) -> bool:
        """The same, whichever of the cards known before it gave away."""
        known, gone = self.shown(viewpoint, upto), self.outside(viewpoint, upto)
        definite = {each.card for each in known} | gone
        loose = [card for card in self.before(viewpoint, upto) if card not in definite]
        room = len(self.game.deck) - self.players * self.game.size - len(gone)
        unseen = [self.suit(card) for card in sorted(self.game.deck - definite - {*loose})]
        places = self._places(known, upto)
        for left in chain(*(combinations(loose, number) for number in range(room + 1))):
            kept = [self.suit(card) for card in loose if card not in left]
            now = [(room - len(left), set[str]()), *places]
            if loose:
                mine, barred = places[self.exchanger]
                if barred & {*kept} or mine < len(kept):
                    continue
                now[1 + self.exchanger] = (mine - len(kept), barred)
            if can_be_dealt(unseen, now):
                return True
        return False


class Referee:
    """One game, looked at after all of its entries."""

    name: ClassVar[str]
    deal: ClassVar[type[Deal]]
    left_out: ClassVar[Mapping[int, set[str]]] = {}
    lowest: ClassVar[str] = "2"
    """The lowest rank that is played with."""
    size = 0
    """Cards in each hand; 0 if all are dealt."""

    def __init__(self, players: int, lines: Sequence[Line], options: dict[str, Any]) -> None:
        self.players, self.seq, self.options = players, len(lines), options
        missing = self.left_out.get(players, set())
        ranks = RANKS[RANKS.index(self.lowest) :]
        self.deck = {rank + suit for suit in SUITS for rank in ranks} - missing
        self.size = self.size or len(self.deck) // players
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
