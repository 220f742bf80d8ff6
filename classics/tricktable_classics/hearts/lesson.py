"""A lesson in Hearts: the pass, and the first tricks of a deal."""

from __future__ import annotations

from typing import Final

from tricktable.rules.entries import Dealt, Moved
from tricktable.rules.lesson import (
    YES_OR_NO,
    Deed,
    Lesson,
    LessonStep,
    OneOf,
    Playable,
    Possible,
    holds,
    numbers,
    playable,
    plays,
    taker,
)
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _passes(seat: int, number: int) -> Moved:
    return Moved(seat, "hand", "discard", number, None)


LESSON: Final = Lesson(
    players=4,
    steps=(
        LessonStep(
            message("Ann has dealt 13 cards to everybody. First, cards go to the left."),
            message("How many cards do you pass?"),
            Possible(tuple(Deed(_passes(YOU, number), str(number)) for number in (1, 3, 5))),
            message("Everybody passes three cards, face down."),
            (Dealt(ANN),),
        ),
        playable(
            message("You have taken up three cards. Bo has 2♣, and leads it."),
            message("Follow the suit led if you can."),
            (
                *(_passes(seat, 3) for seat in range(4)),
                *holds(YOU, "9C KC 4D QD AD 5S QS KS 2H 3H 9H JH KH"),
                *plays(BO, "2C"),
            ),
        ),
        taker(
            message("You play K♣."),
            message("The highest card of the suit led takes the trick: there is no trump."),
            plays(YOU, "KC 5C AC"),
        ),
        LessonStep(
            message("Ann leads 7♦. You take the trick with A♦, and lead."),
            message("Which of your cards may you lead?"),
            Playable(),
            message("Hearts must not be led before a heart has been played."),
            plays(ANN, "7D 8D AD JD"),
        ),
        playable(
            message(
                "You lead 5♠. Cy takes it with A♠, and leads 3♠. Bo has no spade left, and plays "
                "10♥."
            ),
            message("You have spades, so you play one of them."),
            (*plays(YOU, "5S AS 9S 2S"), *plays(CY, "3S 4S TH")),
        ),
        LessonStep(
            message("You play Q♠, and it takes the trick."),
            message("How many points have you taken?"),
            OneOf(numbers(0, 1, 13, 14), lambda view, said: view.position.points[YOU] == said),
            message("Q♠ counts 13 points, and each heart 1."),
            plays(YOU, "QS"),
        ),
        LessonStep(
            message("You lead again."),
            message("May you lead a heart now?"),
            OneOf(YES_OR_NO, lambda view, said: view.position.broken == said),
            message("A heart has been played: hearts are broken."),
        ),
    ),
)
