"""Bridge judged slowly and obviously, from classics/docs/bridge.md. Knows no rules.py."""

from classics.referee import Deal, Referee
from referees.witness import Line

CALLS = ("pass", "double", "redouble")
DOWN = {False: (100, 200, 200), True: (200, 300, 300)}
"""Doubled, for the first tricks that are missing; each more is 300."""
VULNERABLE = "-NEBNEB-EB-NB-NE"
"""The sides by board, where board 1 is dealt by N, as the laws of duplicate have them (B6)."""


class BridgeDeal(Deal):
    """One deal: an auction, and the play of a contract."""

    @property
    def calls(self) -> list[tuple[int, str]]:
        """Everything that was called."""
        said = (line for _, line in self.said if line["kind"] == "declared")
        return [(line["seat"], line["value"]) for line in said if line["topic"] == "bid"]

    @property
    def is_bid(self) -> bool:
        """Whether the auction is over."""
        calls = [call for _, call in self.calls]
        return len(calls) >= 4 and calls[-3:] == ["pass"] * 3

    @property
    def contract(self) -> Line | None:
        """The last bid, its doubles, and who has first named its strain."""
        bids = [(seat, call) for seat, call in self.calls if call not in CALLS]
        if not bids:
            return None
        bidder, bid = bids[-1]
        after = [call for _, call in self.calls[self.calls.index((bidder, bid)) :]]
        named = [seat for seat, call in bids if (seat - bidder) % 2 == 0 and call[1] == bid[1]]
        doubled = 2 if "redouble" in after else int("double" in after)
        return {"bid": bid, "doubled": doubled, "declarer": named[0]}

    @property
    def trump(self) -> str:  # type: ignore[override]
        """The strain of the contract."""
        return self.contract["bid"][1] if self.contract else ""

    @property
    def dummy(self) -> int:
        """The declarer's partner."""
        assert self.contract is not None
        seat: int = (self.contract["declarer"] + 2) % 4
        return seat

    def finish(self) -> bool:
        """Whether all cards are played, or nobody has bid."""
        return self.is_over or (self.is_bid and self.contract is None)

    def before_play(self) -> tuple[int | None, str] | None:
        """Who calls, or lays the hand open."""
        if not self.is_bid:
            return (self.dealer + len(self.calls)) % 4, "bid"
        opened = any(line.get("topic") == "open" for _, line in self.said)
        return (self.dummy, "open") if self.plays and not opened else None

    def first(self) -> int | None:
        """The seat to the left of the declarer leads."""
        return (self.contract["declarer"] + 1) % 4 if self.contract else None

    def read(self, viewpoint: int, upto: int) -> dict[tuple[int, str], int]:
        """What everybody sees of the dummy from the first card on, and what each knows of hands."""
        known = super().read(viewpoint, upto)
        if not self.plays or self.plays[0].seq > upto:
            return known
        led = self.plays[0].seq
        for seq, line in self.said:
            card = (self.dummy, line.get("card", ""))
            if seq > upto or line.get("seat") != self.dummy or card in known:
                continue
            if line["kind"] == "held":
                known[card] = led
            elif line["kind"] == "shown":
                known[card] = seq
        return known

    @property
    def tricks(self) -> int:
        """Those of the declarer's side."""
        return sum(self.tally[self.contract["declarer"] % 2 :: 2]) if self.contract else 0

    # --- what it is worth ------------------------------------------------------------------------

    @property
    def below(self) -> int:
        """The points of the tricks that were bid, if they were made."""
        if self.contract is None or self.over < 0:
            return 0
        first, each = {"C": (20, 20), "D": (20, 20), "N": (40, 30)}.get(self.trump, (30, 30))
        level = int(self.contract["bid"][0])
        points: int = (first + each * (level - 1)) * (1, 2, 4)[self.contract["doubled"]]
        return points

    @property
    def over(self) -> int:
        """The tricks beyond the contract."""
        assert self.contract is not None
        return self.tricks - 6 - int(self.contract["bid"][0])

    def plus(self, is_vulnerable: bool) -> int:
        """What a contract that was made scores besides, in a rubber and on a board."""
        assert self.contract is not None
        doubled, level = self.contract["doubled"], int(self.contract["bid"][0])
        each = 20 if self.trump in "CD" else 30
        if doubled:
            each = (200 if is_vulnerable else 100) * (1, 1, 2)[doubled]
        slam = {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[is_vulnerable]
        points: int = self.over * each + slam + 50 * doubled
        return points

    def penalty(self, is_vulnerable: bool) -> int:
        """What the defenders score."""
        assert self.contract is not None
        if not self.contract["doubled"]:
            return -self.over * (100 if is_vulnerable else 50)
        each = [*DOWN[is_vulnerable], *[300] * 10]
        points: int = sum(each[: -self.over]) * self.contract["doubled"]
        return points

    def honours(self) -> list[int]:
        """By side, for what was dealt to one hand."""
        gains = [0, 0]
        for seat in range(4):
            hand = {play.card for play in self.plays if play.seat == seat}
            if self.trump == "N":
                gains[seat % 2] += 150 * (hand >= {"AC", "AD", "AH", "AS"})
            else:
                has = len(hand & {rank + self.trump for rank in "AKQJT"})
                gains[seat % 2] += {4: 100, 5: 150}.get(has, 0)
        return gains


class Bridge(Referee):
    """One game, looked at after all of its entries."""

    name = "bridge"
    deal = BridgeDeal

    def gone(self) -> tuple[list[Line], list[int], list[int]]:
        """Each deal that is over, the points below the line, and the games."""
        self.over = [deal for deal in self.deals if deal.finish()]
        self.runs = next((deal for deal in self.deals if not deal.finish()), None)
        deals, below, games = list[Line](), [0, 0], [0, 0]
        is_rubber = self.options.get("scoring", "rubber") == "rubber"
        for number, deal in enumerate(self.over):
            gains = [0, 0]
            if deal.contract is not None:
                side = deal.contract["declarer"] % 2
                weak = games[side] > 0 if is_rubber else self.on_board(number, deal.dealer)[side]
                if deal.over < 0:
                    gains[1 - side] += deal.penalty(weak)
                else:
                    gains[side] += deal.below + deal.plus(weak)
                    if not is_rubber:
                        gains[side] += (500 if weak else 300) if deal.below >= 100 else 50
                    below[side] += deal.below
                if is_rubber and below[side] >= 100:
                    below, games[side] = [0, 0], games[side] + 1
                    gains[side] += (500 if games[1 - side] else 700) if games[side] == 2 else 0
                if is_rubber and self.options.get("honours", "yes") == "yes":
                    gains = [sum(each) for each in zip(gains, deal.honours(), strict=True)]
            deals.append({"contract": deal.contract, "tricks": deal.tricks, "gains": gains})
        return deals, below if is_rubber else [0, 0], games

    def on_board(self, number: int, dealer: int) -> list[bool]:
        """Which sides are vulnerable: the dealer is N, E, S, W, N …, and N sits where that fits."""
        sides, north = VULNERABLE[number % 16], (dealer - number) % 2
        is_so = [sides in ("N", "B"), sides in ("E", "B")]
        return is_so if north == 0 else is_so[::-1]

    def totals(self) -> list[int]:
        """The points of each side."""
        deals, *_ = self.gone()
        return [sum(deal["gains"][side] for deal in deals) for side in range(2)]

    def winners(self) -> list[int] | None:
        """The side with more points, or both."""
        deals, _, games = self.gone()
        is_rubber = self.options.get("scoring", "rubber") == "rubber"
        is_over = 2 in games if is_rubber else len(deals) == self.options.get("boards", 4)
        totals = self.totals()
        return [seat for seat in range(4) if totals[seat % 2] == max(totals)] if is_over else None

    def detail(self) -> Line:
        """The game's own part of the summary."""
        deals, below, games = self.gone()
        is_rubber = self.options.get("scoring", "rubber") == "rubber"
        dealer = self.runs.dealer if self.runs else self.next()["seat"]
        if is_rubber:
            weak = [won > 0 for won in games]
        else:
            weak = self.on_board(len(self.over), dealer or 0)
        return {
            "contract": self.deals[-1].contract if self.deals else None,
            "vulnerable": weak,
            "below": below,
            "games": games,
            "totals": self.totals(),
            "deals": deals,
        }
