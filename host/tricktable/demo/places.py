"""Where the cards of the virtual table are: dealt, on a reader, or where the record has them.

What a record counts without naming, somebody's hands have moved all the same: these choose as a
sensible player would, and always alike. No clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from tricktable.demo.acts import READERS
from tricktable.demo.deals import DISCARD, DRAW, KITTY, STACK, Layout, deal, layout
from tricktable.rules.cards import BY_CODE, SUITS, Card, cards_in, mask
from tricktable.rules.entries import Dealt, Declared, Moved, Played, Shown
from tricktable.rules.game import State
from tricktable.rules.record import Record, Step
from tricktable.rules.verdicts import PUBLIC, REFEREE

__all__ = ["STRANGERS", "Places", "codes", "deal"]

STRANGERS: Final = ("bank", "blue")
"""Tags that are no cards of the deck on the table."""


class Places:
    """Mutable; dealt anew for each deal, by seed, the game's number and the deal's entry."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._deal: tuple[int, int] = (0, 0)
        self._hands: tuple[int, ...] = (0,) * READERS
        self.piles: dict[str, tuple[str, ...]] = {}
        """What lies on the table: piles of cards by name, the top card last."""
        self.targets: tuple[str | None, ...] = ()
        """By owner, in Tredici: the secret that each hand knows about itself."""
        self.readers: list[list[str]] = [[] for _ in range(READERS)]

    def follow(self, games: int, record: Record | None) -> bool:
        """Put the cards where the record has them; returns whether they were dealt anew."""
        if record is None:
            return False
        steps = list(record.steps())
        first = next((n for n in reversed(range(len(steps))) if _deals(steps[n])), None)
        seq = 0 if first is None else steps[first].seq
        deal, self._deal = self._deal, (games, seq if seq > 1 else 1)
        state = record.header.start() if first is None else steps[first].after
        dealt = layout(record.header, state, Random(self._key(games, seq)))
        table = _Cloth(dealt, self._key(games, seq))
        for step in steps[first + 1 :] if first is not None else ():
            table.take_in(step)
        table.finish(record)
        self._hands = (*table.hands, *(0,) * READERS)[: max(READERS, len(table.hands))]
        self.piles = {name: codes_of(cards) for name, cards in table.piles.items()}
        detail: Any = record.state.position((), REFEREE).as_json()
        self.targets = tuple(detail.get("targets", ()))
        return self._deal != deal

    def _key(self, games: int, seq: int) -> str:
        return f"{self._seed}/{games}" if seq <= 1 else f"{self._seed}/{games}/{seq}"

    def lay(self, token: str, reader: int) -> int | None:
        """Put this on a reader; returns the one it was on before, if any."""
        before = next((at for at, tokens in enumerate(self.readers) if token in tokens), None)
        if before is not None:
            self.readers[before].remove(token)
        self.readers[reader].append(token)
        return before

    def two_for(self, reader: int) -> tuple[str, ...]:
        """Two cards of that hand, or strangers where it has fewer."""
        return (*codes(self.hands()[reader]), *STRANGERS)[:2]

    def hands(self) -> tuple[int, ...]:
        """The cards in each hand, as masks."""
        away = 0
        for token in (token for tokens in self.readers for token in tokens):
            away |= BY_CODE[token].bit if token in BY_CODE else 0
        return tuple(hand & ~away for hand in self._hands)

    def suit_counts(self) -> list[list[int]]:
        """Clubs, diamonds, hearts and spades of The Torite's four stacks."""
        stacks = [self.piles.get(f"{STACK}{number}", ()) for number in range(1, 5)]
        return [[sum(code[1] == suit for code in stack) for suit in SUITS] for stack in stacks]


def codes(hand: int) -> tuple[str, ...]:
    """The cards of a mask as printed, clubs and twos first."""
    return codes_of(cards_in(hand))


def codes_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """These cards as printed."""
    return tuple(card.code for card in cards)


def _deals(step: Step) -> bool:
    return isinstance(step.entry, Dealt)


class _Cloth:
    """The cards of one deal while its entries are taken in."""

    def __init__(self, dealt: Layout, seed: str) -> None:
        self.hands = list(dealt.hands)
        self.piles = {name: list(cards) for name, cards in dealt.piles.items()}
        self._rng = Random(seed)
        self._pairing: Any = None
        self._gone = 0
        self._revealed = 0

    def take_in(self, step: Step) -> None:
        """Move the cards that this entry moves."""
        entry, after = step.entry, step.after
        match entry:
            case Played(_, card):
                self._gone |= card.bit
            case Shown(_, card):
                self._show(card, after)
            case Moved():
                self._move(entry, after)
            case Declared(_, "kische"):
                self._purge(after)
            case Declared(_, "pairing", value):
                self._pairing = value

    def finish(self, record: Record) -> None:
        """Take away what has been played or shown; The Torite's stacks become hands."""
        outlook: Any = record.state.felt().outlook
        if self._pairing is not None:
            number = outlook["round"] - 1
            self.hands = [mask(self.piles[f"{STACK}{each[number]}"]) for each in self._pairing]
            later = sorted(each[1] for each in self._pairing) if number == 0 else []
            self.piles = {f"{STACK}{each}": self.piles[f"{STACK}{each}"] for each in later}
        self.hands = [hand & ~(self._gone | self._revealed) for hand in self.hands]

    def _show(self, card: Card, after: State) -> None:
        """A card is shown for good, or may be taken back, or stays in the dummy's hand."""
        outlook: Any = after.felt().outlook
        if "revealed" in outlook:
            self._revealed |= card.bit
            if after.next.what != "reveal":
                self._gone |= self._revealed
            if not outlook["revealed"]:
                self._revealed = 0
        elif card.code not in outlook.get("face_up", ()):
            self._gone |= card.bit

    def _move(self, entry: Moved, after: State) -> None:
        detail: Any = after.position((), REFEREE).as_json()
        owner = self._owner(detail, entry.seat)
        cards = entry.cards or self._choose(entry, detail, owner)
        self._remove(cards)
        match entry.target:
            case "hand":
                self.hands[entry.seat] |= mask(cards)
            case "stack":
                self.piles.setdefault(f"{STACK}{owner}", []).extend(cards)
            case pile:
                self.piles.setdefault(pile, []).extend(cards)
        self._turn(detail)

    def _owner(self, detail: Any, seat: int) -> int:
        owners = detail.get("owners", ())
        return next((number for number, seats in enumerate(owners) if seat in seats), 0)

    def _choose(self, entry: Moved, detail: Any, owner: int) -> Sequence[Card]:
        """What a sensible hand moves, where nobody has read it."""
        count = entry.number
        if entry.source == "draw":
            draw = self.piles[DRAW][::-1][:count]
            if len(draw) < count:
                turned = self.piles[DISCARD][:]
                self._rng.shuffle(turned)
                draw += turned[: count - len(draw)]
            return draw
        if entry.source == KITTY:
            return self.piles[KITTY][:count]
        targets = detail.get("targets")
        wanted = targets[owner] if targets else None
        hand = list(cards_in(self.hands[entry.seat]))
        if entry.target == "stack":
            return sorted(hand, key=lambda card: card.code[1] != wanted)[:count]
        specials = () if targets else ("5H", "3S")
        spare = [card for card in hand if card.code not in specials]
        return sorted(spare, key=lambda card: (card.code[1] == wanted, card.rank))[:count]

    def _remove(self, cards: Sequence[Card]) -> None:
        """Take these cards from wherever they are."""
        bits = mask(cards)
        self.hands = [hand & ~bits for hand in self.hands]
        for name, pile in self.piles.items():
            self.piles[name] = [card for card in pile if not card.bit & bits]

    def _turn(self, detail: Any) -> None:
        """The discards become the draw pile when the record has it so."""
        if "draw" in detail and detail["draw"] != len(self.piles[DRAW]):
            turned = self.piles[DISCARD]
            self._rng.shuffle(turned)
            self.piles[DRAW], self.piles[DISCARD] = self.piles[DRAW] + turned, []

    def _purge(self, after: State) -> None:
        detail: Any = after.position((), PUBLIC).as_json()
        purged = set(detail["purged"])
        gone: list[Card] = []
        for seat in purged:
            gone += cards_in(self.hands[seat])
        for owner, seats in enumerate(detail["owners"]):
            if purged.issuperset(seats):
                gone += self.piles.get(f"{STACK}{owner}", [])
        self._remove(gone)
        self.piles[DISCARD].extend(gone)
