"""What a review of a deal of Skat looks for: the points that the declarer could have made."""

from __future__ import annotations

from typing import Final

from tricktable.rules.cards import JACKS, SUITS, cards_in, worth
from tricktable.rules.game import State
from tricktable.rules.review.sides import Contract, Sides
from tricktable.text.language import message
from tricktable_classics.skat.position import BASES, GRAND
from tricktable_classics.skat.rules import DECK, HAND, Skat
from tricktable_classics.skat.scoring import WORTH, ranking

_GAMES: Final = {
    game: Contract(GRAND, JACKS, message("Grand"), ranking(GRAND))
    if game == GRAND
    else Contract(game, game, ranking=ranking(game))
    for game in (*SUITS, GRAND)
}
_WORTH: Final = {card: worth(card.bit, WORTH) for card in cards_in(DECK)}


def goal(begin: State, _: State) -> Sides | None:
    """The declarer's points in tricks, with any trump; nothing where tricks are shunned."""
    assert isinstance(begin, Skat)
    if begin.game[:1] not in BASES:
        return None
    return Sides(
        frozenset({begin.declarer}),
        trick=0,
        worth=_WORTH,
        contract=_GAMES[begin.game[0]],
        others=tuple(each for game, each in _GAMES.items() if game != begin.game[0]),
        cards=HAND,
    )
