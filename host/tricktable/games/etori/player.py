"""Etori's computer player: takes tricks with face cards as cheaply as it can, helps its partner."""

from tricktable.games.etori.position import EtoriView, Position
from tricktable.games.etori.rules import FACES
from tricktable.rules.cards import BY_CODE, SUITS, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Played
from tricktable.rules.player import MISFIT, Decision, OpenTable, offer, trick_of
from tricktable.rules.tricks import Trick, playable, winner


class EtoriPlayer:
    """Plays all hands."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def __call__(self, table: OpenTable[Position]) -> Decision:
        """The next entry of a running game."""
        view = table.view
        if view.position.what == "deal":
            dealers = offer(view, "dealt")
            return Dealt(self._chance.choice(dealers.seats) or 0) if dealers else None
        if not view.awaited:
            return None
        seat = view.awaited[0]
        trick, hand = trick_of(view), table.hands[seat]
        cards = list(cards_in(playable(hand, trick)))
        if not cards:
            return MISFIT
        return Played(seat, _choose(cards, seat, trick, view))


def _choose(cards: list[Card], seat: int, trick: Trick, view: EtoriView) -> Card:
    rensho = BY_CODE[view.position.rensho]
    trump = SUITS.index(view.trump)
    low = min(cards, key=lambda card: (card is rensho, card.suit == trump, card.rank))
    if not trick:
        leads = [card for card in cards if card is not rensho and card.suit != trump]
        return max(leads, key=lambda card: card.rank, default=low)
    teams = len(view.owners)
    if view.best is not None and view.best % teams == seat % teams:
        # Aces take tricks of their own.
        faces = [card for card in cards if card.bit & FACES and card.rank < 14]
        return faces[0] if faces else low
    wins = [card for card in cards if card is rensho or _wins(card, seat, trick, trump, rensho)]
    worthwhile = any(card.bit & FACES for _, card in trick)
    cheap = min(wins, key=lambda card: (card is rensho, card.rank), default=low)
    return cheap if worthwhile or cheap.suit != trump else low


def _wins(card: Card, seat: int, trick: Trick, trump: int, rensho: Card) -> bool:
    if any(each is rensho for _, each in trick):
        return False
    return winner((*trick, (seat, card)), trump) == seat
