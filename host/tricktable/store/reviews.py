"""Reviews as programs read them: what `tricktable review --json` prints and the API answers."""

import msgspec
from msgspec.structs import astuple

from tricktable.rules.cards import card, cards_in, mask
from tricktable.rules.entries import Played, Shown
from tricktable.rules.review.calls import Stretch
from tricktable.rules.review.claim import ClaimOutlook
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.last_cards import MissedTrick
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.puzzles import Puzzle, PuzzleSearch
from tricktable.rules.review.rare_hands import HandOdds
from tricktable.rules.review.review import Aim, CardPoints, DealReview, OtherTrump
from tricktable.rules.review.sides import Unit


class WayCardJson(msgspec.Struct, frozen=True):
    """A card of a way."""

    seat: int
    card: str
    is_kept: bool = False
    """Whether it is shown at the end, and not played."""


class ComparedJson(msgspec.Struct, frozen=True):
    """What a side could have made with something else as trump."""

    trump: str
    """A suit's letter, or a word of the game."""
    title: str
    """That word for people, in English; empty for a suit."""
    points: int | None
    """Null if time ran out."""


class MarkedJson(msgspec.Struct, frozen=True):
    """A card that could have been laid."""

    card: str
    points: int
    """What the side would have made with it."""


class AimJson(msgspec.Struct, frozen=True):
    """What one seat played for."""

    seat: int
    tricks: int
    taken: int
    could: bool | None
    """Whether it could have had its number whatever the others did; null if time ran out."""


class MissedJson(msgspec.Struct, frozen=True):
    """A trick that its last card could have taken."""

    trick: int
    entry: int
    """The number of the entry that was its last card."""
    cards: list[str]
    """Each of these would have taken it."""
    stake: str = ""
    """The letter of the suit of what was played for; empty if that is the trick alone."""


class CallsJson(msgspec.Struct, frozen=True):
    """Turns in a row in which a call would have been right."""

    first: int
    last: int
    entry: int
    """The number of the entry after which it began to be right."""


class HandOddsJson(msgspec.Struct, frozen=True):
    """A rare hand of a deal; whose it was is not told."""

    kind: str
    """`void` in a suit, `length` of one, all `trumps`, or a `holding` that the game names."""
    one_in: int
    """One hand in this many has it, with two digits."""
    suit: str
    """Its letter; empty if it is about no suit."""
    cards: int
    """How many cards of that suit it had; 0 if that is not what it is about."""
    title: str
    """What the hand had, in English; empty if the game does not name it."""


class UnitJson(msgspec.Struct, frozen=True):
    """What is counted, in English with `{count}`: the forms for one and for several."""

    one: str
    many: str
    is_loss: bool
    """Whether fewer are better; the numbers are negative then."""


class DealReviewJson(msgspec.Struct, frozen=True):
    """What one deal could have become, for programs."""

    deal: int
    """The deal or round, from 1."""
    kind: str
    """`won`, `turned`, `lost_from_the_deal`, `sides`, `exactly`, `last_cards`, `calls`, `late`,
    `hidden`, `running`, `no_goal` or `too_many` cards for a search."""
    could_be_won: bool | None
    """Null if that is not known, or not what the deal was about."""
    last_moment: int | None
    """The number of the entry before which it could still be won."""
    is_last: bool
    """Whether it is proved that no way was left after that entry."""
    round: int | None
    """That moment as people count: the round, null if there is one alone …"""
    trick: int | None
    """… the trick …"""
    card: int | None
    """… and the card of that trick, both from 1."""
    way: list[WayCardJson]
    """The cards of a way to win from that moment, in order; of a won game that could have scored
    more, from its first card those of a way to `least`."""
    score: int | None
    """Of a won game."""
    least: int | None
    """The best score that could be had is at least this, and at most `most`."""
    most: int | None
    side: list[int]
    """The seats whose points `made` and `course` tell."""
    seats: int
    """How many play, and so how many cards of `course` are a trick; 0 where no side is told of."""
    unit: UnitJson
    """What all numbers of a side count."""
    needed: int | None
    """How many of these they needed, if they did."""
    made: int | None
    """How many they made."""
    course: list[int | None]
    """What they would have made from before each card on, with all cards open and everybody
    playing as well as can be. The first number is what the deal held for them; null where time ran
    out."""
    reached: list[bool | None]
    """Where they needed some, whether they could still have had them from before each card on; null
    where that was not found out."""
    marks: list[list[MarkedJson]]
    """For each of these moments, the cards that could have been laid; empty where time ran out."""
    others: list[ComparedJson]
    wanted: list[AimJson]
    """What each seat played for, where that is a number of tricks."""
    missed: list[MissedJson]
    calls: list[CallsJson]
    turns: int
    """How many turns there were, where calls are told of; else 0."""
    remembered: list[HandOddsJson]
    """Its rarest hands, two at most."""
    is_cut_short: bool = False
    """Whether time ran out before all of it was known: with more time, there may be more."""


class OutlookJson(msgspec.Struct, frozen=True):
    """What is possible from one moment on, for programs."""

    can_be_won: bool | None
    """Null if time ran out, or where that is not what is played for."""
    points: int | None
    """What the side would make with best play; null if time ran out, or without a side."""
    card: str | None
    """One that leads there."""


class SeatOutlookJson(msgspec.Struct, frozen=True):
    """What could be known of a moment at one seat, for programs."""

    layouts: int
    """How many layouts of the hidden cards agreed with what was known there …"""
    tried: int
    """… how many were looked at, drawn by chance if these are fewer …"""
    unknown: int
    """… and of how many of these there was no time to find out."""
    won: int
    """In how many a way to win was open, where all win together."""
    points: list[int]
    """Else what a side would make in each, the fewest first …"""
    side: list[int]
    """… and its seats."""


class ClaimOutlookJson(msgspec.Struct, frozen=True):
    """Whether a claim that lies open holds, for programs."""

    holds: bool | None
    """True if it is proved, false if a layout breaks it, null if neither was found in time, or if
    only the backs of the cards tell whether that layout can be."""
    hands: list[list[str]]
    """A layout that breaks it: the cards of each seat; empty if none is told."""
    card: str | None
    """The card with which it fails there, if another one would have been right by chance."""


def claim_outlook_as_json(of: ClaimOutlook) -> ClaimOutlookJson:
    """The same for programs."""
    hands = [[card.code for card in cards_in(hand)] for hand in of.hands]
    return ClaimOutlookJson(of.holds, hands, None if of.card is None else of.card.code)


def claim_outlook_of_json(told: ClaimOutlookJson) -> ClaimOutlook:
    """What a program was told. Raises: KeyError, for a card that there is not."""
    hands = tuple(mask(map(card, hand)) for hand in told.hands)
    return ClaimOutlook(told.holds, hands, card(told.card) if told.card else None)


class PuzzleJson(msgspec.Struct, frozen=True):
    """A moment of a game that can be won, for programs."""

    after: int
    """The number of the entry after which it is, once …"""
    laid: list[str]
    """… these cards were laid, of a way to win."""
    ways: int
    """How many ways there are to lay the next cards …"""
    wins: int
    """… and how many of them leave a way to win open."""


class PuzzleSearchJson(msgspec.Struct, frozen=True):
    """What a search for puzzles in a game came to, for programs."""

    puzzle: PuzzleJson | None
    """The nicest one that was found, if any."""
    is_cut_short: bool
    """Whether time ran out before all of the game was searched."""


def puzzle_as_json(of: PuzzleSearch) -> PuzzleSearchJson:
    """The same for programs."""
    puzzle = None
    if (told := of.puzzle) is not None:
        puzzle = PuzzleJson(told.seq, [card.code for card in told.laid], told.ways, told.wins)
    return PuzzleSearchJson(puzzle, of.is_cut_short)


def puzzle_of_json(told: PuzzleSearchJson) -> PuzzleSearch:
    """What a program was told. Raises: KeyError, for a card that there is not."""
    puzzle = None
    if (found := told.puzzle) is not None:
        puzzle = Puzzle(found.after, tuple(map(card, found.laid)), found.ways, found.wins)
    return PuzzleSearch(puzzle, told.is_cut_short)


def seat_outlook_as_json(of: SeatOutlook) -> SeatOutlookJson:
    """The same for programs."""
    return SeatOutlookJson(of.layouts, of.tried, of.unknown, of.won, [*of.points], [*of.side])


def seat_outlook_of_json(told: SeatOutlookJson) -> SeatOutlook:
    """What a program was told."""
    points, side = tuple(told.points), tuple(told.side)
    return SeatOutlook(told.layouts, told.tried, told.unknown, told.won, points, side)


def outlook_as_json(of: Outlook) -> OutlookJson:
    """The same for programs."""
    return OutlookJson(of.can_be_won, of.points, of.card.code if of.card is not None else None)


def outlook_of_json(told: OutlookJson) -> Outlook:
    """The outlook that a program was told."""
    return Outlook(told.can_be_won, told.points, card(told.card) if told.card else None)


def as_json(of: DealReview) -> DealReviewJson:
    """The same for programs."""
    return DealReviewJson(
        deal=of.number,
        kind=of.kind,
        could_be_won=of.could_be_won,
        last_moment=of.last_moment,
        is_last=of.is_last,
        round=of.round or None,
        trick=of.trick or None,
        card=of.card or None,
        way=[
            WayCardJson(each.seat, each.card.code, isinstance(each, Shown))
            for each in of.way
            if each.seat is not None
        ],
        score=of.score,
        least=of.least,
        most=of.most,
        side=[*of.side],
        seats=of.seats,
        unit=UnitJson(*of.unit),
        needed=of.needed,
        made=of.made,
        course=[*of.course],
        reached=[*of.reached],
        marks=[[MarkedJson(card.code, points) for card, points in marks] for marks in of.marks],
        others=[ComparedJson(*each) for each in of.others],
        wanted=[AimJson(*each) for each in of.wanted],
        missed=[
            MissedJson(each.trick, each.seq, [card.code for card in each.cards], each.stake)
            for each in of.missed
        ],
        calls=[CallsJson(*each) for each in of.calls],
        turns=of.turns,
        remembered=[HandOddsJson(*each) for each in of.remembered],
        is_cut_short=of.is_cut_short,
    )


def of_json(told: DealReviewJson) -> DealReview:
    """The review that a program was told. Raises: KeyError, for a card that there is not."""
    return DealReview(
        told.deal,
        told.kind,
        told.could_be_won,
        told.last_moment,
        told.is_last,
        round=told.round or 0,
        trick=told.trick or 0,
        card=told.card or 0,
        way=tuple(
            (Shown if each.is_kept else Played)(each.seat, card(each.card)) for each in told.way
        ),
        score=told.score,
        least=told.least,
        most=told.most,
        side=tuple(told.side),
        seats=told.seats,
        unit=Unit(*astuple(told.unit)),
        needed=told.needed,
        made=told.made,
        course=tuple(told.course),
        reached=tuple(told.reached),
        marks=tuple(
            tuple(CardPoints(card(each.card), each.points) for each in marks)
            for marks in told.marks
        ),
        others=tuple(OtherTrump(*astuple(each)) for each in told.others),
        wanted=tuple(Aim(*astuple(each)) for each in told.wanted),
        missed=tuple(
            MissedTrick(each.trick, each.entry, tuple(map(card, each.cards)), each.stake)
            for each in told.missed
        ),
        calls=tuple(Stretch(*astuple(each)) for each in told.calls),
        turns=told.turns,
        remembered=tuple(HandOdds(*astuple(each)) for each in told.remembered),
        is_cut_short=told.is_cut_short,
    )
