"""A lesson in Troika: one deal of four players, from the bids to the score."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.entries import Dealt, Declared
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)
OURS = 0


def _bids(seat: int, bid: str) -> Declared:
    return Declared(seat, "bid", bid)


LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message(
                "Ann sits opposite: she is your partner, and deals. Bo bids 6 No: six points, "
                "without a trump."
            ),
            message("What may you say?"),
            lesson.Possible(
                (
                    lesson.LessonAct(_bids(YOU, "pass"), message("Pass")),
                    lesson.LessonAct(_bids(YOU, "6"), message("6 with a trump")),
                    lesson.LessonAct(_bids(YOU, "7"), message("7 with a trump")),
                )
            ),
            message("A bid must be higher, and No is higher than the same number with a trump."),
            (Dealt(ANN), *lesson.holds(YOU, "KC 8D TD JD QD AD JS KS"), _bids(BO, "6N")),
        ),
        lesson.LessonStep(
            message("You bid 7. Cy and Ann pass, so you name the trump suit: {D}."),
            message("Who leads?"),
            lesson.person(lambda view: view.next_seat, 4),
            message("The highest bidder names the trump suit, and leads."),
            (
                _bids(YOU, "7"),
                _bids(CY, "pass"),
                _bids(ANN, "pass"),
                Declared(YOU, "trump", "D"),
            ),
        ),
        lesson.taker(
            message("Your A♦ takes the first trick. Then you lead K♣, and everybody has a club."),
            message("Without a trump, the highest card of the suit that was led takes the trick."),
            (*lesson.plays(YOU, "AD 9D 7D KD"), *lesson.plays(YOU, "KC 8C 7C AC")),
        ),
        lesson.taker(
            message("Bo leads A♥. You have no heart, and play 8♦, a trump."),
            message("The highest trump takes the trick, even a low one."),
            lesson.plays(BO, "AH 8D 9H 5H"),
        ),
        lesson.LessonStep(
            message("Ann has put 5♥ on your trick. It is your second one."),
            message("How many points do Ann and you have now?"),
            lesson.number(lambda view: view.position.points[OURS], 2, 5, 7),
            message("Each trick counts 1 point, and 5♥ adds 5 to the trick that it is in."),
        ),
        lesson.LessonStep(
            message("You lead K♠ and take the trick. But Bo puts 3♠ on it."),
            message("How many points do Ann and you have now?"),
            lesson.number(lambda view: view.position.points[OURS], 5, 8, 11),
            message("3♠ takes 3 points away from the trick that it is in, which counts 1."),
            lesson.plays(YOU, "KS 9S 8S 3S"),
        ),
        lesson.LessonStep(
            message("After eight tricks Ann and you have 8 points. You had bid 7."),
            message("What do you score?"),
            lesson.OneOf(
                (lesson.Alternative(7), lesson.Alternative(8), lesson.Alternative(-7, "−7")),
                lambda view: view.position.deals[-1].scored[OURS],
            ),
            message(
                "Bidders who take what they bid score all their points; else they lose their bid. "
                "In No, either is doubled."
            ),
            (
                *lesson.plays(YOU, "QD 9C 8H JC"),
                *lesson.plays(YOU, "JD TC JH QH"),
                *lesson.plays(YOU, "JS TS QS AS"),
                *lesson.plays(BO, "KH TD TH QC"),
            ),
        ),
        lesson.LessonStep(
            message(
                "The first side with 52 points wins. Now Bo deals. You pass, Cy bids 7 No, and "
                "Ann passes."
            ),
            message("What may Bo say, who bids last?"),
            lesson.Possible(
                (
                    lesson.LessonAct(_bids(BO, "pass"), message("Pass")),
                    lesson.LessonAct(_bids(BO, "7"), message("7 with a trump")),
                    lesson.LessonAct(_bids(BO, "7N"), message("7 No")),
                    lesson.LessonAct(_bids(BO, "8"), message("8 with a trump")),
                )
            ),
            message("The dealer bids last, and needs only to equal the highest bid."),
            (Dealt(BO), _bids(YOU, "pass"), _bids(CY, "7N"), _bids(ANN, "pass")),
        ),
    ),
)
