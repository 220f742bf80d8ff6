"""A lesson in Etori: one deal of four players, from the first lead to the chips."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.entries import Dealt
from tricktable.text.language import message

ANN, BO, YOU, CY = range(4)
OURS, THEIRS = range(2)

LESSON: Final = lesson.Lesson(
    players=4,
    steps=(
        lesson.playable(
            message("Ann sits opposite: she is your partner. You dealt, and Bo leads A♦."),
            message("Play a card of the suit that was led, as long as you have one."),
            (
                Dealt(YOU),
                *lesson.holds(YOU, "AC 2D KD 4H 8H JH 2S 4S 6S 7S JS KS AS"),
                *lesson.plays(BO, "AD"),
            ),
        ),
        lesson.taker(
            message(
                "Two tricks later Bo leads Q♦, and you play K♦. Cy has no diamond left, and plays "
                "5♠."
            ),
            message("Trump is always {S}: the highest spade takes the trick."),
            (
                *lesson.plays(YOU, "2D 3D 4D"),
                *lesson.plays(BO, "AH 4H 5H 3H"),
                *lesson.plays(BO, "QD KD 5S 7D"),
            ),
        ),
        lesson.playable(
            message("Cy leads K♣. You hold A♣, the Rensho, and no other club."),
            message("The Rensho is a club, and must follow if it is your only one."),
            lesson.plays(CY, "KC 3C 2C"),
        ),
        lesson.taker(
            message("You play the Rensho."),
            message("A♣, the Rensho, takes any trick. Even trump does not help against it."),
            lesson.plays(YOU, "AC"),
        ),
        lesson.LessonStep(
            message(
                "Tricks do not count: face cards do, and A, K, Q and J are faces. It was your "
                "team’s first trick."
            ),
            message("How many face cards did you catch?"),
            lesson.number(lambda view: view.position.faces[OURS], 1, 2, 4),
            message("K♣, and the Rensho itself: an ace is a face card, too."),
        ),
        lesson.LessonStep(
            message(
                "The deal ends when all sixteen face cards have fallen. Bo and Cy have caught "
                "five, Ann and you eleven."
            ),
            message("Who wins the deal?"),
            lesson.OneOf(
                (
                    lesson.Alternative(OURS, message("Ann and you")),
                    lesson.Alternative(THEIRS, message("Bo and Cy")),
                ),
                lambda view: view.position.deals[-1].winner,
            ),
            message(
                "Nine face cards or more win. With eight each, the team with the Rensho loses."
            ),
            (
                *lesson.plays(YOU, "JH 6H QH 2H"),
                *lesson.plays(ANN, "KH TH 8H 9H"),
                *lesson.plays(ANN, "QC 3S 4S 4C"),
                *lesson.plays(YOU, "2S 8S QS TS"),
                *lesson.plays(ANN, "9C 5D JS 6C"),
                *lesson.plays(YOU, "6S 9S 5C JD"),
                *lesson.plays(CY, "JC 7C 6D 7S"),
                *lesson.plays(YOU, "KS 8C 7H 8D"),
                *lesson.plays(YOU, "AS TC 9D TD"),
            ),
        ),
        lesson.LessonStep(
            message("You were dealt A♣ and A♠, the two black aces."),
            message("How many chips do Bo and Cy pay you?"),
            lesson.number(lambda view: view.position.deals[-1].chips, 1, 2, 4),
            message(
                "With a black ace you get 1 chip for up to 11 faces; without any ace it would be "
                "4. The weaker your aces, the more you win."
            ),
        ),
        lesson.LessonStep(
            message("Each team began with five chips, and a team without chips has lost."),
            message("Who may deal next?"),
            lesson.who_can(Dealt, 4),
            message("The losers deal, and the winners lead."),
        ),
    ),
)
