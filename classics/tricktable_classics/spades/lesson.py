"""A lesson in Spades: the bids and the first tricks of a deal."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.entries import Dealt, Declared
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _bids(seat: int, number: int) -> Declared:
    return Declared(seat, "bid", number)


LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message("You play with Ann, against Bo and Cy. Ann has dealt, and Bo bids 3."),
            message("Which suit is trump?"),
            lesson.suit(lambda view: view.trump),
            message("Spades are always trump."),
            (
                Dealt(ANN),
                *lesson.holds(YOU, "AC 9C 4C KD QD 6D 8H 2H AS JS 7S 5S 3S"),
                _bids(BO, 3),
            ),
        ),
        lesson.LessonStep(
            message("You bid 4, and Cy bids 2. Ann bids last."),
            message("Which of these may Ann bid?"),
            lesson.whichever(lambda bid: _bids(ANN, bid), 0, 9, 10),
            message("Partners bid no more than 13 tricks together; 0 is nil."),
            (_bids(YOU, 4), _bids(CY, 2)),
        ),
        lesson.playable(
            message("Ann bids 3. Bo leads 10♥."),
            message("Follow the suit led if you can."),
            (_bids(ANN, 3), *lesson.plays(BO, "TH")),
        ),
        lesson.taker(
            message("You play 2♥, Cy K♥, and Ann, who has no heart, 4♠."),
            message("The highest spade takes the trick."),
            lesson.plays(YOU, "2H KH 4S"),
        ),
        lesson.playable(
            message("Ann leads 5♦, and Bo plays A♦. You play 6♦, and Cy 2♦. Bo leads A♥."),
            message("You have a heart, so you play it."),
            (*lesson.plays(ANN, "5D AD 6D 2D"), *lesson.plays(BO, "AH")),
        ),
        lesson.LessonStep(
            message("You play 8♥, Cy 3♥ and Ann 6♠: the trick is your side’s. Ann leads 9♦."),
            message("How many tricks has your side taken?"),
            lesson.number(lambda view: sum(view.tally[::2]), 1, 2, 3),
            message("The tricks of partners count together."),
            (*lesson.plays(YOU, "8H 3H 6S"), *lesson.plays(ANN, "9D")),
        ),
        lesson.LessonStep(
            message("Bo plays 3♦, you Q♦ and Cy 7♦. You lead."),
            message("May you lead a spade now?"),
            lesson.yes(lambda view: view.position.broken),
            message("A spade has been played: spades are broken."),
            lesson.plays(BO, "3D QD 7D"),
        ),
    ),
)
