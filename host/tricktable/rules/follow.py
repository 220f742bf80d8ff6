"""Did everybody follow suit? The judge of one deal, exact, from what one viewpoint has seen.

Two things are known without seeing a hand:

* Who did not play the suit owed *claims* to have had none of it. Any card of that suit shown to
  have been in that hand then disproves the claim: a revoke, proved, by name.
* The unseen cards must lie somewhere: so many in each hand, none against a standing claim. Giving
  each suit's unseen cards to the places that may hold them is a transport problem. By Hall's
  theorem it can be solved exactly when no set of suits has more unseen cards than the places that
  may hold any of them have room. With four suits that is at most fifteen sums. When it cannot be
  solved, *someone* revoked, and nobody can be named yet.

One hand may take in cards and give up as many before the play (a kitty and its discards). What was
read of it before that is *loose*: it lies in the hand or outside, and shows nothing until it is
known which.

This file knows neither entries nor games: a game's judge tells it what was seen and what was owed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tricktable.rules.cards import Card
from tricktable.rules.verdicts import Finding

_SUITS_OF = tuple(tuple(s for s in range(4) if mask >> s & 1) for mask in range(16))
_SUBSETS = tuple(tuple(part for part in range(1, 16) if part & mask == part) for mask in range(16))


class Follow:
    """The claims and proofs of one deal.

    Call `plays`, `names` and `lies_outside` as cards appear, then `test` once after every entry.
    A hand that exchanges cards: `exchanges`, then `names_loosely`, and `gives_up` if they are read.
    """

    def __init__(self, unseen: Sequence[int], hands: Sequence[int], outside: int) -> None:
        """A fresh deal.

        Args:
            unseen: how many cards of each suit nobody has seen.
            hands: how many cards each seat was dealt.
            outside: how many lie in no hand (undealt, set aside, discarded, other stacks).
        """
        self._unseen = list(unseen)
        self._slots = list(hands)
        self._outside = outside
        self._void = [0] * len(hands)
        self._claims: list[list[tuple[int, int]]] = [[] for _ in hands]
        self._in_hand: list[dict[Card, int]] = [{} for _ in hands]
        self._loose: dict[Card, int] = {}
        self._exchanger = -1
        self._proved: list[Finding] = []
        self._owed: dict[int, int] = {}
        """For each proved revoke, by its entry, the suit that was owed."""
        self._failing_since = 0
        self._changed = False

    def names(self, seat: int, card: Card, seq: int) -> None:
        """Entry `seq` names a card that is in this hand and stays there."""
        if card not in self._in_hand[seat]:
            self._in_hand[seat][card] = self._appears(seat, card, seq)

    def plays(self, seat: int, card: Card, owed: int | None, seq: int) -> None:
        """Entry `seq` plays a card; `owed` is the suit that had to be followed, None for none."""
        if self._in_hand[seat].pop(card, None) is None:
            self._appears(seat, card, seq)
        if owed is not None and card.suit != owed:
            self._claims_void(seat, owed, seq)

    def lies_outside(self, card: Card) -> None:
        """A card turns out to lie in no hand."""
        if self._loose.pop(card, None) is None:
            self._unseen[card.suit] -= 1
        self._outside -= 1
        self._changed = True

    def exchanges(self, seat: int) -> None:
        """This hand takes in cards and gives up as many, before anybody has claimed anything."""
        self._exchanger = seat
        self._loose, self._in_hand[seat] = self._in_hand[seat], {}
        self._slots[seat] += len(self._loose)
        self._changed = True

    def names_loosely(self, card: Card, seq: int) -> None:
        """Entry `seq` names a card that the exchanging hand has, but may yet give up."""
        if card not in self._loose:
            self._loose[card] = seq
            self._unseen[card.suit] -= 1
            self._changed = True

    def gives_up(self, cards: Iterable[Card]) -> None:
        """These are all the cards that the exchanging hand gives up: what else it had, it has."""
        for card in cards:
            self.lies_outside(card)
        for card, seq in list(self._loose.items()):
            self.names(self._exchanger, card, seq)

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

    def _appears(self, seat: int, card: Card, seq: int) -> int:
        """A card was in this hand ever since the play began; the first entry that names it."""
        suit = card.suit
        self._slots[seat] -= 1
        if card in self._loose:
            seq = self._loose.pop(card)
            self._prove_earlier(suit, seq)
        else:
            self._unseen[suit] -= 1
        self._changed = True
        if self._void[seat] >> suit & 1:
            self._void[seat] ^= 1 << suit
            standing = []
            for claim in self._claims[seat]:
                if claim[1] == suit:
                    self._prove(seat, *claim, seq)
                else:
                    standing.append(claim)
            self._claims[seat] = standing
        return seq

    def _claims_void(self, seat: int, suit: int, seq: int) -> None:
        known = [named for card, named in self._in_hand[seat].items() if card.suit == suit]
        if known:
            self._prove(seat, seq, suit, min(known))
            return
        self._claims[seat].append((seq, suit))
        self._void[seat] |= 1 << suit
        self._changed = True

    def _prove(self, seat: int, seq: int, suit: int, shown_by: int) -> None:
        self._owed[seq] = suit
        self._proved.append(Finding(seq, "follow", "proved", seat, (seq, shown_by)))

    def _prove_earlier(self, suit: int, shown_by: int) -> None:
        """A card that was loose shows the exchanger's revokes by the entry that named it first."""
        for index, (seq, *_, seat, proof) in enumerate(self._proved):
            if seat == self._exchanger and self._owed[seq] == suit and shown_by < proof[1]:
                self._proved[index] = Finding(seq, "follow", "proved", seat, (seq, shown_by))

    def _can_be_dealt(self) -> bool:
        unseen, void = self._unseen, self._void
        outside, loose, its_room = self._share_loose()
        if outside < 0 or outside + its_room < loose:
            return False
        for barred in set(void):
            for suits in _SUBSETS[barred]:
                room = outside
                for seat, slots in enumerate(self._slots):
                    if suits & ~void[seat]:
                        room += slots
                for suit in _SUITS_OF[suits]:
                    room -= unseen[suit]
                is_barred = loose and not suits & ~void[self._exchanger]
                if room < 0 or room + (its_room if is_barred else 0) < loose:
                    return False
        return True

    def _share_loose(self) -> tuple[int, int, int]:
        """Room outside beside loose cards that must lie there; the others; the hand's room."""
        if not self._loose:
            return self._outside, 0, 0
        void = self._void[self._exchanger]
        forced = sum(void >> card.suit & 1 for card in self._loose)
        return self._outside - forced, len(self._loose) - forced, self._slots[self._exchanger]
