"""The house rules of Spades in words; what they do is for its rules."""

from __future__ import annotations

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
    choice(
        "limit",
        message("Limit below"),
        {
            "none": message("No side loses by falling too low."),
            "200": message("A side that falls to 200 below zero has lost."),
        },
        ("S8",),
    ),
    choice(
        "bags",
        message("Bags"),
        {
            "ten": message("Ten bags cost a side 100 points."),
            "free": message("A bag is a point, and costs nothing."),
        },
        ("S6",),
    ),
    choice(
        "nil",
        message("Nil"),
        {
            "yes": message("A bid of no trick is worth 100 points."),
            "no": message("Everybody bids at least one trick."),
        },
        ("S4",),
    ),
    choice(
        "failed_nil",
        message("A nil that fails"),
        {
            "helps": message("Its tricks count for the partner’s bid."),
            "bags": message("Its tricks are bags, and do not help the partner."),
        },
        ("S4",),
    ),
    choice(
        "blind",
        message("Blind nil"),
        {
            "no": message("Nobody bids blind."),
            "behind": message("A side that is 100 points behind may bid blind nil."),
            "yes": message("Anybody may bid blind nil, for 200 points."),
        },
        ("S5",),
    ),
    choice(
        "broken",
        message("Broken spades"),
        {
            "yes": message("Spades are led only after one has been played."),
            "no": message("Spades may be led at any time."),
        },
        ("S7",),
    ),
)
