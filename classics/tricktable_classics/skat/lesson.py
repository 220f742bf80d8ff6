"""A lesson in Skat: an auction, the jacks, and the first tricks."""

from typing import Final

from tricktable.rules import lesson
from tricktable.rules.cards import HEARTS
from tricktable.rules.entries import Dealt, Declared
from tricktable.text.language import message
from tricktable_classics.skat.rules import DECK
from tricktable_classics.skat.scoring import HALF

ANN, YOU, BO = range(3)


def _bid(seat: int, value: int | str) -> Declared:
    return Declared(seat, "bid", value)


LESSON: Final = lesson.Lesson(
    players=3,
    steps=(
        lesson.LessonStep(
            message("Ann has dealt ten cards to everybody, and two lie face down: the skat."),
            message("Who bids first?"),
            lesson.who_can(lambda seat: _bid(seat, 18), 3),
            message("The second player after the dealer bids to the first."),
            (Dealt(ANN), *lesson.holds(YOU, "JS JD AH TH KH 7H AS KS 9D 8D")),
        ),
        lesson.LessonStep(
            message("Bo bids 18, the least that a game is worth, and you hold it."),
            message("Which value may Bo bid next?"),
            lesson.whichever(lambda bid: _bid(BO, bid), 18, 19, 20),
            message("Only values that a game can have are bid: 18, 20, 22, 23, 24, 27 and so on."),
            (_bid(BO, 18), _bid(YOU, "hold")),
        ),
        lesson.LessonStep(
            message("Bo and Ann pass: you play alone. You leave the skat, and play hearts hand."),
            message("How many trumps are there now?"),
            lesson.number(lambda view: (view.ranking.masks[HEARTS] & DECK).bit_count(), 7, 8, 11),
            message("The seven hearts, and the four jacks above them."),
            (_bid(BO, "pass"), _bid(ANN, "pass"), Declared(YOU, "game", "H hand")),
        ),
        lesson.taker(
            message("You lead J♦, Bo plays 9♥ and Ann J♣."),
            message("J♣ is always the highest trump; then come J♠, J♥ and J♦."),
            lesson.plays(YOU, "JD 9H JC", 3),
        ),
        lesson.playable(
            message("Ann leads Q♠."),
            message("Your spades are A♠ and K♠: J♠ is a trump."),
            lesson.plays(ANN, "QS", 3),
        ),
        lesson.taker(
            message("You take it with A♠, and lead 9♦. Bo plays K♦ and Ann 10♦."),
            message("A ten is higher than a king: the order is A, 10, K, Q, 9, 8, 7."),
            (*lesson.plays(YOU, "AS 7S", 3), *lesson.plays(YOU, "9D KD TD", 3)),
        ),
        lesson.LessonStep(
            message("All cards together count 120."),
            message("How many points do you need, with the skat?"),
            lesson.number(lambda _: HALF + 1, 60, 61, 90),
            message("One more than half; the others win with 60."),
        ),
    ),
)
