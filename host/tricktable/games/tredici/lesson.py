"""A lesson in Tredici: the first turns of four players, an ace, and a kisché."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import Dealt, Declared, Moved
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)


def _set_aside(seat: int, card: Card) -> Moved:
    return Moved(seat, "hand", "stack", 1, (card,))


def _stacks(seat: int, number: int, codes: str = "") -> Moved:
    return Moved(seat, "hand", "stack", number, _cards(codes))


def _draws(seat: int, number: int, codes: str = "") -> Moved:
    return Moved(seat, "draw", "hand", number, _cards(codes))


def _discards(seat: int, number: int) -> Moved:
    return Moved(seat, "hand", "discard", number, None)


def _cards(codes: str) -> tuple[Card, ...] | None:
    """Unnamed, if others do not see them."""
    return tuple(BY_CODE[code] for code in codes.split()) or None


def _aims(seat: int, suit: str) -> Declared:
    return Declared(seat, "target", suit)


LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.LessonStep(
            message("Look at your seven cards. Most of them are {H}, so you secretly choose {H}."),
            message("Which of your cards may you set aside?"),
            lesson.Playable(_set_aside),
            message(
                "Set aside only cards of your suit, face down. Whoever has all thirteen, and calls "
                "“tredici”, wins."
            ),
            (Dealt(BO), *lesson.holds(YOU, "3H 8H JH KH 5S 9C 2D"), _aims(YOU, "H")),
        ),
        lesson.LessonStep(
            message(
                "You set your four {H} aside. The others do the same with their suits: everybody "
                "sees how many, but not which. You begin."
            ),
            message("How many cards do you draw?"),
            lesson.number(lambda view: view.position.cards, 3, 4, 7),
            message("Draw until your hand is full: seven cards, and you hold three."),
            (
                _stacks(YOU, 4, "3H 8H JH KH"),
                *(_aims(ANN, "S"), _stacks(ANN, 3)),
                *(_aims(BO, "C"), _stacks(BO, 3)),
                *(_aims(CY, "H"), _stacks(CY, 2)),
            ),
            sheet="owners",
        ),
        lesson.LessonStep(
            message(
                "You draw 6♥, Q♥, 4♣ and A♠, and set both {H} aside. Cy, Ann and Bo take their "
                "turns; Cy finds nothing to set aside. Now it is your turn again, and you have "
                "drawn an ace of another suit."
            ),
            message("How many of your five cards must you discard first?"),
            lesson.number(lambda view: view.position.cards, 0, 3, 5),
            message("An ace of another suit costs you your whole hand in your next turn."),
            (
                *(_draws(YOU, 4, "6H QH 4C AS"), _stacks(YOU, 2, "6H QH")),
                *(_draws(CY, 2), _stacks(CY, 0)),
                *(_draws(ANN, 3), _stacks(ANN, 2)),
                *(_draws(BO, 3), _stacks(BO, 1)),
            ),
            sheet="owners",
        ),
        lesson.LessonStep(
            message("You discard all five, draw seven, and set 5♥ aside. Then it is Cy’s turn."),
            message("What must Cy do first, who set nothing aside in the last turn?"),
            lesson.Possible(
                (
                    lesson.LessonAct(_draws(CY, 1), message("draw a card")),
                    lesson.LessonAct(_discards(CY, 3), message("discard three cards")),
                    lesson.LessonAct(_discards(CY, 7), message("discard the whole hand")),
                )
            ),
            message(
                "If you set nothing aside in your last turn, discard three cards of your choice."
            ),
            (
                _discards(YOU, 5),
                _draws(YOU, 7, "5H 3S 8S 2C 7C TD JD"),
                _stacks(YOU, 1, "5H"),
            ),
            sheet="owners",
        ),
        lesson.LessonStep(
            message(
                "Nobody seems to discard {H}: does somebody else collect it? You call “kisché”, "
                "and everybody names their suit: Ann {S}, Bo {C}, you {H} and Cy {H}."
            ),
            message("Who is purged, and starts again with another suit?"),
            lesson.person(lambda view: view.position.purged, 4),
            message(
                "Everyone who shares a suit is purged, except the caller. If nobody shares one, "
                "the caller is."
            ),
            (Declared(YOU, "kische", None),),
        ),
        lesson.LessonStep(
            message("Cy’s cards go to the discards, and Cy secretly chooses another suit."),
            message("Which suit can Cy choose?"),
            lesson.Possible(
                (
                    lesson.LessonAct(_aims(CY, "C"), "{C}"),
                    lesson.LessonAct(_aims(CY, "D"), "{D}"),
                    lesson.LessonAct(_aims(CY, "H"), "{H}"),
                    lesson.LessonAct(_aims(CY, "S"), "{S}"),
                )
            ),
            message("Any suit except the old one and those of the players who stay."),
        ),
        lesson.LessonStep(
            message("Cy has chosen, and draws a new hand. You have seven cards set aside."),
            message("What can come next?"),
            lesson.Possible(
                (
                    lesson.LessonAct(Declared(YOU, "tredici", None), message("You call “tredici”")),
                    lesson.LessonAct(Declared(BO, "kische", None), message("Bo calls “kisché”")),
                    lesson.LessonAct(_draws(ANN, 2), message("Ann draws two cards")),
                )
            ),
            message(
                "“Kisché” is called once in a game, and “tredici” only with all thirteen cards of "
                "a suit."
            ),
            (_aims(CY, "D"), _draws(CY, 7), _stacks(CY, 2)),
            sheet="owners",
        ),
    ),
)
