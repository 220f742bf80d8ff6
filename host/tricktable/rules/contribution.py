"""What one seat has done for a game's result: its tricks, and the deal that brought most. Pure."""

from collections.abc import Sequence
from operator import add

from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.text.language import _
from tricktable.text.sentences import Sentence, gap, sentence, signed


def contribution(record: Record, seat: int) -> Sentence:
    """That of this seat in a finished game; empty if there is nothing to say.

    Only what everybody knows of the game.
    """
    tricks, best = _tricks(record), _best_deal(record, seat)
    if not sum(tricks):
        return best
    said = sentence("You took {number} of {of} tricks.", number=tricks[seat], of=sum(tricks))
    return (*said, gap(), *best) if best else said


def _tricks(record: Record) -> Sequence[int]:
    """The tricks of each seat in all deals."""
    total = tally = (0,) * record.header.seats
    for step in record.steps():
        now = step.after.tabletop().tally
        if sum(now) < sum(tally):  # another deal
            total = tuple(map(add, total, tally))
        tally = now or tally
    return tuple(map(add, total, tally))


def _best_deal(record: Record, seat: int) -> Sentence:
    """The one deal of several that brought this seat and its partners most; empty if none did."""
    now = view(record)
    score, dealing = now.rules.score(now), now.rules.dealing
    owner = next((at for at, seats in enumerate(now.owners) if seat in seats), None)
    if owner is None or len(score.deals) < 2:
        return ()
    *_others, next_best, best = sorted(score.deals, key=lambda deal: score.worth(deal.gains[owner]))
    if score.worth(best.gains[owner]) <= max(0, score.worth(next_best.gains[owner])):
        return ()
    return sentence(
        "{deal} was your best: {gain}.",
        deal=_(dealing.numbered, number=best.number),
        gain=signed(best.gains[owner]),
    )
