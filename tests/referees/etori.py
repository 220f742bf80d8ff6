"""Etori judged slowly and obviously, from record.md and the rulings and nothing else."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from referees.deals import Deal, DealReferee
from referees.torite import PUBLIC
from referees.witness import RANKS, SUITS, Line, Naming

FACES = [rank + suit for suit in SUITS for rank in "JQKA"]
DEFAULTS = {
    "aces": "dealt",
    "rensho_any_time": "no",
    "payment": "seed",
    "deal": "losers",
    "six_first_lead": "winners",
    "six_end": "elimination",
    "direction": "clockwise",
    "stop_when_decided": "no",
    "trump_change": "off",
}


class Referee(DealReferee):
    """One game of Etori."""

    hand = 13

    def __init__(
        self, players: int, lines: Sequence[Line], options: dict[str, Any] | None = None
    ) -> None:
        self.chips_before: dict[int, list[int]] = {}
        """By deal: once it is dealt, what was paid before stands."""
        super().__init__(players, lines, options)

    def option(self, key: str) -> Any:
        """A house rule's value."""
        return self.options.get(key, DEFAULTS[key])

    @property
    def teams(self) -> int:
        """Of two seats each."""
        return self.players // 2

    def deck(self) -> list[str]:
        """All 52."""
        return [rank + suit for suit in SUITS for rank in RANKS]

    # --- who plays, deals and leads ------------------------------------------------------------

    def chips(self, upto: Deal | None = None) -> list[int]:
        """Chips by team before that deal, or now."""
        at = len(self.deals) if upto is None else self.deals.index(upto)
        if not at:
            return [5] * self.teams
        if upto is not None and at in self.chips_before:
            return list(self.chips_before[at])
        of = self.deals[at - 1]
        chips = self.chips(of)
        if self.is_over(of):
            won, lost, paid = self.paid(of, chips)
            chips[won] += paid
            chips[lost] -= paid
        if upto is not None:
            self.chips_before[at] = list(chips)
        return chips

    def playing(self, of: Deal) -> list[int]:
        """The two teams that play a deal."""
        alive = [team for team, left in enumerate(self.chips(of)) if left]
        return [team for team in alive if len(alive) < 3 or team != of.dealer % self.teams]

    def circle(self, start: int) -> list[int]:
        """All seats in the direction of play, from one on."""
        step = 1 if self.option("direction") == "clockwise" else -1
        return [(start + step * n) % self.players for n in range(self.players)]

    def seats(self, of: Deal) -> list[int]:
        """Both teams that play, in the direction of play."""
        playing = self.playing(of)
        return [seat for seat in self.circle(0) if seat % self.teams in playing]

    def may_lead(self, of: Deal) -> list[int]:
        """The defending team."""
        playing, dealing = self.playing(of), of.dealer % self.teams
        left_of_dealer = self.circle(of.dealer)[1] % self.teams
        at = self.deals.index(of)
        if dealing in playing:
            team = next(each for each in playing if each != dealing)
        elif not at:
            team = left_of_dealer
        elif self.option("six_first_lead") == "newcomers":
            team = next(t for t in range(self.teams) if t not in self.playing(self.deals[at - 1]))
        else:
            before = self.deals[at - 1]
            won = self.paid(before, self.chips(before))[0]
            team = won if won in playing else left_of_dealer
        return [seat for seat in range(self.players) if seat % self.teams == team]

    def deals_next(self) -> list[int]:
        """Whose seats may deal now."""
        teams = list(range(self.teams))
        if self.deals:
            of, chips = self.deals[-1], self.chips()
            won, lost, _ = self.paid(of, self.chips(of))
            if self.option("deal") == "rotate":
                seat = next(s for s in self.circle(of.dealer)[1:] if chips[s % self.teams])
                teams = [seat % self.teams]
            elif chips[lost]:
                teams = [lost]
            else:
                teams = [team for team in teams if chips[team] and team != won]
        return [seat for seat in range(self.players) if seat % self.teams in teams]

    # --- tricks --------------------------------------------------------------------------------

    def trump(self, of: Deal) -> str:
        """The trump suit of a deal."""
        said = of.declared("trump")
        return str(said[-1][1]) if said else "S"

    def rensho(self, of: Deal) -> str:
        """The ace that wins any trick."""
        return "AC" if self.trump(of) == "S" else "AS"

    def taker(self, of: Deal, cards: Sequence[Naming]) -> int:
        """The Rensho, the highest trump, or the highest card of the suit led."""

        def power(play: Naming) -> tuple[bool, bool, bool, int]:
            suit = play.card[1]
            return (
                play.card == self.rensho(of),
                suit == self.trump(of),
                suit == cards[0].card[1],
                RANKS.index(play.card[0]),
            )

        return max(cards, key=power).seat

    def owed(self, of: Deal, play: Naming) -> str | None:
        """The suit led; by house rule nothing for the Rensho."""
        if self.option("rensho_any_time") == "yes" and play.card == self.rensho(of):
            return None
        return super().owed(of, play)

    # --- faces and chips -----------------------------------------------------------------------

    def captured(self, of: Deal) -> list[list[str]]:
        """The face cards of the complete tricks, by team."""
        captured: list[list[str]] = [[] for _ in range(self.teams)]
        for trick in of.tricks:
            if len(trick) == 4:
                team = self.taker(of, trick) % self.teams
                captured[team] += [each.card for each in trick if each.card in FACES]
        return captured

    def is_over(self, of: Deal) -> bool:
        """All faces are captured, or nothing can change any more."""
        if len(of.plays) % 4:
            return False
        captured = self.captured(of)
        if sum(map(len, captured)) == 16:
            return True
        if self.option("stop_when_decided") == "no" or max(map(len, captured)) < 9:
            return False
        return len(set(self._outcomes(of, captured))) == 1

    def _outcomes(self, of: Deal, captured: list[list[str]]) -> list[int]:
        """What the losers would pay, whoever was dealt and whoever captures what is left."""
        won, lost = self._sides(of, captured)
        left = [card for card in FACES if card not in captured[won] + captured[lost]]
        aces = [card for card in left if card[0] == "A"]
        chips = self.chips(of)
        counted = 1 if self.option("aces") == "captured" else 0
        outcomes = []
        for fates in product(product([won, lost], repeat=2), repeat=len(aces)):
            dealt_and_taken = dict(zip(aces, fates, strict=True))
            if not self._can_be(of, dealt_and_taken):
                continue
            mine = [ace for ace, fate in dealt_and_taken.items() if fate[counted] == won]
            taken = [ace for ace, fate in dealt_and_taken.items() if fate[1] == won]
            for others in range(len(left) - len(aces) + 1):
                final = len(captured[won]) + len(taken) + others
                price = self.price(of, [*self._aces(of, won, captured), *mine], final)
                outcomes.append(min(chips[lost], price))
        return outcomes

    def _can_be(self, of: Deal, fates: dict[str, tuple[int, ...]]) -> bool:
        """Whether these aces, dealt to one team and taken by one each, can be played so."""
        holder, taker = fates.get(self.rensho(of), (-1, -1))
        if holder != taker:
            return False  # the Rensho takes its own trick
        best_trump = fates.get("A" + self.trump(of), (-1, -1))
        return best_trump[0] == best_trump[1] or best_trump[1] == taker

    def _sides(self, of: Deal, captured: list[list[str]]) -> tuple[int, int]:
        """The winners and the losers."""
        one, other = self.playing(of)
        if len(captured[one]) == len(captured[other]):
            holder = next(play.seat for play in of.plays if play.card == self.rensho(of))
            return (other, one) if holder % self.teams == one else (one, other)
        return (one, other) if len(captured[one]) > len(captured[other]) else (other, one)

    def _aces(self, of: Deal, team: int, captured: list[list[str]]) -> list[str]:
        """The aces that count for a team."""
        if self.option("aces") == "captured":
            return [card for card in captured[team] if card[0] == "A"]
        mine = [play.card for play in of.plays if play.seat % self.teams == team]
        return [card for card in mine if card[0] == "A"]

    def price(self, of: Deal, aces: list[str], faces: int) -> int:
        """What winners with these aces and this many faces are due."""
        by_faces = 1 if faces <= 11 else 2 if faces <= 15 else 4
        if self.option("payment") == "plain" and faces > 8:
            return by_faces
        if {self.rensho(of), "A" + self.trump(of)} & set(aces):
            return by_faces
        return 2 if aces else 4

    def paid(self, of: Deal, chips: list[int]) -> tuple[int, int, int]:
        """Winners, losers, and what they really pay."""
        captured = self.captured(of)
        won, lost = self._sides(of, captured)
        price = self.price(of, self._aces(of, won, captured), len(captured[won]))
        return won, lost, min(price, chips[lost])

    # --- what it means -------------------------------------------------------------------------

    @property
    def runs(self) -> Deal | None:
        """The running deal."""
        return self.deals[-1] if self.deals and not self.is_over(self.deals[-1]) else None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over."""
        alive = sum(1 for left in self.chips() if left)
        if self.option("six_end") == "first_bust_most_chips":
            return alive < self.teams
        return alive == 1

    def next(self) -> Line:
        """What is awaited."""
        if self.has_ended:
            return {"seat": None, "what": "over"}
        if not self.runs:
            return {"seat": None, "what": "deal"}
        due = self.due(self.runs)
        return {"seat": due[0] if len(due) == 1 else None, "what": "play"}

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        chips, of = self.chips(), self.runs
        told = []
        for deal in self.deals:
            if deal is not of:
                won, _, paid = self.paid(deal, self.chips(deal))
                told.append(
                    {
                        "dealer": deal.dealer % self.teams,
                        "winner": won,
                        "faces": [len(each) for each in self.captured(deal)],
                        "chips": paid,
                    }
                )
        most = [team for team, left in enumerate(chips) if left == max(chips)]
        winners = [seat for seat in range(self.players) if seat % self.teams in most]
        sits = of is not None and all(chips) and self.teams == 3
        return {
            "game": "etori",
            "players": self.players,
            "status": "finished" if self.has_ended else "playing",
            "seq": self.seq,
            "next": self.next(),
            "winner": winners if self.has_ended else None,
            "findings": self.findings(viewpoint),
            "detail": {
                "chips": chips,
                "faces": [len(each) for each in self.captured(of)] if of else [0] * self.teams,
                "sitting": of.dealer % self.teams if of and sits else None,
                "deals": told,
            },
        }

    def allows(self, line: Line) -> bool:
        """Whether this well-formed happening is possible now."""
        kind, of = line["kind"], self.runs
        if self.has_ended or kind in ("shown", "moved"):
            return False
        if kind == "dealt":
            return not of and line["dealer"] in self.deals_next()
        if kind == "declared":
            may_change = self.option("trump_change") == "on" and line["topic"] == "trump"
            return may_change and of is not None and not of.plays
        seat, card = line["seat"], line["card"]
        if kind == "played":
            return of is not None and self.may_play(of, seat, card)
        if not self.deals or (of and seat in [play.seat for play in of.plays]):
            return False
        return self.may_lie(self.deals[-1], seat, card)
