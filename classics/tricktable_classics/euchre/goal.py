"""What a review of a deal of Euchre looks for: the tricks that the makers could have taken."""

from tricktable.rules.cards import SUITS
from tricktable.rules.game import State
from tricktable.rules.review.sides import Contract, Sides
from tricktable_classics.euchre.rules import ENOUGH, HAND, RANKINGS, SEATS, SIDES, Euchre


def goal(begin: State, _: State) -> Sides | None:
    """The makers' tricks, of those who play, with any trump."""
    assert isinstance(begin, Euchre)
    if begin.maker < 0:
        return None
    may = [
        Contract(suit, suit, ranking=ranking) for suit, ranking in zip(SUITS, RANKINGS, strict=True)
    ]
    return Sides(
        frozenset(range(begin.maker % SIDES, SEATS, SIDES)) - {*begin.out},
        contract=may[begin.made],
        others=tuple(each for number, each in enumerate(may) if number != begin.made),
        order=tuple(seat for seat in range(SEATS) if seat not in begin.out) if begin.out else (),
        cards=HAND,
        needed=ENOUGH,
    )
