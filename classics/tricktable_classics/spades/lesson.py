"""A lesson in Spades: the bids and the first tricks of a deal."""

from __future__ import annotations

from typing import Final

from tricktable.rules.entries import Dealt, Declared
from tricktable.rules.lesson import (
    SUIT_SIGNS,
    YES_OR_NO,
    Deed,
    Lesson,
    LessonStep,
    OneOf,
    Possible,
    holds,
    numbers,
    playable,
    plays,
    taker,
)
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _bids(seat: int, number: int) -> Declared:
    return Declared(seat, "bid", number)


LESSON: Final = Lesson(
    players=4,
    steps=(
        LessonStep(
            message("You play with Ann, against Bo and Cy. Ann has dealt, and Bo bids 3."),
            message("Which suit is trump?"),
            OneOf(SUIT_SIGNS, lambda view, suit: view.trump == suit),
            message("Spades are always trump."),
            (
                Dealt(ANN),
                *holds(YOU, "AC 9C 4C KD QD 6D 8H 2H AS JS 7S 5S 3S"),
                _bids(BO, 3),
            ),
        ),
        LessonStep(
            message("You bid 4, and Cy bids 2. Ann bids last."),
            message("Which of these may Ann bid?"),
            Possible(
                (Deed(_bids(ANN, 0), "0"), Deed(_bids(ANN, 9), "9"), Deed(_bids(ANN, 10), "10"))
            ),
            message("Partners bid no more than 13 tricks together; 0 is nil."),
            (_bids(YOU, 4), _bids(CY, 2)),
        ),
        playable(
            message("Ann bids 3. Bo leads 10♥."),
            message("Follow the suit led if you can."),
            (_bids(ANN, 3), *plays(BO, "TH")),
        ),
        taker(
            message("You play 2♥, Cy K♥, and Ann, who has no heart, 4♠."),
            message("The highest spade takes the trick."),
            plays(YOU, "2H KH 4S"),
        ),
        playable(
            message("Ann leads 5♦, and Bo plays A♦. You play 6♦, and Cy 2♦. Bo leads A♥."),
            message("You have a heart, so you play it."),
            (*plays(ANN, "5D AD 6D 2D"), *plays(BO, "AH")),
        ),
        LessonStep(
            message("You play 8♥, Cy 3♥ and Ann 6♠: the trick is your side’s. Ann leads 9♦."),
            message("How many tricks has your side taken?"),
            OneOf(numbers(1, 2, 3), lambda view, said: sum(view.tally[::2]) == said),
            message("The tricks of partners count together."),
            (*plays(YOU, "8H 3H 6S"), *plays(ANN, "9D")),
        ),
        LessonStep(
            message("Bo plays 3♦, you Q♦ and Cy 7♦. You lead."),
            message("May you lead a spade now?"),
            OneOf(YES_OR_NO, lambda view, said: view.position.broken == said),
            message("A spade has been played: spades are broken."),
            plays(BO, "3D QD 7D"),
        ),
    ),
)
