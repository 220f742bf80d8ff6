"""What a review of a deal of Etori looks for: the face cards that a team could have captured."""

from __future__ import annotations

from tricktable.games.etori.rules import EVEN, FACES, HAND, Etori
from tricktable.rules.cards import SUITS, cards_in
from tricktable.rules.game import State
from tricktable.rules.review.sides import Contract, Sides, Unit


def goal(begin: State, end: State) -> Sides | None:
    """The faces of the team that leads first; the others capture the rest.

    A deal may end before its last cards are played, and then not all of them were seen. None where
    the Rensho need not follow (E12).
    """
    assert isinstance(begin, Etori)
    if begin.plan.has("rensho_any_time", "yes"):
        return None
    after = begin.deal.after
    order = [next(seat for seat, following in enumerate(after) if following >= 0)]
    while after[order[-1]] != order[0]:
        order.append(after[order[-1]])
    teams = begin.plan.teams
    return Sides(
        frozenset(seat for seat in order if seat % teams == begin.deal.leading),
        trick=0,
        worth=dict.fromkeys(cards_in(FACES), 1),
        contract=Contract("", SUITS[begin.deal.trump]),
        top=begin.deal.rensho,
        order=tuple(order),
        cards=HAND,
        unit=Unit("{count} face", "{count} faces"),
        needed=EVEN + _has_rensho(begin, end),
    )


def _has_rensho(begin: Etori, end: State) -> bool:
    """Whether the team that leads first was dealt the Rensho, and so loses at 8-8 (E2)."""
    assert isinstance(end, Etori)
    holder = next(
        (seat for seat, cards in enumerate(end.known) if cards & begin.deal.rensho.bit), None
    )
    return holder is not None and holder % begin.plan.teams == begin.deal.leading
