"""A lesson in Bridge: an auction, the dummy, and the first tricks."""

from __future__ import annotations

from typing import Final

from tricktable.rules.entries import Dealt, Declared
from tricktable.rules.lesson import (
    SUIT_SIGNS,
    YES_OR_NO,
    Alternative,
    Deed,
    Lesson,
    LessonStep,
    OneOf,
    Playable,
    Possible,
    holds,
    numbers,
    plays,
    taker,
)
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _calls(seat: int, call: str) -> Declared:
    return Declared(seat, "bid", call)


LESSON: Final = Lesson(
    players=4,
    steps=(
        LessonStep(
            message("You play with Ann, against Bo and Cy. Ann has dealt, and bids 1♥. Bo passes."),
            message("Which of these may you bid?"),
            Possible(
                (
                    Deed(_calls(YOU, "1D"), "1 {D}"),
                    Deed(_calls(YOU, "1S"), "1 {S}"),
                    Deed(_calls(YOU, "2C"), "2 {C}"),
                )
            ),
            message("A bid must be higher: {c}, {d}, {h}, {s}, no trump, then the next number."),
            (
                Dealt(ANN),
                *holds(YOU, "AC 5C 2C KD 7D 3D QH 9H 4H 2H TS 6S 3S"),
                _calls(ANN, "1H"),
                _calls(BO, "pass"),
            ),
        ),
        LessonStep(
            message("You bid 3♥, Cy passes, and Ann bids 4♥. Bo doubles, and all pass."),
            message("Which suit is trump?"),
            OneOf(SUIT_SIGNS, lambda view, suit: view.trump == suit),
            message("The suit of the last bid is trump."),
            (
                _calls(YOU, "3H"),
                _calls(CY, "pass"),
                _calls(ANN, "4H"),
                _calls(BO, "double"),
                *(_calls(seat, "pass") for seat in (YOU, CY, ANN)),
            ),
        ),
        LessonStep(
            message("4 means ten tricks: six, and four more."),
            message("Who plays for your side, with both hands?"),
            OneOf(
                (Alternative(ANN, "Ann"), Alternative(YOU, message("You"))),
                lambda view, seat: view.position.contract.declarer == seat,
            ),
            message("The declarer is whoever of the side first named the trump suit."),
        ),
        LessonStep(
            message("Bo, at Ann’s left, leads K♣. You lay your hand open, and Ann plays from it."),
            message("Which of your cards may Ann play?"),
            Playable(),
            message("The dummy follows suit like every hand."),
            (*plays(BO, "KC"), Declared(YOU, "open", None)),
        ),
        taker(
            message("Ann plays A♣ from your hand, Cy 3♣ and Ann 7♣."),
            message("The highest card of the suit led takes the trick, as no trump lies there."),
            plays(YOU, "AC 3C 7C"),
        ),
        LessonStep(
            message("Your hand leads Q♥, and the trick goes round: 5♥, 3♥ and 6♥."),
            message("How many tricks has your side taken?"),
            OneOf(numbers(0, 1, 2), lambda view, said: sum(view.tally[::2]) == said),
            message("The tricks of both partners count."),
            plays(YOU, "QH 5H 3H 6H"),
        ),
        LessonStep(
            message("Your side has never won a game, so it is not vulnerable."),
            message("Is a side vulnerable now?"),
            OneOf(YES_OR_NO, lambda view, said: any(view.position.vulnerable) == said),
            message("In a rubber, a side is vulnerable once it has won a game."),
        ),
    ),
)
