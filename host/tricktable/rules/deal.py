"""How a game's cards are dealt by chance and where entries move them, for tables without people.

A record may count cards without naming them, but some cards have moved all the same. The ones
chosen then are those a sensible hand would move, always the same. Knows no clock and no reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol, TypeGuard

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Declared, Moved, Played, Shown
from tricktable.rules.field_words import field_words
from tricktable.rules.values import JsonValue
from tricktable.text.language import message

if TYPE_CHECKING:
    from tricktable.rules.game import Header, State
    from tricktable.rules.stretches import Step

DRAW: Final = "draw"
DISCARD: Final = "discard"
KITTY: Final = "kitty"
STOCK: Final = "stock"

PILES: Final[Mapping[str, str]] = {
    DRAW: message("Draw pile"),
    DISCARD: message("Discards"),
    KITTY: message("Kitty"),
    STOCK: message("Stock"),
}
"""The names of piles that many games have; their places are shown even when empty."""


class OfHands(Protocol):
    """A state that says itself what is dealt and who wins together, as a `TrickGame` does."""

    seats: int
    deck: int
    sides: int
    TURNS_UP: ClassVar[bool]

    @property
    def to_deal(self) -> int:
        """How many cards each hand has in the deal that runs, or in the next."""


def is_of_hands(state: object) -> TypeGuard[OfHands]:
    """Whether a state says so. `isinstance` takes longer than all else of who wins together."""
    kind = type(state)
    return all(hasattr(kind, name) for name in ("TURNS_UP", "to_deal", "deck", "sides"))


class Holding(NamedTuple):
    """What a dealt hand is remembered for: how many of some cards it has."""

    title: str
    """A message, as `One hand held all four aces`."""
    cards: int
    """These cards, as a mask …"""
    least: int
    """… of which it has at least this many …"""
    most: int
    """… and at most this many."""


class Layout(NamedTuple):
    """Where the cards of one deal lie."""

    hands: tuple[int, ...]
    """Masks by seat. One mask more than seats is for a card or two beside them."""
    piles: Mapping[str, tuple[Card, ...]]
    """The other piles, the top card of each last."""

    def without(self, cards: Iterable[Card]) -> Layout:
        """A copy with these cards taken from wherever they are."""
        bits = mask(cards)
        piles = {
            name: tuple(card for card in pile if not card.bit & bits)
            for name, pile in self.piles.items()
        }
        return Layout(tuple(hand & ~bits for hand in self.hands), piles)

    def out_of_hands(self, bits: int) -> Layout:
        """A copy with the cards of this mask in no hand."""
        return self._replace(hands=tuple(hand & ~bits for hand in self.hands))

    def swapped(self, one: Card, other: Card) -> Layout:
        """A copy in which these two cards have changed places; as it is, if one lies nowhere."""
        place = {one: other, other: one}
        there = {*cards_in(self.in_hands), *(card for pile in self.piles.values() for card in pile)}
        if not place.keys() <= there:
            return self
        hands = (mask(place.get(card, card) for card in cards_in(hand)) for hand in self.hands)
        piles = {
            name: tuple(place.get(card, card) for card in pile) for name, pile in self.piles.items()
        }
        return Layout(tuple(hands), piles)

    @property
    def in_hands(self) -> int:
        """The cards in all hands, as a mask."""
        cards = 0
        for hand in self.hands:
            cards |= hand
        return cards

    def with_hand(self, seat: int, cards: Iterable[Card]) -> Layout:
        """A copy with these cards added to that hand."""
        more = mask(cards)
        hands = (hand | more if at == seat else hand for at, hand in enumerate(self.hands))
        return self._replace(hands=tuple(hands))

    def with_pile(self, name: str, cards: Iterable[Card]) -> Layout:
        """A copy with these cards on top of that pile."""
        return self._replace(piles={**self.piles, name: (*self.piles.get(name, ()), *cards)})


Deal = Callable[["Header", "State", Chance], Layout]
"""One random deal. The state is the one before its first card, or before its dealer is known."""
Follow = Callable[[Layout, Sequence["Step"], Chance], Layout]
"""Where the cards lie after the entries of the deal, given where they were dealt."""
HandSize = int | Callable[["Header", "State"], int]
"""Cards for each seat, or a function that gives their number for a deal."""
Choose = Callable[[Layout, Moved], Sequence[Card]]
"""The cards of a move that nobody has scanned."""
TakenUp = Callable[[Moved, "State"], Mapping[int, int]]
"""Who takes up the cards that others have passed, given a move and the moment after it.

By the seat that passed them, the seat whose hand takes them up; empty while they still lie there.
"""


# --- dealing -------------------------------------------------------------------------------------


def spread(seats: int, size: int, deck: int, chance: Chance, rest: str = STOCK) -> Layout:
    """Deals this many cards of the deck (a mask) to each seat; the rest is one pile."""
    cards = list(cards_in(deck))
    chance.shuffle(cards)
    hands = tuple(mask(cards[size * seat : size * (seat + 1)]) for seat in range(seats))
    left = tuple(cards[size * seats :])
    return Layout(hands, {rest: left} if left else {})


def evenly(size: HandSize = 0, deck: int = 0, rest: str = STOCK) -> Deal:
    """Deals this many cards to each seat; for 0, as many as the game says, or as there are.

    `deck` is a mask of the cards to deal, 0 for all that the game is played with. If the game turns
    a card up, the rest's top card lies beside the hands, one mask more than there are seats.
    """

    def deal(header: Header, state: State, chance: Chance) -> Layout:
        cards, says = deck or header.deck, state if is_of_hands(state) else None
        each = size if isinstance(size, int) else size(header, state)
        each = each or (says.to_deal if says else cards.bit_count() // header.seats)
        dealt = spread(header.seats, each, cards, chance, rest)
        if not (says and says.TURNS_UP):
            return dealt
        *below, top = dealt.piles[rest]
        return Layout((*dealt.hands, top.bit), {rest: tuple(below)})

    return deal


EVENLY: Final = evenly()


# --- what entries do -----------------------------------------------------------------------------


def lowest(lying: Layout, entry: Moved) -> Sequence[Card]:
    """The top cards of a pile, or the lowest ones of the hand."""
    if entry.source == "hand":
        hand = cards_in(lying.hands[entry.seat])
        return sorted(hand, key=lambda card: card.rank)[: entry.number]
    return lying.piles.get(entry.source, ())[::-1][: entry.number]


def highest(lying: Layout, entry: Moved) -> Sequence[Card]:
    """The top cards of a pile, or the highest ones of the hand."""
    if entry.source == "hand":
        hand = cards_in(lying.hands[entry.seat])
        return sorted(hand, key=lambda card: -card.rank)[: entry.number]
    return lowest(lying, entry)


def layout_after(lying: Layout, entry: Moved, cards: Sequence[Card]) -> Layout:
    """Moves these cards from wherever they are."""
    left = lying.without(cards)
    if entry.target == "hand":
        return left.with_hand(entry.seat, cards)
    return left.with_pile(entry.target, cards)


def no_passes(_: Moved, __: State) -> Mapping[int, int]:
    """No card passes from one hand to another."""
    return {}


def follow_entries(choose: Choose = lowest, taken_up: TakenUp = no_passes) -> Follow:
    """Follows only the entries: a played card leaves its hand, a shown one wherever it lay."""

    def follow(dealt: Layout, steps: Sequence[Step], _: Chance) -> Layout:
        lying = dealt
        passed: dict[int, tuple[Card, ...]] = {}
        for step in steps:
            match step.entry:
                case Played(_, card):
                    lying = lying.out_of_hands(card.bit)
                case Shown() | Declared():
                    lying = _after_shown(lying, step)
                case Moved() as entry:
                    cards = tuple(entry.cards or choose(lying, entry))
                    lying = layout_after(lying, entry, cards)
                    if entry.source == "hand":
                        passed[entry.seat] = (*passed.get(entry.seat, ()), *cards)
                    for giver, taker in taken_up(entry, step.after).items():
                        cards = passed.pop(giver, ())
                        lying = lying.without(cards).with_hand(taker, cards)
        return lying

    return follow


def _after_shown(lying: Layout, step: Step) -> Layout:
    """After a card that was shown, or words with which one that lay turned up was taken up."""
    table = step.after.tabletop()
    if not isinstance(step.entry, Shown):
        return lying.with_hand(table.taken_up[0], table.taken_up[1:]) if table.taken_up else lying
    # A dummy's hand lies open until its cards are played.
    is_dummys = table.dummy is not None and table.dummy.cards & step.entry.card.bit
    return lying if is_dummys else lying.without([step.entry.card])


BY_ENTRIES: Final = follow_entries()


def filled_up(dealt: Layout, steps: Sequence[Step], chance: Chance) -> Layout:
    """Follows the entries, and lets hands draw after a trick what the table's `stock` then lacks.

    Its winner draws first; the card that was turned up is drawn last. Where words let the rest be
    dealt, every hand gets as many cards as the game then says.
    """
    if not (steps and steps[0].after.tabletop().stock):  # nothing is ever drawn
        return BY_ENTRIES(dealt, steps, chance)
    lying, bottom, stock, size = dealt, list[Card](), 0, 0
    for step in steps:
        lying, table = BY_ENTRIES(lying, (step,), chance), step.after.tabletop()
        left, stock = stock, table.stock
        if table.turned:
            if isinstance(step.entry, Declared | Moved) and step.entry.seat is not None:
                for card in {*bottom} - {table.turned}:
                    lying = _in_exchange(lying, step.entry.seat, table.turned, card)
            bottom = [table.turned]
        size, lacked = _dealt_count(step.after), size
        if stock < left and size > lacked and isinstance(step.entry, Declared):
            lying = _fill_hands(lying, size, len(table.tally))
        if not isinstance(step.entry, Played) or table.last_winner is None:
            continue
        waiting = [*bottom, *lying.piles.get(STOCK, ())]
        for place in range(min(len(table.tally), left - stock)):
            seat = (table.last_winner + place * table.step) % len(table.tally)
            top = waiting.pop()
            lying = lying.without([top]).with_hand(seat, [top])
        bottom = waiting[: len(bottom)]
    return lying


def _dealt_count(state: State) -> int:
    """How many cards each hand has been dealt by now, if the state says so."""
    return state.to_deal if is_of_hands(state) else 0


def _fill_hands(lying: Layout, size: int, seats: int) -> Layout:
    """Each hand with this many cards, from the stock."""
    for seat in range(seats):
        pile = lying.piles.get(STOCK, ())
        lacks = max(size - lying.hands[seat].bit_count(), 0)
        cards = pile[len(pile) - lacks :]
        lying = lying.without(cards).with_hand(seat, cards)
    return lying


def _in_exchange(lying: Layout, seat: int, laid: Card, taken: Card) -> Layout:
    """This seat has laid one card down and taken another for it.

    What was said counts: if that card is elsewhere, one of the hand lies there from now on.
    """
    hand = lying.hands[seat]
    if hand and not hand & laid.bit:
        lying = lying.swapped(next(cards_in(hand)), laid)
    return lying.without([laid]).with_hand(seat, [taken])


# --- what a game says ----------------------------------------------------------------------------


def not_counted(_: str, __: Layout) -> JsonValue:
    """Nothing has to be counted."""
    return None


@field_words
@dataclass(frozen=True, slots=True)
class Handling:
    """How the cards of a game are handled."""

    deal: Deal = EVENLY
    follow: Follow = filled_up
    counted: Callable[[str, Layout], JsonValue] = not_counted
    """The value of a topic offered without values, as counted from the card backs."""
    taken_up: TakenUp = no_passes
    """Who takes up the cards that others have passed; see `handling_of_passes`."""


COMMON: Final = Handling()
"""Deals as the state says, or else all cards evenly; hands draw from a stock if there is one."""


def handling_of_passes(taken_up: TakenUp, choose: Choose = lowest) -> Handling:
    """For a game in which hands pass cards to each other, one move from hand to discards each.

    Args:
        taken_up: who takes up whose cards after the last of these moves.
        choose: the cards that a hand passes if nobody has said which.
    """
    return Handling(EVENLY, follow_entries(choose, taken_up), taken_up=taken_up)
