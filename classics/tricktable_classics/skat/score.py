"""How Skat is scored: the list, and how each game was counted."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.score import Figure, Score, Term, deal_scores, tricks
from tricktable.text.language import Message, message
from tricktable.text.sentences import Sentence, sentence
from tricktable_classics.skat.position import BASES, Deal, SkatView, parts
from tricktable_classics.skat.rules import RAMSCH
from tricktable_classics.skat.scoring import FOR_GAME, FOR_OTHERS
from tricktable_classics.skat.words import game_words

COUNTED: Final = {
    True: message("{game} with {matadors}, {times} × {base}"),
    False: message("{game} without {matadors}, {times} × {base}"),
}


def score(view: SkatView) -> Score:
    """Tricks and the list."""
    at = view.position
    return Score(
        total=Figure(Message("Points"), at.totals),
        now=(tricks(view),),
        deals=deal_scores(at.deals, lambda deal, seat: _terms(deal, seat, at.is_seeger)),
    )


def _terms(deal: Deal, seat: int, is_seeger: bool) -> Iterator[Term]:
    gain = deal.gains[seat]
    if deal.game == RAMSCH and gain:
        yield Term(sentence("All tricks") if gain > 0 else sentence("Most points in ramsch"), gain)
    elif deal.declarer == seat:
        yield Term(_multiplier(deal), deal.value)
        if not deal.won:
            why = (
                message("Overbid and lost: counts twice")
                if deal.is_overbid
                else message("Lost: counts twice")
            )
            yield Term(sentence(why), -3 * deal.value)
        stake = deal.value if deal.won else -2 * deal.value
        if deal.factor > 1:
            yield Term(sentence("Contra"), stake)
        if deal.factor > 2:
            yield Term(sentence("Re"), 2 * stake)
        if is_seeger:
            won, lost = message("A game won"), message("A game lost")
            yield Term(sentence(won if deal.won else lost), FOR_GAME if deal.won else -FOR_GAME)
    elif gain:
        assert gain == FOR_OTHERS
        yield Term(sentence("A game that another lost"), gain)


def _multiplier(deal: Deal) -> Sentence:
    if not deal.times:
        return game_words(deal.game)
    return sentence(
        COUNTED[deal.matadors > 0],
        game=game_words(deal.game),
        matadors=str(abs(deal.matadors)),
        times=str(deal.times),
        base=str(BASES[parts(deal.game)[0]]),
    )
