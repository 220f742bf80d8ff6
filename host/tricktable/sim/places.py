"""Where the virtual table's cards are: dealt, on a reader, or where the record has them.

The game says how its cards are dealt and what its entries do to them. No clock.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.deal import COMMON, Layout
from tricktable.rules.entries import Dealt, Happening, Held, Moved, Played, Shown
from tricktable.rules.game import State
from tricktable.rules.position import Position
from tricktable.rules.record import Record, Step
from tricktable.rules.values import JsonValue
from tricktable.rules.verdicts import REFEREE
from tricktable.sim.acts import READERS, STRANGERS


class Places:
    """The cards' places. Mutable; each deal depends on seed, game number and the deal's entry."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._deal: tuple[int, int] = (0, 0)
        self._handling = COMMON
        self._lying = Layout((), {})
        self._told: Counter[str] = Counter()
        """How many entries of this deal name a card."""
        self._told_before: dict[str, int] = {}
        """That number when the thing on each reader was laid there."""
        self.known: Position | None = None
        """The state of the game, with every secret the table knows."""
        self.readers: list[list[str]] = [[] for _ in range(READERS)]

    def follow(self, games: int, record: Record | None) -> bool:
        """Put the cards where the record has them; returns whether there was a new deal."""
        if record is None:
            return False
        before, steps = _newest_deal(record)
        seq = steps[0].seq if steps else 0
        deal, self._deal = self._deal, (games, max(seq, 1))
        # By the deal's own entry, so that a deal that is taken back and dealt again has other
        # cards.
        key = f"{self._seed}/{games}" if seq <= 1 else f"{self._seed}/{games}/{seq}"
        self._handling = record.header.rules.deal
        dealt = _with_turned(
            self._handling.deal(record.header, before, Random(key)), steps, record.header.seats
        )
        self._lying = self._handling.follow(dealt, steps[1:], Random(key))
        self._told = Counter(card.code for step in steps for card in _cards_of(step.entry))
        self.known = record.state.position((), REFEREE)
        return self._deal != deal

    def lay(self, token: str, reader: int) -> int | None:
        """Put this on a reader; returns the one it was on before, if any."""
        before = next((at for at, tokens in enumerate(self.readers) if token in tokens), None)
        if before is not None:
            self.readers[before].remove(token)
        self.readers[reader].append(token)
        # Counted, not noted as a yes: a card that was played before may be laid once more.
        self._told_before[token] = self._told[token]
        return before

    def two_for(self, reader: int) -> tuple[str, ...]:
        """Two cards of that hand, or strangers if it has fewer."""
        return (*codes(self.hands()[reader]), *STRANGERS)[:2]

    def hands(self) -> tuple[int, ...]:
        """The cards in each hand, as masks: of four seats at least."""
        away = 0
        for token in (token for tokens in self.readers for token in tokens):
            away |= BY_CODE[token].bit if token in BY_CODE else 0
        hands = (*self._lying.hands, *(0,) * (READERS - len(self._lying.hands)))
        return tuple(hand & ~away for hand in hands)

    @property
    def piles(self) -> dict[str, tuple[str, ...]]:
        """What lies on the table: piles of cards by name, the top card last."""
        return {name: codes_of(cards) for name, cards in self._lying.piles.items()}

    @property
    def read(self) -> frozenset[str]:
        """What lies on readers and has entered the record since it was laid there."""
        lying = (token for tokens in self.readers for token in tokens)
        return frozenset(
            token for token in lying if self._told[token] > self._told_before.get(token, 0)
        )

    def count_backs(self, topic: str) -> JsonValue:
        """The value of this topic as counted from the card backs; None if there is none."""
        return self._handling.counted(topic, self._lying)


def codes(hand: int) -> tuple[str, ...]:
    """The cards of a mask as printed, clubs and twos first."""
    return codes_of(cards_in(hand))


def codes_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """These cards as printed."""
    return tuple(card.code for card in cards)


def _with_turned(dealt: Layout, steps: Iterable[Step], seats: int) -> Layout:
    """A deal in which the card that the record has turned up lies where one is turned up.

    That is beside the hands, or else on top of a pile; it changes places with the card there.
    """
    shown = (step.after.tabletop().turned for step in steps if isinstance(step.entry, Shown))
    turned = next((card for card in shown if card is not None), None)
    beside = [card for hand in dealt.hands[seats:] for card in cards_in(hand)]
    tops = beside or [cards[-1] for cards in dealt.piles.values() if cards]
    return dealt if turned is None or not tops else dealt.swapped(turned, tops[0])


def _newest_deal(record: Record) -> tuple[State, Sequence[Step]]:
    """The state that the newest deal begins in, and its entries, the dealing first.

    Before the first deal, since the game began.
    """
    steps = list(record.steps())
    for at in reversed(range(len(steps))):
        if isinstance(steps[at].entry, Dealt):
            return steps[at].after, steps[at:]
    return record.header.start(), ()


def _cards_of(entry: Happening) -> Iterator[Card]:
    match entry:
        case Played(_, card) | Shown(_, card) | Held(_, card):
            yield card
        case Moved(_, _, _, _, cards):
            yield from cards or ()
