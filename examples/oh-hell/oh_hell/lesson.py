"""A lesson in Oh Hell: the first deal of four players, with one card each."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Shown
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _bids(seat: int, number: int) -> Declared:
    return Declared(seat, "bid", number)


LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message("In the first deal everybody gets one card. Ann deals, and turns up 4♥."),
            message("Which suit is trump?"),
            lesson.suit(lambda view: view.trump),
            message("The suit of the card that is turned up is trump."),
            (Dealt(ANN), Shown(ANN, BY_CODE["4H"]), *lesson.holds(YOU, "KH")),
        ),
        lesson.LessonStep(
            message("Bo bids first, and bids 0. You have one card: K♥."),
            message("What may you bid?"),
            lesson.whichever(lambda bid: _bids(YOU, bid), 0, 1, 2),
            message("Bid how many tricks you will take: here none or one."),
            (_bids(BO, 0),),
        ),
        lesson.LessonStep(
            message("You bid 1, and Cy bids 0. Ann, who dealt, bids last."),
            message("What may Ann bid?"),
            lesson.whichever(lambda bid: _bids(ANN, bid), 0, 1),
            message("The dealer may not bid the number with which all bids come out even."),
            (_bids(YOU, 1), _bids(CY, 0)),
        ),
        lesson.taker(
            message("Bo leads A♣. You have no club, and play K♥."),
            message("The highest trump takes the trick; without one, the highest of the suit led."),
            (_bids(ANN, 1), *lesson.plays(BO, "AC KH 9C 2D")),
        ),
        lesson.LessonStep(
            message("You bid 1 and took 1."),
            message("How many points do you score?"),
            lesson.number(lambda view: view.position.totals[YOU], 1, 10, 11),
            message("Each trick scores 1, and 10 more if you took exactly as many as you bid."),
        ),
        lesson.LessonStep(
            message("Ann bid 1 and took none."),
            message("How many points does Ann score?"),
            lesson.number(lambda view: view.position.totals[ANN], 0, 1, 10),
            message("A bid that was missed scores only the tricks that were taken."),
        ),
        lesson.LessonStep(
            message("In the next deal everybody gets two cards, and so on, and then fewer again."),
            message("Who deals next?"),
            lesson.who_can(Dealt, 4),
            message("The deal passes clockwise. Most points win in the end."),
        ),
    ),
)
