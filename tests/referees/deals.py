"""Games of several deals judged slowly and obviously, from record.md and from nothing else.

What Etori and Troika have in common: deals of four hands, tricks of four cards, and what was
improper in them. It goes through all entries again for every question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referees.torite import ALL_SEEING, PUBLIC, can_be_dealt
from referees.witness import Line, Naming, standing

LOOSE = "+"
"""Behind a suit: a card that lies in the bidder's hand or among the discards."""


@dataclass
class Deal:
    """One deal, from its `dealt` to the next."""

    dealer: int
    namings: list[Naming] = field(default_factory=list)
    """Entries that name a card in a hand, also those of the kitty (kind `kitty`)."""
    plays: list[Naming] = field(default_factory=list)
    """The cards played, in order."""
    said: list[tuple[int, Line]] = field(default_factory=list)
    """What was declared and moved."""
    entries: list[int] = field(default_factory=list)
    """The numbers of its entries."""

    @property
    def tricks(self) -> list[list[Naming]]:
        """The cards played by trick; the last may not be complete."""
        return [self.plays[n : n + 4] for n in range(0, len(self.plays), 4)]

    def declared(self, topic: str) -> list[tuple[int, Any]]:
        """Who said what on that topic."""
        return [(s["seat"], s.get("value")) for _, s in self.said if s.get("topic") == topic]

    def moved(self, target: str) -> tuple[int, Line] | None:
        """The entry that moved cards there."""
        return next((said for said in self.said if said[1].get("to") == target), None)


class DealReferee:
    """One game, looked at after all of its entries."""

    hand: int
    """How many cards a seat is dealt."""

    def __init__(
        self, players: int, lines: Sequence[Line], options: dict[str, Any] | None = None
    ) -> None:
        self.players = players
        self.options = options or {}
        self.seq = len(lines)
        self.deals: list[Deal] = []
        for seq, line in standing(lines):
            self.take_in(seq, line)

    def take_in(self, seq: int, line: Line) -> None:
        """Entry `seq` happened after all others."""
        kind = line["kind"]
        if kind == "dealt":
            self.deals.append(Deal(line["dealer"]))
        now = self.deals[-1]
        now.entries.append(seq)
        if kind in ("held", "played"):
            now.namings.append(Naming(seq, kind, line["seat"], line["card"]))
            now.plays += now.namings[-1:] if kind == "played" else []
        elif kind == "moved" and line["to"] == "hand":
            now.namings += [Naming(seq, "kitty", line["seat"], e) for e in line.get("cards") or ()]
        if kind in ("moved", "declared"):
            now.said.append((seq, line))

    # --- what a game has to say ----------------------------------------------------------------

    def deck(self) -> list[str]:
        """The cards of the game."""
        raise NotImplementedError

    def seats(self, of: Deal) -> list[int]:
        """Who plays the deal, in the order of play."""
        raise NotImplementedError

    def may_lead(self, of: Deal) -> list[int]:
        """Who may lead first."""
        raise NotImplementedError

    def taker(self, of: Deal, cards: Sequence[Naming]) -> int:
        """Whose card takes a trick."""
        raise NotImplementedError

    def owed(self, of: Deal, play: Naming) -> str | None:
        """The suit that this play had to follow."""
        before = self.before(of, play)
        return before[0].card[1] if before else None

    def exchange(self, of: Deal) -> tuple[int, float] | None:
        """Who exchanges cards, and the entry from which on that hand is as it is played."""

    # --- turns ---------------------------------------------------------------------------------

    def before(self, of: Deal, play: Naming) -> list[Naming]:
        """The cards that lay on the table before this one, from its trick."""
        return [each for each in self.trick_of(of, play) if each.seq < play.seq]

    def trick_of(self, of: Deal, play: Naming) -> list[Naming]:
        """The trick of a play."""
        at = of.plays.index(play)
        return of.plays[at // 4 * 4 :][:4]

    def due(self, of: Deal, before: float = float("inf")) -> list[int]:
        """Whose turn it is in a deal, or was before entry `before`."""
        plays = [play for play in of.plays if play.seq < before]
        running = plays[len(plays) // 4 * 4 :]
        if not plays:
            return self.may_lead(of)
        if not running:
            return [self.taker(of, plays[-4:])]
        order = self.seats(of)
        start = order.index(running[0].seat)
        present = [play.seat for play in running]
        return [next(s for s in order[start:] + order[:start] if s not in present)]

    # --- what was improper ---------------------------------------------------------------------

    def findings(self, viewpoint: int = PUBLIC) -> list[Line]:
        """What the viewpoint knows now to have been improper, sorted."""
        found = []
        for deal in self.deals:
            found += self._turns(deal)
            found += self._proved(deal, viewpoint)
            found += self._someone(deal, viewpoint)
        return sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"]))

    def claims(self, of: Deal) -> list[Naming]:
        """The plays that did not follow the suit owed."""
        return [play for play in of.plays if self.owed(of, play) not in (None, play.card[1])]

    def known(self, of: Deal, viewpoint: int, upto: float) -> list[Naming]:
        """What names a card that was in the hand that was played, as far as that is sure."""
        seen = self._seen(of, viewpoint, upto)
        loose, kept = self._loose(of, viewpoint, upto)
        return [each for each in seen if each not in loose or each.card in kept]

    def _seen(self, of: Deal, viewpoint: int, upto: float) -> list[Naming]:
        return [
            each
            for each in of.namings
            if each.seq <= upto and (each.kind == "played" or viewpoint in (ALL_SEEING, each.seat))
        ]

    def discards(self, of: Deal, viewpoint: int, upto: float) -> list[str] | None:
        """The cards given up, if the viewpoint knows them."""
        move = of.moved("discard")
        if move is None or move[0] > upto or viewpoint not in (ALL_SEEING, move[1]["seat"]):
            return None
        return move[1].get("cards")

    def _loose(self, of: Deal, viewpoint: int, upto: float) -> tuple[list[Naming], set[str]]:
        """What was read of a hand before it gave up cards, and which of its cards are there."""
        if not (exchange := self.exchange(of)):
            return [], set()
        seat, settled = exchange
        mine = [each for each in self._seen(of, viewpoint, upto) if each.seat == seat]
        loose = [each for each in mine if each.seq < settled and each.kind != "played"]
        kept = {each.card for each in mine if each not in loose}
        gone = self.discards(of, viewpoint, upto)
        if gone is not None:
            kept |= {each.card for each in loose} - set(gone)
        return loose, kept

    def proof(self, of: Deal, play: Naming, viewpoint: int, upto: float) -> int | None:
        """The first entry known, up to `upto`, that names a card `play` should have been."""
        owed = self.owed(of, play)
        gone = [each.card for each in of.plays if each.seq < play.seq]
        shown = [
            each.seq
            for each in self.known(of, viewpoint, upto)
            if each.seat == play.seat and each.card[1] == owed and each.card not in gone
        ]
        return min(shown, default=None)

    def _proved(self, of: Deal, viewpoint: int) -> list[Line]:
        found = []
        for play in self.claims(of):
            seq = self.proof(of, play, viewpoint, self.seq)
            if seq is not None:
                found.append(finding("follow", "proved", play.seat, play.seq, [play.seq, seq]))
        return found

    def _someone(self, of: Deal, viewpoint: int) -> list[Line]:
        claims, since = self.claims(of), None
        for seq in of.entries:
            fits = self._fits(of, claims, viewpoint, seq)
            since = None if fits else since or seq
        return [] if since is None else [finding("follow", "someone", None, since, [])]

    def _fits(self, of: Deal, claims: Sequence[Naming], viewpoint: int, upto: int) -> bool:
        """Whether some deal explains the claims that the viewpoint knew after entry `upto`."""
        seats = self.seats(of)
        barred: dict[int, set[str]] = {seat: set() for seat in seats}
        for play in claims:
            if play.seq <= upto and self.proof(of, play, viewpoint, upto) is None:
                barred[play.seat].add(self.owed(of, play) or "")
        if not any(barred.values()):
            return True
        known = self.known(of, viewpoint, upto)
        sure = {seat: {each.card for each in known if each.seat == seat} for seat in seats}
        outside = set(self.discards(of, viewpoint, upto) or ())
        loose = {each.card for each in self._loose(of, viewpoint, upto)[0]}
        loose -= {each.card for each in known} | outside
        unseen = set(self.deck()).difference(loose, outside, *sure.values())
        bidder, _ = self.exchange(of) or (-1, 0)
        places = []
        for seat in seats:
            suits = barred[seat]
            loosely = {suit + LOOSE for suit in (suits if seat == bidder else "CDHS")}
            places.append((self.hand - len(sure[seat]), suits | loosely))
        spare = len(self.deck()) - self.hand * len(seats) - len(outside)
        places.append((spare, set()))
        labels = [card[1] for card in unseen] + [card[1] + LOOSE for card in loose]
        return can_be_dealt(sorted(labels), places)

    def _turns(self, of: Deal) -> list[Line]:
        return [
            finding("turn", "proved", play.seat, play.seq, [play.seq])
            for play in of.plays
            if play.seat not in self.due(of, play.seq)
        ]

    # --- what is possible ----------------------------------------------------------------------

    def may_play(self, of: Deal, seat: int, card: str) -> bool:
        """Whether this seat may lay that card to the running trick, as far as the hand allows."""
        running = of.plays[len(of.plays) // 4 * 4 :]
        return seat not in [play.seat for play in running] and self.may_lie(of, seat, card)

    def may_lie(self, of: Deal, seat: int, card: str) -> bool:
        """Whether that card can be in that hand now."""
        if card not in self.deck() or seat not in self.seats(of):
            return False
        if card in [play.card for play in of.plays]:
            return False
        if any(each.card == card and each.seat != seat for each in of.namings):
            return False
        mine = {each.card for each in of.namings if each.seat == seat}
        return len(mine | {card}) <= self.hand


def finding(rule: str, grade: str, seat: int | None, seq: int, proof: list[int]) -> Line:
    """A finding as a summary has it."""
    return {"rule": rule, "grade": grade, "seat": seat, "seq": seq, "proof": proof}
