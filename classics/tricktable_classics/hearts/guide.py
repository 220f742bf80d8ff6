"""How Hearts is played, for people who have never seen it."""

from typing import Final

from tricktable.rules.guide import Detail, Grid, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message(
            "Take as few penalties as you can: every heart is 1 point, and Q♠ is 13. Or dare to "
            "take all of them."
        ),
    ),
    turn=(
        message(
            "All cards are dealt. Choose three of yours and pass them on, face down: in the first "
            "deal to the left, in the second to the right, in the third across, and in the fourth "
            "you keep them. Then it begins anew."
        ),
        message(
            "Whoever has 2♣ leads it. Clockwise, everybody plays a card of the suit led if they "
            "have one, and any card if they do not. There is no trump: the highest card of the "
            "suit led takes the trick, and its player leads next."
        ),
        message("In the first trick nobody plays a heart or Q♠, unless they have nothing else."),
        message(
            "Hearts must not be led until a heart has been played, unless the leader has nothing "
            "else."
        ),
    ),
    end=(message("The game ends when somebody has 100 points. The fewest points win."),),
    score=(
        message("Count the hearts and Q♠ in your tricks: 26 points in each deal."),
        message(
            "If you take all hearts and Q♠, you have shot the moon: you score nothing, and "
            "everybody else scores 26."
        ),
    ),
    trump=message("There is no trump."),
    details=(
        Detail(
            message("Three or five players"),
            (
                Grid(
                    (
                        message("players"),
                        message("left out"),
                        message("cards each"),
                        message("passed to"),
                    ),
                    (
                        ("3", "2♦", "17", message("left, right, nobody")),
                        ("4", "", "13", message("left, right, across, nobody")),
                        ("5", "2♦ 2♣", "10", message("left, right, nobody")),
                    ),
                ),
                message("Without 2♣, whoever has 3♣ leads it."),
            ),
            ("H1", "H2", "H3"),
        ),
        Detail(
            message("Q♠"),
            (
                message(
                    "Q♠ is no heart: it can be led at any time, and it does not break hearts. "
                    "Nobody has to play it before they want to."
                ),
            ),
            ("H4", "H5"),
        ),
    ),
)
