"""Spades judged slowly and obviously, from classics/docs/spades.md. Knows no rules.py."""

from collections.abc import Iterator, Mapping

from classics.referee import Deal, Referee, Shown
from referees.witness import Line

WORTH: Mapping[int | str, int] = {0: 100, "blind": 200}
"""What a nil is worth."""


class SpadesDeal(Deal):
    """One deal: four bids, and tricks with spades for trump."""

    trump = "S"

    @property
    def bids(self) -> dict[int, int | str]:
        """What each seat has bid."""
        return {line["seat"]: line["value"] for _, line in self.said if line["kind"] == "declared"}

    def before_play(self) -> tuple[int | None, str] | None:
        """Who bids next."""
        if len(self.bids) == 4:
            return None
        return (self.dealer + 1 + len(self.bids)) % 4, "bid"

    def first(self) -> int | None:
        """The seat to the left of the dealer leads."""
        return (self.dealer + 1) % 4

    def is_broken(self, at: int) -> bool:
        """Whether spades may be led after so many cards."""
        is_free = self.game.options.get("broken") == "no"
        return is_free or any(each.card[1] == "S" for each in self.plays[:at])

    def owed(self, at: int, play: Shown) -> Iterator[tuple[str, set[str]]]:
        """Each rule that this play broke if its hand held one of these cards."""
        yield from super().owed(at, play)
        if at % 4 == 0 and play.card[1] == "S" and not self.is_broken(at):
            yield "unbroken", {card for card in self.game.deck if card[1] != "S"}

    def contract(self, side: int) -> int:
        """The bids of partners together."""
        bids = (self.bids[side], self.bids[side + 2])
        return sum(bid for bid in bids if isinstance(bid, int))

    def bags(self, side: int) -> int:
        """The tricks that this deal brings a side beyond its bid."""
        mine = (side, side + 2)
        nils = [seat for seat in mine if self.bids[seat] in (0, "blind")]
        bid = self.contract(side)
        all_of_them = sum(self.tally[seat] for seat in mine)
        if self.game.options.get("failed_nil") != "bags":
            return max(all_of_them - bid, 0)
        failed = sum(self.tally[seat] for seat in nils)
        return max(all_of_them - failed - bid, 0) + failed

    def gain(self, side: int, bags: int) -> int:
        """The points of a side that had so many bags before."""
        mine, points = (side, side + 2), 0
        bid = self.contract(side)
        helps = self.game.options.get("failed_nil") != "bags"
        tricks = sum(
            self.tally[seat] for seat in mine if helps or self.bids[seat] not in (0, "blind")
        )
        points += 10 * bid if tricks >= bid else -10 * bid
        for seat in mine:
            worth = WORTH.get(self.bids[seat], 0)
            points += -worth if self.tally[seat] else worth
        points += self.bags(side)
        if self.game.options.get("bags") != "free":
            points -= 100 * ((bags + self.bags(side)) // 10)
        return points


class Spades(Referee):
    """One game, looked at after all of its entries."""

    name = "spades"
    deal = SpadesDeal

    def gone(self) -> tuple[list[Line], list[int], list[int]]:
        """Each deal that is over, the bags of each side, and their points."""
        deals, bags, totals = list[Line](), [0, 0], [0, 0]
        for deal in self.over:
            gains = [deal.gain(side, bags[side]) for side in range(2)]
            bags = [(bags[side] + deal.bags(side)) % 10 for side in range(2)]
            totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
            bids = [deal.bids[seat] for seat in range(4)]
            deals.append({"bids": bids, "tricks": deal.tally, "bags": bags, "gains": gains})
        return deals, bags, totals

    def winners(self) -> list[int] | None:
        """The side with more points when one has enough, or the other too few."""
        _, __, totals = self.gone()
        low = self.options.get("limit") == "200" and min(totals) <= -200
        if totals[0] == totals[1] or not (low or max(totals) >= self.options.get("until", 500)):
            return None
        return [0, 2] if totals[0] > totals[1] else [1, 3]

    def detail(self) -> Line:
        """The game's own part of the summary."""
        deals, bags, totals = self.gone()
        newest = self.deals[-1] if self.deals else None
        is_free = self.options.get("broken") == "no"
        return {
            "bids": [newest.bids.get(seat) for seat in range(4)] if newest else [],
            "broken": newest.is_broken(52) if newest else is_free,
            "bags": bags,
            "totals": totals,
            "deals": deals,
        }
