"""Skat judged slowly and obviously, from classics/docs/skat.md. Knows no rules.py."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from classics.referee import ExchangingDeal, Referee
from referees.torite import ALL_SEEING
from referees.witness import Line

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULL = {"N": 23, "N hand": 35, "N ouvert": 46, "N hand ouvert": 59}
JACKS = ["JC", "JS", "JH", "JD"]


def points(cards: set[str]) -> int:
    """What cards count."""
    return sum(POINTS.get(card[0], 0) for card in cards)


class SkatDeal(ExchangingDeal):
    """One deal: an auction, the skat, and a game."""

    def __init__(self, game: Skat, number: int, said: Sequence[tuple[int, Line]]) -> None:
        super().__init__(game, number, said)
        self.options, self.bid = game.options, 0
        told = [line for _, line in said if line["kind"] == "declared"]
        self.bids = [line["value"] for line in told if line["topic"] == "bid"]
        self.call: str = next((line["value"] for line in told if line["topic"] == "game"), "")
        self.factor = 2 ** sum(line["topic"] in ("contra", "re") for line in told)
        self.has_opened = any(line["topic"] == "open" for line in told)
        auction, self.bidder, self.alone = self.auction(), None, None
        try:
            self.bidder = next(auction)
            for bid in self.bids:
                self.bidder = auction.send(bid)
        except StopIteration as end:
            self.bidder, self.alone = None, end.value
        if self.alone is not None:
            self.exchanger = self.alone
            for seq, line in said:
                if line["kind"] == "moved":
                    if line["to"] == "hand":
                        self.taken_up = seq
                    else:
                        self.given_up = seq
        elif self.bidder is None and self.options.get("passed") == "ramsch":
            self.call = "ramsch"
        is_null_lost = self.call[:1] == "N" and self.tally[self.alone or 0] > 0
        is_passed = self.bidder is None and self.alone is None and not self.call
        self.is_over = len(self.plays) == 30 or is_null_lost or is_passed

    def auction(self) -> Generator[int, int | str, int | None]:
        """Who speaks next, given what was said; at the end who plays alone."""
        fore, middle, rear = ((self.dealer + step) % 3 for step in (1, 2, 3))
        left = yield from self.between(middle, fore)
        left = yield from self.between(rear, left)
        if not self.bid:
            said = yield left
            if isinstance(said, str):
                return None
            self.bid = said
        return left

    def between(self, bidder: int, holder: int) -> Generator[int, int | str, int]:
        """One bids to another, until one of them passes."""
        while True:
            said = yield bidder
            if isinstance(said, str):
                return holder
            self.bid = said
            if (yield holder) == "pass":
                return bidder

    def before_play(self) -> tuple[int | None, str] | None:
        """Who speaks, or moves cards."""
        if self.bidder is not None:
            return self.bidder, "bid"
        if self.alone is None:
            return None
        if not self.call:
            what = "skat" if not self.taken_up else "game" if self.given_up else "discard"
            return self.alone, what
        return (self.alone, "open") if "ouvert" in self.call and not self.has_opened else None

    def first(self) -> int | None:
        """Forehand leads."""
        return (self.dealer + 1) % 3

    # --- cards -----------------------------------------------------------------------------------

    @property
    def trump(self) -> str:  # type: ignore[override]
        """The suit of the game, or the jacks."""
        return {"": "", "N": ""}.get(self.call[:1], "J" if self.call[:1] in "Gr" else self.call[:1])

    def suit(self, card: str) -> str:
        """A jack belongs to trump, but in null."""
        if card[0] != "J" or self.call[:1] == "N":
            return card[1]
        return self.trump or "J"

    def height(self, card: str) -> int:
        """Jacks are highest, then the ace and the ten, but in null."""
        if self.call[:1] == "N":
            return super().height(card)
        return 100 - JACKS.index(card) if card in JACKS else "789QKTA".index(card[0])

    def read(self, viewpoint: int, upto: int) -> dict[tuple[int, str], int]:
        """What the declarer has laid open is known to everybody."""
        known = super().read(viewpoint, upto)
        for seq, line in self.said:
            if seq > upto or "ouvert" not in self.call:
                continue
            if line["kind"] == "shown":
                known.setdefault((line["seat"], line["card"]), seq)
            if line.get("topic") == "game":
                gone = self.gone(ALL_SEEING, seq)
                if gone is not None or not self.taken_up:
                    for seat, card in super().read(ALL_SEEING, seq):
                        if seat == self.alone and card not in (gone or ()):
                            known.setdefault((seat, card), seq)
        return known

    # --- what it is worth ------------------------------------------------------------------------

    @property
    def skat(self) -> set[str]:
        """The two cards that were never played."""
        return self.game.deck - {each.card for each in self.plays}

    def took(self, seat: int) -> set[str]:
        """The cards of a seat's tricks."""
        return {
            each.card
            for number, taker in enumerate(self.takers)
            if taker == seat
            for each in self.trick(number)
        }

    def result(self) -> tuple[int, int, bool]:
        """The value, the points, and whether the game is won."""
        assert self.alone is not None
        tricks = self.tally[self.alone]
        if self.call in NULL:
            return NULL[self.call], 0, not tricks
        mine = {each.card for each in self.plays if each.seat == self.alone} | self.skat
        base, count = BASE[self.call[0]], points(self.took(self.alone) | self.skat)
        trumps = [*JACKS, *(rank + self.call[0] for rank in "ATKQ987" if self.call[0] != "G")]
        matadors = 1
        while matadors < len(trumps) and (trumps[matadors] in mine) == (trumps[0] in mine):
            matadors += 1
        open_, schwarz, schneider = (
            word in self.call for word in ("ouvert", "schwarz", "schneider")
        )
        schwarz = schwarz or open_
        schneider = schneider or schwarz
        is_won = count > 60 and (count >= 90 or not schneider) and (tricks == 10 or not schwarz)
        times = matadors + 1 + ("hand" in self.call) + schneider + schwarz + open_
        times += schneider or count >= 90 or count <= 30
        times += schwarz or tricks in (0, 10)
        while base * times < self.bid:
            times, is_won = times + 1, False
        return base * times, count, is_won

    def scored(self) -> Line:
        """The deal in the summary."""
        made = {"declarer": self.alone, "game": self.call, "bid": self.bid, "factor": self.factor}
        if self.alone is None:
            gains, most = self.ramsch() if self.call else ([0, 0, 0], 0)
            return {**made, "value": 0, "points": most, "won": False, "gains": gains}
        value, count, is_won = self.result()
        is_seeger, gains = self.options.get("list") == "seeger", [0, 0, 0]
        for seat in range(3):
            if seat == self.alone:
                gains[seat] = self.factor * (value if is_won else -2 * value)
                gains[seat] += (50 if is_won else -50) * is_seeger
            elif is_seeger and not is_won:
                gains[seat] = 40
        return {**made, "value": value, "points": count, "won": is_won, "gains": gains}

    def ramsch(self) -> tuple[list[int], int]:
        """Whoever has most points loses them; the skat goes to the last trick."""
        has = [
            points(self.took(seat) | (self.skat if self.taker(9) == seat else set()))
            for seat in range(3)
        ]
        if 10 in self.tally:
            return [120 if tricks == 10 else 0 for tricks in self.tally], max(has)
        each = max(has) * (2 if 0 in self.tally else 1)
        return [-each if mine == max(has) else 0 for mine in has], max(has)


class Skat(Referee):
    """One game, looked at after all of its entries."""

    name = "skat"
    deal = SkatDeal
    lowest = "7"

    def __init__(self, players: int, lines: Sequence[Line], options: dict[str, object]) -> None:
        super().__init__(players, lines, options)
        self.scored = [deal.scored() for deal in self.over]

    @property
    def totals(self) -> list[int]:
        """Points by seat."""
        return [sum(deal["gains"][seat] for deal in self.scored) for seat in range(3)]

    def winners(self) -> list[int] | None:
        """Whoever has most when the list is full."""
        if len(self.over) < self.options.get("deals", 36):
            return None
        totals = self.totals
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def detail(self) -> Line:
        """The game's own part of the summary."""
        deal = self.deals[-1] if self.deals else None
        return {
            "bid": deal.bid if deal else 0,
            "declarer": deal.alone if deal else None,
            "game": deal.call if deal else "",
            "factor": deal.factor if deal else 1,
            "totals": self.totals,
            "deals": self.scored,
        }
