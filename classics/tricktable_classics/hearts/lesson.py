"""A lesson in Hearts: the pass, and the first tricks of a deal."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.entries import Dealt, Moved
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _passes(seat: int, number: int) -> Moved:
    return Moved(seat, "hand", "discard", number, None)


LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message("Ann has dealt 13 cards to everybody. First, cards go to the left."),
            message("How many cards do you pass?"),
            lesson.whichever(lambda number: _passes(YOU, number), 1, 3, 5),
            message("Everybody passes three cards, face down."),
            (Dealt(ANN),),
        ),
        lesson.playable(
            message("You have taken up three cards. Bo has 2♣, and leads it."),
            message("Follow the suit led if you can."),
            (
                *(_passes(seat, 3) for seat in range(4)),
                *lesson.holds(YOU, "9C KC 4D QD AD 5S QS KS 2H 3H 9H JH KH"),
                *lesson.plays(BO, "2C"),
            ),
        ),
        lesson.taker(
            message("You play K♣."),
            message("The highest card of the suit led takes the trick: there is no trump."),
            lesson.plays(YOU, "KC 5C AC"),
        ),
        lesson.LessonStep(
            message("Ann leads 7♦. You take the trick with A♦, and lead."),
            message("Which of your cards may you lead?"),
            lesson.Playable(),
            message("Hearts must not be led before a heart has been played."),
            lesson.plays(ANN, "7D 8D AD JD"),
        ),
        lesson.playable(
            message(
                "You lead 5♠. Cy takes it with A♠, and leads 3♠. Bo has no spade left, and plays "
                "10♥."
            ),
            message("You have spades, so you play one of them."),
            (*lesson.plays(YOU, "5S AS 9S 2S"), *lesson.plays(CY, "3S 4S TH")),
        ),
        lesson.LessonStep(
            message("You play Q♠, and it takes the trick."),
            message("How many points have you taken?"),
            lesson.number(lambda view: view.position.points[YOU], 0, 1, 13, 14),
            message("Q♠ counts 13 points, and each heart 1."),
            lesson.plays(YOU, "QS"),
        ),
        lesson.LessonStep(
            message("You lead again."),
            message("May you lead a heart now?"),
            lesson.yes(lambda view: view.position.broken),
            message("A heart has been played: hearts are broken."),
        ),
    ),
)
