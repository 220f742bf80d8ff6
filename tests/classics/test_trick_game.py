"""What the classics share: the last trick of a deal is told like all others."""

from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Moved, Played, Shown
from tricktable_classics import euchre

TRICKS = "AS 9S TS QS", "KS 9C TC QC", "AC KC JC 9D", "AD TD QD KD", "JS TH AH 9H"
"""Each led by seat 1, who takes all but the last: hearts are trump."""


def test_a_trump_that_took_the_last_trick_of_a_deal_is_shown_as_its_winner():
    """The deal is over by then, and yet its trump counts."""
    state = euchre.GAME.start(4, {"until": 10, "stick": "yes", "defend": "no"})
    begin = (
        Dealt(0),
        Shown(0, BY_CODE["9H"]),
        Declared(1, "call", "order"),
        Moved(0, "hand", "discard", 1, None),
    )
    plays = (
        Played((1 + place) % 4, BY_CODE[code])
        for trick in TRICKS
        for place, code in enumerate(trick.split())
    )
    for each in (*begin, *plays):
        state = state.apply(each)
    assert state.next.what == "deal"
    assert state.tabletop().last_winner == 3
