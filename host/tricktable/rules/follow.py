"""Revokes: who did not follow suit? Judges one deal exactly, from what one viewpoint has seen.

Two things are known without seeing a hand:

* A player who does not follow suit *claims* to be void in it. If a card of that suit later turns
  out to have been in that hand, the claim is disproved: a proven revoke, with a name.
* The unseen cards must be somewhere: this many in each hand, none against a standing claim. Giving
  each suit's unseen cards to the places that may hold them is a transport problem. By Hall's
  theorem, a solution exists exactly when no set of suits has more unseen cards than there is room
  for in the places that may hold any of them. Four suits make sixteen such sums, five twice as
  many; the one for the empty set counts the cards that lie in no hand. If there is no solution,
  *someone* has revoked, and nobody can be named yet.

These sums (room minus unseen cards) are kept side by side in one integer, eight bits each, so
that one subtraction updates all of them when a card appears. The judge runs after every entry of
every record, and this is most of its work.

One hand may take in cards and give some up before the play (a kitty and its discards). Cards known
to be in it before that are *loose*: they are in the hand, or among those that it gave up, and prove
nothing until it is known which. Or all hands may pass cards to each other before it.

A game's own rule can rest on the same knowledge: a play that was proper only if its hand held none
of some cards is a claim, too (`claims_none`).

Knows neither entries nor games: a game's judge says what was seen and which suit was owed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Final

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.verdicts import Finding, OwnRule

LANE_BITS: Final = 8
"""Each sum is stored plus 128, and stays within -128 … 127, as a deck has at most 54 cards."""


def _lanes(suits: Iterable[int]) -> int:
    """A one in the lane of each of these sets of suits."""
    return sum(1 << LANE_BITS * each for each in suits)


_LANE: Final = (1 << LANE_BITS) - 1
"""One lane."""


class _Sets:
    """The sets of four to six suits, as masks: bit 0 is suit 0. Immutable."""

    def __init__(self, suits: int) -> None:
        sets = range(1 << suits)
        self.count = len(sets)
        self.every = _lanes(sets)
        self.zero = self.every << LANE_BITS - 1
        """Every sum is 0; a lane whose highest bit is unset is negative."""
        self.having = tuple(
            _lanes(each for each in sets if each >> suit & 1) for suit in range(suits)
        )
        """By suit, the sets that include it: these gain when one of its cards is seen."""
        self.open = tuple(_lanes(each for each in sets if each & ~void) for void in sets)
        """By the suits a hand claims to be void in, the sets of which it may still hold a card."""
        self.played = tuple(tuple(lanes - suit for lanes in self.open) for suit in self.having)
        """By suit and void, what to subtract when a card of a hand is seen: it needs no room."""


_SETS: Final = {suits: _Sets(suits) for suits in (4, 5, 6)}


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Follow:
    """The claims and proofs of one deal. Mutable.

    Call `plays`, `names` and `lies_outside` as cards appear, then `test` once after every entry.
    For a hand that exchanges cards: `exchanges`, then `names_loosely`, and `gives_up` if its
    discards are scanned. For hands that pass cards to each other: `passes`. Where a later word
    decides which suit a card belongs to: `ranks`.
    """

    def __init__(
        self,
        unseen: Sequence[int],
        hands: Sequence[int],
        outside: int,
        ranking: Ranking = PRINTED,
    ) -> None:
        """A new deal.

        Args:
            unseen: how many cards of each suit nobody has seen.
            hands: how many cards each seat was dealt.
            outside: how many lie in no hand (undealt, set aside, discarded, other stacks).
            ranking: which suit each card belongs to; no later one may have more suits.
        """
        self._suits = ranking.suits
        self._sets = _SETS[len(unseen)]
        self._spare = self._sets.zero + outside * self._sets.every + sum(hands) * self._sets.open[0]
        for of_suit, with_suit in zip(unseen, self._sets.having, strict=True):
            self._spare -= of_suit * with_suit
        self._slots = list(hands)
        self._void = [0] * len(hands)
        self._claims: list[list[tuple[int, int]]] = [[] for _ in hands]
        self._in_hand: list[dict[Card, int]] = [{} for _ in hands]
        self._loose: dict[Card, int] = {}
        self._exchanger = -1
        self._stock = self._given = 0
        """How many cards nobody has seen lie in no hand because nobody took them up, and because
        the exchanging hand gave them up; known where it matters, once there is such a hand."""
        self._aside = 0
        """The cards that are known to lie in no hand, as a mask."""
        self._none: tuple[tuple[int, int, int, OwnRule], ...] = ()
        """The claims to hold none of some cards: seat, entry, cards as a mask, and rule."""
        self._proved: list[Finding] = []
        self._owed: dict[int, int] = {}
        """For each proved revoke, by its entry, the suit that was owed."""
        self._failing_since = 0
        self._changed = False
        self.changes = 0
        """How often the findings have changed."""

    def copy(self) -> Follow:
        """An independent copy of this judge."""
        # Copy only what is changed in place: numbers are values, and a copy is made every 32
        # entries.
        made = copy(self)
        made._slots, made._void = self._slots.copy(), self._void.copy()
        made._claims = [claims.copy() for claims in self._claims]
        made._in_hand = [cards.copy() for cards in self._in_hand]
        made._loose, made._owed = self._loose.copy(), self._owed.copy()
        made._proved = self._proved.copy()
        return made

    def names(self, seat: int, card: Card, seq: int) -> None:
        """Entry `seq` names a card that is in this hand and stays there."""
        if card not in self._in_hand[seat]:
            self._in_hand[seat][card] = self._appears(seat, card, seq)

    def plays(self, seat: int, card: Card, owed: int | None, seq: int) -> None:
        """Entry `seq` plays a card; `owed` is the suit to follow, or None."""
        if self._in_hand[seat].pop(card, None) is None:
            self._appears(seat, card, seq)
        if owed is not None and self._suits[card] != owed:
            self._claims_void(seat, owed, seq)

    def claims_none(self, seat: int, cards: int, rule: OwnRule, seq: int) -> None:
        """Entry `seq` broke this rule, if this hand then held any of these cards, a mask."""
        known = [(named, card) for card, named in self._in_hand[seat].items() if card.bit & cards]
        if known:
            shown_by, card = min(known)
            self._add(Finding(seq, rule, "proved", seat, (seq, shown_by), card))
        else:
            self._none = (*self._none, (seat, seq, cards, rule))

    def known_hand(self, seat: int) -> Mapping[Card, int]:
        """The cards known to be in this hand now, each with the first entry that names it."""
        return self._in_hand[seat]

    def lies_outside(self, card: Card) -> None:
        """A card turns out to lie in no hand."""
        if self._loose.pop(card, None) is not None:
            self._given -= 1
        else:
            self._spare += self._sets.having[self._suits[card]]
            # Where it can be either, it was never taken up: that leaves more room for others.
            if self._stock:
                self._stock -= 1
            else:
                self._given -= 1
        self._aside |= card.bit
        self._spare -= self._sets.every
        self._changed = True

    def ranks(self, ranking: Ranking, deck: int) -> None:
        """Cards belong to these suits from now on; nobody has played yet.

        What was seen before still counts. `deck` has all cards of the game, as a mask.
        """
        seen = self._aside | mask(self._loose)
        for cards in self._in_hand:
            seen |= mask(cards)
        for card in cards_in(deck & ~seen):
            self._spare += (
                self._sets.having[self._suits[card]] - self._sets.having[ranking.suits[card]]
            )
        self._suits = ranking.suits
        self._changed = True

    def exchanges(self, seat: int, taken: int, given: int) -> None:
        """This hand takes in cards that lay in none, and gives some up; nobody has played yet.

        Args:
            seat: whose hand it is.
            taken: how many it takes in; which of them are known, `names_loosely` says.
            given: how many it gives up.
        """
        self._exchanger = seat
        self._loose, self._in_hand[seat] = self._in_hand[seat], {}
        self._stock, self._given = (self._spare & _LANE) - _LANE // 2 - 1 - taken, given
        more = taken - given
        self._slots[seat] += len(self._loose) + more
        self._spare += (len(self._loose) + more) * self._sets.open[0] - more * self._sets.every
        self._changed = True

    def names_loosely(self, card: Card, seq: int) -> None:
        """Entry `seq` names a card that the exchanging hand holds, but may still give up.

        Also one that lay outside for all to see, and that the hand has taken up.
        """
        if card in self._loose:
            return
        self._loose[card] = seq
        if card.bit & self._aside:
            self._aside ^= card.bit
            self._spare += self._sets.every
            self._stock += 1
        else:
            self._spare += self._sets.having[self._suits[card]]
        self._changed = True

    def gives_up(self, cards: Iterable[Card]) -> None:
        """The exchanging hand gives up exactly these cards, and keeps the rest."""
        for card in cards:
            self.lies_outside(card)
        for card, seq in list(self._loose.items()):
            self.names(self._exchanger, card, seq)

    def passes(
        self, given: Mapping[int, Collection[Card] | None], to: Mapping[int, int], seq: int
    ) -> None:
        """Hands give cards to each other, before anybody has claimed anything.

        Entry `seq` completes it. Each hand has as many cards afterwards as it had before. Of a hand
        that gives unseen cards, nothing is known any more except what it takes up.

        Args:
            given: the cards that each hand gives, None if they were not seen.
            to: the hand that takes them up.
            seq: the entry's number.
        """
        kept = dict[tuple[int, Card], int]()
        for giver, cards in given.items():
            for card, shown_by in list(self._in_hand[giver].items()):
                self._is_unseen_again(giver, card)
                if cards is not None and card not in cards:
                    kept[giver, card] = shown_by
        for (seat, card), shown_by in kept.items():
            self.names(seat, card, shown_by)
        for giver, cards in given.items():
            for card in cards or ():
                self.names(to[giver], card, seq)
        self._changed = True

    def test(self, seq: int) -> None:
        """Check after entry `seq` whether the unseen cards can still be dealt."""
        if not self._changed:
            return
        self._changed = False
        if self._can_be_dealt():
            if self._failing_since:
                self._failing_since = 0
                self.changes += 1
        elif not self._failing_since:
            self._failing_since = seq
            self.changes += 1

    def findings(self) -> list[Finding]:
        """The revokes and other false claims known now, in no order."""
        if not self._failing_since:
            return self._proved
        return [*self._proved, Finding(self._failing_since, "follow", "someone", None, ())]

    def _appears(self, seat: int, card: Card, seq: int) -> int:
        """The card was in this hand when play began. Returns the first entry that names it."""
        suit, void = self._suits[card], self._void[seat]
        self._slots[seat] -= 1
        if card in self._loose:
            seq = self._loose.pop(card)
            self._prove_earlier(suit, card, seq)
            self._spare -= self._sets.open[void]
        else:
            self._spare -= self._sets.played[suit][void]
        self._changed = True
        # The claim is now disproved: every trick in which the suit was owed and not followed is a
        # revoke.
        if void >> suit & 1:
            self._claims_no_more(seat, card, seq)
        if self._none:
            self._had(seat, card, seq)
        return seq

    def _had(self, seat: int, card: Card, seq: int) -> None:
        """Entry `seq` names a card of this hand: claims to have held none like it are disproved."""
        standing = []
        for claim in self._none:
            who, at, cards, rule = claim
            if who == seat and cards & card.bit:
                self._add(Finding(at, rule, "proved", seat, (at, seq), card))
            else:
                standing.append(claim)
        self._none = tuple(standing)

    def _is_unseen_again(self, seat: int, card: Card) -> None:
        """Nobody knows any more whether this hand, which has played nothing, has the card."""
        del self._in_hand[seat][card]
        self._slots[seat] += 1
        self._spare += self._sets.played[self._suits[card]][0]

    def _claims_no_more(self, seat: int, card: Card, seq: int) -> None:
        """Entry `seq` names a card of a suit that the hand claimed to be void in."""
        suit = self._suits[card]
        self._set_void(seat, self._void[seat] ^ 1 << suit)
        standing = []
        for claim in self._claims[seat]:
            if claim[1] == suit:
                self._prove(seat, *claim, card, seq)
            else:
                standing.append(claim)
        self._claims[seat] = standing

    def _set_void(self, seat: int, void: int) -> None:
        self._spare += self._slots[seat] * (
            self._sets.open[void] - self._sets.open[self._void[seat]]
        )
        self._void[seat] = void

    def _claims_void(self, seat: int, suit: int, seq: int) -> None:
        known = [
            (named, card)
            for card, named in self._in_hand[seat].items()
            if self._suits[card] == suit
        ]
        if known:
            # The earliest entry that shows it, so that the proof does not depend on what is scanned
            # later.
            shown_by, card = min(known)
            self._prove(seat, seq, suit, card, shown_by)
            return
        self._claims[seat].append((seq, suit))
        self._set_void(seat, self._void[seat] | 1 << suit)
        self._changed = True

    def _prove(self, seat: int, seq: int, suit: int, card: Card, shown_by: int) -> None:
        self._owed[seq] = suit
        self._add(Finding(seq, "follow", "proved", seat, (seq, shown_by), card))

    def _add(self, proved: Finding) -> None:
        self._proved.append(proved)
        self.changes += 1

    def _prove_earlier(self, suit: int, card: Card, shown_by: int) -> None:
        """Prove the exchanger's revokes by the earlier entry that named a card while loose."""
        for index, (seq, rule, _, seat, proof, __) in enumerate(self._proved):
            if rule != "follow" or seat != self._exchanger or self._owed[seq] != suit:
                continue
            if shown_by < proof[1]:
                self._proved[index] = Finding(seq, "follow", "proved", seat, (seq, shown_by), card)
                self.changes += 1

    def _can_be_dealt(self) -> bool:
        if self._loose:
            return self._can_be_dealt_with_loose()
        return self._spare & self._sets.zero == self._sets.zero

    def _can_be_dealt_with_loose(self) -> bool:
        """Whether the cards can be dealt while some may lie in the exchanging hand or outside."""
        void, room = self._void[self._exchanger], self._slots[self._exchanger]
        loose = len(self._loose)
        # Given up is what its claims bar from the hand, and what the hand has no room for.
        given = max(sum(void >> self._suits[card] & 1 for card in self._loose), loose - room)
        if given > self._given:
            return False
        for suits in range(self._sets.count):
            spare = (self._spare >> LANE_BITS * suits & _LANE) - _LANE // 2 - 1
            # Loose cards take up room where they lie: if the hand may hold these suits, all do.
            if spare < (loose if suits & ~void else given):
                return False
        return True
