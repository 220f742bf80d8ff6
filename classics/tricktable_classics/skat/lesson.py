"""A lesson in Skat: an auction, the jacks, and the first tricks."""

from __future__ import annotations

from typing import Final

from tricktable.rules.cards import HEARTS
from tricktable.rules.entries import Dealt, Declared
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
from tricktable_classics.skat.rules import DECK
from tricktable_classics.skat.scoring import HALF

ANN, YOU, BO = range(3)


def _bid(seat: int, value: int | str) -> Declared:
    return Declared(seat, "bid", value)


LESSON: Final = Lesson(
    players=3,
    steps=(
        LessonStep(
            message("Ann has dealt ten cards to everybody, and two lie face down: the skat."),
            message("Who bids first?"),
            Possible(
                (
                    Deed(_bid(ANN, 18), "Ann"),
                    Deed(_bid(YOU, 18), message("You")),
                    Deed(_bid(BO, 18), "Bo"),
                )
            ),
            message("The second player after the dealer bids to the first."),
            (Dealt(ANN), *holds(YOU, "JS JD AH TH KH 7H AS KS 9D 8D")),
        ),
        LessonStep(
            message("Bo bids 18, the least that a game is worth, and you hold it."),
            message("Which value may Bo bid next?"),
            Possible(
                (Deed(_bid(BO, 18), "18"), Deed(_bid(BO, 19), "19"), Deed(_bid(BO, 20), "20"))
            ),
            message("Only values that a game can have are bid: 18, 20, 22, 23, 24, 27 and so on."),
            (_bid(BO, 18), _bid(YOU, "hold")),
        ),
        LessonStep(
            message("Bo and Ann pass: you play alone. You leave the skat, and play hearts hand."),
            message("How many trumps are there now?"),
            OneOf(
                numbers(7, 8, 11),
                lambda view, said: said == (view.ranking.masks[HEARTS] & DECK).bit_count(),
            ),
            message("The seven hearts, and the four jacks above them."),
            (_bid(BO, "pass"), _bid(ANN, "pass"), Declared(YOU, "game", "H hand")),
        ),
        taker(
            message("You lead J♦, Bo plays 9♥ and Ann J♣."),
            message("J♣ is always the highest trump; then come J♠, J♥ and J♦."),
            plays(YOU, "JD 9H JC", 3),
        ),
        playable(
            message("Ann leads Q♠."),
            message("Your spades are A♠ and K♠: J♠ is a trump."),
            plays(ANN, "QS", 3),
        ),
        taker(
            message("You take it with A♠, and lead 9♦. Bo plays K♦ and Ann 10♦."),
            message("A ten is higher than a king: the order is A, 10, K, Q, 9, 8, 7."),
            (*plays(YOU, "AS 7S", 3), *plays(YOU, "9D KD TD", 3)),
        ),
        LessonStep(
            message("All cards together count 120."),
            message("How many points do you need, with the skat?"),
            OneOf(numbers(60, 61, 90), lambda _, said: said == HALF + 1),
            message("One more than half; the others win with 60."),
        ),
    ),
)
