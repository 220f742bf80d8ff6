"""Hearts judged slowly and obviously, from classics/docs/hearts.md. Knows no rules.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from classics.referee import Deal, Referee, Shown
from referees.torite import ALL_SEEING
from referees.witness import Line, rank

WAYS = {3: (1, 2, 0), 4: (1, 3, 2, 0), 5: (1, 4, 0)}


def is_penalty(card: str) -> bool:
    """A heart, or the queen of spades."""
    return card[1] == "H" or card == "QS"


class HeartsDeal(Deal):
    """One deal: a pass, and tricks without trump."""

    def __init__(self, game: Hearts, number: int, said: Sequence[tuple[int, Line]]) -> None:
        super().__init__(game, number, said)
        self.options, self.to = game.options, game.way(number)
        self.passes = [(seq, line) for seq, line in said if line["kind"] == "moved"]

    def before_play(self) -> tuple[int | None, str] | None:
        """Who still has to pass."""
        if not self.to or len(self.passes) == self.players:
            return None
        left = {*range(self.players)} - {line["seat"] for _, line in self.passes}
        return min(left) if len(left) == 1 else None, "pass"

    # --- what it comes to ------------------------------------------------------------------------

    def taken(self, seat: int) -> list[str]:
        """The cards of a seat's tricks."""
        mine = [self.trick(at) for at, taker in enumerate(self.takers) if taker == seat]
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
            mine, theirs = (-26, 0) if self.options.get("moon") == "off" else (0, 26)
            gains = [mine if seat == self.moon else theirs for seat in range(self.players)]
        if self.options.get("jack") == "yes":
            gains = [gain - 10 * ("JD" in self.taken(seat)) for seat, gain in enumerate(gains)]
        return gains

    # --- what may be played ----------------------------------------------------------------------

    def is_broken(self, at: int) -> bool:
        """Whether hearts may be led after so many cards."""
        gone = [each.card for each in self.plays[:at]]
        queen = self.options.get("broken") == "queen" and "QS" in gone
        return queen or any(card[1] == "H" for card in gone)

    def is_early(self, card: str, lead: str) -> bool:
        """Whether this is a penalty that should not have been thrown in the first trick."""
        is_clean = self.options.get("first_trick") != "any"
        return is_clean and is_penalty(card) and card[1] != lead[1]

    def owed(self, at: int, play: Shown) -> Iterator[tuple[str, set[str]]]:
        """Each rule that this play broke if its hand held one of these cards."""
        yield from super().owed(at, play)
        deck, lead = self.game.deck, self.lead(at)
        if at == 0:
            if play.card != min((card for card in deck if card[1] == "C"), key=rank):
                yield "opening", {play.card}
        elif at % self.players == 0:
            if play.card[1] == "H" and not self.is_broken(at):
                yield "unbroken", {card for card in deck if card[1] != "H"}
        elif at < self.players and self.is_early(play.card, lead):
            yield (
                "first_trick",
                {card for card in deck if not is_penalty(card) and card[1] != lead[1]},
            )

    # --- what is known of hands ------------------------------------------------------------------

    def read(self, viewpoint: int, upto: int) -> dict[tuple[int, str], int]:
        """After the pass: what was kept, if it is known what was not; and what was taken up."""
        known = super().read(viewpoint, upto)
        if not self.to or self.before_play() or self.passes[-1][0] > upto:
            return known
        done, after = self.passes[-1][0], dict[tuple[int, str], int]()
        given = {line["seat"]: line.get("cards") for _, line in self.passes}
        for (seat, card), seq in known.items():
            sees = viewpoint in (ALL_SEEING, seat, (seat + self.to) % self.players)
            cards = given[seat] if sees else None
            if seq > done or (cards is not None and card not in cards):
                after[seat, card] = seq
        for giver, cards in given.items():
            taker = (giver + self.to) % self.players
            if viewpoint in (ALL_SEEING, giver, taker):
                after.update(((taker, card), done) for card in cards or ())
        return after


class Hearts(Referee):
    """One game, looked at after all of its entries."""

    name = "hearts"
    deal = HeartsDeal
    left_out: ClassVar = {3: {"2D"}, 5: {"2D", "2C"}}

    def way(self, number: int) -> int:
        """How many seats to the left the cards of a deal, from 0, are passed."""
        match self.options.get("pass", "rotate"):
            case "rotate":
                return WAYS[self.players][number % len(WAYS[self.players])]
            case "left":
                return 1
        return 0

    @property
    def totals(self) -> list[int]:
        """Points by seat."""
        return [sum(deal.gains[seat] for deal in self.over) for seat in range(self.players)]

    def winners(self) -> list[int] | None:
        """Whoever has fewest when somebody has too many."""
        totals = self.totals
        if max(totals) < self.options.get("until", 100):
            return None
        return [seat for seat, total in enumerate(totals) if total == min(totals)]

    def detail(self) -> Line:
        """The game's own part of the summary."""
        deal = self.deals[-1] if self.deals else None
        return {
            "pass_to": self.way(len(self.over)),
            "broken": deal.is_broken(52) if deal else False,
            "points": deal.points if deal else [],
            "totals": self.totals,
            "deals": [{"moon": each.moon, "gains": each.gains} for each in self.over],
        }
