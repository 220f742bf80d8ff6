"""Hearts judged slowly and obviously: all entries again for every question. Knows no rules.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referees.deals import finding
from referees.torite import ALL_SEEING, PUBLIC, can_be_dealt
from referees.witness import RANKS, SUITS, Line, rank, standing

LEFT_OUT = {3: {"2D"}, 5: {"2D", "2C"}}
WAYS = {3: (1, 2, 0), 4: (1, 3, 2, 0), 5: (1, 4, 0)}


def is_penalty(card: str) -> bool:
    """A heart, or the queen of spades."""
    return card[1] == "H" or card == "QS"


class Shown(NamedTuple):
    """A card that an entry shows to be in a hand after the pass."""

    seq: int
    seat: int
    card: str


class Deal:
    """One deal: its entries, and what they come to."""

    def __init__(self, game: Referee, number: int, said: Sequence[tuple[int, Line]]) -> None:
        self.game, self.said, self.players = game, said, game.players
        self.dealer: int = said[0][1]["dealer"]
        self.to = game.way(number)
        self.passes = [(seq, line) for seq, line in said if line["kind"] == "moved"]
        self.plays = [
            Shown(seq, line["seat"], line["card"]) for seq, line in said if line["kind"] == "played"
        ]
        self.is_over = len(self.plays) == len(game.deck)

    @property
    def has_passed(self) -> bool:
        """Whether play has begun, or may."""
        return not self.to or len(self.passes) == self.players

    # --- tricks ----------------------------------------------------------------------------------

    def trick(self, number: int) -> list[Shown]:
        """The cards of a trick, from 0; the last may not be complete."""
        return self.plays[number * self.players :][: self.players]

    def taker(self, number: int) -> int:
        """Whose card is the highest of the suit led."""
        cards = self.trick(number)
        led = [each for each in cards if each.card[1] == cards[0].card[1]]
        return max(led, key=lambda each: rank(each.card)).seat

    def taken(self, seat: int) -> list[str]:
        """The cards of a seat's tricks."""
        whole = range(len(self.plays) // self.players)
        mine = [self.trick(number) for number in whole if self.taker(number) == seat]
        return [each.card for trick in mine for each in trick]

    @property
    def points(self) -> list[int]:
        """A point for each heart, 13 for the queen."""
        cards = map(self.taken, range(self.players))
        return [sum(13 if each == "QS" else is_penalty(each) for each in mine) for mine in cards]

    @property
    def moon(self) -> int | None:
        """Who has taken everything."""
        return self.points.index(26) if 26 in self.points else None

    @property
    def gains(self) -> list[int]:
        """The points, or the moon; and the jack, if it counts."""
        gains = self.points
        if self.moon is not None:
            off = self.game.options.get("moon") == "off"
            mine, theirs = (-26, 0) if off else (0, 26)
            gains = [mine if seat == self.moon else theirs for seat in range(self.players)]
        if self.game.options.get("jack") == "yes":
            gains = [gain - 10 * ("JD" in self.taken(seat)) for seat, gain in enumerate(gains)]
        return gains

    def due(self, at: int) -> int | None:
        """Whose turn it is after so many cards; None for the first, which anybody may lead."""
        number, present = at // self.players, at % self.players
        if present:
            there = [each.seat for each in self.trick(number)[:present]]
            turns = [(there[0] + step) % self.players for step in range(self.players)]
            return next(seat for seat in turns if seat not in there)
        return self.taker(number - 1) if number else None

    def is_broken(self, at: int) -> bool:
        """Whether hearts may be led after so many cards."""
        gone = [each.card for each in self.plays[:at]]
        queen = self.game.options.get("broken") == "queen" and "QS" in gone
        return queen or any(card[1] == "H" for card in gone)

    # --- what is known of hands ------------------------------------------------------------------

    def shown(self, viewpoint: int, upto: int) -> list[Shown]:
        """What is known of the hands as they are after the pass."""
        known = {
            (line["seat"], line["card"]): seq
            for seq, line in reversed(self.said)
            if line["kind"] == "held" and seq <= upto and viewpoint in (ALL_SEEING, line["seat"])
        }
        if self.to and self.has_passed and self.passes[-1][0] <= upto:
            known = self._after_pass(known, viewpoint)
        for each in self.plays:
            if each.seq <= upto:
                known.setdefault((each.seat, each.card), each.seq)
        return [Shown(seq, seat, card) for (seat, card), seq in known.items()]

    def _after_pass(
        self, known: dict[tuple[int, str], int], viewpoint: int
    ) -> dict[tuple[int, str], int]:
        done, after = self.passes[-1][0], {}
        given = {line["seat"]: line.get("cards") for _, line in self.passes}
        for (seat, card), seq in known.items():
            sees = viewpoint in (ALL_SEEING, seat, (seat + self.to) % self.players)
            cards = given[seat] if sees else None
            if seq > done or (cards is not None and card not in cards):
                after[seat, card] = seq
        for giver, cards in given.items():
            taker = (giver + self.to) % self.players
            if viewpoint in (ALL_SEEING, giver, taker):
                for card in cards or ():
                    after[taker, card] = done
        return after

    # --- what was improper -----------------------------------------------------------------------

    def findings(self, viewpoint: int, last: int) -> list[Line]:
        """What is known of this deal after entry `last`."""
        shown, found = self.shown(viewpoint, last), []
        for at, play in enumerate(self.plays):
            if self.due(at) not in (None, play.seat):
                found.append(finding("turn", "proved", play.seat, play.seq, [play.seq]))
            for rule, instead in self._owed(at, play):
                gone = {each.card for each in self.plays if each.seq < play.seq}
                proofs = [
                    each.seq
                    for each in shown
                    if each.seat == play.seat and each.card in instead and each.card not in gone
                ]
                if proofs:
                    proof = list(dict.fromkeys([play.seq, min(proofs)]))
                    found.append(finding(rule, "proved", play.seat, play.seq, proof))
        since = None
        for seq, line in self.said:
            since = None if line["kind"] == "moved" or self._fits(viewpoint, seq) else since or seq
        return found + ([finding("follow", "someone", None, since, [])] if since else [])

    def _owed(self, at: int, play: Shown) -> Iterable[tuple[str, set[str]]]:
        """Each rule that this play broke if its hand held one of these cards."""
        deck, lead = self.game.deck, self.trick(at // self.players)[0].card
        is_lead = at % self.players == 0
        if not is_lead and play.card[1] != lead[1]:
            yield "follow", {card for card in deck if card[1] == lead[1]}
        if at == 0:
            if play.card != self.game.opening:
                yield "opening", {play.card}
        elif is_lead and play.card[1] == "H" and not self.is_broken(at):
            yield "hearts", {card for card in deck if card[1] != "H"}
        elif (
            at < self.players
            and self.game.options.get("first_trick") != "any"
            and is_penalty(play.card)
            and play.card[1] != lead[1]
        ):
            yield "points", {c for c in deck if not is_penalty(c) and c[1] != lead[1]}

    def _fits(self, viewpoint: int, upto: int) -> bool:
        """Whether the unseen cards can lie where nobody claimed to be without their suit."""
        known = self.shown(viewpoint, upto)
        places = []
        for seat in range(self.players):
            barred = set()
            for at, play in enumerate(self.plays):
                lead = self.trick(at // self.players)[0].card
                gone = {each.card for each in self.plays if each.seq < play.seq}
                later = [
                    each
                    for each in known
                    if each.seat == seat and each.card[1] == lead[1] and each.card not in gone
                ]
                if (play.seat, play.seq <= upto) == (seat, True) and play.card[1] != lead[1]:
                    barred |= set() if later else {lead[1]}
            room = self.game.size - sum(each.seat == seat for each in known)
            places.append((room, barred))
        unseen = self.game.deck - {each.card for each in known}
        return can_be_dealt(sorted(card[1] for card in unseen), places)


class Referee:
    """One game, looked at after all of its entries."""

    def __init__(self, players: int, lines: Sequence[Line], options: dict[str, Any]) -> None:
        self.players, self.seq, self.options = players, len(lines), options
        self.deck = {rank + suit for suit in SUITS for rank in RANKS} - LEFT_OUT.get(players, set())
        self.size = len(self.deck) // players
        self.opening = min((card for card in self.deck if card[1] == "C"), key=rank)
        said = standing(lines)
        starts = [at for at, (_, line) in enumerate(said) if line["kind"] == "dealt"]
        ends = [*starts[1:], len(said)]
        self.deals = [
            Deal(self, number, said[start:end])
            for number, (start, end) in enumerate(zip(starts, ends, strict=True))
        ]
        self.over = [deal for deal in self.deals if deal.is_over]
        self.runs = next((deal for deal in self.deals if not deal.is_over), None)
        self.totals = [sum(deal.gains[seat] for deal in self.over) for seat in range(players)]
        self.has_ended = max(self.totals) >= options.get("until", 100)

    def way(self, number: int) -> int:
        """How many seats to the left the cards of a deal, from 0, are passed."""
        match self.options.get("pass", "rotate"):
            case "rotate":
                return WAYS[self.players][number % len(WAYS[self.players])]
            case "left":
                return 1
        return 0

    def next(self) -> Line:
        """What the table waits for."""
        deal = self.runs
        if deal is None:
            if self.has_ended:
                return {"seat": None, "what": "over"}
            dealers = [each.dealer for each in self.deals]
            return {"seat": (dealers[-1] + 1) % self.players if dealers else None, "what": "deal"}
        if not deal.has_passed:
            left = {*range(self.players)} - {line["seat"] for _, line in deal.passes}
            return {"seat": min(left) if len(left) == 1 else None, "what": "pass"}
        return {"seat": deal.due(len(deal.plays)), "what": "play"}

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        seats, deal = range(self.players), self.runs
        winners = [seat for seat in seats if self.totals[seat] == min(self.totals)]
        found = [each for deal in self.deals for each in deal.findings(viewpoint, self.seq)]
        return {
            "game": "hearts",
            "players": self.players,
            "status": "finished" if self.has_ended else "playing",
            "seq": self.seq,
            "next": self.next(),
            "winner": winners if self.has_ended else None,
            "findings": sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"])),
            "detail": {
                "pass_to": self.way(len(self.over)),
                "broken": (deal or self.deals[-1]).is_broken(52) if self.deals else False,
                "points": deal.points if deal else [0] * self.players,
                "totals": self.totals,
                "deals": [{"moon": each.moon, "gains": each.gains} for each in self.over],
            },
        }
