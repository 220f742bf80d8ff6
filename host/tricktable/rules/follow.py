"""Did everybody follow suit? The judge of one deal, exact, from what one viewpoint has seen.

Two things are known without seeing a hand:

* Who did not play the suit owed *claims* to have had none of it. Any card of that suit shown to
  have been in that hand then disproves the claim: a revoke, proved, by name.
* The unseen cards must lie somewhere: so many in each hand, none against a standing claim. Giving
  each suit's unseen cards to the places that may hold them is a transport problem. By Hall's
  theorem it can be solved exactly when no set of suits has more unseen cards than the places that
  may hold any of them have room. With four suits that is at most fifteen sums. When it cannot be
  solved, *someone* revoked, and nobody can be named yet.

This file knows neither entries nor games: a game's judge tells it what was seen and what was owed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tricktable.rules.cards import Card
from tricktable.rules.verdicts import Finding

_SUITS_OF = tuple(tuple(s for s in range(4) if mask >> s & 1) for mask in range(16))
_SUBSETS = tuple(tuple(part for part in range(1, 16) if part & mask == part) for mask in range(16))


class Follow:
    """The claims and proofs of one deal.

    Call `plays`, `names` and `lies_outside` as cards appear, then `test` once after every entry.
    """

    def __init__(self, unseen: Sequence[int], hands: Sequence[int], outside: int) -> None:
        """A fresh deal.

        Args:
            unseen: how many cards of each suit nobody has seen.
            hands: how many cards each seat was dealt.
            outside: how many lie in no hand (undealt, set aside, other stacks).
        """
        self._unseen = list(unseen)
        self._slots = list(hands)
        self._outside = outside
        self._void = [0] * len(hands)
        self._claims: list[list[tuple[int, int]]] = [[] for _ in hands]
        self._in_hand: list[dict[Card, int]] = [{} for _ in hands]
        self._proved: list[Finding] = []
        self._failing_since = 0
        self._changed = False

    def names(self, seat: int, card: Card, seq: int) -> None:
        """Entry `seq` names a card that is in this hand and stays there."""
        if card not in self._in_hand[seat]:
            self._in_hand[seat][card] = seq
            self._appears(seat, card, seq)

    def plays(self, seat: int, card: Card, owed: int | None, seq: int) -> None:
        """Entry `seq` plays a card; `owed` is the suit that had to be followed, None for none."""
        if self._in_hand[seat].pop(card, None) is None:
            self._appears(seat, card, seq)
        if owed is not None and card.suit != owed:
            self._claims_void(seat, owed, seq)

    def lies_outside(self, card: Card) -> None:
        """A card turns out to lie in no hand."""
        self._unseen[card.suit] -= 1
        self._outside -= 1
        self._changed = True

    def test(self, seq: int) -> None:
        """Entry `seq` has been taken in: can the unseen cards still be dealt?"""
        if not self._changed:
            return
        self._changed = False
        if self._can_be_dealt():
            self._failing_since = 0
        elif not self._failing_since:
            self._failing_since = seq

    def findings(self) -> list[Finding]:
        """The revokes known now, in no order."""
        if not self._failing_since:
            return self._proved
        return [*self._proved, Finding(self._failing_since, "follow", "someone", None, ())]

    def _appears(self, seat: int, card: Card, seq: int) -> None:
        """A card not seen before was in this hand ever since the deal."""
        suit = card.suit
        self._unseen[suit] -= 1
        self._slots[seat] -= 1
        self._changed = True
        if self._void[seat] >> suit & 1:
            self._void[seat] ^= 1 << suit
            standing = []
            for claim in self._claims[seat]:
                if claim[1] == suit:
                    self._prove(seat, claim[0], seq)
                else:
                    standing.append(claim)
            self._claims[seat] = standing

    def _claims_void(self, seat: int, suit: int, seq: int) -> None:
        known = [named for card, named in self._in_hand[seat].items() if card.suit == suit]
        if known:
            self._prove(seat, seq, min(known))
            return
        self._claims[seat].append((seq, suit))
        self._void[seat] |= 1 << suit
        self._changed = True

    def _prove(self, seat: int, seq: int, shown_by: int) -> None:
        self._proved.append(Finding(seq, "follow", "proved", seat, (seq, shown_by)))

    def _can_be_dealt(self) -> bool:
        unseen, void = self._unseen, self._void
        for barred in set(void):
            for suits in _SUBSETS[barred]:
                room = self._outside
                for seat, slots in enumerate(self._slots):
                    if suits & ~void[seat]:
                        room += slots
                for suit in _SUITS_OF[suits]:
                    room -= unseen[suit]
                if room < 0:
                    return False
        return True
