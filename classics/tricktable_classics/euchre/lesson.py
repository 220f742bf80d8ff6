"""A lesson in Euchre: making trump, the bowers, and a deal."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.cards import BY_CODE, HEARTS
from tricktable.rules.entries import Dealt, Declared, Moved, Shown
from tricktable.text.language import message
from tricktable_classics.euchre.rules import DECK

ANN, BO, YOU, CY = range(4)

LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message("Ann has dealt five cards to everybody, and turns up 9♥."),
            message("Who speaks first?"),
            lesson.who_can(lambda seat: Declared(seat, "call", "pass"), 4),
            message("The player at the dealer’s left, then everybody clockwise."),
            (Dealt(ANN), Shown(ANN, BY_CODE["9H"])),
        ),
        lesson.LessonStep(
            message("Bo passes, and you order it up. Ann takes 9♥ and discards a card."),
            message("How many trumps are there now?"),
            lesson.number(lambda view: (view.ranking.masks[HEARTS] & DECK).bit_count(), 5, 6, 7),
            message("The six hearts, and J♦: the other red jack is a trump, too."),
            (
                *lesson.holds(YOU, "JD JH AS KD 9S"),
                Declared(BO, "call", "pass"),
                Declared(YOU, "call", "order"),
                Moved(ANN, "hand", "discard", 1, None),
            ),
        ),
        lesson.playable(
            message("Bo leads A♦."),
            message("Your only diamond is K♦: J♦ is a heart in this deal."),
            lesson.plays(BO, "AD"),
        ),
        lesson.taker(
            message("You play K♦, Cy 9♦. Ann, who has no diamond, plays 9♥."),
            message("The highest trump takes the trick, and 9♥ is the only one."),
            lesson.plays(YOU, "KD 9D 9H"),
        ),
        lesson.playable(
            message("Ann leads A♥, and Bo plays Q♥."),
            message("J♥ and J♦ are hearts now. One of them it must be."),
            lesson.plays(ANN, "AH QH"),
        ),
        lesson.taker(
            message("You play J♦, and Cy K♥."),
            message("Only J♥ beats J♦: the jacks are the highest trumps."),
            lesson.plays(YOU, "JD KH"),
        ),
    ),
)
