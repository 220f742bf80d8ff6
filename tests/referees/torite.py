"""The Torite judged slowly and obviously, from record.md and from nothing else of this project.

It tries out where the rules core computes, and `revokes` has even seen all hands being dealt.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations

from referees.witness import HAND, Line, Naming, Round, Witness, deck, rank

PUBLIC, ALL_SEEING = -1, -2
VIEWPOINTS = (PUBLIC, ALL_SEEING, 0, 1)


def can_be_dealt(unseen: Iterable[str], places: Sequence[tuple[int, set[str]]]) -> bool:
    """Whether cards of these suits fit into places, each with its room and the suits barred there.

    Card by card; one that finds no room asks those lying there to move over, as far as it takes.
    """
    lying: list[list[str]] = [[] for _ in places]

    def lay(suit: str, asked: set[int]) -> bool:
        for number, (room, barred) in enumerate(places):
            if suit in barred or number in asked:
                continue
            asked.add(number)
            if len(lying[number]) < room:
                lying[number].append(suit)
                return True
            for index, other in enumerate(lying[number]):
                if lay(other, asked):
                    lying[number][index] = suit
                    return True
        return False

    return all(lay(suit, set()) for suit in unseen)


class Referee(Witness):
    """A witness who also says what was improper, and what it all means."""

    # --- what was improper ---------------------------------------------------------------------

    def findings(self, viewpoint: int = PUBLIC) -> list[Line]:
        """What the viewpoint knows now to have been improper, sorted."""
        found = [*self._turns(), *self._starter(viewpoint)]
        for each in self.rounds:
            found += self._proved(each, viewpoint)
            found += self._someone(each, viewpoint)
        return sorted(found, key=lambda one: (one["seq"], one["rule"], one["grade"]))

    def claims(self, of: Round) -> list[Naming]:
        """The plays that did not follow the suit led."""
        return [
            play
            for play in of.plays
            if (trick := of.trick_of(play, self.seats)) and trick[0].card[1] != play.card[1]
        ]

    def proof(self, of: Round, play: Naming, viewpoint: int, upto: float) -> int | None:
        """The first entry known, up to `upto`, that names a card `play` should have been."""
        owed = of.trick_of(play, self.seats)[0].card[1]
        gone = [each.card for each in of.plays if each.seq < play.seq]
        shown = [
            each.seq
            for each in of.namings
            if each.seq <= upto
            and each.seat == play.seat
            and each.card[1] == owed
            and each.card not in gone
            and (each.kind != "held" or viewpoint in (ALL_SEEING, each.seat))
        ]
        return min(shown, default=None)

    def _proved(self, of: Round, viewpoint: int) -> list[Line]:
        found = []
        for play in self.claims(of):
            seq = self.proof(of, play, viewpoint, self.seq)
            if seq is not None:
                found.append(_finding("follow", "proved", play.seat, play.seq, [play.seq, seq]))
        return found

    def _someone(self, of: Round, viewpoint: int) -> list[Line]:
        claims, since = self.claims(of), None
        for seq in of.entries:
            fits = self._fits(of, claims, viewpoint, seq)
            since = None if fits else since or seq
        return [] if since is None else [_finding("follow", "someone", None, since, [])]

    def _fits(self, of: Round, claims: Sequence[Naming], viewpoint: int, upto: int) -> bool:
        """Whether some deal explains the claims that the viewpoint knew after entry `upto`."""
        known: dict[int, set[str]] = {seat: set() for seat in range(self.seats)}
        for each in of.namings:
            if each.seq <= upto and (each.kind != "held" or viewpoint in (ALL_SEEING, each.seat)):
                known[each.seat].add(each.card)
        barred: dict[int, set[str]] = {seat: set() for seat in range(self.seats)}
        for play in claims:
            if play.seq <= upto and self.proof(of, play, viewpoint, upto) is None:
                barred[play.seat].add(of.trick_of(play, self.seats)[0].card[1])
        if not any(barred.values()):
            return True
        unseen = set(deck(self.players)).difference(of.left_before, *known.values())
        if self.set_aside and self.set_aside[0] <= upto:
            unseen.discard(self.set_aside[1])
        places = [(HAND - len(known[seat]), barred[seat]) for seat in range(self.seats)]
        places.append((len(unseen) - sum(room for room, _ in places), set()))
        return can_be_dealt((card[1] for card in sorted(unseen)), places)

    def _turns(self) -> list[Line]:
        return [
            _finding("turn", "proved", play.seat, play.seq, [play.seq])
            for each in self.rounds
            for play in each.plays
            if play.seat != self.due(each, play.seq)
        ]

    def _starter(self, viewpoint: int) -> list[Line]:
        if self.leader is None:
            return []
        seq, leader = self.leader
        start, since = ("2C" if self.players == 4 else "5C"), 0
        if self.set_aside and self.set_aside[1] == start:
            start, since = "6C", self.set_aside[0]
        elsewhere = [
            each.seq
            for each in self.rounds[0].namings
            if each.card == start
            and each.seat != leader
            and (each.kind != "held" or viewpoint in (ALL_SEEING, each.seat))
        ]
        if not elsewhere:
            return []
        return [_finding("starter", "proved", leader, seq, [seq, max(since, min(elsewhere))])]

    # --- what it means -------------------------------------------------------------------------

    def possible(self) -> bool:
        """Whether counts and kept cards can still win."""
        suits = [card[1] for each in self.rounds for card in each.kept.values()]
        suits += [self.set_aside[1][1]] if self.set_aside else []
        target = {2: (8, 4), 3: (8, 4, 0), 4: (6, 4, 2, 0)}[self.seats]
        goals = [[order, order[::-1]] for order in permutations(target)]
        reachable = any(
            all(
                count <= most
                for each, mosts in zip(self.rounds, goal, strict=False)
                for count, most in zip(self.counts(each), mosts, strict=True)
            )
            for goal in goals
        )
        return reachable and len(suits) == len(set(suits))

    def score(self) -> int:
        """Rank kept by who took most tricks, less that of who took fewest, plus 12."""
        counts = self.counts(self.rounds[-1])
        by_round_1 = self.options.get("score_cards_2p") == "round1"
        kept = self.rounds[0 if by_round_1 else -1].kept
        most, fewest = counts.index(max(counts)), counts.index(min(counts))
        return rank(kept[most]) - rank(kept[fewest]) + 12

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""
        findings, over = self.findings(viewpoint), self.phase == "over"
        revoked = any(each["rule"] == "follow" and each["grade"] == "proved" for each in findings)
        won = self.possible() and not revoked if over else None
        return {
            "game": "torite",
            "players": self.players,
            "status": "finished" if over else "playing",
            "seq": self.seq,
            "next": self.next(),
            "winner": None if won is None else list(range(self.seats)) if won else [],
            "findings": findings,
            "detail": {
                "rounds": [
                    {
                        "tricks": self.counts(each),
                        "kept": [each.kept.get(seat) for seat in range(self.seats)],
                    }
                    for each in self.rounds
                ],
                "set_aside": self.set_aside[1] if self.set_aside else None,
                "won": won,
                "score": self.score() if won else None,
                "possible": self.possible(),
            },
        }


def _finding(rule: str, grade: str, seat: int | None, seq: int, proof: list[int]) -> Line:
    return {"rule": rule, "grade": grade, "seat": seat, "seq": seq, "proof": proof}


def revokes(players: int, hands: Sequence[Sequence[set[str]]], lines: Sequence[Line]) -> set[int]:
    """The entries at which somebody who held the suit led did not follow it.

    `hands`: for each round, what was dealt to each seat. Nothing is inferred: it is looked up.
    """
    game = Referee(players, lines)
    found = set()
    for dealt, each in zip(hands, game.rounds, strict=False):
        for play in game.claims(each):
            owed = each.trick_of(play, game.seats)[0].card[1]
            gone = {other.card for other in each.plays if other.seq < play.seq}
            if any(card[1] == owed for card in dealt[play.seat] - gone):
                found.add(play.seq)
    return found
