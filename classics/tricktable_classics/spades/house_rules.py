"""The house rules of Spades in words; what they do is for its rules."""

from typing import Final

from tricktable.rules.options import always, choice, number
from tricktable.text.language import message

OPTIONS: Final = always(
    number(
        "until",
        message("Played to"),
        (500, range(50, 1001)),
        message("The side that has {number} points wins."),
        rulings=("S8",),
    ),
    choice("limit", message("Limit below"), "S8").of(
        {
            "none": message("No side loses by falling too low."),
            "200": message("A side that falls to 200 below zero has lost."),
        }
    ),
    choice("bags", message("Bags"), "S6").of(
        ten=message("Ten bags cost a side 100 points."),
        free=message("A bag is a point, and costs nothing."),
    ),
    choice("nil", message("Nil"), "S4").of(
        yes=message("A bid of no trick is worth 100 points."),
        no=message("Everybody bids at least one trick."),
    ),
    choice("failed_nil", message("A nil that fails"), "S4").of(
        helps=message("Its tricks count for the partner’s bid."),
        bags=message("Its tricks are bags, and do not help the partner."),
    ),
    choice("blind", message("Blind nil"), "S5").of(
        no=message("Nobody bids blind."),
        behind=message("A side that is 100 points behind may bid blind nil."),
        yes=message("Anybody may bid blind nil, for 200 points."),
    ),
    choice("broken", message("Broken spades"), "S7").of(
        yes=message("Spades are led only after one has been played."),
        no=message("Spades may be led at any time."),
    ),
)
