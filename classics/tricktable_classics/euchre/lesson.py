"""A lesson in Euchre: making trump, the bowers, and a deal."""

from __future__ import annotations

from typing import Final

from tricktable.rules.cards import BY_CODE, HEARTS
from tricktable.rules.entries import Dealt, Declared, Moved, Shown
from tricktable.rules.lesson import (
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
from tricktable_classics.euchre.rules import DECK

ANN, BO, YOU, CY = range(4)

LESSON: Final = Lesson(
    players=4,
    steps=(
        LessonStep(
            message("Ann has dealt five cards to everybody, and turns up 9♥."),
            message("Who speaks first?"),
            Possible(
                (
                    Deed(Declared(ANN, "call", "pass"), "Ann"),
                    Deed(Declared(BO, "call", "pass"), "Bo"),
                    Deed(Declared(YOU, "call", "pass"), message("You")),
                )
            ),
            message("The player at the dealer’s left, then everybody clockwise."),
            (Dealt(ANN), Shown(ANN, BY_CODE["9H"])),
        ),
        LessonStep(
            message("Bo passes, and you order it up. Ann takes 9♥ and discards a card."),
            message("How many trumps are there now?"),
            OneOf(
                numbers(5, 6, 7),
                lambda view, said: said == (view.ranking.masks[HEARTS] & DECK).bit_count(),
            ),
            message("The six hearts, and J♦: the other red jack is a trump, too."),
            (
                *holds(YOU, "JD JH AS KD 9S"),
                Declared(BO, "call", "pass"),
                Declared(YOU, "call", "order"),
                Moved(ANN, "hand", "discard", 1, None),
            ),
        ),
        playable(
            message("Bo leads A♦."),
            message("Your only diamond is K♦: J♦ is a heart in this deal."),
            plays(BO, "AD"),
        ),
        taker(
            message("You play K♦, Cy 9♦. Ann, who has no diamond, plays 9♥."),
            message("The highest trump takes the trick, and 9♥ is the only one."),
            plays(YOU, "KD 9D 9H"),
        ),
        playable(
            message("Ann leads A♥, and Bo plays Q♥."),
            message("J♥ and J♦ are hearts now. One of them it must be."),
            plays(ANN, "AH QH"),
        ),
        taker(
            message("You play J♦, and Cy K♥."),
            message("Only J♥ beats J♦: the jacks are the highest trumps."),
            plays(YOU, "JD KH"),
        ),
    ),
)
