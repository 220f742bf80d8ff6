"""Troika's hands: bid what they seem to hold, take the five, and leave the three to the others."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tricktable.demo.acts import Act, Button, Say, Shuffle
from tricktable.demo.sight import Sight, lay, offer, trick_of
from tricktable.games.troika.rules import FIVE, SPECIALS, THREE
from tricktable.rules.cards import SUIT_MASKS, SUITS, Card, cards_in
from tricktable.rules.tricks import Trick, playable, winner
from tricktable.rules.view import AnyView

HIGH: Final = 12
"""From the queen on a card is expected to take a trick."""
DARING: Final = 9
"""Nobody bids more than this of the ten points."""


class Brain:
    """Plays all hands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, sight: Sight, view: AnyView) -> Act | None:
        """The next act of a running game."""
        seat = view.next_seat
        match view.next_what:
            case "deal":
                return Button(seat if seat is not None else (sight.table.games - 1) % view.seats)
            case "bid" if seat is not None:
                return self._bid(sight.hands[seat], seat, view)
            case "trump" if seat is not None:
                return Say("trump", seat, _longest(sight.hands[seat]))
            case "discard" if seat is not None:
                return _exchange(seat, view)
            case "play" if seat is not None:
                return self._play(sight, seat, view)
        return None

    def _bid(self, hand: int, seat: int, view: AnyView) -> Act | None:
        bids = offer(view, "bid")
        if bids is None:
            return None
        worth = min(_strength(hand) + self._rng.choice((0, 0, 1)), DARING)
        possible = [str(bid) for bid in bids.values if bid != "pass"]
        kind = "N" if _is_balanced(hand) else ""
        mine = [bid for bid in possible if bid.rstrip("NL") == str(worth) and bid.endswith(kind)]
        lower = [bid for bid in possible if int(bid.rstrip("NL")) <= worth and bid[-1].isdigit()]
        if mine or lower:
            return Say("bid", seat, (mine or lower)[0])
        return Say("bid", seat, "pass" if "pass" in bids.values else possible[0])

    def _play(self, sight: Sight, seat: int, view: AnyView) -> Act:
        trick = trick_of(view)
        cards = list(cards_in(playable(sight.hands[seat], trick)))
        if not cards:
            return Shuffle()
        word: Any = view.detail["trump"]
        if word == "low":
            return lay(sight, seat, _lowest(cards) if not trick else _under(cards, trick))
        trump = SUITS.index(word) if word in tuple(SUITS) else -1
        return lay(sight, seat, _chosen(cards, seat, trick, trump, view))


def _exchange(seat: int, view: AnyView) -> Act:
    """The kitty is taken, then two cards are put away."""
    taking = offer(view, "kitty>hand")
    return Say("kitty>hand" if taking else "hand>discard", seat, 2)


def _strength(hand: int) -> int:
    """The points that this hand and an average partner may take."""
    high = sum(card.rank >= HIGH for card in cards_in(hand))
    long = max((hand & suit).bit_count() for suit in SUIT_MASKS)
    return 3 + high // 2 + max(long - 3, 0) + (2 if hand & FIVE.bit else 0)


def _is_balanced(hand: int) -> bool:
    """Something of every suit, and an ace or two: no trump is worth it."""
    aces = sum(card.rank == 14 for card in cards_in(hand))
    return aces >= 2 and all(hand & suit for suit in SUIT_MASKS)


def _longest(hand: int) -> str:
    return max(SUITS, key=lambda suit: (hand & SUIT_MASKS[SUITS.index(suit)]).bit_count())


def _chosen(cards: list[Card], seat: int, trick: Trick, trump: int, view: AnyView) -> Card:
    if not trick:
        plain = [card for card in cards if not card.bit & SPECIALS]
        return max(plain, key=lambda card: card.rank, default=cards[0])
    ours = view.best is not None and (view.best - seat) % 2 == 0
    if ours and FIVE in cards:
        return FIVE
    if not ours and THREE in cards:
        return THREE
    wins = [card for card in cards if winner((*trick, (seat, card)), trump) == seat]
    wins = [card for card in wins if not card.bit & SPECIALS]
    if wins and not ours and not any(card is THREE for _, card in trick):
        return min(wins, key=lambda card: (card.suit == trump, card.rank))
    return _lowest([card for card in cards if not card.bit & SPECIALS] or cards)


def _lowest(cards: list[Card]) -> Card:
    return min(cards, key=lambda card: card.rank)


def _under(cards: list[Card], trick: Trick) -> Card:
    """The low way: the highest card that stays above the lowest one of the suit led."""
    led = [card.rank for _, card in trick if card.suit == trick[0][1].suit]
    over = [card for card in cards if card.rank > min(led)]
    return max(over or cards, key=lambda card: card.rank)
