"""Reviews as programs read them: what `tricktable review --json` prints and the API answers."""

from __future__ import annotations

import msgspec

from tricktable.rules.cards import card
from tricktable.rules.review.review import DealReview


class WayCardJson(msgspec.Struct, frozen=True):
    """A card of a way."""

    seat: int
    card: str


class DealReviewJson(msgspec.Struct, frozen=True):
    """What one deal could have become, for programs."""

    deal: int
    """The deal or round, from 1."""
    kind: str
    """`won`, `turned`, `lost_from_the_deal`, `sides`, `late`, `hidden`, `running` or `no_goal`."""
    could_be_won: bool | None
    """Null if that is not known, or not what the deal was about."""
    last_moment: int | None
    """The number of the entry before which it could still be won."""
    is_last: bool
    """Whether it is proved that no way was left after that entry."""
    trick: int | None
    """That moment as people count: the trick …"""
    card: int | None
    """… and the card of that trick, both from 1."""
    way: list[WayCardJson]
    """The cards of a way to win from that moment, in order."""
    side: list[int]
    """The seats whose points `made` and `course` tell."""
    made: int | None
    """The points that they made."""
    course: list[int]
    """What they would have made from before each card on, with all cards open and everybody
    playing as well as can be. The first number is what the deal held for them."""


def as_json(of: DealReview) -> DealReviewJson:
    """The same for programs."""
    return DealReviewJson(
        of.number,
        of.kind,
        of.could_be_won,
        of.last_moment,
        of.is_last,
        of.trick or None,
        of.card or None,
        [WayCardJson(seat, card.code) for seat, card in of.way],
        [*of.side],
        of.made,
        [*of.course],
    )


def of_json(told: DealReviewJson) -> DealReview:
    """The review that a program was told. Raises: KeyError, for a card that there is not."""
    return DealReview(
        told.deal,
        told.kind,
        told.could_be_won,
        told.last_moment,
        told.is_last,
        told.trick or 0,
        told.card or 0,
        tuple((each.seat, card(each.card)) for each in told.way),
        tuple(told.side),
        told.made,
        tuple(told.course),
    )
