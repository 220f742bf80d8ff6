"""Looks for a line of play that wins The Torite, with all hands open. Knows no clock.

When the table is left to play by itself it plays every seat, so it may know every card. A win needs
the right trick counts, in any order of seats, and kept cards of different suits
(docs/games/torite.md). The search plays the deal out again and again: for each trick it picks a
lead and a seat that may still take a trick, and lets that seat win it as cheaply as the other cards
allow.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tricktable.games.torite.rules import TARGETS, TRICKS
from tricktable.rules.cards import ALL, SPADES, SUIT_MASKS, Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.tricks import Trick, playable, winner

LEADS_TRIED: Final = 6
"""How many leads are tried before a playout is abandoned; trying more finds no more wins."""
TALLY_PULL: Final = 1.5
"""Prefers takers that already have tricks, blurred by this many tricks: halves the search."""
_SPADES: Final = SUIT_MASKS[SPADES]


class OpenHands(NamedTuple):
    """A moment in the play with all hands open. Hands are masks of the unplayed cards."""

    hands: tuple[int, ...]
    tally: tuple[int, ...]
    leader: int
    """The seat that leads, or led, the current trick."""
    trick: Trick = ()
    aside: int = -1
    """Suit of the card set aside, which no kept card may share; -1 if there is none."""


class LineOfPlay(NamedTuple):
    """Plays in order, starting from a position."""

    plays: Trick
    wins: bool


def after(at: OpenHands, seat: int, card: Card) -> OpenHands:
    """The position after this card has been played."""
    trick = (*at.trick, (seat, card))
    hands = _without(at.hands, trick[-1:])
    if len(trick) < len(hands):
        return at._replace(hands=hands, trick=trick)
    return _taken(at._replace(hands=hands), trick)


def look(at: OpenHands, chance: Chance, playouts: int) -> LineOfPlay:
    """The first winning line within this many playouts, or else the line that got furthest."""
    longest: Trick = ()
    if _within_target(at.tally):
        for _ in range(playouts):
            line = _play_out(at, chance)
            if line.wins:
                return line
            longest = max(longest, line.plays, key=len)
    return LineOfPlay(longest, False)


def _play_out(at: OpenHands, chance: Chance) -> LineOfPlay:
    """One try: choose a suit for each seat to keep, then play tricks until none can be taken."""
    suits = [mask for suit, mask in enumerate(SUIT_MASKS) if suit != at.aside]
    keep = chance.sample(suits, len(at.hands))
    plays: Trick = ()
    while sum(at.tally) < TRICKS:
        for _ in range(LEADS_TRIED):
            trick = _play_trick(at, keep, chance)
            if trick:
                break
        else:
            return LineOfPlay(plays, False)
        fresh = trick[len(at.trick) :]
        plays += fresh
        at = _taken(at._replace(hands=_without(at.hands, fresh)), trick)
    return LineOfPlay(plays, _suits_differ(at))


def _play_trick(at: OpenHands, keep: list[int], chance: Chance) -> Trick:
    """A whole trick taken by a seat that still needs one; empty if this lead allows none."""
    if at.trick:
        led = at.trick[0]
    else:
        hand = at.hands[at.leader]
        leads = _spare(hand, hand, keep[at.leader])
        if not leads:
            return ()
        led = (at.leader, _any_of(leads, chance))
    options = [
        _spare(playable(hand, (led,)), hand, keep[seat]) for seat, hand in enumerate(at.hands)
    ]
    for seat, card in at.trick or (led,):
        options[seat] = card.bit
    if not all(options):
        return ()
    suit = led[1].suit
    for taker in _takers(at.tally, chance):
        high = _cheapest_win(options, taker, suit)
        if high is not None:
            seats = len(options)
            present = {seat for seat, _ in at.trick}
            order = [seat % seats for seat in range(at.leader, at.leader + seats)]
            rest = [
                (seat, high if seat == taker else _duck(options[seat], high, suit, chance))
                for seat in order
                if seat not in present
            ]
            return (*at.trick, *rest)
    return ()


def _cheapest_win(options: list[int], taker: int, led: int) -> Card | None:
    """The seat's lowest card that takes the trick if the others let it; None if there is none.

    The card's index is its strength here: in the suit led and in spades, the higher index wins.
    """
    for high in cards_in(options[taker] & (SUIT_MASKS[led] | _SPADES)):
        if all(_losers(may, high) for seat, may in enumerate(options) if seat != taker):
            return high
    return None


def _losers(cards: int, high: Card) -> int:
    """The cards that do not beat `high`, which is of the suit led or a spade."""
    if high.suit == SPADES:
        return cards & (high.bit - 1)
    return cards & ~_SPADES & ~(SUIT_MASKS[high.suit] & -high.bit)


def _duck(options: int, high: Card, led: int, chance: Chance) -> Card:
    """A card below `high`: the highest one, to get rid of it, or else any card."""
    low = _losers(options, high)
    if chance.random() < 0.5:
        return _any_of(low, chance)
    return ALL[((low & SUIT_MASKS[led]) or low).bit_length() - 1]


def _spare(options: int, hand: int, keep: int) -> int:
    """`options` without the hand's last card of the suit it wants to keep."""
    kept = hand & keep
    return options if kept & (kept - 1) else options & ~kept


def _takers(tally: tuple[int, ...], chance: Chance) -> list[int]:
    """The seats that can take this trick in a winning line, the likelier ones first."""
    seats = [seat for seat in range(len(tally)) if _within_target(_one_more(tally, seat))]
    return sorted(seats, key=lambda seat: TALLY_PULL * chance.random() - tally[seat])


def _within_target(tally: tuple[int, ...]) -> bool:
    """Whether these trick counts can still become winning ones."""
    target = TARGETS[len(tally)]
    return all(have <= may for have, may in zip(sorted(tally, reverse=True), target, strict=True))


def _suits_differ(at: OpenHands) -> bool:
    kept = {ALL[hand.bit_length() - 1].suit for hand in at.hands if hand}
    return len(kept) == len(at.hands) and at.aside not in kept


def _any_of(cards: int, chance: Chance) -> Card:
    return chance.choice(tuple(cards_in(cards)))


def _taken(at: OpenHands, trick: Trick) -> OpenHands:
    """The position after a whole trick; the seat that took it leads."""
    taker = winner(trick, SPADES)
    return OpenHands(at.hands, _one_more(at.tally, taker), taker, (), at.aside)


def _one_more(tally: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*tally[:seat], tally[seat] + 1, *tally[seat + 1 :])


def _without(hands: tuple[int, ...], plays: Trick) -> tuple[int, ...]:
    left = list(hands)
    for seat, card in plays:
        left[seat] &= ~card.bit
    return tuple(left)
