"""A lesson in Etori: one deal of four players, from the first lead to the chips."""

from typing import Final

from tricktable.rules.entries import Dealt
from tricktable.rules.lesson import (
    Alternative,
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

ANN, BO, YOU, CY = range(4)
OURS, THEIRS = range(2)

LESSON: Final = Lesson(
    players=4,
    steps=(
        playable(
            message("Ann sits opposite: she is your partner. You dealt, and Bo leads A♦."),
            message("Play a card of the suit that was led, as long as you have one."),
            (Dealt(YOU), *holds(YOU, "AC 2D KD 4H 8H JH 2S 4S 6S 7S JS KS AS"), *plays(BO, "AD")),
        ),
        taker(
            message(
                "Two tricks later Bo leads Q♦, and you play K♦. Cy has no diamond left, and plays "
                "5♠."
            ),
            message("Trump is always {S}: the highest spade takes the trick."),
            (
                *plays(YOU, "2D 3D 4D"),
                *plays(BO, "AH 4H 5H 3H"),
                *plays(BO, "QD KD 5S 7D"),
            ),
        ),
        playable(
            message("Cy leads K♣. You hold A♣, the Rensho, and no other club."),
            message("The Rensho is a club, and must follow if it is your only one."),
            plays(CY, "KC 3C 2C"),
        ),
        taker(
            message("You play the Rensho."),
            message("A♣, the Rensho, takes any trick. Even trump does not help against it."),
            plays(YOU, "AC"),
        ),
        LessonStep(
            message(
                "Tricks do not count: face cards do, and A, K, Q and J are faces. It was your "
                "team’s first trick."
            ),
            message("How many face cards did you catch?"),
            OneOf(numbers(1, 2, 4), lambda view, said: view.position.faces[OURS] == said),
            message("K♣, and the Rensho itself: an ace is a face card, too."),
        ),
        LessonStep(
            message(
                "The deal ends when all sixteen face cards have fallen. Bo and Cy have caught "
                "five, Ann and you eleven."
            ),
            message("Who wins the deal?"),
            OneOf(
                (
                    Alternative(OURS, message("Ann and you")),
                    Alternative(THEIRS, message("Bo and Cy")),
                ),
                lambda view, said: view.position.deals[-1].winner == said,
            ),
            message(
                "Nine face cards or more win. With eight each, the team with the Rensho loses."
            ),
            (
                *plays(YOU, "JH 6H QH 2H"),
                *plays(ANN, "KH TH 8H 9H"),
                *plays(ANN, "QC 3S 4S 4C"),
                *plays(YOU, "2S 8S QS TS"),
                *plays(ANN, "9C 5D JS 6C"),
                *plays(YOU, "6S 9S 5C JD"),
                *plays(CY, "JC 7C 6D 7S"),
                *plays(YOU, "KS 8C 7H 8D"),
                *plays(YOU, "AS TC 9D TD"),
            ),
        ),
        LessonStep(
            message("You were dealt A♣ and A♠, the two black aces."),
            message("How many chips do Bo and Cy pay you?"),
            OneOf(numbers(1, 2, 4), lambda view, said: view.position.deals[-1].chips == said),
            message(
                "With a black ace you get 1 chip for up to 11 faces; without any ace it would be "
                "4. The weaker your aces, the more you win."
            ),
        ),
        LessonStep(
            message("Each team began with five chips, and a team without chips has lost."),
            message("Who may deal next?"),
            Possible(
                (
                    Deed(Dealt(ANN), "Ann"),
                    Deed(Dealt(BO), "Bo"),
                    Deed(Dealt(YOU), message("You")),
                    Deed(Dealt(CY), "Cy"),
                )
            ),
            message("The losers deal, and the winners lead."),
        ),
    ),
)
