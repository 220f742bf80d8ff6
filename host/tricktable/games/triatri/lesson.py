"""A lesson in TriATri: two tricks of three players, and what their gems are worth."""

from typing import Final

from tricktable.games.triatri.position import TriatriView
from tricktable.games.triatri.rules import worths
from tricktable.rules import lesson
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Shown
from tricktable.text.language import message

ANN, YOU, BO = range(3)


def _prize(seat: int, colour: str, source: str = "stock") -> Declared:
    return Declared(seat, "prize", {"colour": colour, "from": source})


def _counts(view: TriatriView) -> int:
    """What the newest card of the trick counts."""
    return worths(view.trick, view.position.plan)[-1].worth


LESSON: Final = lesson.Lesson(
    players=3,
    steps=(
        lesson.LessonStep(
            message("Everybody turns up one card at once. Ann shows 5, you show 7, Bo shows 6."),
            message("Who starts?"),
            lesson.person(lambda view: view.position.starter, 3),
            message("The highest number starts. The cards that were shown are out."),
            (
                Dealt(BO),
                *lesson.holds(YOU, "7R 4R 3R 2B 6B X1"),
                Shown(ANN, BY_CODE["5G"]),
                Shown(YOU, BY_CODE["7R"]),
                Shown(BO, BY_CODE["6G"]),
            ),
        ),
        lesson.playable(
            message("You start, and name the prize of this trick: a gem of {R}."),
            message(
                "Everybody follows the colour of the prize, the starter too. An imitation may "
                "always be played."
            ),
            (_prize(YOU, "R"),),
        ),
        lesson.LessonStep(
            message("You play 4. Bo has no {R} and plays 5 of {B}, which puts {R} out."),
            message("What does Bo’s card count?"),
            lesson.number(_counts, 4, 5, 10),
            message("A card counts double if its colour dominates that of the card before it."),
            lesson.plays(YOU, "4R 5B", 3),
        ),
        lesson.LessonStep(
            message("Ann plays 6 of {R}. It counts 6: {R} does not dominate {B}."),
            message("Who takes this trick and the gem?"),
            lesson.Taker(),
            message("The highest count takes the prize, whatever its colour."),
            lesson.plays(ANN, "6R", 3),
        ),
        lesson.LessonStep(
            message(
                "Bo plays for a gem of {B} and leads 4. Ann has no {B} and plays 2 of {G}, which "
                "drinks {B}."
            ),
            message("What does Ann’s card count?"),
            lesson.number(_counts, 2, 4, 8),
            message("A 2 whose colour dominates counts four times its number, not twice."),
            (_prize(BO, "B"), *lesson.plays(BO, "4B 2G", 3)),
        ),
        lesson.taker(
            message("You play your imitation."),
            message(
                "An imitation takes the winning card with its count, and leaves the imitation, "
                "which counts 0, in its place."
            ),
            lesson.plays(YOU, "X1", 3),
        ),
        lesson.LessonStep(
            message("You have a gem of {B}. The stock has five left."),
            message("How many points is your gem worth now?"),
            lesson.number(lambda view: view.position.points[YOU], 1, 5, 6),
            message("A gem is worth as many points as there are gems of its colour in the stock."),
        ),
        lesson.LessonStep(
            message("You took the trick, so you start the next one."),
            message("Which gem may you name as its prize?"),
            lesson.Possible(
                (
                    lesson.LessonAct(_prize(YOU, "R"), message("one of {R} from the stock")),
                    lesson.LessonAct(_prize(YOU, "B", "own"), message("your own of {B}")),
                    lesson.LessonAct(_prize(YOU, "G", "own"), message("your own of {G}")),
                )
            ),
            message(
                "Name any gem of the stock, or one of your own. Two gems of every colour win at "
                "once; else most points do, after three rounds."
            ),
        ),
    ),
)
