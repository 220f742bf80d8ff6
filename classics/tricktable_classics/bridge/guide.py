"""How Bridge is played, for people who have never seen it."""

from typing import Final

from tricktable.rules.guide import Detail, Grid, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message(
            "Partners sit opposite each other. In an auction one side undertakes to win a number "
            "of tricks, its contract, and then has to make it."
        ),
    ),
    turn=(
        message(
            "All cards are dealt. From the dealer on, clockwise, everybody passes or bids: a "
            "number from 1 to 7, which is tricks beyond six, and a trump suit or no trump. Each "
            "bid must be higher than the last: {c}, {d}, {h}, {s}, no trump, and then the next "
            "number."
        ),
        message(
            "Instead of bidding, you may double a bid of the other side, or redouble their double. "
            "Three passes in a row end the auction, and the last bid is the contract. The player "
            "of that side who first named its trump is the declarer. If all four pass at once, the "
            "next player deals."
        ),
        message(
            "The player at the declarer’s left leads. Then the declarer’s partner, the dummy, "
            "lays all cards open, and the declarer plays both hands."
        ),
        message(
            "Clockwise, everybody plays a card of the suit led if they have one, and any card if "
            "they do not. The highest trump takes the trick; without a trump, the highest card of "
            "the suit led. The hand that took it leads next."
        ),
    ),
    end=(
        message(
            "The side that first has two games ends the rubber. The side with more points wins. "
            "Or the agreed number of boards is played."
        ),
    ),
    score=(
        message(
            "Each trick bid and made scores 20 in {c} and {d}, 30 in {h} and {s}; without trump "
            "the first 40 and the others 30. A double doubles that. 100 of these points are a "
            "game, in one deal or several."
        ),
        message(
            "Tricks beyond the contract, slams and a missed contract score besides, and more for "
            "a side that has won a game: it is vulnerable."
        ),
    ),
    trump=message("The suit of the contract is trump, or none is."),
    details=(
        Detail(
            message("A contract that was made"),
            (
                Grid(
                    ("", message("not vulnerable"), message("vulnerable")),
                    (
                        (message("trick beyond, doubled"), "100", "200"),
                        (message("small slam, all tricks but one"), "500", "750"),
                        (message("grand slam, all tricks"), "1000", "1500"),
                        (message("doubled and made"), "50", "50"),
                    ),
                ),
                message(
                    "An undoubled trick beyond the contract scores as if it had been bid. "
                    "Redoubled, the first and the last row count twice."
                ),
            ),
            ("B4",),
        ),
        Detail(
            message("A contract that was missed"),
            (
                Grid(
                    (message("tricks missing"), message("not vulnerable"), message("vulnerable")),
                    (
                        (message("each"), "50", "100"),
                        (message("doubled, the first"), "100", "200"),
                        (message("doubled, the second and third"), "200", "300"),
                        (message("doubled, each more"), "300", "300"),
                    ),
                ),
                message("The other side scores this. Redoubled it is twice as much."),
            ),
            ("B4",),
        ),
        Detail(
            message("A rubber"),
            (
                message(
                    "When a side has 100 points for tricks, it has won a game, and both begin "
                    "anew. The second game ends the rubber: 700 points more if the others have "
                    "none, else 500. Four of the five highest trumps dealt to one hand score 100, "
                    "all five 150, and four aces without trump 150."
                ),
            ),
            ("B5", "B7"),
        ),
        Detail(
            message("Boards"),
            (
                message(
                    "Each board stands alone: 300 for a game, 500 if vulnerable, and 50 for less. "
                    "Who is vulnerable goes by the number of the board."
                ),
            ),
            ("B6",),
        ),
    ),
)
