"""What a finished deal could have become, told kindly: of positions, never of people.

A position that can be won was winnable at each moment before it too, since the cards that were laid
lead there. So the last such moment is found by halving, and each answer is exact or left open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in
from tricktable.rules.chance import Chance
from tricktable.rules.game import State
from tricktable.rules.record import Record
from tricktable.rules.review.calls import OpenCalls, Stretch, stretches
from tricktable.rules.review.last_cards import LastCards, MissedTrick, missed_tricks
from tricktable.rules.review.open_cards import OpenCards, OpenDeal, OpenMoment, open_deals
from tricktable.rules.review.rare_hands import HandOdds, rare_hands
from tricktable.rules.review.rounds import Earlier, SharedWin, Way, Ways, best, score_of
from tricktable.rules.review.search import is_searchable
from tricktable.rules.review.sides import TRICKS, Points, PointsBound, Sides, Unit
from tricktable.rules.review.trick_counts import TrickCounts, can_take
from tricktable.rules.tricks import following_cards

IsLate = Callable[[], bool]
Clock = Callable[[], IsLate]
"""Begins to measure the time of one search, and then says whether that is over."""
Goal = SharedWin | Sides | TrickCounts | LastCards | OpenCalls
"""What a deal is played for, as a search can look for it."""

HIDDEN: Final = "hidden"
RUNNING: Final = "running"
NO_GOAL: Final = "no_goal"
TOO_MANY: Final = "too_many"
WON: Final = "won"
LOST_FROM_THE_DEAL: Final = "lost_from_the_deal"
TURNED: Final = "turned"
LATE: Final = "late"
SIDES: Final = "sides"
EXACTLY: Final = "exactly"
LAST_CARDS: Final = "last_cards"
CALLS: Final = "calls"

_ANSWERS: Final = 3
"""Times that one answer may take, for when a deal between two sides was decided …"""
_COURSE: Final = 2
"""… and then for its whole course."""
_UNBOUNDED: Final = 1000
"""Stands for how far apart the bounds of a best score are that is not known at all."""


class OtherTrump(NamedTuple):
    """What a side could have made with something else as trump."""

    name: str
    """As `Contract` has it …"""
    title: str
    """… and for people; empty for a suit."""
    points: int | None
    """None if time ran out."""


class Aim(NamedTuple):
    """What one seat played for, and what it could have had."""

    seat: int
    tricks: int
    """That it wanted, no more and no fewer …"""
    taken: int
    """… that it took …"""
    could: bool | None
    """… and whether it could have had its number whatever the others did; None if that is not
    known."""


class CardPoints(NamedTuple):
    """A card that could have been laid, and what the side would have made with it."""

    card: Card
    points: int


class DealReview(NamedTuple):
    """What one deal could have become."""

    number: int
    """The deal or round, from 1."""
    kind: str
    """`won`; `turned` at a moment; `lost_from_the_deal`; `sides`, with what one could have made;
    `exactly`, with what each could have; `last_cards` and `calls`, with what was passed by;
    `late`, as time ran out; or why nothing can be said: `hidden` cards, still `running`,
    `no_goal` that a search could look for, or `too_many` cards for one."""
    could_be_won: bool | None = None
    last_moment: int | None = None
    """The entry before which it could still be won, for all that is known."""
    is_last: bool = False
    """Whether it is proved that it could not be won after that entry."""
    round: int = 0
    """That moment as people count: the round, 0 if there is one alone …"""
    trick: int = 0
    """… the trick, from 1 …"""
    card: int = 0
    """… and the card of that trick, from 1."""
    way: Way = ()
    """From that moment, the entries of a way to win, in order; of a won game that could have
    scored more, from its first card those of a way to `least`."""
    score: int | None = None
    """Of a won game."""
    least: int | None = None
    """The best score that could be had is at least this …"""
    most: int | None = None
    """… and at most this."""
    side: tuple[int, ...] = ()
    """Of `sides`, the seats whose points are told."""
    seats: int = 0
    """Of `sides`, how many play, and so how many cards make a trick."""
    unit: Unit = TRICKS
    """What is counted …"""
    needed: int | None = None
    """… of which that side needed this many, if it did …"""
    made: int | None = None
    """… what it has made …"""
    course: tuple[int | None, ...] = ()
    """… and what it would have made from before each card on, if all had seen all hands and played
    their best. The first number is what the deal held for it. None where time ran out."""
    reached: tuple[bool | None, ...] = ()
    """Where it needed some, whether it could still have had them from before each card on. None
    where that was not found out."""
    marks: tuple[tuple[CardPoints, ...], ...] = ()
    """The same after each card that could have been laid, for each moment; empty where time ran
    out."""
    others: tuple[OtherTrump, ...] = ()
    """What the deal held with something else as trump."""
    wanted: tuple[Aim, ...] = ()
    """Of `exactly`, what each seat played for."""
    missed: tuple[MissedTrick, ...] = ()
    """Of `last_cards`, the tricks that could have been taken."""
    calls: tuple[Stretch, ...] = ()
    """Of `calls`, when it would have been right to call."""
    turns: int = 0
    """Of `calls`, how many turns there were."""
    remembered: tuple[HandOdds, ...] = ()
    """Its rarest hands."""
    is_cut_short: bool = False
    """Whether time ran out before all of it was known: with more time, there may be more."""

    @property
    def extent(self) -> tuple[int, ...]:
        """How much of it is known, to be compared with another search of the same deal."""
        return (
            not self.is_cut_short,
            self.kind != LATE,
            self.is_last,
            self.last_moment or 0,
            -self.course.count(None),
            -self.marks.count(()),
            -sum(each.points is None for each in self.others),
            -sum(each.could is None for each in self.wanted),
            -_UNBOUNDED if self.least is None or self.most is None else self.least - self.most,
        )

    @property
    def known_from(self) -> int:
        """Of `course`, the first moment that is known."""
        return next(at for at, points in enumerate(self.course) if points is not None)

    @property
    def decided_from(self) -> int:
        """The first moment from which nothing that decided is unknown."""
        if self.needed is None:
            return self.known_from
        return next(at for at, reach in enumerate(self.reached) if reach is not None)

    @property
    def turned_at(self) -> int | None:
        """The moment whose card decided; None if none did in what is known.

        After it the side had what it needed, or could not have it, for good. Where it needed
        nothing, that card changed most.
        """
        assert self.made is not None
        if self.needed is not None:
            is_other, last = self.made < self.needed, len(self.reached) - 1
            others = (at for at in range(last, -1, -1) if self.reached[at] is is_other)
            return next(others, None)
        known = [
            (at, old, new)
            for at, (old, new) in enumerate(pairwise([*self.course, self.made]))
            if old is not None and new is not None
        ]
        at, old, new = max(known, key=lambda each: (abs(each[1] - each[2]), -each[0]))
        return at if old != new else None


class ReviewedPart(NamedTuple):
    """What is looked at as one: a deal, or all rounds that are won together."""

    deals: tuple[OpenDeal, ...]
    goal: Goal | None
    shut: str
    """Why nothing can be said of it; empty if something can."""


def review(
    record: Record, chance: Chance, clock: Clock, only: Collection[int] = ()
) -> Iterator[DealReview]:
    """Each deal of the record, the oldest first, or `only` those with these numbers.

    No hand that was only scanned is looked at.
    """
    rare = rare_hands(record, chance)
    for number, part in enumerate(parts(record), 1):
        if only and number not in only:
            continue
        for told in _review_part(number, part, record, chance, clock):
            first = part.deals[0].moments[0].seq if part.deals and not part.shut else 0
            dealt = max((deal for deal in rare if deal < first), default=0)
            yield told._replace(remembered=rare.get(dealt, ()))


def _review_part(
    number: int, part: ReviewedPart, record: Record, chance: Chance, clock: Clock
) -> Iterator[DealReview]:
    deals, goal, shut = part
    match goal:
        case _ if shut:
            yield DealReview(number, shut)
        case SharedWin():
            yield _together(number, deals, record, goal, chance, clock)
        case Sides():
            yield _review_sides(number, deals[0], goal, clock)
        case TrickCounts():
            yield _review_aims(number, deals[0], goal, clock)
        case LastCards():
            missed = tuple(missed_tricks(deals[0].moments, goal))
            yield DealReview(number, LAST_CARDS, missed=missed)
        case OpenCalls():
            yield _review_calls(number, record, goal)


def review_without_search(record: Record) -> tuple[DealReview, ...] | None:
    """The same of a record in which there is nothing to search; None if a deal of it is whole."""
    found = list[DealReview]()
    for number, part in enumerate(parts(record), 1):
        if part.shut:
            found.append(DealReview(number, part.shut))
        elif isinstance(part.goal, OpenCalls):
            found.append(_review_calls(number, record, part.goal))
        else:
            return None
    return tuple(found)


def _review_calls(number: int, record: Record, goal: OpenCalls) -> DealReview:
    turns, found = stretches(record, goal)
    return DealReview(number, CALLS, calls=tuple(found), turns=turns)


def goal_of(record: Record, begin: State, end: State) -> Goal | None:
    """What a deal is played for; None if the game does not say, or no search knows its turns."""
    find, table = record.header.rules.goal, begin.tabletop()
    goal = find(begin, end) if find is not None else None
    if table.step > 0 or isinstance(goal, (LastCards, OpenCalls)):
        return goal
    if not isinstance(goal, Sides):
        return None
    order = tuple(seat for seat in range(record.header.seats)[::-1] if seat not in table.out)
    return goal._replace(order=goal.order or order)


def parts(record: Record) -> Iterator[ReviewedPart]:
    """What of a record is looked at, in order."""
    left = [*open_deals(record)]
    if not left and record.seq:
        goal = goal_of(record, record.before(1), record.state)
        if isinstance(goal, OpenCalls):
            yield ReviewedPart((), goal, RUNNING if record.state.status == "playing" else "")
    while left:
        begin = left[0]
        goal = goal_of(record, begin.moments[0].state, begin.after)
        number = goal.number if isinstance(goal, SharedWin) else 1
        deals, left = tuple(left[:number]), left[number:]
        yield ReviewedPart(deals, goal, _shut(deals, goal, number))


def _shut(deals: Sequence[OpenDeal], goal: Goal | None, number: int) -> str:
    if len(deals) < number or not all(each.is_over for each in deals):
        return RUNNING
    if not all(each.is_whole for each in deals):
        return HIDDEN
    cards = goal.cards if isinstance(goal, (Sides, LastCards)) else 0
    hands = deals[0].moments[0].at.hands
    if cards and any(hand.bit_count() not in (0, cards) for hand in hands):
        return HIDDEN
    if isinstance(goal, (SharedWin, Sides, TrickCounts)) and not all(
        is_searchable(seen_by(each.moments[0].at, goal)) for each in deals
    ):
        return TOO_MANY
    if goal is None or not all(_is_obeyed(each, goal) for deal in deals for each in deal.moments):
        return NO_GOAL
    return ""


def _is_obeyed(moment: OpenMoment, goal: Goal) -> bool:
    """Whether a search may lay the cards that the game's own rules allow, and no others."""
    table = moment.state.tabletop()
    if isinstance(goal, (LastCards, OpenCalls)) or not (table.bars or table.trick):
        return True
    hand = moment.at.hands[moment.at.due]
    may = following_cards(
        cards_in(hand), table.owed, table.ranking, table.exempt, table.bars, table.optional
    )
    return {*may} == {*seen_by(moment.at, goal).legal()}


# --- together -----------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """One of several rounds."""

    of: OpenMoment
    past: Earlier
    round: int


def _together(
    number: int,
    deals: Sequence[OpenDeal],
    record: Record,
    goal: SharedWin,
    chance: Chance,
    clock: Clock,
) -> DealReview:
    ways = Ways(goal, [each.moments[0].at for each in deals], chance)
    moments, ends = [*_moments(deals)], [_end(each) for each in deals]
    if record.state.winner(record.findings()):
        told = DealReview(number, WON, could_be_won=True)
        if goal.spread is None:
            return told
        score = score_of(goal, [each.tally for each in ends], [_last_cards(each) for each in ends])
        least, most, way, is_cut_short = best(ways, score, clock())
        found = told._replace(score=score, least=least, most=most, way=way)
        return found._replace(is_cut_short=is_cut_short)
    told = _review_rounds(number, _proper(moments, record), ways, clock)
    if told.kind == TURNED and goal.spread is not None:
        is_there, way = ways.find(moments[0].of.at, Earlier(), clock())
        if not is_there:
            return told._replace(is_cut_short=True)
        tallies, kept = _came_to(way, ways.starts)
        least, most, _, is_cut_short = best(ways, score_of(goal, tallies, kept), clock())
        is_cut_short |= told.is_cut_short
        return told._replace(least=least, most=most, is_cut_short=is_cut_short)
    return told


def _moments(deals: Sequence[OpenDeal]) -> Iterator[_Moment]:
    past = Earlier()
    for at, deal in enumerate(deals, 1):
        for each in deal.moments:
            yield _Moment(each, past, at if len(deals) > 1 else 0)
        end = _end(deal)
        past = Earlier(
            (*past.tallies, end.tally), past.kept | {card.suit for card in _last_cards(end)}
        )


def _end(deal: OpenDeal) -> OpenCards:
    last = deal.moments[-1]
    return last.at._replace(due=last.played.seat).after(last.played.card)


def _last_cards(end: OpenCards) -> list[Card]:
    return [next(cards_in(hand)) for hand in end.hands]


def _came_to(
    way: Way, starts: Sequence[OpenCards]
) -> tuple[list[tuple[int, ...]], list[list[Card]]]:
    """The tricks and the kept cards of each round of a way from the first card on."""
    tallies, kept, left = [], list[list[Card]](), [*way]
    for start in starts:
        at = start
        plays = (sum(hand.bit_count() for hand in at.hands)) - len(at.hands)
        leader = left[0].seat
        assert leader is not None
        at = at._replace(due=leader)
        for each in left[:plays]:
            at = at.after(each.card)
        tallies.append(at.tally)
        kept.append(_last_cards(at))
        left = left[plays + len(at.hands) :]
    return tallies, kept


def revokes(record: Record) -> set[int]:
    """The entries that are proved to have revoked."""
    found = record.findings()
    return {each.seq for each in found if (each.rule, each.grade) == ("follow", "proved")}


def _proper(moments: Sequence[_Moment], record: Record) -> Sequence[_Moment]:
    """The moments up to the first revoke: after it, a search by the rules would search in vain."""
    broken = revokes(record)
    for at, moment in enumerate(moments):
        if moment.of.seq in broken:
            return moments[: at + 1]
    return moments


def _review_rounds(number: int, moments: Sequence[_Moment], ways: Ways, clock: Clock) -> DealReview:
    found: dict[int, tuple[bool | None, Way]] = {}

    def ask(at: int) -> tuple[bool | None, Way]:
        if at not in found:
            found[at] = ways.find(moments[at].of.at, moments[at].past, clock())
        return found[at]

    if ask(0)[0] is False:
        return DealReview(number, LOST_FROM_THE_DEAL, could_be_won=False)
    won, lost = 0, len(moments)  # after the last moment it was lost: it was not won
    while lost - won > 1:
        middle = (won + lost) // 2
        if ask(middle)[0]:
            won = middle
        else:
            lost = middle
    is_there, way = ask(won)
    if not is_there:
        return DealReview(number, LATE, is_cut_short=True)
    at, is_last = moments[won].of.at, lost == len(moments) or ask(lost)[0] is False
    return DealReview(
        number,
        TURNED,
        could_be_won=True,
        last_moment=moments[won].of.seq,
        is_last=is_last,
        round=moments[won].round,
        trick=sum(at.tally) + 1,
        card=len(at.trick) + 1,
        way=way,
        is_cut_short=not is_last,
    )


# --- sides --------------------------------------------------------------------------------------


def _review_sides(number: int, deal: OpenDeal, goal: Sides, clock: Clock) -> DealReview:
    """From the last card back, as each moment is then nearly known from the next."""
    ats = [seen_by(each.at, goal) for each in deal.moments]
    seated = goal.seated()
    before = [goal.already + sum(gains) for gains in _sums(_gains(deal, goal))]
    points = Points(seated)
    reached = _contracts_reached(ats, before, goal.needed, points, _time_limit(clock, _ANSWERS))
    laid = [each.played.card for each in deal.moments]
    course = _course(ats, laid, before, points, _time_limit(clock, _COURSE))
    if goal.needed is not None:
        told_by = zip(reached, course, strict=True)
        reached = [old if now is None else now >= goal.needed for old, now in told_by]
    if course[-1] is None:
        return DealReview(number, LATE, is_cut_short=True)
    is_late = clock()
    others = tuple(_other_contracts(ats[0], seated, is_late)) if course[0] is not None else ()
    marks = [*_marks(ats, before, course, points, is_late)]
    told = DealReview(
        number,
        SIDES,
        side=tuple(sorted(goal.side)),
        seats=len(ats[0].hands),
        unit=goal.counts,
        needed=goal.needed,
        made=before[-1],
        course=tuple(course),
        reached=tuple(reached),
        marks=tuple(reversed(marks)),
        others=others,
        is_cut_short=() in marks or any(each.points is None for each in others),
    )
    return _with_verdict(told, deal)


def _contracts_reached(
    ats: Sequence[OpenCards],
    before: Sequence[int],
    needed: int | None,
    points: Points,
    is_late: IsLate,
) -> list[bool | None]:
    """Whether the side could have had what it needed, back to the card that decided."""
    if needed is None:
        return []
    found: list[bool | None] = [None] * len(ats)
    for at in reversed(range(len(ats))):
        found[at] = points.reach(ats[at], needed - before[at], is_late)
        if found[at] is not (before[-1] >= needed):
            break
    return found


def _course(
    ats: Sequence[OpenCards],
    laid: Sequence[Card],
    before: Sequence[int],
    points: Points,
    is_late: IsLate,
) -> list[int | None]:
    """What the side would have made from each moment on.

    A card that was laid by the rules is one that could be: before it, its side had no less than
    after it.
    """
    found: list[int | None] = [None] * len(ats)
    then = before[-1]
    for at in reversed(range(len(ats))):
        known = None
        if laid[at] in ats[at].legal():
            known = PointsBound(then - before[at], ats[at].due in points.goal.side)
        future = points.of(ats[at], is_late, known)
        if future is None:
            break
        found[at] = then = before[at] + future
    return found


def _with_verdict(told: DealReview, deal: OpenDeal) -> DealReview:
    """With whether the side could have had what it needed, and until when if it has not."""
    if told.needed is None or told.made is None:
        return told
    at = told.turned_at
    if told.made >= told.needed or at is None:
        could = told.made >= told.needed or (None if None in told.reached else False)
        return told._replace(could_be_won=could)
    trick, card = divmod(at, told.seats)
    seq = deal.moments[at].seq
    return told._replace(
        could_be_won=True, last_moment=seq, is_last=True, trick=trick + 1, card=card + 1
    )


def _time_limit(clock: Clock, times: int) -> IsLate:
    """Whether the time of this number of answers is over."""
    left, current = times, clock()

    def is_late() -> bool:
        nonlocal left, current
        if left > 0 and current():
            left -= 1
            current = clock()
        return left <= 0

    return is_late


def _sums(gains: Sequence[int]) -> Iterator[Sequence[int]]:
    """What was gained before each card, and after the last one."""
    return (gains[:at] for at in range(len(gains) + 1))


def seen_by(at: OpenCards, goal: Goal) -> OpenCards:
    """The moment as the goal has it: its trumps, its ranks, and the seats that play."""
    if not isinstance(goal, Sides):
        return at
    if goal.contract is not None:
        at = at._replace(trump=goal.contract.trump, ranking=goal.contract.ranking)
    at = at._replace(top=goal.top)
    return at.seated(goal.order) if goal.order else at


def _gains(deal: OpenDeal, goal: Sides) -> list[int]:
    """What each card brought the side: something if it was the last one of a trick, else 0."""
    return [
        0
        if each.taker is None
        else goal.gain((*each.at.trick, (each.played.seat, each.played.card)), each.taker)
        for each in deal.moments
    ]


def _marks(
    ats: Sequence[OpenCards],
    before: Sequence[int],
    course: Sequence[int | None],
    points: Points,
    is_late: IsLate,
) -> Iterator[tuple[CardPoints, ...]]:
    """The last moments first, as in them least is left open."""
    moments = [*zip(ats, before[:-1], course, strict=True)]
    for at, gained, known in reversed(moments):
        marks = []
        for card in at.legal() if known is not None else ():
            after = at.after(card)
            full = (*at.trick, (at.due, card))
            gain = 0 if after.trick else points.goal.gain(full, after.due)
            future = points.of(after, is_late) if any(after.hands) or after.trick else 0
            if future is None:
                break
            marks.append(CardPoints(card, gained + gain + future))
        else:
            yield tuple(marks)
            continue
        yield ()


def _other_contracts(at: OpenCards, goal: Sides, is_late: IsLate) -> Iterator[OtherTrump]:
    for each in (some for some in goal.others if some != goal.contract):
        now = at._replace(trump=each.trump, ranking=each.ranking)
        if is_searchable(now):
            points = Points(goal).of(now, is_late)
            told = None if points is None else goal.already + points
            yield OtherTrump(each.name, each.title, told)


# --- each for a number of tricks ------------------------------------------------------------------


def _review_aims(number: int, deal: OpenDeal, goal: TrickCounts, clock: Clock) -> DealReview:
    at, taken = deal.moments[0].at, _end(deal).tally
    found, is_cut_short = list[Aim](), False
    for seat, tricks in enumerate(goal.tricks):
        is_late = clock()
        could = can_take(at, seat, tricks, is_late)
        is_cut_short |= could is None and is_late()
        found.append(Aim(seat, tricks, taken[seat], could))
    return DealReview(number, EXACTLY, wanted=tuple(found), is_cut_short=is_cut_short)
