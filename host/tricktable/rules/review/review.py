"""What a finished deal could have become, told kindly: of positions, never of people.

A position that can be won was winnable at each moment before it too, since the cards that were laid
lead there. So the last such moment is found by halving, and each answer is exact or left open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from tricktable.rules.chance import Chance
from tricktable.rules.record import Record
from tricktable.rules.review.open_cards import OpenDeal, OpenMoment, opened
from tricktable.rules.review.sides import Points, Sides
from tricktable.rules.review.together import Possibility, Together, find_way
from tricktable.rules.tricks import Trick, winner

Clock = Callable[[], Callable[[], bool]]
"""Begins to measure the time of one search, and then says whether that is over."""
Goal = Together | Sides
"""What a deal is played for, as a search can look for it."""

HIDDEN: Final = "hidden"
RUNNING: Final = "running"
NO_GOAL: Final = "no_goal"
WON: Final = "won"
LOST_FROM_THE_DEAL: Final = "lost_from_the_deal"
TURNED: Final = "turned"
LATE: Final = "late"
SIDES: Final = "sides"


class DealReview(NamedTuple):
    """What one deal could have become."""

    number: int
    """The deal or round, from 1."""
    kind: str
    """`won`; `turned` at a moment; `lost_from_the_deal`; `sides`, with what one could have made;
    `late`, as time ran out; or why nothing can be said: `hidden` cards, still `running`, or
    `no_goal` that a search could look for."""
    could_be_won: bool | None = None
    last_moment: int | None = None
    """The entry before which it could still be won, for all that is known."""
    is_last: bool = False
    """Whether it is proved that it could not be won after that entry."""
    trick: int = 0
    """That moment as people count: the trick, from 1 …"""
    card: int = 0
    """… and the card of that trick, from 1."""
    way: Trick = ()
    """From that moment, the cards of a way to win, in order."""
    side: tuple[int, ...] = ()
    """Of `sides`, the seats whose points are told."""
    made: int | None = None
    """What that side has made …"""
    course: tuple[int, ...] = ()
    """… and what it would have made from before each card on, if all had seen all hands and played
    their best. The first number is what the deal held for it."""


def review(record: Record, chance: Chance, clock: Clock) -> Iterator[DealReview]:
    """Each deal of the record, the oldest first. Public knowledge alone is used."""
    for number, deal in enumerate(opened(record), 1):
        if not deal.is_whole:
            yield _closed(number, deal)
            continue
        find = record.header.rules.goal
        match find and find(deal.moments[0].state, deal.after):
            case Together() as goal if record.state.winner(record.findings()):
                yield DealReview(number, WON, could_be_won=True)
            case Together() as goal:
                yield _turned(number, _proper(deal, record), goal, chance, clock)
            case Sides() as goal:
                yield _made(number, deal, goal, clock)
            case _:
                yield DealReview(number, NO_GOAL)


def unsearched(record: Record) -> tuple[DealReview, ...] | None:
    """The same of a record in which there is nothing to search; None if a deal of it is whole."""
    deals = [*opened(record)]
    if any(each.is_whole for each in deals):
        return None
    return tuple(_closed(number, each) for number, each in enumerate(deals, 1))


def _closed(number: int, deal: OpenDeal) -> DealReview:
    return DealReview(number, HIDDEN if deal.is_over else RUNNING)


def _proper(deal: OpenDeal, record: Record) -> Sequence[OpenMoment]:
    """The moments up to the first revoke: after it, a search by the rules would search in vain."""
    broken = {
        each.seq for each in record.findings() if (each.rule, each.grade) == ("follow", "proved")
    }
    for at, moment in enumerate(deal.moments):
        if moment.seq in broken:
            return deal.moments[: at + 1]
    return deal.moments


def _turned(
    number: int, moments: Sequence[OpenMoment], goal: Together, chance: Chance, clock: Clock
) -> DealReview:
    found: dict[int, Possibility] = {}

    def ask(at: int) -> Possibility:
        if at not in found:
            found[at] = find_way(moments[at].at, goal, chance, clock())
        return found[at]

    if ask(0).is_there is False:
        return DealReview(number, LOST_FROM_THE_DEAL, could_be_won=False)
    won, lost = 0, len(moments)  # after the last moment it was lost: it was not won
    while lost - won > 1:
        middle = (won + lost) // 2
        if ask(middle).is_there:
            won = middle
        else:
            lost = middle
    if not ask(won).is_there:
        return DealReview(number, LATE)
    at = moments[won].at
    return DealReview(
        number,
        TURNED,
        could_be_won=True,
        last_moment=moments[won].seq,
        is_last=lost == len(moments) or ask(lost).is_there is False,
        trick=sum(at.tally) + 1,
        card=len(at.trick) + 1,
        way=ask(won).way,
    )


def _made(number: int, deal: OpenDeal, goal: Sides, clock: Clock) -> DealReview:
    """From the last card back, as each moment is then nearly known from the next."""
    gains = _gains(deal, goal)
    points, course = Points(goal), list[int]()
    for at, moment in reversed([*enumerate(deal.moments)]):
        future = points.of(moment.at, clock())
        if future is None:
            return DealReview(number, LATE)
        course.append(sum(gains[:at]) + future)
    return DealReview(
        number,
        SIDES,
        side=tuple(sorted(goal.side)),
        made=sum(gains),
        course=tuple(reversed(course)),
    )


def _gains(deal: OpenDeal, goal: Sides) -> list[int]:
    """What each card brought the side: something if it was the last one of a trick, else 0."""
    gains = []
    for moment in deal.moments:
        trick = (*moment.at.trick, moment.played)
        is_full = len(trick) == len(moment.at.hands)
        gains.append(goal.gain(trick, _taker(moment, trick)) if is_full else 0)
    return gains


def _taker(moment: OpenMoment, trick: Trick) -> int:
    at = moment.at
    return winner(trick, at.trump_number, at.ranking)
