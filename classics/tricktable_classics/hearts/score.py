"""How Hearts is scored: penalties, and the moon."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.rules.score import Figure, Score, Term, scored
from tricktable.text.language import Message
from tricktable.text.sentences import Picture, counted, sentence
from tricktable_classics.hearts.position import Deal, HeartsView
from tricktable_classics.hearts.rules import FOR_JACK, FOR_QUEEN


def score(view: HeartsView) -> Score:
    """Penalties of the running deal, and points."""
    at = view.position
    runs = at.what in ("pass", "play")
    return Score(
        total=Figure(Message("Points"), at.totals),
        now=(Figure(Message("Taken"), at.points if runs else (None,) * view.seats),),
        deals=scored(at.deals, _terms),
        fewest_win=True,
    )


def _terms(deal: Deal, seat: int) -> Iterator[Term]:
    jack = FOR_JACK * deal.jack[seat]
    if deal.moon is not None:
        words = sentence("All penalties") if seat == deal.moon else sentence("The moon")
        yield Term(words, deal.gains[seat] - jack)
    else:
        if hearts := deal.hearts[seat]:
            yield Term(counted("{count} heart", "{count} hearts", hearts), hearts)
        if deal.queen[seat]:
            yield Term((Picture("QS"),), FOR_QUEEN)
    if jack:
        yield Term((Picture("JD"),), jack)
