"""How Skat is dealt and played where no people do it, and what goes without saying."""

from collections.abc import Sequence
from typing import Final

from tricktable.rules.cards import SUITS, Card, cards_in
from tricktable.rules.deal import KITTY, Handling, Layout, evenly, follow_entries, lowest
from tricktable.rules.entries import Moved
from tricktable.rules.player import CardChoice, OpenTable, by_hand
from tricktable.rules.presumptions import by_offer
from tricktable.text.language import message
from tricktable_classics.skat.position import BASES, GRAND, HOLD, NULL, PASS, Position
from tricktable_classics.skat.rules import DECK, HAND, STOCK
from tricktable_classics.skat.scoring import BY_GRAND, WORTH, matadors, ranking

ENOUGH: Final = 5
"""With so many trumps a hand plays a suit, and grand with so many jacks and aces."""


def _discards(lying: Layout, entry: Moved) -> Sequence[Card]:
    """From the shortest suits, what counts most; jacks and aces stay."""
    if entry.source != "hand":
        return lowest(lying, entry)
    hand = [*cards_in(lying.hands[entry.seat])]
    suits = [BY_GRAND.suits[card] for card in hand]

    def keeps(card: Card) -> tuple[bool, int, int]:
        suit, rank = BY_GRAND.suits[card], card.code[0]
        return rank in "JA", suits.count(suit), -WORTH.get(rank, 0)

    return sorted(hand, key=keeps)[: entry.number]


HANDLING: Final = Handling(evenly(HAND, DECK, KITTY), follow_entries(_discards))


PRESUMING: Final = by_offer({("hand>discard", "game"): message("{seat} discards")})


def _card(choice: CardChoice[Position]) -> Card:
    """Wins points if it can."""
    view, seat = choice.table.view, choice.seat
    height, declarer = view.ranking.heights.__getitem__, view.position.declarer

    def worth(card: Card) -> tuple[int, int]:
        return WORTH.get(card.code[0], 0), height(card)

    if view.position.game[:1] == NULL and seat == declarer:
        return max(choice.loses or choice.may, key=height)
    if view.trick and declarer not in (seat, view.best):
        return max(choice.may, key=worth)
    return max(choice.takes, key=height) if choice.takes else min(choice.may, key=worth)


def _plan(hand: int) -> tuple[int, str]:
    """What this hand can bid, 0 for nothing, and its best game."""
    lengths = {suit: (hand & ranking(suit).masks[SUITS.index(suit)]).bit_count() for suit in SUITS}
    best = max(SUITS, key=lambda suit: (lengths[suit], BASES[suit]))
    jacks = (hand & BY_GRAND.masks[-1]).bit_count()
    aces = sum(card.code[0] == "A" for card in cards_in(hand))
    game = GRAND if jacks + aces >= ENOUGH else best
    if game != GRAND and lengths[best] < ENOUGH:
        return 0, best
    return BASES[game] * (abs(matadors(game, hand)) + 1), game


def _bid(table: OpenTable[Position], seat: int) -> int | str:
    at, (most, _) = table.view.position, _plan(table.hands[seat])
    if at.is_answer:
        return HOLD if at.bid <= most else PASS
    values = table.values("bid")
    lowest_bid = next((each for each in values if isinstance(each, int)), most + 1)
    return lowest_bid if lowest_bid <= most else PASS


PLAYER: Final = by_hand(
    {
        "bid": _bid,
        "skat": lambda _table, _seat: STOCK,
        "game": lambda table, seat: _plan(table.hands[seat])[1],
    },
    _card,
)
