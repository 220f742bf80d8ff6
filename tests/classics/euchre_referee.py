"""Euchre judged slowly and obviously, from classics/docs/euchre.md. Knows no rules.py."""

from __future__ import annotations

from collections.abc import Sequence

from classics.referee import ExchangingDeal, Referee
from referees.witness import Line

SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


class EuchreDeal(ExchangingDeal):
    """One deal: a card turned up, calls in two rounds, and five tricks."""

    def __init__(self, game: Euchre, number: int, said: Sequence[tuple[int, Line]]) -> None:
        super().__init__(game, number, said)
        self.options, self.exchanger = game.options, self.dealer
        self.turned: str = next((line["card"] for _, line in said if line["kind"] == "shown"), "")
        self.calls = [(seq, line) for seq, line in said if line.get("topic") == "call"]
        self.answers = [line for _, line in said if line.get("topic") == "defend"]
        self.maker: int | None = None
        self.is_ordered, self.alone = False, list[int]()
        for seq, line in self.calls:
            if line["value"] != "pass":
                what, _, alone = line["value"].partition(" ")
                self.maker, self.is_ordered = line["seat"], what == "order"
                self.trump = self.turned[1] if self.is_ordered else what
                self.alone = [line["seat"]] if alone else []
                self.taken_up = seq if self.is_ordered else 0
        self.given_up = next((seq for seq, line in said if line["kind"] == "moved"), 0)
        self.alone += [line["seat"] for line in self.answers if line["value"] == "alone"]
        self.out = frozenset((seat + 2) % 4 for seat in self.alone)  # R3, R5
        self.is_played = self.maker is not None and len(self.plays) == 5 * self.width
        self.is_over = self.is_played or (len(self.calls) == 8 and self.maker is None)  # R4

    def before_play(self) -> tuple[int | None, str] | None:
        """The card is turned up, called, discarded, and the makers are defended."""
        if not self.turned:
            return self.dealer, "turn_up"
        if self.maker is None:
            return (self.dealer + 1 + len(self.calls)) % 4, "call"
        if self.is_ordered and not self.given_up:
            return self.dealer, "discard"
        if self.maker in self.alone and self.options.get("defend") == "yes":  # R5
            others = [seat for seat in self.turns if seat % 2 != self.maker % 2]
            if len(self.alone) == 1 and len(self.answers) < 2:
                return others[len(self.answers)], "defend"
        return None

    @property
    def turns(self) -> list[int]:
        """All seats from the dealer's left."""
        return [(self.dealer + step) % 4 for step in (1, 2, 3, 4)]

    def first(self) -> int | None:
        """The first from the dealer's left who plays (R3)."""
        return next(seat for seat in self.turns if seat not in self.out)

    # --- cards -----------------------------------------------------------------------------------

    def suit(self, card: str) -> str:
        """The left bower belongs to trump (R1)."""
        return self.trump if self.trump and card == self.left_bower else card[1]

    @property
    def left_bower(self) -> str:
        """The other jack of trump's colour."""
        return f"J{SAME_COLOUR[self.trump]}"

    def height(self, card: str) -> int:
        """The bowers are highest."""
        if self.trump and card in (f"J{self.trump}", self.left_bower):
            return 101 if card[1] == self.trump else 100
        return super().height(card)

    def before(self, viewpoint: int, upto: int) -> dict[str, int]:
        """Everybody knows that the card ordered up came into the dealer's hand."""
        known = super().before(viewpoint, upto)
        if 0 < self.taken_up <= upto:
            known.setdefault(self.turned, self.taken_up)
        return known

    def outside(self, viewpoint: int, upto: int) -> set[str]:
        """A card that was turned down lies there."""
        turned_down = {self.turned} if self.turned and not self.is_ordered else set[str]()
        return super().outside(viewpoint, upto) | turned_down

    # --- what it is worth ------------------------------------------------------------------------

    def scored(self) -> Line:
        """The deal in the summary (R6)."""
        assert self.maker is not None
        makers = self.maker % 2
        tricks = sum(self.tally[seat] for seat in range(4) if seat % 2 == makers)
        gains = [0, 0]
        if tricks == 5:
            gains[makers] = 4 if self.maker in self.alone else 2
        elif tricks >= 3:
            gains[makers] = 1
        else:
            is_defended = any(seat % 2 != makers for seat in self.alone)
            gains[1 - makers] = 4 if is_defended else 2
        return {
            "maker": self.maker,
            "trump": self.trump,
            "alone": self.alone,
            "tricks": tricks,
            "gains": gains,
        }


class Euchre(Referee):
    """One game, looked at after all of its entries."""

    name = "euchre"
    deal = EuchreDeal
    lowest = "9"
    size = 5

    @property
    def totals(self) -> list[int]:
        """Points by side."""
        gains = [deal.scored()["gains"] for deal in self.over if deal.is_played]
        return [sum(each[side] for each in gains) for side in (0, 1)]

    def winners(self) -> list[int] | None:
        """The side that has enough (R7)."""
        best = max(self.totals)
        if best < self.options.get("until", 10):
            return None
        return [seat for seat in range(4) if self.totals[seat % 2] == best]

    def detail(self) -> Line:
        """The game's own part of the summary."""
        deal = self.deals[-1] if self.deals else None
        return {
            "turned": (deal.turned or None) if deal else None,
            "maker": deal.maker if deal else None,
            "alone": deal.alone if deal else [],
            "totals": self.totals,
            "deals": [deal.scored() for deal in self.over if deal.is_played],
        }
