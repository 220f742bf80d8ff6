"""Oh Hell judged slowly and obviously: all entries again for every question. Knows no rules.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referees.deals import finding
from referees.torite import ALL_SEEING, PUBLIC, can_be_dealt
from referees.witness import RANKS, SUITS, Line, rank, standing

DECK = {rank + suit for suit in SUITS for rank in RANKS}


class Seen(NamedTuple):
    """A card that was played, or read in a hand."""

    seq: int
    seat: int
    card: str
    is_played: bool


class Deal:
    """One deal: its entries, and what they come to."""

    def __init__(self, players: int, size: int, said: Sequence[tuple[int, Line]]) -> None:
        self.players, self.size, self.said = players, size, said
        self.dealer: int = said[0][1]["dealer"]
        self.turned = next((line["card"] for _, line in said if line["kind"] == "shown"), None)
        self.bids = {line["seat"]: line["value"] for _, line in said if line["kind"] == "declared"}
        kinds = ("held", "played")
        self.seen = [
            Seen(seq, line["seat"], line["card"], line["kind"] == "played")
            for seq, line in said
            if line["kind"] in kinds
        ]
        self.plays = [each for each in self.seen if each.is_played]
        self.is_over = len(self.plays) == players * size

    def trick(self, number: int) -> list[Seen]:
        """The cards of a trick, from 0; the last may not be complete."""
        return self.plays[number * self.players :][: self.players]

    def taker(self, number: int) -> int:
        """Whose card is the highest trump, or else the highest of the suit led."""
        cards = self.trick(number)
        trumps = [each for each in cards if self.turned and each.card[1] == self.turned[1]]
        led = [each for each in cards if each.card[1] == cards[0].card[1]]
        return max(trumps or led, key=lambda each: rank(each.card)).seat

    @property
    def tally(self) -> list[int]:
        """Tricks by seat."""
        takers = [self.taker(number) for number in range(len(self.plays) // self.players)]
        return [takers.count(seat) for seat in range(self.players)]

    @property
    def gains(self) -> list[int]:
        """A point a trick, and ten for as many as bid."""
        return [taken + 10 * (taken == self.bids[seat]) for seat, taken in enumerate(self.tally)]

    def due(self, at: int) -> int:
        """Whose turn it is after this many cards have been played."""
        number, present = at // self.players, at % self.players
        if present:
            there = [each.seat for each in self.trick(number)[:present]]
            turns = [(there[0] + step) % self.players for step in range(self.players)]
            return next(seat for seat in turns if seat not in there)
        return self.taker(number - 1) if number else (self.dealer + 1) % self.players

    # --- what was improper ---------------------------------------------------------------------

    def findings(self, viewpoint: int, last: int) -> list[Line]:
        """What is known of this deal after entry `last`."""
        found = [
            finding("turn", "proved", play.seat, play.seq, [play.seq])
            for at, play in enumerate(self.plays)
            if play.seat != self.due(at)
        ]
        for play, _ in self._claims():
            if shown := self._proof(play, viewpoint, last):
                found.append(finding("follow", "proved", play.seat, play.seq, [play.seq, shown]))
        since = None
        for seq, _ in self.said:
            since = None if self._fits(viewpoint, seq) else since or seq
        return found + ([finding("follow", "someone", None, since, [])] if since else [])

    def _claims(self) -> list[tuple[Seen, str]]:
        """The plays that did not follow suit, with that suit."""
        owed = [(play, self.trick(at // self.players)[0]) for at, play in enumerate(self.plays)]
        return [(play, lead.card[1]) for play, lead in owed if play.card[1] != lead.card[1]]

    def _known(self, viewpoint: int, upto: int) -> list[Seen]:
        return [
            each
            for each in self.seen
            if each.seq <= upto and (each.is_played or viewpoint in (ALL_SEEING, each.seat))
        ]

    def _proof(self, play: Seen, viewpoint: int, upto: int) -> int | None:
        """The first entry that names a card which should have been played instead."""
        owed = dict(self._claims())[play]
        gone = [each.card for each in self.plays if each.seq < play.seq]
        shown = [
            each.seq
            for each in self._known(viewpoint, upto)
            if each.seat == play.seat and each.card[1] == owed and each.card not in gone
        ]
        return min(shown, default=None)

    def _fits(self, viewpoint: int, upto: int) -> bool:
        """Whether the unseen cards can lie where nobody claimed to be without their suit."""
        known = self._known(viewpoint, upto)
        outside = {self.turned} & {line.get("card") for seq, line in self.said if seq <= upto}
        places = []
        for seat in range(self.players):
            barred = {
                owed
                for play, owed in self._claims()
                if (play.seat, play.seq <= upto) == (seat, True)
                and self._proof(play, viewpoint, upto) is None
            }
            places.append((self.size - len({e.card for e in known if e.seat == seat}), barred))
        unseen = DECK - {each.card for each in known} - outside
        places.append((len(unseen) - sum(room for room, _ in places), set()))
        return can_be_dealt(sorted(card[1] for card in unseen), places)


class Referee:
    """One game, looked at after all of its entries."""

    def __init__(self, players: int, lines: Sequence[Line], options: dict[str, Any]) -> None:
        self.players, self.seq = players, len(lines)
        self.longest = options.get("longest", min(7, 51 // players))
        said = standing(lines)
        starts = [at for at, (_, line) in enumerate(said) if line["kind"] == "dealt"]
        ends = [*starts[1:], len(said)]
        self.deals = [
            Deal(players, self.size(number), said[start:end])
            for number, (start, end) in enumerate(zip(starts, ends, strict=True))
        ]
        self.over = [deal for deal in self.deals if deal.is_over]
        self.runs = next((deal for deal in self.deals if not deal.is_over), None)
        self.has_ended = len(self.over) == 2 * self.longest - 1

    def size(self, number: int) -> int:
        """How many cards each hand of a deal has, from 0: 1, 2 … the longest … 2, 1."""
        return min(number + 1, 2 * self.longest - 1 - number)

    def next(self) -> Line:
        """What the table waits for."""
        deal = self.runs
        if deal is None:
            if self.has_ended:
                return {"seat": None, "what": "over"}
            dealers = [each.dealer for each in self.deals]
            return {"seat": (dealers[-1] + 1) % self.players if dealers else None, "what": "deal"}
        if deal.turned is None:
            return {"seat": deal.dealer, "what": "turn_up"}
        if len(deal.bids) < self.players:
            return {"seat": (deal.dealer + 1 + len(deal.bids)) % self.players, "what": "bid"}
        return {"seat": deal.due(len(deal.plays)), "what": "play"}

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        seats = range(self.players)
        totals = [sum(deal.gains[seat] for deal in self.over) for seat in seats]
        winners = [seat for seat in seats if totals[seat] == max(totals)]
        newest = self.deals[-1] if self.deals else None
        found = [each for deal in self.deals for each in deal.findings(viewpoint, self.seq)]
        return {
            "game": "oh-hell",
            "players": self.players,
            "status": "finished" if self.has_ended else "playing",
            "seq": self.seq,
            "next": self.next(),
            "winner": winners if self.has_ended else None,
            "findings": sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"])),
            "detail": {
                "cards": 0 if self.has_ended else self.size(len(self.over)),
                "turned": newest.turned if newest else None,
                "bids": [newest.bids.get(seat) for seat in seats] if newest else [],
                "totals": totals,
                "deals": [
                    {
                        "dealer": deal.dealer,
                        "cards": deal.size,
                        "bids": [deal.bids[seat] for seat in seats],
                        "tricks": deal.tally,
                        "gains": deal.gains,
                    }
                    for deal in self.over
                ],
            },
        }
