"""A lesson in The Torite: one game of four, which is won in the end."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.cards import BY_CODE, SUITS
from tricktable.rules.entries import Dealt, Declared, Shown
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)

LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.playable(
            message("You all play together. Bo has 2♣, leads first, and plays 3♦."),
            message("Play a card of the suit that was led, as long as you have one."),
            (
                Dealt(ANN),
                *lesson.holds(YOU, "3C 4C 5C 7C 8D 9D TD AD 6H 8H 9H QH KH"),
                Declared(BO, "leader", None),
                *lesson.plays(BO, "3D"),
            ),
        ),
        lesson.taker(
            message("You play 10♦, and everybody has followed suit."),
            message("Without a spade, the highest card of the suit that was led takes the trick."),
            lesson.plays(YOU, "TD JD 7D"),
        ),
        lesson.taker(
            message("Two tricks later Cy leads Q♦. Ann has no diamond, so any card will do."),
            message("A card of another suit takes nothing, however high it is, unless it is {S}."),
            (*lesson.plays(CY, "KC TC JC 7C"), *lesson.plays(CY, "QD AH 5D 9D")),
        ),
        lesson.taker(
            message("Trump is always {S}. Ann has no diamond again, and this time plays 3♠."),
            message("The highest spade takes the trick, even a low one."),
            lesson.plays(CY, "6D 3S KD AD"),
        ),
        lesson.LessonStep(
            message("Ann leads 5♠. You have no spade, and are rid of a card. Cy takes the trick."),
            message("Who leads next?"),
            lesson.person(lambda view: view.next_seat, 4),
            message("Whoever took the trick leads to the next one."),
            lesson.plays(ANN, "5S 9S 8H KS"),
        ),
        lesson.LessonStep(
            message(
                "To win, the twelve tricks must be shared 6, 4, 2 and 0. Now Cy has 6, Ann 3, Bo "
                "none and you none; three are left."
            ),
            message("With how many tricks must Ann end?"),
            lesson.number(lambda view: view.position.finals[ANN], 3, 4, 6),
            message("Cy has the 6, so the 4 has to be Ann’s: nobody else can get that far."),
            (
                *lesson.plays(CY, "2D 4S 3H 8D"),
                *lesson.plays(ANN, "7H AC 9H TH"),
                *lesson.plays(CY, "9C QC 2C 3C"),
                *lesson.plays(ANN, "7S QS KH AS"),
            ),
        ),
        lesson.LessonStep(
            message(
                "It worked: 6, 4, 2 and 0. Each of you has kept one card. Ann shows 2♥, Bo J♠, and "
                "Cy 4♦."
            ),
            message("Which suit must your card be?"),
            lesson.suit(lambda view: {*SUITS} - {*view.position.kept_suits}),
            message("The kept cards must all be of different suits."),
            (
                *lesson.plays(CY, "8C TS 6C 5C"),
                *lesson.plays(ANN, "5H 6S 6H 4H"),
                *lesson.plays(BO, "8S QH 2S JH"),
                Shown(ANN, BY_CODE["2H"]),
                Shown(BO, BY_CODE["JS"]),
                Shown(CY, BY_CODE["4D"]),
            ),
        ),
        lesson.LessonStep(
            message(
                "You kept 4♣: everybody has won! Cy has most tricks and kept 4♦; you have fewest "
                "and kept 4♣."
            ),
            message("What is the score?"),
            lesson.number(lambda view: view.position.score, 0, 8, 12),
            message(
                "The rank kept with most tricks, less the rank kept with fewest, plus 12: here 4 "
                "less 4 plus 12."
            ),
            (Shown(YOU, BY_CODE["4C"]),),
        ),
    ),
)
