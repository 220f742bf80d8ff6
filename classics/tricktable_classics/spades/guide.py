"""How Spades is played, for people who have never seen it."""

from typing import Final

from tricktable.rules.guide import Detail, Grid, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message(
            "Partners sit opposite each other. Each side bids how many tricks it will take, and "
            "takes at least that many, but not many more."
        ),
    ),
    turn=(
        message(
            "All cards are dealt. From the dealer’s left, everybody bids a number of tricks; the "
            "bids of partners are added. Whoever bids nil wants to take no trick at all."
        ),
        message(
            "The player at the dealer’s left leads. Clockwise, everybody plays a card of the suit "
            "led if they have one, and any card if they do not. The highest spade takes the trick; "
            "without a spade, the highest card of the suit led. The player who took it leads next."
        ),
        message(
            "Spades must not be led until a spade has been played, unless the leader has nothing "
            "else."
        ),
    ),
    end=(
        message(
            "The game ends when a side has 500 points. If both have, the one with more wins; if "
            "they have the same, another deal is played."
        ),
    ),
    score=(
        message(
            "A side that takes its bid scores 10 for each trick bid, and 1 for each trick more, a "
            "bag. A side that does not loses 10 for each trick bid."
        ),
        message("Whenever a side has ten bags, it loses 100 points, and the bags begin anew."),
        message("A nil scores 100 if it takes no trick, and loses 100 if it does."),
    ),
    trump=message("Spades are always trump."),
    details=(
        Detail(
            message("An example"),
            (
                Grid(
                    (message("bid"), message("taken"), message("score")),
                    (
                        ("4 + 3", "7", "70"),
                        ("4 + 3", "9", "72"),
                        ("4 + 3", "6", "−70"),
                        (message("4 + nil"), "4 + 0", "140"),
                        (message("4 + nil"), "4 + 1", "−59"),
                    ),
                ),
            ),
            ("S4", "S6"),
        ),
    ),
)
