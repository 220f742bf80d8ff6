"""Deals of Etori made to measure: this many faces for one team, and these aces dealt to it.

Who follows suit does not matter to them; deals that are played as they should be come from
`players.deals`.
"""

from collections.abc import Iterable, Iterator, Sequence

from players.deals import Kind
from players.torite import played
from referees.etori import Referee
from referees.witness import Line

KIND = Kind("etori", Referee, reads_what_is_left=True)
LOW = [rank + suit for suit in "CDH" for rank in "23456789T"]
LOW_SPADES = [rank + "S" for rank in "23456789T"]
KEYS = ["AC", "AS"]
MINOR = ["AD", "AH"]
OTHERS = ["KS", "QS", "JS", *(rank + suit for suit in "CDH" for rank in "KQJ")]
"""Faces that are no aces; the spades first."""


def dealt(dealer: int) -> Line:
    """A deal begins."""
    return {"kind": "dealt", "dealer": dealer}


def plays(first: int, cards: str, seats: Sequence[int] = (0, 1, 2, 3)) -> list[Line]:
    """Cards played by these seats in turn, from seat `first` on."""
    at = list(seats).index(first)
    order = [*seats[at:], *seats[:at]]
    return [played("played", s, card) for s, card in zip(order, cards.split(), strict=False)]


def arranged(
    faces: int,
    aces: str = "",
    won: int = 0,
    lost: int = 1,
    players: int = 4,
    dealer: int = 1,
    first: int = 0,
) -> list[Line]:
    """A whole deal: team `won` captures this many faces, and was dealt these aces.

    The Rensho falls to whoever has it, and the ace of spades too, unless it is needed for all 16.
    Seat `first` leads. Of the tricks, all of the winners' come first.
    """
    teams = players // 2
    sides = ([won, won + teams], [lost, lost + teams])
    has = [aces.split(), [ace for ace in (*KEYS, *MINOR) if ace not in aces.split()]]
    shares: list[list[str]] = [[key for key in KEYS if key in each] for each in has]
    if faces == 16:
        shares = [[*shares[0], *shares[1]], []]
    left = [*OTHERS, *MINOR]
    count = faces - len(shares[0])
    shares = [[*shares[0], *left[:count]], [*shares[1], *left[count:]]]
    deal = _Deal(sides, has)
    tricks = [trick for side in (0, 1) for trick in deal.tricks(side, shares[side])]
    return [dealt(dealer), *_in_turn(tricks, sorted(sides[0] + sides[1]), first)]


class _Deal:
    """The low cards that are left while tricks are made up."""

    def __init__(self, sides: Sequence[list[int]], has: Sequence[list[str]]) -> None:
        self.sides, self.has = sides, has
        self.low, self.spades = list(LOW), list(LOW_SPADES)

    def tricks(self, side: int, share: Iterable[str]) -> Iterator[dict[int, str]]:
        """Tricks in which a side captures its share: each with who plays what, the taker first."""
        mine, theirs = self.sides[side], self.sides[1 - side]
        own, other = self.has[side], self.has[1 - side]
        taking = [card for card in share if card[1] == "S" or card == "AC"]
        taking = [card for card in taking if card not in other]
        rest = [card for card in share if card not in taking]
        while taking or rest:
            best = taking.pop(0) if taking else self.spades.pop()
            beside = next((card for card in rest if card not in other), None)
            under = [card for card in rest if card not in own and card != beside][:2]
            rest = [card for card in rest if card not in (beside, *under)]
            cards = [best, beside or self.low.pop(), *under]
            cards += [self.low.pop() for _ in range(4 - len(cards))]
            yield dict(zip([*mine, *theirs], cards, strict=True))


def _in_turn(tricks: Iterable[dict[int, str]], seats: Sequence[int], leader: int) -> Iterator[Line]:
    for trick in tricks:
        at = seats.index(leader)
        for seat in [*seats[at:], *seats[:at]]:
            yield played("played", seat, trick[seat])
        leader = next(iter(trick))
