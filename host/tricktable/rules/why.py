"""Why a trick was taken, in one sentence, for whoever asks. A game says it where its cards differ.

The state has decided who took it; the sentence only says what lies there for all to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktable.rules.cards import BY_CODE
from tricktable.text.sentences import Picture, Sentence, sentence

if TYPE_CHECKING:
    from tricktable.rules.view import AnyView, CardOfSeat


def by_rank(view: AnyView, plays: Sequence[CardOfSeat], taker: int) -> Sentence:
    """The highest trump took it, or else the highest card of the suit led."""
    cards, letters = [BY_CODE[code] for _, code in plays], view.ranking.letters
    winning = BY_CODE[dict(plays)[taker]]
    card, suit = Picture(winning.code), letters[winning]
    rivals = sum(letters[each] == suit for each in cards) - 1
    if suit == view.trump:
        if not rivals:
            return sentence("{card} is the only trump in the trick.", card=card)
        return sentence("{card} is the highest trump in the trick.", card=card)
    if not rivals:
        return sentence("{card} is the only card of the suit that was led.", card=card)
    return sentence("{card} is the highest card of the suit that was led.", card=card)
