"""What a review of a deal of Skat looks for: the points that the declarer could have made."""

from typing import Final

from tricktable.rules.cards import JACKS, SUITS, cards_in, worth
from tricktable.rules.game import State
from tricktable.rules.review.sides import Contract, Sides
from tricktable.text.language import message
from tricktable_classics.skat.position import BASES, GRAND, OUVERT, SCHNEIDER, SCHWARZ, parts
from tricktable_classics.skat.rules import DECK, HAND, Skat
from tricktable_classics.skat.scoring import HALF, SCHNEIDER_AT, WORTH, ranking

_GAMES: Final = {
    game: Contract(GRAND, JACKS, message("Grand"), ranking(GRAND))
    if game == GRAND
    else Contract(game, game, ranking=ranking(game))
    for game in (*SUITS, GRAND)
}
_WORTH: Final = {card: worth(card.bit, WORTH) for card in cards_in(DECK)}


def goal(begin: State, end: State) -> Sides | None:
    """The declarer's points, with any trump; nothing where tricks are shunned.

    Where all tricks or more than 90 points are needed, it is not told whether they could be had.
    """
    assert isinstance(begin, Skat)
    assert isinstance(end, Skat)
    if begin.game[:1] not in BASES:
        return None
    return Sides(
        begin.side(begin.declarer),
        trick=0,
        worth=_WORTH,
        contract=_GAMES[begin.game[0]],
        others=tuple(_GAMES.values()),
        cards=HAND,
        needed=_points_needed(begin.game, end),
        already=worth(end.deck & ~end.gone, WORTH),
    )


def _points_needed(game: str, end: Skat) -> int | None:
    if {OUVERT, SCHWARZ} & {*parts(game)[1]} or (end.deals and end.deals[-1].is_overbid):
        return None
    return SCHNEIDER_AT if SCHNEIDER in game else HALF + 1
