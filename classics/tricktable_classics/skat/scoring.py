"""What a game of Skat is worth, and to whom. The numbers of rulings are in docs/skat.md."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import BY_CODE, SUITS, Card, worth
from tricktable.rules.ranking import PRINTED, Ranking, ranking_of
from tricktable_classics.skat.position import (
    BASES,
    GRAND,
    HAND,
    NULL,
    NULLS,
    OUVERT,
    SCHNEIDER,
    SCHWARZ,
    parts,
)

JACKS: Final = "JC JS JH JD"
"""From the highest to the lowest."""
_PLAIN: Final = {suit: " ".join(rank + suit for rank in "ATKQ987") for suit in SUITS}
BY_GRAND: Final = ranking_of(J=JACKS, **_PLAIN)
"""The jacks are a suit of their own, and trump."""
_BY_SUIT: Final = {
    trump: ranking_of(**{**_PLAIN, trump: f"{JACKS} {_PLAIN[trump]}"}) for trump in SUITS
}
ALL, HALF, SCHNEIDER_AT = 120, 60, 90
WORTH: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""What the ranks count (S6)."""
TRICKS: Final = 10


class Value(NamedTuple):
    """What a game has counted."""

    points: int
    matadors: int
    times: int
    value: int
    won: bool
    is_overbid: bool


def ranking(game: str) -> Ranking:
    """How the cards rank in a game, from its letter; as in grand before there is one."""
    return PRINTED if game == NULL else _BY_SUIT.get(game, BY_GRAND)


def matadors(game: str, cards: int) -> int:
    """How many of the highest trumps these cards have without a gap; negative if they lack them.

    Args:
        game: its letter; not null.
        cards: the declarer's, with the skat, as a mask.
    """
    trumps: list[Card] = [BY_CODE[code] for code in JACKS.split()]
    if game != GRAND:
        trumps += [BY_CODE[code] for code in _PLAIN[game].split()]
    has = [bool(card.bit & cards) for card in trumps]
    count = next((at for at, each in enumerate(has) if each != has[0]), len(has))
    return count if has[0] else -count


def value(call: str, bid: int, cards: int, taken: int, tricks: int) -> Value:
    """What a game counts, and whether it is won (S5 to S7).

    Args:
        call: as it was announced.
        bid: the highest bid.
        cards: the declarer's, with the skat, as a mask.
        taken: those of the declarer's tricks, with the skat, as a mask.
        tricks: how many those are.
    """
    game, said = parts(call)
    if game == NULL:
        return Value(0, 0, 0, NULLS[said], tricks == 0, False)
    points = worth(taken, WORTH)
    with_or_without, base = matadors(game, cards), BASES[game]
    schwarz = tricks in (0, TRICKS) or OUVERT in said or SCHWARZ in said
    schneider = (
        schwarz or points >= SCHNEIDER_AT or points <= ALL - SCHNEIDER_AT or SCHNEIDER in said
    )
    announced = next(
        (at for at, each in enumerate((OUVERT, SCHWARZ, SCHNEIDER)) if each in said), 3
    )
    times = abs(with_or_without) + 1 + (HAND in said) + schneider + schwarz + (3 - announced)
    goal = (TRICKS, TRICKS, 0, 0)[announced]
    least = SCHNEIDER_AT if announced == 2 else HALF + 1
    won, is_overbid = tricks >= goal and points >= least, base * times < bid
    if is_overbid:
        times, won = -(-bid // base), False
    return Value(points, with_or_without, times, base * times, won, is_overbid)


def gains(
    of: Value, declarer: int, seats: int, is_seeger: bool, factor: int = 1
) -> tuple[int, ...]:
    """What each seat scores: a lost game counts twice (S7), each game 50 or 40 more (S8).

    Contra and re multiply its value by `factor` (S11).
    """
    mine = factor * (of.value if of.won else -2 * of.value)
    if not is_seeger:
        return tuple(mine * (seat == declarer) for seat in range(seats))
    theirs = 0 if of.won else FOR_OTHERS
    mine += FOR_GAME if of.won else -FOR_GAME
    return tuple(mine if seat == declarer else theirs for seat in range(seats))


FOR_GAME, FOR_OTHERS = 50, 40
"""By Seeger and Fabian."""


def ramsch(points: Sequence[int], tricks: Sequence[int]) -> tuple[int, ...]:
    """What each seat scores if everybody plays for themselves: whoever has most loses them (S9)."""
    if TRICKS in tricks:
        return tuple(ALL * (count == TRICKS) for count in tricks)
    factor = 2 if 0 in tricks else 1
    return tuple(-factor * each * (each == max(points)) for each in points)
