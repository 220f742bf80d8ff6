"""Players by chance: games of several deals, played honestly or not, and put on record.

Whoever reads the record knows what was noted; these know the hands as well. What is awaited they
ask the rules core; whether it is right to await that is for others to test.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from players.torite import HONEST, Manners, declared, moved, played
from records.lines import entry, header, record_with, refused
from referees.deals import DealReferee
from referees.witness import SUITS, Line
from tricktable.rules.record import Record
from tricktable.rules.view import view


class Kind(NamedTuple):
    """A game that is played so; each has its own in tests/players/<game>.py."""

    name: str
    referee: Callable[[int, Sequence[Line], dict[str, Any]], DealReferee]
    reads_what_is_left: bool = False
    """Whether cards that were not played may be read once a deal is over."""


@dataclass
class Game:
    """Deals that were played: what was noted, and who did what."""

    kind: Kind
    players: int
    options: dict[str, Any]
    lines: list[Line] = field(default_factory=list)
    hands: list[dict[int, set[str]]] = field(default_factory=list)
    """For each deal what lay in each hand when play began."""
    revokes: set[int] = field(default_factory=set)
    """The entries at which somebody who could follow suit did not."""

    @property
    def name(self) -> str:
        """The game's name in records."""
        return self.kind.name

    def record(self, upto: int | None = None) -> Record:
        """The record of its first lines."""
        return record_with(header(self.players, self.name, **self.options), self.lines[:upto])

    def referee(self, upto: int | None = None) -> DealReferee:
        """A referee who has seen its first lines."""
        return self.kind.referee(self.players, self.lines[:upto], self.options)


def play(
    chance: Random,
    kind: Kind,
    players: int,
    options: dict[str, Any],
    manners: Manners = HONEST,
    deals: int = 1,
) -> Game:
    """Play this many deals, or fewer if the game is over before."""
    return _Play(chance, Game(kind, players, options), manners).to_the_end(deals)


class _Play:
    """One game while it is being played."""

    def __init__(self, chance: Random, game: Game, manners: Manners) -> None:
        self.chance, self.game, self.manners = chance, game, manners
        self.record = game.record()
        self.hands: dict[int, set[str]] = {}
        self.kitty: list[str] = []
        self.has_taken = False
        self.noted: dict[tuple[int, str], int] = {}

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def to_the_end(self, deals: int) -> Game:
        while True:
            awaited = self.record.state.next
            if awaited.what == "over":
                return self.game
            if awaited.what == "deal":
                if len(self.game.hands) == deals:
                    return self.game
                self._leftovers()
                self._deal()
            elif awaited.what == "bid":
                self._bid(awaited.seat)
            elif awaited.what == "trump":
                self.note(declared(awaited.seat, "trump", self.chance.choice(SUITS)))
            elif awaited.what == "discard":
                self._discard(awaited.seat)
            else:
                self._trick()

    def note(self, line: Line, instead: Sequence[Line] = ()) -> int:
        """Note what happened, perhaps after noting what did not; the entry that tells it."""
        seq = self._slip(line, instead) if self.happens(self.manners.slips) else None
        if seq is None:
            seq = self._add(line)
        return seq

    def _slip(self, line: Line, instead: Sequence[Line]) -> int | None:
        wrong = self.chance.choice([line, *instead])
        if refused(self.record, wrong):
            return None
        seq = self._add(wrong)
        if self.happens(0.5):
            self._add({"kind": "struck", "seq": seq})
            return None
        self._add({"kind": "corrected", "seq": seq, "entry": line})
        return seq

    def _add(self, line: Line) -> int:
        self.game.lines.append(line)
        return self.record.add(entry(self.record, line))

    # --- before the first card -----------------------------------------------------------------

    def _deal(self) -> None:
        seats = list(range(self.game.players))
        dealers = [each for each in seats if not refused(self.record, _dealt(each))]
        self.note(_dealt(self.chance.choice(dealers)), [_dealt(each) for each in dealers])
        referee: Any = self.game.referee()
        cards, of = referee.deck(), referee.deals[-1]
        self.chance.shuffle(cards)
        size = referee.hand
        self.hands = {s: set(cards[size * n :][:size]) for n, s in enumerate(referee.seats(of))}
        self.kitty, self.has_taken, self.noted = cards[4 * size :], False, {}
        self.game.hands.append({})
        if self.game.options.get("trump_change") == "on" and self.happens(0.7):
            self.note(declared(None, "trump", self.chance.choice(SUITS)))
        for seat, hand in self.hands.items():
            if self.happens(0.3):
                self._read(seat, hand)

    def _bid(self, seat: int | None) -> None:
        assert seat is not None
        if self.happens(0.05) and not refused(self.record, declared(seat, "misdeal")):
            self.note(declared(seat, "misdeal"))
            self.game.hands.pop()
            return
        bids = [f"{n}{kind}" for n in range(5, 13) for kind in ("", "N", "L")]
        lines = [declared(seat, "bid", bid) for bid in ["pass"] * 12 + bids]
        possible = [line for line in lines if not refused(self.record, line)]
        likely = possible[: 16 if possible[0]["value"] == "pass" else 4]
        self.note(self.chance.choice(likely), possible)
        if self.record.state.next.what == "deal":
            self.game.hands.pop()  # all have passed

    def _discard(self, seat: int | None) -> None:
        assert seat is not None
        hand = self.hands[seat]
        if not self.has_taken:
            self.has_taken = True
            if self.happens(0.7):
                reads = self.happens(self.manners.reads)
                self.note(moved(seat, "kitty", "hand", 2, *(self.kitty if reads else ())))
            hand |= set(self.kitty)
            self._read(seat, hand)
            return
        may_go = sorted(hand if self.happens(self.manners.boasts) else hand - {"5H", "3S"})
        gone = self.chance.sample(may_go, 2)
        hand -= set(gone)
        if self.happens(0.7):
            reads = self.happens(self.manners.reads) and not {"5H", "3S"} & set(gone)
            self.note(moved(seat, "hand", "discard", 2, *(gone if reads else ())))
        elif self.game.options.get("kitty") == "before_trump" and "trump" not in self._said():
            self.note(declared(seat, "trump", self.chance.choice(SUITS)))
        else:
            self._trick()

    def _said(self) -> str:
        return str(self.record.state.position((), -1).as_json()["trump"] and "trump")

    def _read(self, seat: int, hand: set[str]) -> None:
        for card in self.chance.sample(sorted(hand), len(hand)):
            if self.happens(self.manners.reads):
                line = played("held", seat, card)
                if not refused(self.record, line):
                    self.note(line, [played("held", seat, min(hand))])

    # --- play ----------------------------------------------------------------------------------

    def _trick(self) -> None:
        """One card."""
        if not self.game.hands[-1]:
            self.game.hands[-1] = {seat: set(hand) for seat, hand in self.hands.items()}
            for holder, held in self.hands.items():
                self._read(holder, held)
        running = self.record.state.tabletop().trick
        present = {seat for seat, _ in running}
        leaders = self.record.state.awaited
        due = self.record.state.next.seat
        seat: int = self.chance.choice(leaders) if due is None else due
        if self.happens(self.manners.hurries):
            seat = self.chance.choice(sorted(set(self.hands) - present))
        hand, led = self.hands[seat], running[0][1].code[1] if running else None
        card = self._choose(hand, led)
        others = [played("played", seat, each) for each in sorted(hand)]
        seq = self.note(played("played", seat, card), others)
        if led != card[1] and led in {each[1] for each in hand} and not self._is_free(card):
            self.game.revokes.add(seq)
        hand.remove(card)

    def _is_free(self, card: str) -> bool:
        """Whether it may be played whatever was led."""
        if self.game.options.get("rensho_any_time") != "yes":
            return False
        return bool(card == view(self.record).position.rensho)

    def _choose(self, hand: set[str], led: str | None) -> str:
        """A card that follows, if it must and the player is honest now."""
        following = sorted(card for card in hand if card[1] == led)
        others = sorted(card for card in hand if card[1] != led)
        free = [card for card in others if self._is_free(card)]
        if following and not (others and self.happens(self.manners.revokes)):
            return self.chance.choice(following + free)
        return self.chance.choice(others)

    def _leftovers(self) -> None:
        """Cards that were not played may be read after a deal."""
        if self.game.kind.reads_what_is_left and self.game.hands and self.happens(0.3):
            for seat, hand in self.hands.items():
                self._read(seat, hand)


def _dealt(dealer: int) -> Line:
    return {"kind": "dealt", "dealer": dealer}
