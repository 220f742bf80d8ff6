"""Deals of every game by chance: who gets which cards, and what lies on the table. No clock."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from tricktable.games.torite.rules import HAND, LOWEST_RANK
from tricktable.rules.cards import STANDARD, Card, cards_in, mask
from tricktable.rules.game import Header, State
from tricktable.rules.verdicts import PUBLIC

KITTY: Final = "kitty"
DRAW, DISCARD = "draw", "discard"
STACK: Final = "stack"
"""With a number: one of The Torite's four stacks, or what an owner has set aside in Tredici."""


class Layout(NamedTuple):
    """Cards as they were dealt."""

    hands: tuple[int, ...]
    """Masks by seat; with three at The Torite the fourth is the card set aside."""
    piles: Mapping[str, tuple[Card, ...]]
    """What else lies there, the top card of each pile last."""


def deal(players: int, rng: Random) -> tuple[int, ...]:
    """The Torite's hands: 13 cards a seat, with three players one more set aside."""
    deck = [card for card in STANDARD if card.rank >= LOWEST_RANK.get(players, 2)]
    rng.shuffle(deck)
    return tuple(mask(deck[start : start + HAND]) for start in range(0, len(deck), HAND))


def layout(header: Header, state: State, rng: Random) -> Layout:
    """One deal of the game: `state` is that before its first card."""
    return _DEALS[header.game](header, state, rng)


def _torite(header: Header, _: State, rng: Random) -> Layout:
    hands = deal(max(header.players, 2) if header.players > 2 else 4, rng)
    if header.players > 2:
        return Layout(hands, {})
    stacks = {f"{STACK}{number}": tuple(cards_in(hand)) for number, hand in enumerate(hands, 1)}
    return Layout((0,) * header.seats, stacks)


def _triatri(header: Header, state: State, rng: Random) -> Layout:
    return _from_deck(header.seats, 6, _deck(state), rng)._replace(piles={})


def _etori(header: Header, state: State, rng: Random) -> Layout:
    detail: Mapping[str, Any] = state.position((), PUBLIC).as_json()
    teams = len(detail["chips"])
    away = {team for team, chips in enumerate(detail["chips"]) if not chips}
    if detail["sitting"] is not None:
        away.add(detail["sitting"])
    elif teams > 2 and not away:
        away.add(teams - 1)  # nobody has said yet who deals
    seats = [seat for seat in range(header.seats) if seat % teams not in away]
    dealt = _from_deck(len(seats), 13, mask(STANDARD), rng).hands
    hands = dict(zip(seats, dealt, strict=True))
    return Layout(tuple(hands.get(seat, 0) for seat in range(header.seats)), {})


def _tredici(header: Header, _: State, rng: Random) -> Layout:
    size: Any = header.options["hand_size"]
    dealt = _from_deck(header.seats, size, mask(STANDARD), rng)
    return dealt._replace(piles={DRAW: dealt.piles.get(KITTY, ()), DISCARD: ()})


def _troika(header: Header, state: State, rng: Random) -> Layout:
    return _from_deck(header.seats, 8, _deck(state), rng)


def _deck(state: State) -> int:
    plan: Any = getattr(state, "plan", None)
    return int(plan.deck)


def _from_deck(seats: int, size: int, deck: int, rng: Random) -> Layout:
    """So many cards to each seat; the rest is one pile."""
    cards = list(cards_in(deck))
    rng.shuffle(cards)
    hands = tuple(mask(cards[size * seat : size * (seat + 1)]) for seat in range(seats))
    rest = tuple(cards[size * seats :])
    return Layout(hands, {KITTY: rest} if rest else {})


_DEALS: Final = {
    "torite": _torite,
    "triatri": _triatri,
    "etori": _etori,
    "tredici": _tredici,
    "troika": _troika,
}
