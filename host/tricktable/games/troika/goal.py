"""What a review of a deal of Troika looks for: the points that the bidders could have made."""

from __future__ import annotations

from typing import Final

from tricktable.games.troika.rules import LOW, SEATS, Troika, low_height
from tricktable.games.troika.score import WORTH
from tricktable.rules.cards import SUITS, card, cards_in
from tricktable.rules.game import State
from tricktable.rules.ranking import ranking_of
from tricktable.rules.review.sides import Contract, Sides
from tricktable.text.language import message

_WORTH: Final = {card(code): points for code, points in WORTH.items()}
_NO: Final = Contract("none", title=message("No"))


def goal(begin: State, _end: State) -> Sides | None:
    """The bidders' points, with any trump, without, and in Low where that may be bid."""
    assert isinstance(begin, Troika)
    bidder, trump = begin.deal.bidder, begin.deal.trump
    if bidder < 0 or trump is None:
        return None
    may = [*(Contract(suit, suit) for suit in SUITS), _NO]
    if begin.plan.has_kitty:
        may.append(_low(begin))
    return Sides(
        frozenset(range(bidder & 1, SEATS, 2)),
        worth=_WORTH,
        contract=next(each for each in may if each.name == trump),
        others=tuple(each for each in may if each.name != trump),
        needed=begin.deal.bid.number,
    )


def _low(begin: Troika) -> Contract:
    """The lowest card of a suit takes the trick (K4)."""
    wins = begin.plan.specials_win
    cards = sorted(cards_in(begin.plan.deck), key=lambda each: low_height(each, wins), reverse=True)
    of_suit = {
        letter: " ".join(each.code for each in cards if each.suit == suit)
        for suit, letter in enumerate(SUITS)
    }
    return Contract(LOW, title=message("Low"), ranking=ranking_of(**of_suit))
