"""TriATri's scoring: points for gems, counted again whenever one changes hands."""

from itertools import pairwise

from tricktable.games.triatri.position import TriatriView
from tricktable.rules.cards import COLOURS
from tricktable.rules.score import DealScore, Figure, Score
from tricktable.text.language import Message
from tricktable.text.names import SUIT_NAMES


def score(view: TriatriView) -> Score:
    """Gems by colour, and the points as if the game ended now; a round gains the difference."""
    at = view.position
    nothing = (0,) * view.seats
    gems = (
        Figure(Message(SUIT_NAMES[colour]), tuple(each[place] for each in at.gems))
        for place, colour in enumerate(COLOURS)
    )
    return Score(
        total=Figure(Message("Points"), at.points),
        now=tuple(gems),
        deals=tuple(
            DealScore(number, tuple(more - less for less, more in zip(before, after, strict=True)))
            for number, (before, after) in enumerate(pairwise((nothing, *at.after)), 1)
        ),
    )
