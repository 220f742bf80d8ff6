"""Etori's hands: win tricks with face cards in them as cheaply as can be, and help the partner."""

from __future__ import annotations

from random import Random
from typing import Any

from tricktable.demo.acts import Act, Say, Shuffle
from tricktable.demo.sight import Sight, lay, offer, trick_of
from tricktable.games.etori.rules import FACES
from tricktable.rules.cards import BY_CODE, SUITS, Card, cards_in
from tricktable.rules.tricks import Trick, playable, winner
from tricktable.rules.view import AnyView


class Brain:
    """Plays all hands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, sight: Sight, view: AnyView) -> Act | None:
        """The next act of a running game."""
        if view.next_what == "deal":
            dealers = offer(view, "dealt")
            return Say("dealt", self._rng.choice(dealers.seats)) if dealers else None
        seats = view.awaited
        if not seats:
            return None
        seat = seats[0]
        trick, hand = trick_of(view), sight.hands[seat]
        cards = list(cards_in(playable(hand, trick)))
        if not cards:
            return Shuffle()
        return lay(sight, seat, _chosen(cards, seat, trick, view))


def _chosen(cards: list[Card], seat: int, trick: Trick, view: AnyView) -> Card:
    rensho = BY_CODE[str(view.outlook["rensho"])]
    trump = SUITS.index(view.trump)
    low = min(cards, key=lambda card: (card is rensho, card.suit == trump, card.rank))
    if not trick:
        leads = [card for card in cards if card is not rensho and card.suit != trump]
        return max(leads, key=lambda card: card.rank, default=low)
    teams: Any = view.outlook["teams"]
    if view.best is not None and view.best % teams == seat % teams:
        faces = [card for card in cards if card.bit & FACES and card.rank < 14]
        return faces[0] if faces and len(trick) > 1 else low
    wins = [card for card in cards if card is rensho or _wins(card, seat, trick, trump, rensho)]
    worthwhile = any(card.bit & FACES for _, card in trick)
    cheap = min(wins, key=lambda card: (card is rensho, card.suit == trump, card.rank), default=low)
    return cheap if worthwhile or cheap.suit != trump else low


def _wins(card: Card, seat: int, trick: Trick, trump: int, rensho: Card) -> bool:
    if any(each is rensho for _, each in trick):
        return False
    return winner((*trick, (seat, card)), trump) == seat
