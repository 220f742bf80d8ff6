"""Players by chance: they deal and play games of TriATri, honestly or not, and keep the record.

Whoever reads the record knows what was noted; these know the hands as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from players.slips import noted
from players.torite import HONEST, Manners, declared, played
from records.lines import record_of
from referees.triatri import Referee, deck, is_fake
from referees.witness import Line
from tricktable.games.triatri.rules import worths
from tricktable.rules.record import Record
from tricktable.rules.view import view


@dataclass
class Game:
    """A game that was played: what lay in the hands of each round, and what was noted."""

    players: int
    options: dict[str, Any]
    hands: list[list[set[str]]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    honest: list[Line] = field(default_factory=list)
    """What was noted, without slips and what put them right."""

    def revokes(self) -> set[int]:
        """The entries at which somebody who held the colour owed did not play it."""
        referee, found = Referee(self.players, self.lines, self.options), set()
        for dealt, now in zip(self.hands, referee.rounds, strict=False):
            for seq, seat, colour in referee.claims(now):
                gone = {card for trick in now.tricks for n, _, card in trick.plays if n < seq}
                gone |= set(now.start_cards)
                if any(card[1] == colour for card in dealt[seat] - gone):
                    found.add(seq)
        return found


def prize(seat: int, colour: str, source: str = "stock") -> Line:
    """A prize is named."""
    return declared(seat, "prize", {"colour": colour, "from": source})


def dealt(dealer: int = 0) -> Line:
    """A round is dealt."""
    return {"kind": "dealt", "dealer": dealer}


def shows(*cards: str) -> list[Line]:
    """Cards revealed by the seats in order."""
    return [played("shown", seat, card) for seat, card in enumerate(cards)]


def begun(*cards: str) -> list[Line]:
    """A round with these cards revealed."""
    return [dealt(), *shows(*cards)]


def trick(first: int, colour: str, *cards: str, source: str = "stock") -> list[Line]:
    """A prize and the cards for it, clockwise from the seat that names it."""
    seats = [(first + step) % len(cards) for step in range(len(cards))]
    plays = [played("played", seat, card) for seat, card in zip(seats, cards, strict=True)]
    return [prize(first, colour, source), *plays]


def table(players: int, *lines: Line, **options: object) -> Record:
    """The record of these entries."""
    return record_of(players, lines, "triatri", **options)


def worth(record: Record) -> list[int]:
    """What the cards of the running trick count."""
    now = view(record)
    return [laid.worth for laid in worths(now.trick, now.position.plan)]


def round_of_2(seat: int, prizes: str) -> list[Line]:
    """A round of two players: this seat starts and takes all; a small letter is an own gem."""
    start = ["2R", "2R"]
    start[seat] = "6R"
    pairs = ["6B 2B", "5B 3B", "6G 2G", "5G 3G", "5R 3R"]
    tricks = [
        trick(seat, each.upper(), *pair.split(), source="stock" if each.isupper() else "own")
        for each, pair in zip(prizes, pairs, strict=False)
    ]
    return [*begun(*start), *(line for each in tricks for line in each)]


def play(
    chance: Random, players: int, manners: Manners = HONEST, options: dict[str, Any] | None = None
) -> Game:
    """Deal and play one game to its end."""
    return _Play(chance, players, manners, options or {}).to_the_end()


class _Play:
    """One game while it is being played."""

    def __init__(
        self, chance: Random, players: int, manners: Manners, options: dict[str, Any]
    ) -> None:
        self.chance, self.manners = chance, manners
        self.game = Game(players, options)
        self.hands: list[set[str]] = []

    @property
    def now(self) -> Referee:
        return Referee(self.game.players, self.game.honest, self.game.options)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def note(self, line: Line, instead: Sequence[Line] = ()) -> None:
        """Note what happened, perhaps after noting what did not."""
        self.game.honest.append(line)
        lines = self.game.lines
        lines += noted(self.chance, self.manners.slips, line, len(lines) + 1, instead)

    def to_the_end(self) -> Game:
        while (now := self.now).phase != "over":
            {"deal": self._deal, "reveal": self._reveal, "prize": self._name, "play": self._trick}[
                now.phase
            ](now)
        return self.game

    def _deal(self, _: Referee) -> None:
        cards = deck(self.game.players)
        self.chance.shuffle(cards)
        self.hands = [set(cards[6 * n : 6 * n + 6]) for n in range(self.game.players)]
        self.game.hands.append([set(hand) for hand in self.hands])
        self.note(dealt(self.chance.randrange(self.game.players)))
        self._read()

    def _read(self) -> None:
        for seat, hand in enumerate(self.hands):
            for card in sorted(hand):
                if self.happens(self.manners.reads / 3):
                    self.note(played("held", seat, card))

    def _reveal(self, _: Referee) -> None:
        cards = [self.chance.choice(sorted(hand)) for hand in self.hands]
        if self.game.players < 4 and self.happens(0.5):  # ties are rare; make some
            cards = [max(sorted(hand), key=is_fake) for hand in self.hands]
        for seat in self.chance.sample(range(len(cards)), len(cards)):
            self.note(played("shown", seat, cards[seat]))
        start_cards = self.now.rounds[-1].start_cards
        for seat, card in enumerate(start_cards):
            self.hands[seat].remove(card)

    def _name(self, now: Referee) -> None:
        assert now.starter is not None
        sources = [
            prize(now.starter, colour, source)
            for source, gems in (("stock", now.stock), ("own", now.gems[now.starter]))
            for colour, count in zip("RBG", gems, strict=True)
            if count
        ]
        self.note(self.chance.choice(sources))

    def _trick(self, now: Referee) -> None:
        trick = now.rounds[-1].tricks[-1]
        absent = set(range(self.game.players)) - {seat for _, seat, _ in trick.plays}
        seat = now.due(trick)
        if self.happens(self.manners.hurries):
            seat = self.chance.choice(sorted(absent))
        if self.happens(0.2):
            self._read()
        free = self.game.options.get("leader_must_follow") == "no" and seat == trick.starter
        card = self._choose(self.hands[seat], trick.colour, free)
        others = [played("played", seat, each) for each in sorted(self.hands[seat])]
        self.note(played("played", seat, card), others)
        self.hands[seat].remove(card)

    def _choose(self, hand: set[str], colour: str, free: bool) -> str:
        """A card that may be played, if the player is honest now."""
        fits = sorted(card for card in hand if card[1] == colour or is_fake(card))
        must = any(card[1] == colour for card in hand) and not free
        if must and not self.happens(self.manners.revokes):
            return self.chance.choice(fits)
        return self.chance.choice(sorted(hand))
