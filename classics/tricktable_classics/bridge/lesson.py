"""A lesson in Bridge: an auction, the dummy, and the first tricks."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.entries import Dealt, Declared
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _calls(seat: int, call: str) -> Declared:
    return Declared(seat, "bid", call)


LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message("You play with Ann, against Bo and Cy. Ann has dealt, and bids 1♥. Bo passes."),
            message("Which of these may you bid?"),
            lesson.Possible(
                (
                    lesson.LessonAct(_calls(YOU, "1D"), "1 {D}"),
                    lesson.LessonAct(_calls(YOU, "1S"), "1 {S}"),
                    lesson.LessonAct(_calls(YOU, "2C"), "2 {C}"),
                )
            ),
            message("A bid must be higher: {c}, {d}, {h}, {s}, no trump, then the next number."),
            (
                Dealt(ANN),
                *lesson.holds(YOU, "AC 5C 2C KD 7D 3D QH 9H 4H 2H TS 6S 3S"),
                _calls(ANN, "1H"),
                _calls(BO, "pass"),
            ),
        ),
        lesson.LessonStep(
            message("You bid 3♥, Cy passes, and Ann bids 4♥. Bo doubles, and all pass."),
            message("Which suit is trump?"),
            lesson.suit(lambda view: view.trump),
            message("The suit of the last bid is trump."),
            (
                _calls(YOU, "3H"),
                _calls(CY, "pass"),
                _calls(ANN, "4H"),
                _calls(BO, "double"),
                *(_calls(seat, "pass") for seat in (YOU, CY, ANN)),
            ),
        ),
        lesson.LessonStep(
            message("4 means ten tricks: six, and four more."),
            message("Who plays for your side, with both hands?"),
            lesson.OneOf(
                (lesson.Alternative(ANN, "Ann"), lesson.Alternative(YOU, message("You"))),
                lambda view: view.position.contract.declarer,
            ),
            message("The declarer is whoever of the side first named the trump suit."),
        ),
        lesson.LessonStep(
            message("Bo, at Ann’s left, leads K♣. You lay your hand open, and Ann plays from it."),
            message("Which of your cards may Ann play?"),
            lesson.Playable(),
            message("The dummy follows suit like every hand."),
            (*lesson.plays(BO, "KC"), Declared(YOU, "open", None)),
        ),
        lesson.taker(
            message("Ann plays A♣ from your hand, Cy 3♣ and Ann 7♣."),
            message("The highest card of the suit led takes the trick, as no trump lies there."),
            lesson.plays(YOU, "AC 3C 7C"),
        ),
        lesson.LessonStep(
            message("Your hand leads Q♥, and the trick goes round: 5♥, 3♥ and 6♥."),
            message("How many tricks has your side taken?"),
            lesson.number(lambda view: sum(view.tally[::2]), 0, 1, 2),
            message("The tricks of both partners count."),
            lesson.plays(YOU, "QH 5H 3H 6H"),
        ),
        lesson.LessonStep(
            message("Your side has never won a game, so it is not vulnerable."),
            message("Is a side vulnerable now?"),
            lesson.yes(lambda view: any(view.position.vulnerable)),
            message("In a rubber, a side is vulnerable once it has won a game."),
        ),
    ),
)
