"""How the cards of the next deal are shared out, for people who hold them. Deals none by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.cards import RANKS, Card, cards_in
from tricktable.rules.chance import SameChance
from tricktable.rules.guide import GLYPHS
from tricktable.text.language import _, message
from tricktable.text.sentences import Field, Picture, Sentence, list_in_words, sentence

if TYPE_CHECKING:
    from tricktable.rules.game import Header, State

MOST_MORE: Final = 2
"""As many lower cards are not named: a wall in Japanese has no room for the words."""
MOST_NAMED: Final = 5
"""More cards than these are not listed one by one."""


class Portions(NamedTuple):
    """How many cards go where."""

    deck: int
    """The cards that are dealt, as a mask …"""
    pack: tuple[Card, ...]
    """… of these."""
    hands: tuple[int, ...]
    """How many each player gets, for those who get some."""
    stacks: tuple[int, ...]
    """How many lie in each of several stacks, where hands are made of stacks."""
    turns_up: bool
    """Whether one more is turned up."""
    left: int
    """How many are left then."""


def portions(header: Header, state: State) -> Portions:
    """How the game deals at this moment: before its dealer is known, or before its first card.

    How many go where is no matter of chance. A card beside the hands is turned up if a pile is left
    below it (`rules.deal.evenly`).
    """
    dealt = header.rules.deal.deal(header, state, SameChance())
    hands = tuple(hand.bit_count() for hand in dealt.hands[: header.seats])
    piles = tuple(len(pile) for pile in dealt.piles.values() if pile)
    is_beside, has_hands = len(dealt.hands) > header.seats, any(hands)
    turns_up = is_beside and bool(piles)
    return Portions(
        header.deck,
        header.pack.cards,
        tuple(filter(None, hands)),
        () if has_hands else piles,
        turns_up,
        header.deck.bit_count() - sum(hands) - turns_up if has_hands else 0,
    )


def how_to_deal(of: Portions) -> Sentence:
    """What to shuffle and how many cards each player gets; empty if some get more than others."""
    shares = _shares(of)
    return sentence("{one} {other}", one=_shuffle(of), other=shares) if shares else ()


def _shuffle(of: Portions) -> Sentence:
    """All, those from a rank up (perhaps with lower ones), all but some, or just how many."""
    count, out = of.deck.bit_count(), [card for card in of.pack if not card.bit & of.deck]
    if not out:
        return sentence("Shuffle all {count} cards.", count=count)
    low = max(card.rank for card in out) + 1
    more = [card for card in cards_in(of.deck) if card.rank < low]
    if low < len(RANKS) and len(more) < min(len(out), MOST_MORE):
        words: dict[str, Field] = {"count": count, "rank": _rank(low)}
        if not more:
            return sentence("Shuffle the {count} cards from {rank} up.", **words)
        return sentence(
            "Shuffle {count} cards: from {rank} up, and {cards}.",
            **words,
            cards=list_in_words([_card_name(card) for card in more]),
        )
    whole = {card.rank for card in out if card.rank} - {card.rank for card in cards_in(of.deck)}
    rest = [card for card in out if card.rank not in whole]
    if len(whole) + len(rest) > MOST_NAMED:
        return sentence("Shuffle {count} cards.", count=count)
    ranks = [sentence("{rank}s", rank=_rank(rank)) for rank in sorted(whole)]
    cards = list_in_words([*ranks, *map(_card_name, rest)])
    return sentence("Shuffle {count} cards: all but {cards}.", count=count, cards=cards)


def _card_name(card: Card) -> Sentence:
    """As the rules write it: a picture of each makes the page heavy."""
    glyph = GLYPHS.get(card.code[1])
    if glyph is None:
        return (Picture(card.code),)
    return (_("{rank}{suit}", rank=_rank(card.rank), suit=glyph),)


def _rank(rank: int) -> str:
    return str(rank) if rank <= 10 else RANKS[rank - 2]


def _shares(of: Portions) -> Sentence:
    if of.stacks:
        return _even(of.stacks, message("Deal {number} stacks of {count}."), number=len(of.stacks))
    if of.turns_up:
        return _even(of.hands, message("Deal {count} to each, and turn up the next."))
    if of.left == 1:
        return _even(of.hands, message("Deal {count} to each; the last one lies aside."))
    if of.left:
        words = message("Deal {count} to each; the other {left} lie face down.")
        return _even(of.hands, words, left=of.left)
    return _even(of.hands, message("Deal {count} to each."))


def _even(counts: Sequence[int], words: str, **more: Field) -> Sentence:
    """Those words if the counts are equal; else nothing."""
    return sentence(words, count=counts[0], **more) if len({*counts}) == 1 else ()
