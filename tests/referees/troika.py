"""Troika judged slowly and obviously, from record.md and the rulings and nothing else."""

import re
from collections.abc import Sequence
from typing import Any

from referees.deals import Deal, DealReferee, finding
from referees.torite import PUBLIC
from referees.witness import Line, Naming

NORMAL = {"C": "AKQJT987", "D": "AKQJT987", "H": "AKQJT9875", "S": "AKQJT9873"}
"""From high to low, with the two sevens that only Saskatchewan has."""
LOW = {"C": "789TJQKA", "D": "789TJQKA", "H": "789TJQKA5", "S": "789TJQKA3"}


class Referee(DealReferee):
    """One game of Troika."""

    hand = 8

    def option(self, key: str) -> Any:
        """A house rule's value."""
        saskatchewan = self.options.get("variant") == "saskatchewan"
        defaults = {
            "variant": "base",
            "nt_increase": "off",
            "min_bid": 7 if saskatchewan else 6,
            "double_defenders": "no",
            "bid_out": 45,
            "bid_out_62": "same",
            "win": "any",
            "low_specials": "lowest",
            "low_rank": "above_no",
            "kitty": "after_trump",
            "all_pass": "dealer_forced",
            "misdeal": "on",
            "minus_loses": "off",
            "overtricks": "yes",
            "kaiser_bid": "off",
        }
        return self.options.get(key, defaults[key])

    @property
    def has_kitty(self) -> bool:
        """Saskatchewan."""
        return bool(self.option("variant") == "saskatchewan")

    def deck(self) -> list[str]:
        """32 cards, or 34."""
        cards = [rank + suit for suit in "CDHS" for rank in NORMAL[suit]]
        return [card for card in cards if self.has_kitty or card not in ("7H", "7S")]

    def seats(self, _: Deal) -> list[int]:
        """All four, clockwise."""
        return [0, 1, 2, 3]

    def may_lead(self, of: Deal) -> list[int]:
        """The high bidder."""
        return [self.high(of)[0]]

    # --- the bidding ---------------------------------------------------------------------------

    def bids(self, of: Deal) -> list[tuple[int, str]]:
        """Who bid what."""
        return of.declared("bid")

    def high(self, of: Deal) -> tuple[int, str]:
        """The highest bid: the last that was none of the passes."""
        return [bid for bid in self.bids(of) if bid[1] != "pass"][-1]

    def is_void(self, of: Deal) -> bool:
        """Thrown in: a misdeal, or all passed."""
        return bool(of.declared("misdeal")) or [bid for _, bid in self.bids(of)] == ["pass"] * 4

    def order(self) -> list[str]:
        """All bids from low to high; of equal ones the first stands for both."""
        return [f"{number}{kind}" for number in range(5, 13) for kind in ("", "N", "L")]

    def rank(self, bid: str) -> int:
        """Where a bid stands in that order."""
        if self.option("low_rank") == "equal_no":
            bid = bid.replace("L", "N")
        return self.order().index(bid)

    def may_bid(self, of: Deal, seat: int, bid: str) -> bool:
        """Whether that bid is possible now."""
        number = len(self.bids(of))
        if number == 4 or seat != (of.dealer + 1 + number) % 4:
            return False
        bids = [each for _, each in self.bids(of) if each != "pass"]
        if bid == "pass":
            return number < 3 or bool(bids) or self.option("all_pass") == "redeal"
        if bid.endswith("L") and not self.has_kitty:
            return False
        if int(re.sub("[NL]", "", bid)) < self.option("min_bid"):
            return False
        if not bids:
            return True
        if seat == of.dealer:
            return self.rank(bid) >= self.rank(bids[-1])
        return self.rank(bid) > self.rank(bids[-1])

    def trump(self, of: Deal) -> str | None:
        """A suit, `none`, `low`, or None while it is not known."""
        if len(self.bids(of)) < 4:
            return None
        bid = self.high(of)[1]
        if bid[-1] in "NL":
            return "none" if bid[-1] == "N" else "low"
        named = of.declared("trump")
        return str(named[0][1]) if named else None

    # --- the kitty -----------------------------------------------------------------------------

    def exchange(self, of: Deal) -> tuple[int, float] | None:
        """The high bidder, in Saskatchewan."""
        if not self.has_kitty or len(self.bids(of)) < 4:
            return None
        return self.high(of)[0], self._settled(of)

    def _settled(self, of: Deal) -> float:
        """The entry by which the bidder has given up two cards."""
        discard = of.moved("discard")
        if discard:
            return discard[0]
        ends = [play.seq for play in of.plays[:1]]
        if self.option("kitty") == "before_trump":
            ends += [seq for seq, said in of.said if said.get("topic") == "trump"]
        return min(ends, default=float("inf"))

    def may_lie(self, of: Deal, seat: int, card: str) -> bool:
        """Whether that card can be in that hand now: the bidder's has ten cards for a while."""
        exchange, move = self.exchange(of), of.moved("discard")
        discards = set((move and move[1].get("cards")) or ())
        if not exchange or seat != exchange[0]:
            return card not in discards and super().may_lie(of, seat, card)
        if card not in self.deck() or card in [play.card for play in of.plays]:
            return False
        if any(each.card == card and each.seat != seat for each in of.namings):
            return False
        mine = [each for each in of.namings if each.seat == seat]
        settled = exchange[1]
        ever = {each.card for each in mine} | {card} | discards
        if card in discards or len(ever) > 10:
            return False
        if settled == float("inf"):
            has_kitty = self.trump(of) is not None or self.option("kitty") == "before_trump"
            return has_kitty or len(ever) <= 8
        played = {each.card for each in mine if each.seq > settled or each.kind == "played"}
        if discards:
            played |= {each.card for each in mine} - discards
        return len(played | {card}) <= 8

    def may_move(self, of: Deal, line: Line) -> bool:
        """Whether cards can move so now."""
        exchange = self.exchange(of)
        if not exchange or line["seat"] != exchange[0] or line["count"] != 2:
            return False
        if exchange[1] != float("inf") or of.plays:
            return False
        if self.option("kitty") == "after_trump" and self.trump(of) is None:
            return False
        cards, mine = (
            line.get("cards") or [],
            {e.card for e in of.namings if e.seat == line["seat"]},
        )
        if (line["from"], line["to"]) == ("kitty", "hand"):
            if of.moved("hand") or len(mine) > 8 or mine & set(cards):
                return False
            return all(self.may_lie(of, line["seat"], card) for card in cards)
        if (line["from"], line["to"]) == ("hand", "discard"):
            if {"5H", "3S"} & set(cards) or len(mine | set(cards)) > 10:
                return False
            return all(self.may_lie(of, line["seat"], card) for card in cards)
        return False

    # --- tricks and points ---------------------------------------------------------------------

    def taker(self, of: Deal, cards: Sequence[Naming]) -> int:
        """The highest trump, or the highest card of the suit led."""
        trump, led = self.trump(of), cards[0].card[1]
        order = dict(NORMAL)
        if trump == "low":
            order = dict(LOW)
            if self.option("low_specials") == "highest":
                order = {suit: ranks[::-1] for suit, ranks in NORMAL.items()}
        suit = trump if trump in [each.card[1] for each in cards] else led
        best = min(
            (e for e in cards if e.card[1] == suit), key=lambda e: order[suit].index(e.card[0])
        )
        return best.seat

    def points(self, of: Deal) -> list[int]:
        """By side: a point a trick, five for 5H, three less for 3S."""
        points = [0, 0]
        for trick in of.tricks:
            if len(trick) == 4:
                cards = [each.card for each in trick]
                worth = 1 + 5 * ("5H" in cards) - 3 * ("3S" in cards)
                points[self.taker(of, trick) % 2] += worth
        return points

    # --- what it means -------------------------------------------------------------------------

    def match(self) -> tuple[list[int], int, list[Line], int | None]:
        """Totals, target, the deals that count, and the side that has won."""
        totals, target, told = [0, 0], 52, []
        won: int | None = None
        for of in self.deals:
            if len(of.plays) < 32:
                continue
            seat, bid = self.high(of)
            side, number = seat % 2, int(re.sub("[NL]", "", bid))
            points, twice = self.points(of), 2 if bid[-1] in "NL" else 1
            made = points[side] >= number
            scored = [0, 0]
            scored[side] = -number * twice
            if made:
                scored[side] = twice * (
                    points[side] if self.option("overtricks") == "yes" else number
                )
            limit = self.option("bid_out")
            if target == 62 and self.option("bid_out_62") != "same":
                limit = self.option("bid_out_62")
            scored[1 - side] = points[1 - side]
            if limit != "none" and totals[1 - side] >= limit and points[1 - side] > 0:
                scored[1 - side] = 0
            if self.option("double_defenders") == "yes":
                scored[1 - side] *= twice
            if made and twice == 2 and self.option("nt_increase") == "on":
                target = 62
            totals = [total + more for total, more in zip(totals, scored, strict=True)]
            told.append(
                {
                    "dealer": of.dealer,
                    "bidder": side,
                    "bid": bid,
                    "trump": self.trump(of),
                    "points": points,
                    "scored": scored,
                }
            )
            won = self._winner(totals, target, side, bid, made)
        return totals, target, told, won

    def _winner(
        self, totals: list[int], target: int, side: int, bid: str, made: bool
    ) -> int | None:
        if self.option("kaiser_bid") == "on" and bid == "12N":
            return side if made else 1 - side
        if self.option("minus_loses") == 52:
            if totals[side] <= -52:
                return 1 - side
            if totals[1 - side] <= -52:
                return side
        if totals[side] >= target:
            return side
        if totals[1 - side] >= target and self.option("win") == "any":
            return 1 - side
        return None

    def next(self) -> Line:
        """What is awaited."""
        if self.match()[3] is not None:
            return {"seat": None, "what": "over"}
        if not self.deals:
            return {"seat": None, "what": "deal"}
        of = self.deals[-1]
        if self.is_void(of):
            return {"seat": of.dealer, "what": "deal"}
        if len(of.plays) == 32:
            return {"seat": (of.dealer + 1) % 4, "what": "deal"}
        if of.plays:
            return {"seat": self.due(of)[0], "what": "play"}
        number = len(self.bids(of))
        if number < 4:
            return {"seat": (of.dealer + 1 + number) % 4, "what": "bid"}
        what = ["trump"] if self.trump(of) is None else []
        if self.has_kitty and self._settled(of) == float("inf"):
            what.insert(len(what) if self.option("kitty") == "after_trump" else 0, "discard")
        return {"seat": self.high(of)[0], "what": [*what, "play"][0]}

    def findings(self, viewpoint: int = PUBLIC) -> list[Line]:
        """With the discards that should not have been."""
        found = super().findings(viewpoint)
        for of in self.deals:
            cards = [play.card for play in of.plays]
            if len(cards) == 32 and not {"5H", "3S"} <= set(cards):
                move = of.moved("discard")
                seq = move[0] if move else of.plays[-1].seq
                found.append(finding("discard", "proved", self.high(of)[0], seq, [seq]))
        return sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"]))

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        totals, target, told, won = self.match()
        runs = self.next()["what"] not in ("deal", "over")
        of = self.deals[-1] if runs else None
        has_bid = of is not None and any(bid != "pass" for _, bid in self.bids(of))
        high = self.high(of) if of and has_bid else None
        return {
            "game": "troika",
            "players": 4,
            "status": "playing" if won is None else "finished",
            "seq": self.seq,
            "next": self.next(),
            "winner": None if won is None else [won, won + 2],
            "findings": self.findings(viewpoint),
            "detail": {
                "totals": totals,
                "target": target,
                "high": {"seat": high[0], "bid": high[1]} if high else None,
                "trump": self.trump(of) if of else None,
                "points": self.points(of) if of else [0, 0],
                "deals": told,
            },
        }

    def allows(self, line: Line) -> bool:
        """Whether this well-formed happening is possible now."""
        kind, awaited = line["kind"], self.next()
        what = awaited["what"]
        if what == "over" or kind == "shown":
            return False
        if kind == "dealt":
            return what == "deal" and awaited["seat"] in (None, line["dealer"])
        if what == "deal":
            return False
        of = self.deals[-1]
        if kind == "moved":
            return self.may_move(of, line)
        if kind == "declared":
            return self._allows_declared(of, line)
        seat, card = line["seat"], line["card"]
        if kind == "held":
            if seat in [play.seat for play in of.plays]:
                return False
            return self.may_lie(of, seat, card)
        if len(self.bids(of)) < 4 or self.trump(of) is None:
            return False
        if self.exchange(of) and not of.plays:  # by this card nobody has seen a discard
            of.plays.append(Naming(self.seq + 1, "played", seat, ""))
            possible = self.may_lie(of, seat, card)
            of.plays.pop()
            return possible
        return self.may_play(of, seat, card)

    def _allows_declared(self, of: Deal, line: Line) -> bool:
        topic, seat = line["topic"], line["seat"]
        if topic == "bid":
            return self.may_bid(of, seat, line["value"])
        if topic == "misdeal":
            against = {
                each.card
                for each in of.namings
                if each.seat == seat and (each.card[0] in "AKQJ" or each.card in ("5H", "3S"))
            }
            has_bid = [each for each, _ in self.bids(of)]
            possible = self.option("misdeal") == "on" and len(has_bid) < 4
            return possible and seat in range(4) and seat not in has_bid and not against
        if topic == "trump":
            if len(self.bids(of)) < 4 or self.trump(of) is not None:
                return False
            return bool(seat == self.high(of)[0])
        return False
