"""A lesson in Oh Hell: the first deal of four players, with one card each."""

from __future__ import annotations

from typing import Final

from oh_hell.position import OhHellView
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Shown
from tricktable.rules.lesson import (
    SUIT_SIGNS,
    Deed,
    Lesson,
    LessonStep,
    OneOf,
    Possible,
    holds,
    numbers,
    plays,
    taker,
)
from tricktable.rules.values import JsonValue
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _bids(seat: int, number: int) -> Declared:
    return Declared(seat, "bid", number)


def _is_trump(view: OhHellView, suit: JsonValue) -> bool:
    return view.trump == suit


def _you_have(view: OhHellView, points: JsonValue) -> bool:
    return view.position.totals[YOU] == points


def _ann_has(view: OhHellView, points: JsonValue) -> bool:
    return view.position.totals[ANN] == points


LESSON: Final = Lesson(
    players=4,
    steps=(
        LessonStep(
            message("In the first deal everybody gets one card. Ann deals, and turns up 4♥."),
            message("Which suit is trump?"),
            OneOf(SUIT_SIGNS, _is_trump),
            message("The suit of the card that is turned up is trump."),
            (Dealt(ANN), Shown(ANN, BY_CODE["4H"]), *holds(YOU, "KH")),
        ),
        LessonStep(
            message("Bo bids first, and bids 0. You have one card: K♥."),
            message("What may you bid?"),
            Possible(
                (Deed(_bids(YOU, 0), "0"), Deed(_bids(YOU, 1), "1"), Deed(_bids(YOU, 2), "2"))
            ),
            message("Bid how many tricks you will take: here none or one."),
            (_bids(BO, 0),),
        ),
        LessonStep(
            message("You bid 1, and Cy bids 0. Ann, who dealt, bids last."),
            message("What may Ann bid?"),
            Possible((Deed(_bids(ANN, 0), "0"), Deed(_bids(ANN, 1), "1"))),
            message("The dealer may not bid the number with which all bids come out even."),
            (_bids(YOU, 1), _bids(CY, 0)),
        ),
        taker(
            message("Bo leads A♣. You have no club, and play K♥."),
            message("The highest trump takes the trick; without one, the highest of the suit led."),
            (_bids(ANN, 1), *plays(BO, "AC KH 9C 2D")),
        ),
        LessonStep(
            message("You bid 1 and took 1."),
            message("How many points do you score?"),
            OneOf(numbers(1, 10, 11), _you_have),
            message("Each trick scores 1, and 10 more if you took exactly as many as you bid."),
        ),
        LessonStep(
            message("Ann bid 1 and took none."),
            message("How many points does Ann score?"),
            OneOf(numbers(0, 1, 10), _ann_has),
            message("A bid that was missed scores only the tricks that were taken."),
        ),
        LessonStep(
            message("In the next deal everybody gets two cards, and so on, and then fewer again."),
            message("Who deals next?"),
            Possible(
                (
                    Deed(Dealt(ANN), "Ann"),
                    Deed(Dealt(BO), "Bo"),
                    Deed(Dealt(YOU), message("You")),
                )
            ),
            message("The deal passes clockwise. Most points win in the end."),
        ),
    ),
)
