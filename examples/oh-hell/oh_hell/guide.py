"""How Oh Hell is played, for people who have never seen it."""

from typing import Final

from tricktable.rules.guide import TRICKS, Detail, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message(
            "Before each deal is played, say how many tricks you will take. Then take exactly that "
            "many: no more and no fewer."
        ),
    ),
    turn=(
        message(
            "In the first deal everybody gets one card. Each deal has a card more than the one "
            "before, up to the longest, and then a card less each time. The deal passes clockwise."
        ),
        message(
            "The dealer turns up the next card. From the dealer’s left, everybody bids a number of "
            "tricks. The dealer bids last, and may not bid the number with which all bids come out "
            "even."
        ),
        TRICKS,
    ),
    end=(message("The game ends with the second deal of one card. Most points win."),),
    score=(
        message(
            "Every trick scores 1 point. If you took exactly as many as you bid, even none, you "
            "score 10 more."
        ),
    ),
    trump=message("The suit of the card that is turned up is trump."),
    details=(
        Detail(
            message("How long it takes"),
            (
                message(
                    "With up to seven cards in a hand there are 13 deals. For a short game, make "
                    "the longest hands smaller."
                ),
            ),
        ),
    ),
)
