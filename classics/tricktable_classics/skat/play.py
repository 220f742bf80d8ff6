"""How Skat is dealt and played where no people do it, and what goes without saying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.rules.cards import SUITS, Card, cards_in
from tricktable.rules.deal import KITTY, Handling, Layout, evenly, following, lowest
from tricktable.rules.entries import Declared, Happening, Moved, Played
from tricktable.rules.game import State
from tricktable.rules.player import OpenPlayer, OpenTable, hand_opened, offer, trick_of
from tricktable.rules.presumed import LAID, Presuming, by_offer, opening
from tricktable.rules.ranking import LETTERS
from tricktable.rules.tricks import legal, winner
from tricktable.text.language import message
from tricktable_classics.skat.position import BASES, GRAND, HOLD, NULL, PASS, Position
from tricktable_classics.skat.rules import DECK, HAND, STOCK, Skat
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


HANDLING: Final = Handling(evenly(HAND, DECK, KITTY), following(_discards))


def _early(state: State) -> Iterator[tuple[int, str]]:
    assert isinstance(state, Skat)
    yield from opening(state)
    if state.phase == "discard":
        yield state.declarer, "game"


PRESUMING: Final = Presuming(
    by_offer(
        {
            ("hand>discard", "game"): message("{seat} discards"),
            ("open", LAID): message("{seat}’s hand lies open"),
        }
    ),
    _early,
)


class Player(OpenPlayer[Position]):
    """Plays all hands of one game: bids what its trumps are worth, and wins points if it can."""

    def entry(self, table: OpenTable[Position], seat: int) -> Happening | None:
        """By the hand, where there is more than chance to it."""
        match table.view.position.what:
            case "bid":
                return Declared(seat, "bid", _bid(table, seat))
            case "skat":
                return Moved(seat, "kitty", "hand", STOCK, None)
            case "game":
                games = offer(table.view, "game")
                _, game = _plan(table.hands[seat])
                if games is not None and game in games.values:
                    return Declared(seat, "game", game)
            case "open":
                return hand_opened(table, seat)
            case "play":
                return _card(table, seat)
        return None


def _card(table: OpenTable[Position], seat: int) -> Played | None:
    view, trick, ranks = table.view, trick_of(table.view), table.view.ranking
    trump = LETTERS.index(view.trump) if view.trump else -1
    may = legal(table.hands[seat], trick, ranks)
    if not may:
        return None
    takes = [each for each in may if winner((*trick, (seat, each)), trump, ranks) == seat]
    declarer = view.position.declarer
    is_theirs = bool(trick) and declarer not in (seat, winner(trick, trump, ranks))
    wants = view.position.game[:1] != NULL or seat != declarer

    def worth(card: Card) -> tuple[int, int]:
        return WORTH.get(card.code[0], 0), ranks.heights[card]

    if not wants:
        loses = [each for each in may if each not in takes]
        return Played(seat, max(loses or may, key=lambda each: ranks.heights[each]))
    if trick and is_theirs:
        return Played(seat, max(may, key=worth))
    if takes:
        return Played(seat, max(takes, key=lambda each: ranks.heights[each]))
    return Played(seat, min(may, key=worth))


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
    bids = offer(table.view, "bid")
    assert bids is not None
    lowest_bid = next((each for each in bids.values if isinstance(each, int)), most + 1)
    return lowest_bid if lowest_bid <= most else PASS
