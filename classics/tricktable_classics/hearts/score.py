"""How Hearts is scored: penalties, and the moon."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.score import Figure, Term, by_points, of_deal
from tricktable.rules.view import View
from tricktable.text.language import Message
from tricktable.text.sentences import Picture, sentence, sentence_by_number
from tricktable_classics.hearts.position import Deal, Position
from tricktable_classics.hearts.rules import FOR_JACK, FOR_QUEEN


def _terms(deal: Deal, seat: int) -> Iterator[Term]:
    jack = FOR_JACK * deal.jack[seat]
    if deal.moon is not None:
        words = sentence("All penalties") if seat == deal.moon else sentence("The moon")
        yield Term(words, deal.gains[seat] - jack)
    else:
        if hearts := deal.hearts[seat]:
            yield Term(sentence_by_number("{count} heart", "{count} hearts", hearts), hearts)
        if deal.queen[seat]:
            yield Term((Picture("QS"),), FOR_QUEEN)
    if jack:
        yield Term((Picture("JD"),), jack)


def _now(view: View[Position]) -> Iterator[Figure]:
    yield of_deal(view, Message("Taken"), view.position.points)


SCORE: Final = by_points(_terms, _now, fewest_win=True)
